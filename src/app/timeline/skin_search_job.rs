//! The search over whole animations for the times at which skinned meshes are out of their boxes, which the marks on the time bar
//! show, and over all animations for the boxes that enclose them. A short search is done at once, and a long one on another thread.

use std::sync::Arc;

use eframe::egui::Context;

use crate::app::kit::job::Job;
use crate::opacity::Progress;
use crate::workspace::Workspace;
use crate::world::{QUICK_SEARCH, SkinAt};

/// The search, and what it is for.
#[derive(Default)]
pub(in crate::app) struct Escapes {
    job: Option<Job<()>>,
    /// The meshes, and what their times depend on. The same ones are not searched again.
    made_for: Vec<(usize, Vec<u64>)>,
}

impl Escapes {
    /// Begins the search for the skins of a world whose times are not known, and takes its result.
    pub(in crate::app) fn update(&mut self, workspace: &mut Workspace, ctx: &Context) {
        if self.job.as_ref().is_some_and(|job| job.poll(ctx).is_ready()) {
            self.job = None;
            workspace.judging_mut().explain_again();
        }
        let skins = workspace.world().objects.iter().filter_map(|object| object.skin.as_ref());
        let unknown: Vec<&Arc<SkinAt>> = skins.filter(|skin| !skin.is_searched()).collect();
        if unknown.iter().map(|skin| skin.search_work()).sum::<u64>() <= QUICK_SEARCH {
            self.job = None;
            for skin in unknown {
                skin.search_all(&Progress::default());
            }
            return;
        }
        let key = |skin: &&Arc<SkinAt>| (Arc::as_ptr(&skin.rigged) as usize, skin.search_key());
        let wanted: Vec<_> = unknown.iter().map(key).collect();
        if wanted.iter().all(|one| self.made_for.contains(one)) {
            return;
        }
        self.made_for = wanted;
        let skins: Vec<Arc<SkinAt>> = unknown.into_iter().map(Arc::clone).collect();
        self.job = Some(Job::start(ctx, move |progress| {
            progress.expect(skins.iter().map(|skin| skin.search_work()).sum());
            for skin in skins {
                skin.search_all(progress);
            }
        }));
    }

    /// The completed part of the search on another thread, from 0 to 1. `None` without one.
    pub(in crate::app) fn fraction(&self) -> Option<f32> {
        self.job.as_ref().map(Job::fraction)
    }
}
