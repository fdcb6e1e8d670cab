//! Queries that were issued, and their results some frames later. The window never waits for them.

use eframe::egui::Ui;

use crate::app::Host;
use crate::app::session::Session;
use crate::geometry::{Mark, Silent};
use crate::occlusion::{Answer, DepthTest, Method};
use crate::picture;
use crate::render::{OcclusionQueries, Pending};
use crate::report::occlusion::{Compared, compared, marks};

/// What the answers depend on: the revision of the session, its tick, and the resolution of the panel.
type Of = (u64, u64, Option<u32>);

/// What is asked, and what was answered last.
#[derive(Default)]
pub(super) struct Asking {
    queries: Option<Result<OcclusionQueries, String>>,
    waiting: Option<Waiting>,
    answers: Option<Answers>,
    refused: Option<(Of, String)>,
}

struct Waiting {
    of: Of,
    asked: Vec<Compared>,
    pending: Pending,
    frames: u32,
}

/// The answers of all methods about all pairs.
pub(super) struct Answers {
    of: Of,
    pub(super) pairs: Vec<(Compared, Vec<Answer>)>,
    pub(super) draws: u32,
    pub(super) queries: u32,
    /// Frames from the draw calls to the results.
    pub(super) latency: u32,
}

impl Asking {
    /// Reads results that are there, and issues queries when something has changed.
    pub(super) fn advance(&mut self, ui: &Ui, session: &Session, host: &dyn Host, resolution: Option<u32>) {
        if let Some(mut waiting) = self.waiting.take() {
            waiting.frames += 1;
            match waiting.pending.poll() {
                Some(passed) => self.answers = Some(answered(waiting, &passed)),
                None => self.waiting = Some(waiting),
            }
        }
        let of = (session.revision(), session.tick(), resolution);
        let is_answered = self.answers.as_ref().is_some_and(|answers| answers.of == of);
        let is_refused = self.refused.as_ref().is_some_and(|refused| refused.0 == of);
        if self.waiting.is_none() && !is_answered && !is_refused {
            match self.issue(session, host, of) {
                Ok(waiting) => (self.waiting, self.refused) = (Some(waiting), None),
                Err(error) => (self.answers, self.refused) = (None, Some((of, error))),
            }
        }
        if self.waiting.is_some() {
            ui.request_repaint();
        }
    }

    /// Why nothing is answered.
    pub(super) fn error(&self) -> Option<&str> {
        self.refused.as_ref().map(|(_, error)| &**error)
    }

    pub(super) fn answers(&self) -> Option<&Answers> {
        self.answers.as_ref()
    }

    /// The view volumes of the cameras that the scene asks for, and what collides by them.
    pub(super) fn marks(&self, session: &Session) -> Vec<Mark> {
        let answered = self.answers.iter().flat_map(|answers| &answers.pairs);
        let own = answered.flat_map(|(asked, found)| {
            let by_method = found.iter().zip(Method::ALL).filter(|(_, method)| asked.methods.contains(method));
            by_method.map(|(answer, _)| (&asked.names, answer))
        });
        marks(session.world(), own)
    }

    fn issue(&mut self, session: &Session, host: &dyn Host, of: Of) -> Result<Waiting, String> {
        let opened = self.queries.get_or_insert_with(|| {
            let context = host.context().map_err(|error| error.to_string())?;
            OcclusionQueries::new(&context).map_err(|error| error.to_string())
        });
        let queries = opened.as_mut().map_err(|error| error.clone())?;
        let view = picture::scene_view(session.scene(), session.world(), 1.0).depth_view(1);
        let asked = compared(session.world(), &view, of.2, queries.most_resolution());
        let tests: Vec<DepthTest> = asked.iter().flat_map(Compared::tests).collect();
        let pending = queries.issue(&tests).map_err(|error| error.to_string())?;
        drop(tests);
        Ok(Waiting { of, asked, pending, frames: 0 })
    }
}

fn answered(waiting: Waiting, passed: &[crate::occlusion::Passed]) -> Answers {
    let mut rest = passed;
    let pairs = waiting.asked.into_iter().map(|asked| {
        let answers = asked.pairs.iter().flatten().map(|pair| {
            let (own, others) = rest.split_at((2 * pair.views().len()).min(rest.len()));
            rest = others;
            pair.answer(own, &mut Silent)
        });
        let answers: Vec<Answer> = answers.collect();
        (asked, answers)
    });
    let pairs = pairs.collect();
    Answers {
        of: waiting.of,
        pairs,
        draws: passed.iter().map(|passed| passed.draws).sum(),
        queries: passed.iter().map(|passed| passed.queries).sum(),
        latency: waiting.frames,
    }
}
