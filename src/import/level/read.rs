//! Reads a level: checks the file, then calls the reader for its extension, and adds places to errors and notes.

use std::path::{Path, PathBuf};

use super::contents::Level;
use super::error::{LevelError, LevelPlace};
use super::level_image::LevelImage;
use super::notes::{DescribedNote, Notes};
use super::read_level::ReadLevel;
use super::work::LevelWork;
use crate::host::fs::File;
use crate::import::level::file::Named;
use crate::import::level::stamps::Stamps;
use crate::import::{fbx, gltf, obj, ply, quake_bsp, quake_map, stl};
use crate::source::error::{SceneError, SceneWarning, line_and_column, quoted};
use crate::source::extension::has_extension;
use crate::source::git_text::{POINTER_HELP, POINTER_MESSAGE, is_pointer};
use crate::source::stamp::Stamp;
use crate::source::text::LARGEST_FILE;
use crate::source::{place, syntax};

/// The real path of a level that a scene names. The path is added to `stamps`, found or not.
///
/// # Errors
/// When the file does not exist or may not be read. The error is located in the scene.
pub(crate) fn open(named: Named, stamps: &mut Stamps) -> Result<PathBuf, SceneError> {
    let Named { folder, file } = named;
    let found = folder.resolve(file);
    let path = found.as_ref().map_or_else(|_| folder.join(file), Clone::clone);
    // Taken before the reading, so that a write during the reading counts as a change.
    stamps.add(path, Stamp::of);
    let path = found.map_err(|error| SceneError::unreadable(file, &error.to_string(), Some(error.help())))?;
    match File::open(&path) {
        Ok(_) => Ok(path),
        Err(error) => {
            let message = format!("{} cannot be read: {error}", quoted(file));
            Err(SceneError::unreadable(file, &message, Some("give a file that can be read")))
        }
    }
}

/// Reads the level at the path of [`open`], with its images with alpha. The other files that were searched are added to `stamps`.
///
/// # Errors
/// With the first error after which the level cannot be read, located.
pub(crate) fn read(
    named: Named,
    path: PathBuf,
    work: &LevelWork,
    stamps: &mut Stamps,
) -> Result<(Level, Vec<LevelImage>), SceneError> {
    let file = named.file;
    if File::open(&path).is_ok_and(is_pointer) {
        return Err(SceneError::unreadable(file, POINTER_MESSAGE, Some(POINTER_HELP)));
    }
    let mut text = None;
    let is = |extension: &str| has_extension(Path::new(file), extension);
    let read = if is("obj") {
        obj::build::read(named, &path, work, stamps)
    } else if is("fbx") {
        fbx::read(named, &path, work, stamps)
    } else if is("map") {
        quake_map::build::read(&path, work)
    } else if is("bsp") {
        quake_bsp::build::read(&path, work)
    } else if is("ply") {
        ply::build::read(named, &path, work)
    } else if is("stl") {
        stl::build::read(named, &path, work)
    } else {
        gltf::build::read(named, path, work, stamps, &mut text)
    };
    let ReadLevel { mut level, images, notes, text } = read.map_err(|error| located(error, file, text.as_deref()))?;
    (level.faults, level.notes) = described(notes, file, text.as_deref());
    Ok((level, images))
}

fn located(error: LevelError, file: &str, text: Option<&str>) -> SceneError {
    let LevelError { place, message, help, .. } = error;
    let help = help.as_deref();
    match &place {
        LevelPlace::File => SceneError::unreadable(file, &message, help),
        LevelPlace::Beside { file, line, column } => {
            let mut error = SceneError::unreadable(file, &message, help);
            (error.line, error.column) = (*line, *column);
            error
        }
        LevelPlace::Text { line, text, span } => SceneError::in_line(file, *line, text, span.clone(), &message, help),
        LevelPlace::Byte(_) => SceneError::unreadable(file, &format!("{place}: {message}"), help),
        LevelPlace::Item { list, index, .. } => {
            let message = format!("{place}: {message}");
            let span = text.filter(|text| is_short(text)).and_then(|text| {
                let root = syntax::parse(text).ok()?;
                Some(place::ValuePath::default().key(list).index(*index).find(&root).span())
            });
            match text.zip(span) {
                Some((text, span)) => SceneError::at(file, text, span, &message, help),
                None => SceneError::unreadable(file, &message, help),
            }
        }
    }
}

/// Whether places are searched in a text: not in a text so long that the search takes longer than reading the level.
fn is_short(text: &str) -> bool {
    text.len() as u64 <= LARGEST_FILE
}

/// Each note with its line and column, where the file is a text: the errors, and the warnings.
fn described(notes: Notes, file: &str, text: Option<&str>) -> (Vec<SceneError>, Vec<SceneWarning>) {
    let (errors, described): (Vec<_>, Vec<_>) = notes.described().partition(|note| note.is_error);
    let error = |DescribedNote { place, message, .. }| {
        located(LevelError::at(place, message).help("correct this number, or export the file again"), file, text)
    };
    let errors = errors.into_iter().map(error).collect();
    let has_items = described.iter().any(|note| matches!(note.place, LevelPlace::Item { .. }));
    let root = text.filter(|text| has_items && is_short(text)).and_then(|text| Some((text, syntax::parse(text).ok()?)));
    let warning = |DescribedNote { place, message, .. }| {
        let mut in_file = file;
        let (line, column) = match (&place, &root) {
            (LevelPlace::Beside { file, line, column }, _) => {
                in_file = file;
                (*line, *column)
            }
            (LevelPlace::Text { line, text, span }, _) => (*line, line_and_column(text, span.start).1),
            (LevelPlace::Item { list, index, .. }, Some((text, root))) => {
                let found = place::ValuePath::default().key(list).index(*index).find(root);
                line_and_column(text, found.span().start)
            }
            _ => (1, 1),
        };
        let message = match place {
            LevelPlace::Item { .. } | LevelPlace::Byte(_) => format!("{place}: {message}"),
            _ => message,
        };
        SceneWarning::new(in_file, line, column, message)
    };
    (errors, described.into_iter().map(warning).collect())
}
