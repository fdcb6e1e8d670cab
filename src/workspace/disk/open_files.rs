//! The files of the open scene.

use std::path::{Path, PathBuf};

use super::tasks::Loading;
use super::tracking::Tracking;
use crate::files::{Files, Reading, Store, TreeAsset};
use crate::lessons::Lesson;
use crate::scene::{Folder, ReadOptions};

/// A file of several trees that is opened once the user has chosen one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreeChoice {
    /// The file.
    pub(crate) file: PathBuf,
    /// Its trees. Those that no other tree includes come first.
    pub(crate) trees: Vec<Box<str>>,
}

/// The files of the open scene, and how they are read.
pub(in crate::workspace) struct Disk {
    /// The readings of the files that the document names.
    pub(in crate::workspace) files: Files,
    /// The options for reading files.
    pub(in crate::workspace) reading: Reading,
    /// The scene's file.
    pub(in crate::workspace) path: Option<PathBuf>,
    /// The folder of the files that the scene names; `None` without a path.
    pub(in crate::workspace) folder: Option<Folder>,
    /// Whether the scene was made from a file of another kind, until it is saved to a file.
    pub(in crate::workspace) is_of_other_kind: bool,
    /// The lesson that is open, until it is saved to a file.
    pub(in crate::workspace) lesson: Option<&'static Lesson>,
    pub(in crate::workspace) tree_choice: Option<TreeChoice>,
    pub(in crate::workspace) loading: Loading,
    /// Tree files as they were last read or written. The document may contain edits of them.
    pub(in crate::workspace) stored_trees: Store<TreeAsset>,
    pub(in crate::workspace) tracking: Tracking,
    /// Changes whenever another file is opened, so that the view is reset.
    pub(in crate::workspace) generation: u64,
}

impl Disk {
    /// The files of a scene that was just opened.
    pub(in crate::workspace) fn new(files: Files, path: Option<PathBuf>, reading: Reading) -> Self {
        Self {
            folder: folder_of(path.as_deref(), &reading.options),
            stored_trees: files.trees.clone(),
            files,
            reading,
            path,
            is_of_other_kind: false,
            lesson: None,
            tree_choice: None,
            loading: Loading::default(),
            tracking: Tracking::default(),
            generation: 0,
        }
    }

    /// An empty store of files and the options for reading another scene. The root, the folders of trees and the size of
    /// the budget apply to the whole run of the program, the tree only to one file.
    pub(in crate::workspace) fn fresh_files(&self) -> (Files, Reading) {
        let options = ReadOptions { tree: None, ..self.reading.options.clone() };
        (Files::within(self.files.budget.fresh()), Reading { pace: self.reading.pace, options })
    }

    /// Replaces the options for reading files.
    pub(in crate::workspace) fn set_options(&mut self, options: ReadOptions) {
        self.folder = folder_of(self.path.as_deref(), &options);
        self.reading.options = options;
    }
}

fn folder_of(path: Option<&Path>, options: &ReadOptions) -> Option<Folder> {
    // A scene outside the root was refused when it was read.
    Some(Folder::of_file(path?, options).ok()?.0)
}
