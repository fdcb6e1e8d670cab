//! The search for the nearest place of the eye from which a camera sees the explained object, on another thread.

use std::task::Poll;
use std::time::Duration;

use eframe::egui::{Button, RichText, Ui};

use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::budget::OverBudget;
use crate::geometry::narrate::capitalized;
use crate::report::VisibilitySubject;
use crate::report::explain::{Explanation, Subject};
use crate::report::visibility::explain::{may_be_seen_elsewhere, search_eye};
use crate::report::visibility::words::from_elsewhere;
use crate::visibility::EyeMove;
use crate::workspace::Workspace;

/// The greatest time that a picture waits for the result.
const LONGEST: Duration = Duration::from_mins(10);

/// What is searched: the generation of the files, the revision of the report, and the subject.
type EyeInput = (u64, u64, VisibilitySubject);

/// The nearest eye that sees the object, if there is one.
type EyeResult = Result<Option<EyeMove>, OverBudget>;

/// The running search, and why the last one has no result.
#[derive(Default)]
pub(in crate::app) struct EyeSearchRow {
    running: Option<(EyeInput, Job<EyeResult>)>,
    failure: Option<(EyeInput, String)>,
}

/// A search that ended.
pub(super) struct EndedEyeSearch {
    pub(super) subject: VisibilitySubject,
    pub(super) found: Option<EyeMove>,
}

impl EyeSearchRow {
    /// The row below the answer about what a camera sees: the button that starts the search, its progress, or its result. Other
    /// answers have no row. Returns the result once.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        explanation: &Explanation,
        waits: bool,
    ) -> Option<EndedEyeSearch> {
        let question = workspace.selected().question(workspace.world());
        let Some(Subject::Visibility(subject)) = question else {
            self.running = None;
            return None;
        };
        let input = (workspace.disk().generation(), workspace.revision(), subject);
        // After a change, the search is about another scene. Dropping it cancels it.
        self.running.take_if(|(of, _)| *of != input);
        self.failure.take_if(|(of, _)| *of != input);
        ui.horizontal(|ui| match (&self.running, workspace.judging().eye(subject)) {
            (Some((_, job)), _) => job.bar(ui, "places of the eye"),
            (None, Some(found)) => {
                let text = found.map_or("No place of the eye that was tried sees it.".to_owned(), |found| {
                    format!("{}.", capitalized(&from_elsewhere(&found)))
                });
                ui.label(theme::quoted(&text));
            }
            (None, None) => {
                let is_useful = may_be_seen_elsewhere(explanation);
                let button = ui.add_enabled(is_useful, Button::new("Find an eye that sees it"));
                let help = "Moves the eye along the camera's axes, further each time, until the camera sees the object. The \
                            place is drawn in the 3D view.";
                let useless = "Only for an object that is not seen, and that another place of the eye may show.";
                if button.on_hover_text(help).on_disabled_hover_text(useless).clicked() {
                    let world = workspace.world().clone();
                    let job = Job::start(ui.ctx(), move |progress| {
                        let found = search_eye(&world, subject, progress)?;
                        Ok(found.filter(|_| !progress.is_cancelled()))
                    });
                    (self.running, self.failure) = (Some((input, job)), None);
                }
                if let Some((_, failure)) = &self.failure {
                    ui.label(RichText::new(failure).weak());
                }
            }
        });
        self.ended(ui, input, waits)
    }

    /// The result of a search that has ended.
    fn ended(&mut self, ui: &Ui, input: EyeInput, waits: bool) -> Option<EndedEyeSearch> {
        let (_, job) = self.running.as_ref()?;
        let Poll::Ready(ended) = (if waits { job.wait(LONGEST) } else { job.poll(ui.ctx()) }) else { return None };
        let is_cancelled = job.is_cancelled();
        self.running = None;
        match ended {
            Some(Ok(found)) if !is_cancelled => return Some(EndedEyeSearch { subject: input.2, found }),
            Some(Err(over)) => self.failure = Some((input, format!("The search {over}; {}.", over.help()))),
            _ => {}
        }
        None
    }
}
