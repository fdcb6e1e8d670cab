//! The search for problems of faces, on another thread.

use std::task::Poll;

use eframe::egui::Context;

use crate::app::kit::job::Job;
use crate::report::problems::{FaceFindings, FaceInput};
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::{CameraAt, World};

/// The search and its last outcome, which is kept while objects move and only the next outcome is awaited.
#[derive(Default)]
pub(super) struct FaceSearch {
    found: Option<FaceFindings>,
    /// The objects that its indices mean.
    objects: Vec<ItemId>,
    /// What it was searched for.
    done_for: Option<SearchKey>,
    running: Option<Job<FaceFindings>>,
    running_for: Option<(SearchKey, Vec<ItemId>)>,
}

/// What changes the outcome: the files, the objects, and the cameras.
#[derive(PartialEq)]
struct SearchKey {
    generation: u64,
    placement: u64,
    cameras: Vec<CameraAt>,
}

impl SearchKey {
    fn of(workspace: &Workspace) -> Self {
        Self {
            generation: workspace.disk().generation(),
            placement: workspace.placement().revision(),
            cameras: workspace.world().cameras.clone(),
        }
    }
}

impl FaceSearch {
    /// Starts the search after a change, and takes its outcome. Returns whether the outcome has changed. One search runs at a
    /// time: while objects move, the next one begins when it has ended.
    pub(super) fn update(&mut self, workspace: &Workspace, ctx: &Context) -> bool {
        let key = SearchKey::of(workspace);
        let mut has_changed = false;
        if self.done_for.as_ref() != Some(&key) && self.running.is_none() {
            let objects = ids(workspace.world());
            if self.objects != objects {
                has_changed = self.found.take().is_some();
                self.objects.clear();
            }
            let input = FaceInput::of(workspace.world(), workspace.report(), self.found.as_ref());
            self.running = Some(Job::start(ctx, move |progress| input.search(progress)));
            self.running_for = Some((key, objects));
        }
        if let Some(Poll::Ready(outcome)) = self.running.as_ref().map(|job| job.poll(ctx)) {
            self.running = None;
            if let Some((done_for, objects)) = self.running_for.take() {
                self.found = outcome.filter(|_| ids(workspace.world()) == objects);
                (self.done_for, self.objects) = (Some(done_for), objects);
            }
            has_changed = true;
        }
        has_changed
    }

    /// The last outcome; `None` before the first one.
    pub(super) fn found(&self) -> Option<&FaceFindings> {
        self.found.as_ref()
    }

    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }
}

fn ids(world: &World) -> Vec<ItemId> {
    world.objects.iter().map(|object| object.id).collect()
}
