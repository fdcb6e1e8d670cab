//! What the person who starts the program chooses about reading: it goes with a scene wherever files are read for it.

use std::path::Path;
use std::sync::Arc;

/// How scenes and their files are read. The default is what a command does without options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The folder that no referenced file may leave, with all links followed. `None`: the nearest folder at or above the
    /// scene's that holds a `.git` entry, else the scene's own folder.
    pub root: Option<Arc<Path>>,
    /// The tree to run of a tree file that is opened by itself. `None`: the tree that the file itself names.
    pub tree: Option<Arc<str>>,
}
