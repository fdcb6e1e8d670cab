//! The store of the files that a scene names: images, levels, trees and cells, each with its state (waiting, read, or
//! broken with the last valid reading kept), and the memory for them.
//!
//! The store is separate from the scene. After an edit or undo, earlier readings are still in the store; only new and
//! changed files are read. The caller decides when and how files are read: see [`Reading`].
//!
//! ```
//! // Opens a scene, and reads the image that it names.
//! let loaded = eyeline::files::open("scenes/leaf.json".as_ref())?;
//! assert_eq!(loaded.scene.images[0].name, "leaf");
//! assert!(loaded.faults.is_empty());
//! # Ok::<(), eyeline::source::SceneError>(())
//! ```

mod asset;
mod beside;
mod cells;
mod image;
mod image_faults;
mod inputs;
mod kind;
mod level;
mod level_far;
mod level_faults;
mod level_parts;
mod needs;
pub(crate) mod open_as_scene;
mod paths;
pub(crate) mod placed;
pub(crate) mod read;
mod reading;
mod session;
mod store;
mod tree;
mod update;

pub use asset::Asset;
pub use cells::Cells;
pub use image::ImageFile;
pub(crate) use image::title;
pub use image_faults::layout;
pub use inputs::Inputs;
pub use kind::FileKind;
pub use level::{LevelFile, LevelPart};
pub(crate) use level_faults::LevelFault;
pub use open_as_scene::{
    IMAGE_EXTENSIONS, RECORDING_EXTENSIONS, TREE_EXTENSIONS, is_foreign, is_image, is_tree, level_as_scene,
    session_as_scene, tree_as_scene,
};
pub(crate) use paths::file_of;
pub use read::{Loaded, open, open_watched, parse, parse_with};
pub use reading::{Pace, Reading};
pub use session::SessionFile;
pub use store::Store;
pub use tree::{Runnable, TreeAsset};
pub(crate) use update::tree_of;

use needs::Needs;
use placed::Placed;

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
    /// Cells of images that were computed outside the store.
    pub cells: Cells,
    /// Levels that the scene no longer names. They are kept while half of the memory is free, because undo may name
    /// them again.
    unnamed_levels: Store<LevelFile>,
    /// The memory budget of the scene and all its files.
    pub budget: Budget,
    /// The memory for the world of the scene.
    pub(crate) placed: Placed,
    /// What the objects of the scene need.
    needs: Needs,
}

/// Compares the readings; the memory is ignored.
impl PartialEq for Files {
    fn eq(&self, other: &Self) -> bool {
        let Self { images, levels, trees, sessions, cells, unnamed_levels: _, budget: _, placed: _, needs: _ } = self;
        *images == other.images
            && *levels == other.levels
            && *trees == other.trees
            && *sessions == other.sessions
            && *cells == other.cells
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
            budget: self.budget.clone(),
            placed: self.placed.clone(),
            ..Self::default()
        }
    }
}
