//! Opens a file as a scene: a scene with the files that it names, or a file of another program.

use std::path::Path;

use super::content::Files;
use super::kind::FileKind;
use super::open_as_scene::{image, level, session, trace, tree};
use super::read::{Loaded, parse_watched};
use super::reading::Reading;
use crate::host::fs;
use crate::opacity::Progress;
use crate::source::LARGEST_SCENE;
use crate::source::error::SceneError;
use crate::source::text::{self, ExpectedFile, Source};

/// Opens a scene file, and reads the files that it names, relative to its folder and inside the root. Of other files the
/// kind is told by [`FileKind::of`]: a tree file is opened as a scene with one agent, an image as a scene with its cells, a level as a scene with one model, and a recorded
/// camera path as a scene with one session, and a trace as a scene that shows it.
///
/// # Errors
/// With the first error, located: the file cannot be read, is larger than
/// [`LARGEST_SCENE`](crate::source::LARGEST_SCENE), does not fit into the memory budget, is not UTF-8, is not JSON with comments, does not have the keys and
/// types of a scene, or has values out of range.
pub fn open(path: &Path) -> Result<Loaded, SceneError> {
    open_watched(path, Files::default(), &Reading::default(), &Progress::default())
}

/// Opens a scene with earlier readings of files, which are not read again. `progress` shows the progress and can cancel
/// the reading.
///
/// # Errors
/// As [`open`].
pub fn open_watched(path: &Path, files: Files, reading: &Reading, progress: &Progress) -> Result<Loaded, SceneError> {
    open_from(path, Source::Any, files, reading, progress)
}

/// Opens only a regular file. A pipe or a device is refused, because reading it may block forever. The window uses this
/// function.
///
/// # Errors
/// As [`open`].
pub(crate) fn open_file(
    path: &Path,
    files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    open_from(path, Source::File, files, reading, progress)
}

fn open_from(
    path: &Path,
    source: Source,
    files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    let kind = FileKind::of(path);
    if kind == FileKind::Tree {
        return tree::open(path, files, reading);
    }
    let name = text::path_in_message(path);
    if let Some(tree) = &reading.options.tree {
        let message = format!(
            "`--tree {tree}` chooses one of the behaviour trees of a file, and this file does not start with `<` as such a \
             file does"
        );
        let help = "in a scene, choose a tree with `\"id\"` beside the `\"file\"` of the tree";
        return Err(SceneError::unreadable(&name, &message, Some(help)));
    }
    match kind {
        FileKind::Level => return level::open(path, files, reading, progress),
        FileKind::Image => return image::open(path, files, reading),
        FileKind::Recording => return session::open(path, files, reading),
        FileKind::Trace => return trace::open(path, files, reading),
        FileKind::Course => {
            let help =
                "give the path of one of its lessons; `eyeline`, `eyeline check` and `eyeline lesson` read a course";
            return Err(SceneError::unreadable(&name, "this file is a course, not a scene", Some(help)));
        }
        FileKind::Scene | FileKind::Tree => {}
    }
    let wanted = ExpectedFile { what: "scene", example: "guard.json", most: LARGEST_SCENE };
    // The text is in memory while the scene is read.
    let size = fs::length(path).min(LARGEST_SCENE);
    let over = |over| SceneError::over_budget(&name, "reading this scene", over);
    let mut memory = files.budget.take(size).map_err(over)?;
    // The stamp is taken before the reading, so that a later write counts as a change.
    let (text, stamp) = text::read_stamped(path, &name, &wanted, source)?;
    memory.grow((text.len() as u64).saturating_sub(size)).map_err(over)?;
    let (folder, _) = text::folder_of(path, &reading.options)?;
    let loaded = parse_watched(&text, &name, Some(&folder), files, reading, progress)?;
    Ok(Loaded { stamp: Some(stamp), ..loaded })
}
