//! Reads a scene from text, then the files that it names, and collects their errors.

use std::path::Path;

use super::content::Files;
use super::placed::RefusedEntries;
use super::reading::Reading;
use crate::opacity::Progress;
use crate::scene::{AwaitedProgram, Levels, NoLevels, Scene, Violation, WrittenScene, check_lesson, validate};
use crate::source::decoding::guarded_file;
use crate::source::error::{SceneError, SceneWarning};
use crate::source::folder::Folder;
use crate::source::place::ValuePath;
use crate::source::stamp::Stamp;

/// A valid scene, the readings of the files that it names, and the errors and warnings about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The scene.
    pub scene: Scene,
    /// The readings of its files.
    pub files: Files,
    /// The errors of files, in this order: images without an answer, each with its place, in file order; levels that do
    /// not exist or cannot be read; tree files that cannot run. Everything else in the scene has answers.
    pub faults: Vec<SceneError>,
    /// The names of the scene that a running program has not sent so far, each with its place.
    pub unsent: Vec<SceneError>,
    /// The warnings, in file order.
    pub warnings: Vec<SceneWarning>,
    /// The stamp of the scene's file just before it was read; `None` for a scene that is not from a scene file.
    pub stamp: Option<Stamp>,
}

/// Reads and checks a scene from text. `name` is the file's name in messages. Files that the scene names are read
/// relative to `folder`. Without a folder, only their names are checked.
///
/// # Errors
/// As [`open`](super::open::open).
pub fn parse(text: &str, name: &str, folder: Option<&Path>) -> Result<Loaded, SceneError> {
    parse_with(text, name, folder, Files::default(), &Reading::default())
}

/// Reads a scene from text with earlier readings of the files that it names, which are not read again.
///
/// # Errors
/// As [`open`](super::open::open).
pub fn parse_with(
    text: &str,
    name: &str,
    folder: Option<&Path>,
    files: Files,
    reading: &Reading,
) -> Result<Loaded, SceneError> {
    let folder = folder.map(|folder| Folder::new(folder, &reading.options));
    parse_watched(text, name, folder.as_ref(), files, reading, &Progress::default())
}

/// Reads a scene from text with progress, which can cancel the reading.
///
/// # Errors
/// As [`open`](super::open::open).
pub(super) fn parse_watched(
    text: &str,
    name: &str,
    folder: Option<&Folder>,
    files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    let (scene, written) = guarded_file(name, || WrittenScene::parse(text, name, &files.budget))?;
    load(scene, &written, folder, files, reading, progress)
}

/// Checks a scene, and reads the files that it names.
///
/// # Errors
/// With the first error, located in `written`.
pub(super) fn load(
    mut scene: Scene,
    written: &WrittenScene,
    folder: Option<&Folder>,
    mut files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    // The first check is about the scene alone, so it has no earlier readings.
    let has_program = files.add_program(&mut scene);
    let alone: &dyn Levels = if files.is_awaiting_program() { &AwaitedProgram } else { &NoLevels };
    written.check(&scene, alone, folder)?;
    files.update_with(&scene, folder, reading.pace, progress);
    if let Some(RefusedEntries { key, what, over }) = files.placed.refused() {
        let message = format!("placing {what} {over}");
        return Err(written.error(&scene, Violation::at(ValuePath::default().key(key), message, Some(over.help()))));
    }
    let mut unsent: Vec<SceneError> = Vec::new();
    if has_program {
        // The program may send them later, and the rest of the scene has answers.
        unsent.extend(validate(&scene, &files, folder).into_iter().map(|problem| written.error(&scene, problem)));
        unsent.sort_by_key(|error| error.span.start);
    } else if !files.levels.is_empty() || files.trace(&scene).is_some() {
        // Names in levels can be checked only after the levels were read.
        written.check(&scene, &files, folder)?;
    }
    let faults = files.image_faults(&scene).into_iter().map(|problem| written.error(&scene, problem));
    let mut faults: Vec<_> = faults.collect();
    faults.sort_by_key(|fault| fault.span.start);
    let (of_levels, notes) = files.level_faults(&scene);
    let (of_trees, more_notes) = files.tree_faults(&scene);
    let of_trees = of_trees.into_iter().map(|fault| (fault.error, fault.named_at));
    let (of_sessions, notes_of_sessions) = files.session_faults(&scene);
    let of_sessions = of_sessions.into_iter().map(|fault| (fault.error, fault.named_at));
    let (of_trace, notes_of_trace) = files.trace_faults(&scene);
    let of_files = of_levels
        .into_iter()
        .map(|fault| (fault.error, fault.named_at))
        .chain(of_trees)
        .chain(of_sessions)
        .chain(of_trace);
    faults.extend(of_files.map(|(error, named_at)| match named_at {
        None => error,
        Some(place) => {
            let SceneError { message, help, subject, .. } = error;
            let problem = Violation::at(place, message.into(), help.map(Into::into));
            written.error(&scene, problem).about(subject.as_deref())
        }
    }));
    let in_lesson = check_lesson(&scene, &files).into_iter().map(|problem| written.error(&scene, problem));
    if has_program { &mut unsent } else { &mut faults }.extend(in_lesson);
    let notes = notes.into_iter().chain(more_notes).chain(notes_of_sessions).chain(notes_of_trace);
    let warnings = written.warnings(&scene, files.imprecise_levels(&scene)).into_iter().chain(notes).collect();
    Ok(Loaded { scene, files, faults, unsent, warnings, stamp: None })
}
