//! The open scene: its parts, and what is read of them most.

use std::path::Path;
use std::sync::Arc;

use super::clock::agents::{ClockMut, ClockRef};
use super::clock::time::Clock;
use super::disk::disk_ref::DiskRef;
use super::disk::open_files::Disk;
use super::document::open_document::OpenDocument;
use super::judging::answers::Judging;
use super::judging::judging_mut::JudgingMut;
use super::judging::judging_ref::JudgingRef;
use super::notices::list::{Notices, ShortMessage};
use super::notices::notice::Notice;
use super::notices::notify::Notifier;
use super::placement::Placement;
use super::selection::commands::SelectionMut;
use super::selection::items::SelectionRef;
use super::selection::state::Selection;
use super::view::marked_items::{MarksMut, MarksRef};
use super::view::state::View;
use crate::files::Files;
use crate::picture::{Bodies, Palette, Selected, Shown};
use crate::report::Report;
use crate::report::explain::Explanation;
use crate::scene::Scene;
use crate::world::World;

/// One open scene.
pub struct Workspace {
    pub(super) document: OpenDocument,
    pub(super) disk: Disk,
    pub(super) clock: Clock,
    /// The scene at the current tick.
    pub(super) world: World,
    pub(super) placement: Placement,
    pub(super) judging: Judging,
    pub(super) selection: Selection,
    pub(super) view: View,
    pub(super) notices: Notices,
    /// Changes whenever world or report change.
    pub(super) revision: u64,
}

/// What is read most.
impl Workspace {
    /// The current scene of the document.
    pub fn scene(&self) -> &Arc<Scene> {
        self.document.scene()
    }

    /// The readings of the files that the document names.
    pub fn files(&self) -> &Files {
        &self.disk.files
    }

    /// The scene's file.
    pub fn path(&self) -> Option<&Path> {
        self.disk.path.as_deref()
    }

    /// Whether there are unsaved changes, including changes that wait for their level, and a file that is being added.
    pub fn is_dirty(&self) -> bool {
        self.disk().has_edits() || !self.document.requests.is_empty() || self.disk.loading.adding.is_some()
    }

    /// The current tick.
    pub fn tick(&self) -> u64 {
        self.clock.tick
    }

    /// The scene at the current tick.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// All answers at the current tick.
    pub fn report(&self) -> &Report {
        &self.judging.report
    }

    /// The selection.
    pub fn selected(&self) -> &Selected {
        &self.selection.in_world
    }

    /// The explanation of the selected answer.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.judging.explanation(&self.world, self.selected(), self.view.skin_look())
    }

    /// The world as the 3D view shows it, with the halves of cuts apart.
    pub fn displayed_world(&self) -> &World {
        self.view.displayed(&self.world)
    }

    /// The geometry of the world's objects for pictures.
    pub fn bodies(&self) -> &Arc<Bodies> {
        self.placement.bodies(&self.world)
    }

    /// What the view draws, through a camera if one is given. Its explanation is the one that panels show.
    pub fn shown<'a>(&'a self, through: Option<usize>, palette: &'a Palette) -> Shown<'a> {
        let view = &self.view;
        Shown {
            bodies: Some(Arc::clone(self.bodies())),
            explanation: self.selection.in_world.step.and_then(|_| self.explanation()),
            through,
            hidden: self.marks().hidden(),
            display: view.display(),
            options: view.draw_options(),
            skin_look: view.skin_look(),
            cut_gap: view.cut_gap(),
            octree_look: *view.octree_look(),
            is_octree_open: view.is_octree_open(),
            occlusion: self.judging.occlusion.marks(),
            path_errors: view.path_errors(),
            cost_map: view.cost_map(),
            problem: view.problem(),
            place: view.problem_place(),
            changes: self.judging().changed_answers(),
            ..Shown::new(&self.world, self.report(), self.selected(), palette)
        }
    }

    /// Changes whenever world or report change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes whenever the view draws something else although the answers are the same.
    pub fn appearance_revision(&self) -> u64 {
        self.view.changes() + self.document.history.mark_changes() + self.judging.occlusion.mark_changes()
    }

    /// The notices.
    pub fn notices(&self) -> &[Notice] {
        self.notices.all()
    }

    /// Adds a notice. It replaces an older notice that is the same.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.add(notice);
    }

    /// The latest short message.
    pub(crate) fn latest_message(&self) -> ShortMessage<'_> {
        let (count, text) = self.notices.latest_message();
        let undoes = self.notices.offered_undo().is_some_and(|step| self.document.undo_label() == Some(step));
        ShortMessage { count, text, undoes }
    }
}

/// The parts. Those that change what depends on another part are given with that part.
impl Workspace {
    /// The document with its history.
    pub fn document(&self) -> &OpenDocument {
        &self.document
    }

    /// The files of the scene.
    pub fn disk(&self) -> DiskRef<'_> {
        DiskRef { disk: &self.disk, document: &self.document, world: &self.world }
    }

    /// The tick and the agents.
    pub fn clock(&self) -> ClockRef<'_> {
        ClockRef { clock: &self.clock, world: &self.world }
    }

    /// The tick and the agents, to run them further.
    pub(crate) fn clock_mut(&mut self) -> ClockMut<'_> {
        ClockMut { clock: &mut self.clock, world: &self.world }
    }

    /// What follows from where the objects are.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The answers, and what is judged by them.
    pub fn judging(&self) -> JudgingRef<'_> {
        JudgingRef {
            judging: &self.judging,
            scene: self.document.scene(),
            world: &self.world,
            selection: &self.selection,
            view: &self.view,
            tick: self.clock.tick,
            revision: self.revision,
        }
    }

    /// The answers, to compute them further.
    pub(crate) fn judging_mut(&mut self) -> JudgingMut<'_> {
        JudgingMut {
            judging: &mut self.judging,
            notices: &mut self.notices,
            document: &self.document,
            disk: &self.disk,
            world: &self.world,
            selection: &self.selection,
            view: &self.view,
            tick: self.clock.tick,
            revision: self.revision,
        }
    }

    /// The selected items.
    pub fn selection(&self) -> SelectionRef<'_> {
        SelectionRef { selection: &self.selection, world: &self.world, scene: self.document.scene() }
    }

    /// The selection, to select other items.
    pub fn selection_mut(&mut self) -> SelectionMut<'_> {
        SelectionMut {
            selection: &mut self.selection,
            world: &self.world,
            scene: self.document.history.document().scene.as_ref(),
            judging: &mut self.judging,
            view: &mut self.view,
            refusal: &mut self.document.refusal,
        }
    }

    /// The hidden and the locked items.
    pub fn marks(&self) -> MarksRef<'_> {
        MarksRef { marks: self.document.history.marks(), world: &self.world }
    }

    /// The hidden and the locked items, to hide, show, lock or unlock items.
    pub fn marks_mut(&mut self) -> MarksMut<'_> {
        MarksMut { history: &mut self.document.history, world: &self.world, selection: &self.selection }
    }

    /// What the view shows.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// What the view shows, to show something else.
    pub fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    /// The notices and the short messages, to close or add some.
    pub fn notices_mut(&mut self) -> &mut Notices {
        &mut self.notices
    }

    /// The notices that follow from the state of the scene and of its files.
    pub(super) fn notifier(&mut self) -> Notifier<'_> {
        let is_dirty = self.is_dirty();
        let (document, disk, world) = (&self.document, &self.disk, &self.world);
        Notifier { notices: &mut self.notices, document, disk, world, is_dirty }
    }
}
