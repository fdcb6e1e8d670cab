//! The page of a scene beside the report of a run: the window on it, in a browser.

use std::collections::HashMap;
use std::path::PathBuf;

/// The pages of scenes, by the paths of the scenes.
pub type ScenePages = HashMap<PathBuf, ScenePage>;

/// The page of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScenePage {
    /// It was written.
    Written {
        /// The page of the scene as it is. A path in the folder of the report.
        after: PathBuf,
        /// The page of the scene at an earlier git revision, and the name of the revision. `None` when the scene and its files
        /// are those of the revision, or when there is no revision.
        before: Option<(PathBuf, String)>,
    },
    /// There is none, for this reason, a sentence.
    Missing(String),
}
