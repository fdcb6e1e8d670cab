//! The open run: its list, the shown capture, and the accepted captures.

use std::path::PathBuf;
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::Context;

use super::facts::Facts;
use super::pictures::ReviewPictures;
use crate::app::command::table::review::{Accept, ReviewLook};
use crate::app::kit::job::Job;
use crate::budget::Budget;
use crate::check::accept::CaptureSelection;
use crate::check::replaced::ReplacedBaseline;
use crate::check::results::{BaselineResult, SceneResult};
use crate::check::review::{AcceptOutcome, CaptureState, ReviewedRun};
use crate::files::{Files, Pace, Reading};
use crate::geometry::narrate::counted;
use crate::workspace::Workspace;

/// The result of accepting, and the new states of the scenes concerned.
type Accepted = (AcceptOutcome, Vec<(usize, Vec<CaptureState>)>);

/// An open run.
pub(super) struct Open {
    pub(super) run: Arc<ReviewedRun>,
    /// The states of all captures, by scene.
    states: Vec<Vec<CaptureState>>,
    /// The captures that can be shown, by scene and index, in the order of the list.
    stops: Vec<(usize, usize)>,
    /// The shown capture.
    at: usize,
    /// Whether the list scrolls to the shown scene in the next frame.
    pub(super) scrolls: bool,
    pub(super) look: ReviewLook,
    pub(super) is_full_size: bool,
    /// The position of the border between the swiped pictures, from 0 to 1.
    pub(super) border: f32,
    pub(super) pictures: ReviewPictures,
    budget: Budget,
    accepting: Option<Job<Accepted>>,
    outcome: AcceptOutcome,
    /// What accepting wrote, by command.
    accepted: Vec<AcceptedOnce>,
    /// Whether the work that runs, or ran last, restores baselines.
    is_undoing: bool,
}

/// What one command accepted.
struct AcceptedOnce {
    replaced: Vec<ReplacedBaseline>,
    /// The scenes concerned.
    scenes: Vec<usize>,
    /// The capture that was shown.
    at: usize,
}

impl Open {
    pub(super) fn new(run: ReviewedRun, states: Vec<Vec<CaptureState>>, budget: Budget) -> Self {
        let stops = run.order().iter().flat_map(|&scene| stops_of(&run.scenes()[scene], scene)).collect();
        Self {
            run: Arc::new(run),
            states,
            stops,
            at: 0,
            scrolls: true,
            look: ReviewLook::default(),
            is_full_size: false,
            border: 0.5,
            pictures: ReviewPictures::default(),
            budget,
            accepting: None,
            outcome: AcceptOutcome::default(),
            accepted: Vec::new(),
            is_undoing: false,
        }
    }

    /// Whether the run has no scene.
    pub(super) fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// The shown scene and capture, by their indices.
    pub(super) fn current(&self) -> (usize, usize) {
        self.stops.get(self.at).copied().unwrap_or_default()
    }

    /// The shown scene.
    pub(super) fn scene(&self) -> Option<&SceneResult> {
        self.run.scenes().get(self.current().0)
    }

    /// The captures of the shown scene that can be shown, by their indices.
    pub(super) fn captures(&self) -> Vec<usize> {
        let (scene, _) = self.current();
        self.stops.iter().filter(|stop| stop.0 == scene).map(|stop| stop.1).collect()
    }

    /// Whether the shown capture is a picture with two drawings that differ.
    pub(super) fn is_unstable(&self) -> bool {
        let (_, capture) = self.current();
        self.baseline(capture).is_some_and(|baseline| baseline.unstable)
    }

    /// A capture of the shown scene.
    pub(super) fn baseline(&self, capture: usize) -> Option<&BaselineResult> {
        self.scene()?.baselines.get(capture)
    }

    pub(super) fn state(&self, scene: usize, capture: usize) -> CaptureState {
        self.states.get(scene).and_then(|of| of.get(capture)).copied().unwrap_or(CaptureState::Error)
    }

    pub(super) fn scene_state(&self, scene: usize) -> CaptureState {
        self.run.scene_state(scene, self.states.get(scene).map_or(&[], |states| states))
    }

    pub(super) fn outcome(&self) -> &AcceptOutcome {
        &self.outcome
    }

    pub(super) fn is_accepting(&self) -> bool {
        self.accepting.is_some()
    }

    /// Shows the first capture of a scene.
    pub(super) fn show_scene(&mut self, scene: usize) {
        if let Some(at) = self.stops.iter().position(|stop| stop.0 == scene) {
            self.at = at;
        }
    }

    /// Shows a capture of the shown scene.
    pub(super) fn show_capture(&mut self, capture: usize) {
        let (scene, _) = self.current();
        if let Some(at) = self.stops.iter().position(|stop| *stop == (scene, capture)) {
            self.at = at;
        }
    }

    /// Shows the next or the previous capture. After the last one comes the first.
    pub(super) fn step(&mut self, is_back: bool) {
        let count = self.stops.len().max(1);
        self.at = if is_back { self.at + count - 1 } else { self.at + 1 } % count;
        self.scrolls = true;
    }

    /// The number of captures that can be accepted.
    pub(super) fn open_count(&self) -> usize {
        self.stops.iter().filter(|stop| self.is_open(**stop)).count()
    }

    fn is_open(&self, (scene, capture): (usize, usize)) -> bool {
        self.state(scene, capture).is_open() && self.why_not(scene, Some(capture)).is_none()
    }

    /// A summary of the run in one line.
    pub(super) fn summary(&self) -> String {
        let name = self.run.folder().file_name().unwrap_or_default().to_string_lossy();
        let scenes = self.run.scenes().len();
        let equal = (0..scenes).filter(|&scene| self.scene_state(scene) >= CaptureState::Accepted).count();
        let scenes = counted(scenes, "scene");
        let open = match self.open_count() {
            0 => "nothing".to_owned(),
            open => counted(open, "capture"),
        };
        format!("{name}: {scenes}, {equal} equal or accepted, {open} to accept")
    }

    /// The reason why a scene, or one of its captures, cannot be accepted.
    fn why_not(&self, scene: usize, capture: Option<usize>) -> Option<String> {
        let of = self.run.scenes().get(scene)?;
        if let Some(reason) = self.run.why_no_project().or_else(|| of.why_not_accept()) {
            return Some(reason);
        }
        let Some(capture) = capture else {
            let captures = 0..of.baselines.len();
            let is_open = captures.clone().any(|capture| self.state(scene, capture).is_open());
            let mut refused = captures.filter(|&capture| self.state(scene, capture) == CaptureState::Unstable);
            let unstable = refused.find_map(|capture| of.baselines[capture].why_not_accept());
            return unstable.or_else(|| (!is_open).then(|| "The scene has nothing to accept.".to_owned()));
        };
        match self.state(scene, capture) {
            CaptureState::Equal => Some("The capture is equal to its baseline.".to_owned()),
            CaptureState::Accepted => Some("The capture is already the baseline.".to_owned()),
            _ => of.baselines.get(capture)?.why_not_accept(),
        }
    }

    pub(super) fn facts(&self) -> Facts {
        let (scene, capture) = self.current();
        let accepting = self.is_accepting().then(|| "Captures are being accepted.".to_owned());
        let nothing = || (self.open_count() == 0).then(|| "The run has nothing to accept.".to_owned());
        let all = self.run.why_no_project().or_else(nothing);
        let why_not = [self.why_not(scene, Some(capture)), self.why_not(scene, None), all];
        Facts {
            is_open: true,
            look: self.look,
            is_full_size: self.is_full_size,
            has_scene: !self.is_empty(),
            has_pair: self.pictures.has_pair(),
            has_difference: self.pictures.has_difference(),
            why_not: why_not.map(|why_not| accepting.clone().or(why_not)),
            accepted: self.accepted.last().filter(|_| !self.is_accepting()).map(|last| match &last.replaced[..] {
                [one] => one.path().file_name().unwrap_or_default().display().to_string(),
                more => counted(more.len(), "baseline"),
            }),
            why_not_open: self.run.why_no_project(),
            ..Facts::default()
        }
    }

    pub(super) fn scene_file(&self) -> Option<PathBuf> {
        self.run.scene_file(self.current().0)
    }

    /// Accepts captures on another thread, which reads their scenes.
    pub(super) fn accept(&mut self, ctx: &Context, workspace: &Workspace, accept: Accept) {
        let (scene, capture) = self.current();
        let wanted = match accept {
            Accept::Capture => vec![(scene, CaptureSelection::One(capture))],
            Accept::Scene => vec![(scene, CaptureSelection::All)],
            Accept::All => self.everything(),
        };
        let (files, reading) = workspace.disk().fresh_files();
        let reading = Reading { pace: Pace::AtOnce, ..reading };
        let run = Arc::clone(&self.run);
        self.outcome = AcceptOutcome::default();
        self.is_undoing = false;
        self.accepting = Some(Job::start(ctx, move |_| {
            let outcome = run.accept(&wanted, || Files::within(files.budget.fresh()), &reading);
            let mut scenes: Vec<usize> = wanted.iter().map(|one| one.0).collect();
            scenes.dedup();
            (outcome, scenes.into_iter().map(|scene| (scene, run.states(scene))).collect())
        }));
    }

    /// Restores the baselines that the last command replaced, on another thread.
    pub(super) fn undo_accept(&mut self, ctx: &Context, workspace: &Workspace) {
        let Some(last) = self.accepted.pop() else { return };
        let (files, _) = workspace.disk().fresh_files();
        let run = Arc::clone(&self.run);
        self.at = last.at;
        self.scrolls = true;
        self.outcome = AcceptOutcome::default();
        self.is_undoing = true;
        self.accepting = Some(Job::start(ctx, move |_| {
            let outcome = run.undo_accept(&last.replaced, &files.budget);
            (outcome, last.scenes.into_iter().map(|scene| (scene, run.states(scene))).collect())
        }));
    }

    /// Whether the work that runs, or ran last, restores baselines.
    pub(super) fn is_undoing(&self) -> bool {
        self.is_undoing
    }

    /// What was done with the baselines of the outcome.
    pub(super) fn verb(&self) -> &'static str {
        if self.is_undoing { "Restored" } else { "Wrote" }
    }

    /// All captures that can be accepted: whole scenes, or scenes without their unstable pictures.
    fn everything(&self) -> Vec<(usize, CaptureSelection)> {
        let open = self.stops.iter().filter(|stop| self.is_open(**stop));
        let mut wanted: Vec<(usize, CaptureSelection)> = Vec::new();
        for &(scene, capture) in open {
            if self.why_not(scene, None).is_some() {
                wanted.push((scene, CaptureSelection::One(capture)));
            } else if wanted.last() != Some(&(scene, CaptureSelection::All)) {
                wanted.push((scene, CaptureSelection::All));
            }
        }
        wanted
    }

    /// Takes the result of accepting, and shows the next capture that can be accepted.
    pub(super) fn take_results(&mut self, ctx: &Context) {
        self.pictures.take_results(ctx);
        let Some(job) = self.accepting.take() else { return };
        match job.poll(ctx) {
            Poll::Pending => self.accepting = Some(job),
            Poll::Ready(None) => {}
            Poll::Ready(Some((mut outcome, states))) => {
                let (replaced, at) = (std::mem::take(&mut outcome.replaced), self.at);
                if !replaced.is_empty() {
                    self.accepted.push(AcceptedOnce { replaced, scenes: states.iter().map(|one| one.0).collect(), at });
                }
                for (scene, of) in states {
                    self.states[scene] = of;
                }
                if outcome.refused.is_empty() && !self.is_undoing {
                    let count = self.stops.len();
                    let next = (0..count).map(|step| (self.at + step) % count);
                    let next = next.into_iter().find(|&at| self.is_open(self.stops[at]));
                    self.at = next.unwrap_or(self.at);
                    self.scrolls = true;
                }
                self.outcome = outcome;
            }
        }
    }

    /// Requests the pictures of the shown capture.
    pub(super) fn load_pictures(&mut self, ctx: &Context) {
        let (scene, capture) = self.current();
        self.pictures.want(ctx, &self.run, (scene, capture), &self.budget);
    }
}

/// The captures of a scene that can be shown: those that were not equal, else its first picture.
fn stops_of(of: &SceneResult, scene: usize) -> Vec<(usize, usize)> {
    let captures = || of.baselines.iter().enumerate();
    let changed: Vec<_> = captures().filter(|(_, one)| one.state != "equal").map(|(at, _)| (scene, at)).collect();
    if changed.is_empty() {
        let first = captures().find(|(_, one)| !one.is_answers()).map_or(0, |(at, _)| at);
        return vec![(scene, first)];
    }
    changed
}
