//! When and how the files of a scene are read. The code that opens a scene decides this: a command or a session.

use crate::source::options::ReadOptions;

/// The pace and the options with which a scene and its files are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// When images are read and cells computed.
    pub pace: Pace,
    /// The options that the user gave at the start of the program.
    pub options: ReadOptions,
}

impl Reading {
    /// The default options, with this pace.
    pub fn at(pace: Pace) -> Self {
        Self { pace, ..Self::default() }
    }
}

/// When long work on the files of a scene is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// At once: every image has its answer when reading ends. The first answer that needs cells computes them.
    #[default]
    AtOnce,
    /// Images wait, and the cells of large ones are not computed, until the caller provides them: see
    /// [`ImageFile::waiting`](super::image::ImageFile::waiting) and [`Cells::insert`](super::cells::Cells::insert). Levels are
    /// prepared for rays when they are read, on another thread.
    Later,
}
