//! The search for the ticks at which answers of a program begin to differ from ours, which the time bar marks. It runs on another thread,
//! in steps, and goes on when the trace grows.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::Context;
use web_time::Instant;

use super::marks::TimeMark;
use crate::app::kit::job::Job;
use crate::files::Content;
use crate::geometry::Tone;
use crate::report::said::SaidBegins;
use crate::scene::Scene;
use crate::workspace::Workspace;
use crate::world::{TraceAt, first_tick};

/// The time of a step, after which the marks that were found are shown.
const STEP: Duration = Duration::from_millis(400);
/// The time between two steps at the end of a trace that grows.
const REST: Duration = Duration::from_millis(250);
/// Ticks at the end of a trace that are searched together.
const A_FEW: u64 = 60;

/// The search, and what it is for.
#[derive(Default)]
pub(super) struct SaidMarks {
    begins: SaidBegins,
    job: Option<Job<SaidBegins>>,
    /// The scene, whose own entries may be asked about too.
    scene: Option<Arc<Scene>>,
    /// The first and the last tick of the trace when it was searched last.
    span: [u64; 2],
    /// The part that is done, while there is more to search.
    fraction: Option<f32>,
    /// When the last step began, and when the search began to be behind.
    step_begun: Option<Instant>,
    behind_since: Option<Instant>,
}

impl SaidMarks {
    /// Goes on with the search, and takes the result of a step.
    pub(super) fn update(&mut self, workspace: &Workspace, ctx: &Context) {
        let scene = workspace.scene();
        let Some(trace) = workspace.files().trace(scene) else {
            *self = Self::default();
            return;
        };
        let span = trace.span().map(|time| first_tick(time, scene.tick_rate));
        let is_same_scene = self.scene.as_ref().is_some_and(|own| Arc::ptr_eq(own, scene));
        // A trace that begins earlier, or ends earlier, is another run.
        if !is_same_scene || span[0] < self.span[0] || span[1] < self.span[1] {
            *self = Self { scene: Some(Arc::clone(scene)), ..Self::default() };
        }
        self.span = span;
        if let Some(job) = &self.job {
            let Poll::Ready(found) = job.wait(Duration::ZERO) else { return };
            self.job = None;
            self.begins = found.unwrap_or_default();
        }
        let next = self.begins.next().max(span[0]);
        self.fraction = (next <= span[1]).then(|| part(next, span));
        if next > span[1] {
            self.behind_since = None;
            return;
        }
        self.behind_since.get_or_insert_with(Instant::now);
        // The end of a trace that grows is searched a few times a second, and not for each tick.
        let rested = self.step_begun.map_or(REST, |begun| begun.elapsed());
        if rested < REST && span[1] - next < A_FEW {
            ctx.request_repaint_after(REST.saturating_sub(rested));
            return;
        }
        self.step_begun = Some(Instant::now());
        // The next step.
        let content = Content { scene, files: workspace.files() };
        let trace = TraceAt::of_scene(content, trace);
        let mut begins = self.begins.clone();
        begins.forget_before(span[0]);
        self.job = Some(Job::start(ctx, move |progress| {
            let end = Instant::now() + STEP;
            begins.extend(&trace, span[1], progress, || Instant::now() < end);
            begins
        }));
    }

    /// The part of the trace that was searched, from 0 to 1. `None` when all was, and when the search has just begun.
    pub(super) fn fraction(&self) -> Option<f32> {
        self.fraction.filter(|_| self.behind_since.is_some_and(|since| since.elapsed() > STEP))
    }

    /// Whether answers begin to differ at a tick.
    pub(super) fn begins_at(&self, tick: u64) -> bool {
        self.begins.found().binary_search_by_key(&tick, |begin| begin.tick).is_ok()
    }

    /// The last tick before a tick at which answers begin to differ, or the first one after it.
    pub(super) fn begin_beside(&self, tick: u64, is_back: bool) -> Option<u64> {
        let found = self.begins.found();
        let begin = if is_back {
            found[..found.partition_point(|begin| begin.tick < tick)].last()
        } else {
            found.get(found.partition_point(|begin| begin.tick <= tick))
        };
        begin.map(|begin| begin.tick)
    }

    /// The marks.
    pub(super) fn marks(&self) -> impl Iterator<Item = TimeMark> {
        self.begins.found().iter().map(|begin| {
            let more = match begin.count {
                1 => String::new(),
                count => format!(", and {} more", count - 1),
            };
            let what = if begin.vanishes { "something vanishes: " } else { "the program begins to differ: " };
            TimeMark { tick: begin.tick, tone: Tone::Mistaken, words: format!("{what}{}{more}", begin.words) }
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn part(next: u64, [first, last]: [u64; 2]) -> f32 {
    next.saturating_sub(first) as f32 / last.saturating_sub(first).max(1) as f32
}
