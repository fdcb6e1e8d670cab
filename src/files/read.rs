//! Opens a scene: reads its file, then the files that it names, and collects their errors.

use std::path::Path;

use super::kind::FileKind;
use super::placed::Refused;
use super::reading::Reading;
use super::{Files, open_as_scene};
use crate::opacity::Progress;
use crate::scene::{Problem, Scene, Written};
use crate::source::LARGEST_SCENE;
use crate::source::decoding::guarded_file;
use crate::source::error::{SceneError, SceneWarning};
use crate::source::folder::Folder;
use crate::source::place::Place;
use crate::source::stamp::Stamp;
use crate::source::text::{self, ExpectedFile, Source};

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
    /// The warnings, in file order.
    pub warnings: Vec<SceneWarning>,
    /// The stamp of the scene's file just before it was read; `None` for a scene that is not from a scene file.
    pub stamp: Option<Stamp>,
}

/// Opens a scene file, and reads the files that it names, relative to its folder and inside the root. Of other files the
/// kind is told by [`FileKind::of`]: a tree file is opened as a scene with one agent, an image as a scene with its cells, a level as a scene with one model, and a recorded
/// camera path as a scene with one session.
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
        return open_as_scene::tree::open(path, files, reading);
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
        FileKind::Level => return open_as_scene::level::open(path, files, reading, progress),
        FileKind::Image => return open_as_scene::image::open(path, files, reading),
        FileKind::Recording => return open_as_scene::session::open(path, files, reading),
        FileKind::Scene | FileKind::Tree => {}
    }
    let wanted = ExpectedFile { what: "scene", example: "guard.json", most: LARGEST_SCENE };
    // The text is in memory while the scene is read.
    let size = path.metadata().map_or(0, |metadata| metadata.len()).min(LARGEST_SCENE);
    let over = |over| SceneError::over_budget(&name, "reading this scene", over);
    let mut memory = files.budget.take(size).map_err(over)?;
    // The stamp is taken before the reading, so that a later write counts as a change.
    let (text, stamp) = text::read_stamped(path, &name, &wanted, source)?;
    memory.grow((text.len() as u64).saturating_sub(size)).map_err(over)?;
    let (folder, _) = text::folder_of(path, &reading.options)?;
    let loaded = parse_watched(&text, &name, Some(&folder), files, reading, progress)?;
    Ok(Loaded { stamp: Some(stamp), ..loaded })
}

/// Reads and checks a scene from text. `name` is the file's name in messages. Files that the scene names are read
/// relative to `folder`. Without a folder, only their names are checked.
///
/// # Errors
/// As [`open`].
pub fn parse(text: &str, name: &str, folder: Option<&Path>) -> Result<Loaded, SceneError> {
    parse_with(text, name, folder, Files::default(), &Reading::default())
}

/// Reads a scene from text with earlier readings of the files that it names, which are not read again.
///
/// # Errors
/// As [`open`].
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
/// As [`open`].
pub(super) fn parse_watched(
    text: &str,
    name: &str,
    folder: Option<&Folder>,
    files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    let (scene, written) = guarded_file(name, || Written::parse(text, name, &files.budget))?;
    load(scene, &written, folder, files, reading, progress)
}

/// Checks a scene, and reads the files that it names.
///
/// # Errors
/// With the first error, located in `written`.
pub(super) fn load(
    scene: Scene,
    written: &Written,
    folder: Option<&Folder>,
    mut files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    // The first check is about the scene alone, so it has no earlier readings.
    written.check(&scene, &crate::scene::NoLevels, folder)?;
    files.update_with(&scene, folder, reading.pace, progress);
    if let Some(Refused { key, what, over }) = files.placed.refused() {
        let message = format!("placing {what} {over}");
        return Err(written.error(&scene, Problem::at(Place::default().key(key), message, Some(over.help()))));
    }
    if !files.levels.is_empty() {
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
    let of_files = of_levels.into_iter().map(|fault| (fault.error, fault.named_at)).chain(of_trees).chain(of_sessions);
    faults.extend(of_files.map(|(error, named_at)| match named_at {
        None => error,
        Some(place) => {
            let SceneError { message, help, subject, .. } = error;
            let problem = Problem::at(place, message.into(), help.map(Into::into));
            written.error(&scene, problem).about(subject.as_deref())
        }
    }));
    let notes = notes.into_iter().chain(more_notes).chain(notes_of_sessions);
    let warnings = written.warnings(&scene, files.imprecise_levels(&scene)).into_iter().chain(notes).collect();
    Ok(Loaded { scene, files, faults, warnings, stamp: None })
}
