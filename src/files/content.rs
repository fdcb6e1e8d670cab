//! The readings of the files of a scene, and a scene with them.

use super::cells::Cells;
use super::image::ImageFile;
use super::level::LevelFile;
use super::needs::Needs;
use super::placed::PlacedMemory;
use super::program::ProgramEntries;
use super::session::SessionFile;
use super::store::Store;
use super::trace::TraceFile;
use super::tree::TreeAsset;
use crate::budget::Budget;
use crate::scene::Scene;

/// The readings of a scene's files. Copies are cheap: they share the readings.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Decoded images, by [`Image::source`](crate::scene::Image::source).
    pub images: Store<ImageFile>,
    /// Levels of models and of mesh shapes.
    pub levels: Store<LevelFile>,
    /// Tree files.
    pub trees: Store<TreeAsset>,
    /// Recorded camera paths, by [`Session::source`](crate::scene::RecordedSession::source).
    pub sessions: Store<SessionFile>,
    /// Traces of running programs.
    pub traces: Store<TraceFile>,
    /// The running program whose entries are added to a scene that is read; `None` for one that is read alone.
    pub(crate) program: Option<ProgramEntries>,
    /// Cells of images that were computed outside the store.
    pub cells: Cells,
    /// Levels that the scene no longer names. They are kept while half of the memory is free, because undo may name
    /// them again.
    pub(super) unnamed_levels: Store<LevelFile>,
    /// The memory budget of the scene and all its files.
    pub budget: Budget,
    /// The memory for the world of the scene.
    pub(crate) placed: PlacedMemory,
    /// What the objects of the scene need.
    pub(super) needs: Needs,
}

/// Compares the readings; the memory is ignored.
impl PartialEq for Files {
    fn eq(&self, other: &Self) -> bool {
        let Self { images, levels, trees, sessions, traces, cells, .. } = self;
        *images == other.images
            && *levels == other.levels
            && *trees == other.trees
            && *sessions == other.sessions
            && *traces == other.traces
            && *cells == other.cells
    }
}

impl Files {
    /// Whether the readings of all files but traces are the same.
    pub(crate) fn is_same_but_traces(&self, other: &Self) -> bool {
        Self { traces: Store::default(), ..self.clone() } == Self { traces: Store::default(), ..other.clone() }
    }
}

/// A scene with the readings of its files: the inputs of a world.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// The document.
    pub scene: &'a Scene,
    /// The readings of the files that it names.
    pub files: &'a Files,
}

impl Files {
    /// An empty store with a budget.
    pub fn within(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// This store with another budget for later readings.
    #[must_use]
    pub(crate) fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// This store with other trees.
    #[must_use]
    pub(crate) fn with_trees(self, trees: Store<TreeAsset>) -> Self {
        Self { trees, ..self }
    }

    /// The files that agents depend on: all but images, and without agents no levels either.
    #[must_use]
    pub(crate) fn for_agents(&self, has_agents: bool) -> Self {
        let levels = if has_agents { self.levels.clone() } else { Store::default() };
        Self {
            levels,
            trees: self.trees.clone(),
            sessions: self.sessions.clone(),
            traces: self.traces.clone(),
            budget: self.budget.clone(),
            placed: self.placed.clone(),
            ..Self::default()
        }
    }
}
