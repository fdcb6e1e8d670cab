//! The user's options for reading. They apply to a scene and to all its files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options for reading scenes and their files. The default is that of a command without options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The folder that must contain all referenced files, with links resolved. `None`: the nearest folder at or above
    /// the scene's that contains a `.git` entry, else the scene's own folder.
    pub root: Option<Arc<Path>>,
    /// The tree to run when a tree file is opened as a scene. `None`: the file's main tree.
    pub tree: Option<Arc<str>>,
    /// Folders whose files' trees may be used by other tree files, with links resolved.
    pub trees: Arc<[PathBuf]>,
}
