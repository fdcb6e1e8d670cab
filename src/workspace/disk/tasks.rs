//! The work in the background: reading images and levels, and computing cells.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::files::{ImageFile, LevelFile, title};
use crate::import::image::Bitmap;
use crate::opacity::{CellLayout, Grid};
use crate::workspace::job::Job;

/// The running task, and the files to read again.
#[derive(Default)]
pub(in crate::workspace) struct Loading {
    pub(super) now: Option<(LoadingTask, Job<Done>)>,
    /// Images that have changed on disk. The last reading is shown until they are read again.
    pub(super) changed: BTreeSet<Box<str>>,
    /// Levels that have changed on disk. The last reading is shown until they are read again.
    pub(super) changed_levels: BTreeSet<Box<str>>,
    /// A file that is being read to be added to the scene, and the progress from 0 to 1.
    pub(in crate::workspace) adding: Option<(Box<str>, f32)>,
}

/// A task.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LoadingTask {
    Read(Box<str>),
    ReadLevel(Box<str>),
    AddUp { file: Box<str>, bitmap: Arc<Bitmap>, layout: CellLayout },
}

pub(super) enum Done {
    /// The image of a task, and other images of the same file.
    Read(Vec<(Box<str>, ImageFile)>),
    ReadLevel {
        level: Box<LevelFile>,
        is_stopped: bool,
    },
    /// The result; `None` after a cancel.
    AddedUp(Option<Grid>),
}

/// The running work, as the window displays it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Working {
    /// The name of the file in the scene.
    pub(crate) file: Box<str>,
    /// The work in words: "reading leaf.png …".
    pub(crate) what: String,
    /// The progress from 0 to 1.
    pub(crate) fraction: f32,
}

impl LoadingTask {
    pub(super) fn file(&self) -> &str {
        match self {
            Self::Read(file) | Self::ReadLevel(file) | Self::AddUp { file, .. } => file,
        }
    }

    pub(super) fn words(&self) -> String {
        match self {
            Self::Read(file) | Self::ReadLevel(file) => format!("reading {} …", title(file)),
            Self::AddUp { file, .. } => format!("computing the cells of {} …", title(file)),
        }
    }
}

impl Loading {
    /// Reads changed images and levels again.
    pub(super) fn read_again(&mut self, images: Vec<Box<str>>, levels: Vec<Box<str>>) {
        self.changed.extend(images);
        self.changed_levels.extend(levels);
    }
}
