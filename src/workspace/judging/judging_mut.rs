//! The answers about the open scene, for what computes them further: expectations, the comparison and the marks of occlusion
//! queries.

use std::sync::Arc;
use std::time::Duration;

use super::answers::{FoundEye, Judging};
use super::authoring::of_authoring;
use super::comparison::{CompareWith, ComparisonLook, OwnState};
use super::depth::DepthRequests;
use super::expectations::{Expectations, of_expectations};
use super::judging_ref::JudgingRef;
use super::lesson::of_step;
use super::now::{Now, uses_depth};
use crate::report::VisibilitySubject;
use crate::report::occlusion::marks;
use crate::visibility::EyeMove;
use crate::workspace::disk::open_files::Disk;
use crate::workspace::document::open_document::OpenDocument;
use crate::workspace::job::FIRST_WAIT;
use crate::workspace::notices::list::Notices;
use crate::workspace::selection::state::Selection;
use crate::workspace::view::state::View;
use crate::world::World;

/// The answers, with the parts of the open scene from which they are computed.
pub(crate) struct JudgingMut<'a> {
    pub(in crate::workspace) judging: &'a mut Judging,
    pub(in crate::workspace) notices: &'a mut Notices,
    pub(in crate::workspace) document: &'a OpenDocument,
    pub(in crate::workspace) disk: &'a Disk,
    pub(in crate::workspace) world: &'a World,
    pub(in crate::workspace) selection: &'a Selection,
    pub(in crate::workspace) view: &'a View,
    pub(in crate::workspace) tick: u64,
    pub(in crate::workspace) revision: u64,
}

impl JudgingMut<'_> {
    fn now(&self) -> JudgingRef<'_> {
        JudgingRef {
            judging: self.judging,
            scene: self.document.scene(),
            world: self.world,
            selection: self.selection,
            view: self.view,
            tick: self.tick,
            revision: self.revision,
        }
    }

    /// Declares that the caller answers `JudgingRef::depth_request` in each frame from now on.
    pub(crate) fn connect_depth(&mut self) {
        if self.judging.depth.is_none() {
            self.judging.depth = Some(DepthRequests::default());
            // Earlier evaluations had no depth buffer, so they are repeated.
            if uses_depth(self.document.scene()) {
                self.judging.expectations.forget();
            }
        }
    }

    /// Drops the outcomes that were computed without a depth buffer, because the window connects one.
    pub(in crate::workspace) fn await_depth(&mut self) {
        if uses_depth(self.document.scene()) && self.judging.depth.is_none() {
            self.judging.expectations = Expectations::default();
        }
    }

    /// Continues computing expectations and comparison, and waits at most `most` for each. Returns whether there is more
    /// to do.
    pub(crate) fn advance(&mut self, most: Duration) -> bool {
        self.evaluate(most) | self.compare_on(most)
    }

    /// Computes expectations and comparison after an edit. Does not wait for a running computation of an earlier state, and
    /// not for the window.
    pub(in crate::workspace) fn follow(&mut self) {
        self.evaluate_at_once();
        let is_running = self.judging.comparing.is_computing() || !self.world.occlusion.is_empty();
        self.compare_on(if is_running { Duration::ZERO } else { FIRST_WAIT });
    }

    /// Evaluates the expectations after an edit.
    pub(in crate::workspace) fn evaluate_at_once(&mut self) {
        let is_waiting = self.judging.expectations.is_evaluating() || uses_depth(self.document.scene());
        self.evaluate(if is_waiting { Duration::ZERO } else { FIRST_WAIT });
    }

    fn evaluate(&mut self, most: Duration) -> bool {
        let selected = self.judging.lesson.authoring.as_ref().and_then(|_| self.now().named_answer());
        let now = now(self.document, self.disk, self.tick, self.judging.depth.as_ref());
        let pace = self.disk.reading.pace;
        let of_lesson = of_step(&now, self.judging.lesson.key().as_ref());
        let is_evaluating = self.judging.expectations.evaluate(&now, of_expectations(&now), pace, most)
            | self.judging.lesson.answers.evaluate(&now, of_lesson, pace, most)
            | self.judging.lesson.making.is_some();
        let Some(authoring) = &mut self.judging.lesson.authoring else { return is_evaluating };
        let of_authoring = of_authoring(&now, authoring, selected);
        authoring.judged.evaluate(&now, of_authoring, pace, most) | is_evaluating
    }

    /// Continues reading and comparing. Returns whether there is more to do.
    pub(in crate::workspace) fn compare_on(&mut self, most: Duration) -> bool {
        let now = now(self.document, self.disk, self.tick, self.judging.depth.as_ref());
        let (is_running, notice) = self.judging.comparing.advance(&now, most);
        if let Some(notice) = notice {
            self.notices.add(notice);
        }
        is_running
    }

    /// Removes the explanation of the selected answer. It is computed again when it is used.
    pub(crate) fn explain_again(&mut self) {
        self.judging.explain_again();
    }

    /// Adds the nearest eye that sees an object to the explanation of that answer.
    pub(crate) fn add_eye(&mut self, subject: VisibilitySubject, found: Option<EyeMove>) {
        self.judging.eye = Some(FoundEye { subject, found });
        self.judging.explain_again();
    }

    /// Starts a comparison. The other state is read on another thread; an error becomes a notice.
    pub(crate) fn compare(&mut self, with: CompareWith) {
        let own = OwnState { disk: self.disk, saved: self.document.history.saved() };
        self.judging.comparing.read(with, &own);
        self.compare_on(FIRST_WAIT);
    }

    /// Cancels the reading, or closes the comparison.
    pub(crate) fn end_comparison(&mut self) {
        self.judging.comparing.end();
    }

    /// Sets how the view shows the two states.
    pub(crate) fn look_at_comparison(&mut self, look: ComparisonLook) {
        self.judging.comparing.look_at(look);
    }

    /// Starts listing the recent git revisions of the scene's file.
    pub(crate) fn list_revisions(&mut self) {
        self.judging.comparing.list_revisions(self.disk.path.as_deref());
    }

    /// Sets the tried resolution, or removes it. The scene is not changed.
    pub(crate) fn try_resolution(&mut self, resolution: Option<u32>) {
        self.judging.occlusion.try_resolution(resolution);
    }

    /// Shows a pair of its query instead of the pair shown before.
    pub(crate) fn show_pair(&mut self, bodies: Option<[Arc<str>; 2]>) {
        self.judging.occlusion.show_pair(bodies, self.world);
    }

    /// Whether the marks of the shown pair are drawn: while a query is selected, or while the panel of queries is open.
    /// A hidden query has no marks.
    pub(crate) fn update_occlusion_marks(&mut self, is_open: bool) {
        let hidden = &self.document.history.marks().hidden;
        let is_hidden = self.now().shown_query().is_some_and(|query| hidden.contains(query));
        let is_shown = !is_hidden && (is_open || self.selection.in_world.occlusion().is_some());
        let shown = is_shown.then(|| self.now().shown_pair()).flatten();
        let marks = shown.map(|(pair, method)| marks(self.world, pair, method)).unwrap_or_default();
        self.judging.occlusion.set_marks(marks);
    }
}

/// The open scene at its tick.
fn now<'a>(document: &'a OpenDocument, disk: &'a Disk, tick: u64, depth: Option<&DepthRequests>) -> Now<'a> {
    Now { scene: document.scene(), files: &disk.files, tick, link: depth.map(DepthRequests::link) }
}
