//! The scenes of an argument: a scene file, a folder to search, or the name of a scene.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Component, Path, PathBuf};

use jsonc_parser::{JsonValue, ParseOptions, parse_to_value};

use super::discover_error::DiscoverError;
use super::relative::path_from_here;
use super::text;
use crate::budget::Budget;
use crate::files::{CourseLesson, OpenCourse, is_course};
use crate::scene::{Folder, memory_of_tree};
use crate::source::decoding::guarded;
use crate::source::folder::{FolderError, root_of_work};
use crate::source::git_text::is_pointer;
use crate::source::suggest::nearest;
use crate::source::text::path_in_message;
use crate::source::{LARGEST_SCENE, ReadOptions, regular};

/// A scene file, and why it is not read.
pub(super) type ScenePath = (Option<String>, PathBuf);

/// How the scenes of a path are found.
pub(super) struct PathSearch<'s> {
    /// Where scenes are searched when no path is given, and by their names.
    pub(super) defaults: &'s [PathBuf],
    /// Whether `defaults` are used because no path was given, and the project file names none.
    pub(super) has_default: bool,
    pub(super) options: &'s ReadOptions,
    pub(super) budget: &'s Budget,
}

impl PathSearch<'_> {
    /// The scenes of an argument: a scene file, a folder, or the name of a scene.
    pub(super) fn scenes_of(&self, path: &Path) -> Result<Vec<ScenePath>, DiscoverError> {
        let Self { has_default: is_default, budget, .. } = *self;
        let unreadable =
            |path: &Path, reason| DiscoverError::Unreadable { path: path_in_message(path), reason, is_default };
        let metadata = match path.metadata() {
            Err(reason) if reason.kind() == io::ErrorKind::NotFound && !is_default && is_plain(path) => {
                return self.named(path);
            }
            metadata => metadata.map_err(|reason| unreadable(path, reason))?,
        };
        if metadata.is_dir() {
            let mut inside = FolderContent::default();
            inside.search(path, budget).map_err(|(path, reason)| unreadable(&path, reason))?;
            inside.scenes.sort();
            let root =
                if is_default { root_of_work(self.options) } else { Folder::new(path, self.options).root().to_owned() };
            let mut scenes: Vec<ScenePath> =
                inside.scenes.into_iter().map(|scene| (refused(&scene, &root), scene)).collect();
            self.add_lessons(&inside.courses, &mut scenes);
            Ok(scenes)
        } else if metadata.is_file() && is_course(path) {
            self.lessons_of(path)
        } else if metadata.is_file() {
            // The user names this file, so it may be a link.
            Ok(vec![(None, path.to_owned())])
        } else {
            Err(DiscoverError::NotRegular(path_in_message(path)))
        }
    }

    /// Adds the lessons of courses in a folder that are not among its scenes. An invalid course is added as a scene that is not read, so
    /// that the others are checked.
    fn add_lessons(&self, courses: &[PathBuf], scenes: &mut Vec<ScenePath>) {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut known: HashSet<PathBuf> = scenes.iter().map(|(_, scene)| real(scene)).collect();
        for course in courses {
            let lessons =
                self.lessons_of(course).unwrap_or_else(|error| vec![(Some(error.to_string()), course.clone())]);
            scenes.extend(lessons.into_iter().filter(|(_, lesson)| known.insert(real(lesson))));
        }
    }

    /// The lessons of a course.
    fn lessons_of(&self, course: &Path) -> Result<Vec<ScenePath>, DiscoverError> {
        let course = OpenCourse::open(course, self.options).map_err(Box::new)?;
        let folder = course.path.parent().unwrap_or(Path::new(""));
        let scene = |lesson: &CourseLesson| {
            let path = folder.join(&lesson.file);
            // Another error, such as that of a file that does not exist, is found when the lesson is read.
            let refused =
                lesson.path.as_ref().err().filter(|_| lesson.leads_out).map(|error| error.message.to_string());
            (refused, path)
        };
        Ok(course.lessons.iter().map(scene).collect())
    }

    /// The scene with a name, in the folders that are searched without a path.
    fn named(&self, name: &Path) -> Result<Vec<ScenePath>, DiscoverError> {
        let mut all = Vec::new();
        for path in self.defaults.iter().filter(|path| path.exists()) {
            all.extend(self.scenes_of(path)?);
        }
        let (mut found, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, scene)| scene.file_stem() == Some(name.as_os_str()));
        let shown = path_in_message(name);
        match &*found {
            [_] => Ok(vec![found.remove(0)]),
            [(_, first), (_, second), ..] => {
                let [first, second] = [first, second].map(|path| path_in_message(path));
                Err(DiscoverError::Ambiguous { name: shown, first, second })
            }
            [] => {
                let names: Vec<_> =
                    others.iter().filter_map(|(_, scene)| scene.file_stem()?.to_str()).map(str::to_owned).collect();
                let folders: Vec<_> = self.defaults.iter().map(|path| path_in_message(path)).collect();
                let help = match nearest(&shown, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("scenes were searched in {}", folders.join(", ")),
                };
                Err(DiscoverError::NoSuchScene { name: shown, help })
            }
        }
    }
}

/// Whether a path can be the name of a scene: a single name, and not that of a scene file.
fn is_plain(path: &Path) -> bool {
    path.extension().is_none_or(|end| end != "json")
        && matches!(path.components().collect::<Vec<_>>()[..], [Component::Normal(_)])
}

/// All scenes of a root, by their paths from the working folder.
///
/// # Errors
/// When a folder cannot be read.
pub(super) fn all_below(root: &Path, budget: &Budget) -> Result<Vec<PathBuf>, DiscoverError> {
    let mut content = FolderContent::default();
    let from = match path_from_here(root) {
        path if path.as_os_str().is_empty() => PathBuf::from("."),
        path => path,
    };
    let unreadable = |(path, reason): (PathBuf, io::Error)| DiscoverError::Unreadable {
        path: path_in_message(&path),
        reason,
        is_default: false,
    };
    content.search(&from, budget).map_err(unreadable)?;
    let mut scenes = content.scenes;
    scenes.retain(|scene| refused(scene, root).is_none());
    Ok(scenes)
}

/// Why a scene that was found in a folder is not read: a link leads out of the root.
fn refused(scene: &Path, root: &Path) -> Option<String> {
    let real = scene.canonicalize().ok()?;
    let (file, root) = (scene.to_string_lossy().into_owned(), root.to_owned());
    (!real.starts_with(&root)).then(|| FolderError::LinkLeaves { file, root }.to_string())
}

/// The scenes and courses of a folder and of its subfolders.
#[derive(Default)]
struct FolderContent {
    scenes: Vec<PathBuf>,
    courses: Vec<PathBuf>,
    /// The folders that were searched, without links.
    visited: HashSet<PathBuf>,
}

impl FolderContent {
    fn search(&mut self, folder: &Path, budget: &Budget) -> Result<(), (PathBuf, std::io::Error)> {
        let at = |path: &Path| {
            let path = path.to_owned();
            |reason| (path, reason)
        };
        // A link may lead to a folder above it.
        if !self.visited.insert(folder.canonicalize().map_err(at(folder))?) {
            return Ok(());
        }
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder).map_err(at(folder))? {
            entries.push(entry.map_err(at(folder))?);
        }
        // Sorting makes the choice between two names of one folder independent of the file system's order.
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            // A link to a missing file is not a scene.
            let Ok(metadata) = path.metadata() else { continue };
            if metadata.is_dir() {
                if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                    self.search(&path, budget)?;
                }
            } else if metadata.is_file() && path.extension().is_some_and(|end| end == "json") {
                if is_scene(&path, budget) {
                    self.scenes.push(path);
                } else if is_course(&path) {
                    self.courses.push(path);
                }
            }
        }
        Ok(())
    }
}

/// Whether a JSON file is a scene. A file that cannot be parsed, or does not fit into the budget, is a scene when it
/// contains the key.
fn is_scene(path: &Path, budget: &Budget) -> bool {
    let contains = match regular::open(path) {
        Ok(file) if file.metadata().is_ok_and(|metadata| metadata.len() > LARGEST_SCENE) => return false,
        Ok(file) => {
            let mut text = BufReader::new(file);
            // A pointer of git LFS may be that of a scene. The code that reads the scene reports it. Answers are no scenes.
            if text.fill_buf().is_ok_and(is_pointer) {
                return !path.as_os_str().as_encoded_bytes().ends_with(b".answers.json");
            }
            contains(text, format!("\"{KEY}\"").as_bytes())
        }
        Err(regular::RegularError::Io(error)) => Err(error),
        Err(_) => return false,
    };
    match contains {
        Ok(false) => false,
        Ok(true) => guarded(|| has_key(path, budget)).unwrap_or(true),
        // A file that cannot be read may be a scene. The code that reads the scene reports the error.
        Err(_) => true,
    }
}

/// The key that all scenes have.
const KEY: &str = "eyeline";

/// Whether a text contains a word. Little of the text is in memory at a time.
fn contains(mut text: impl BufRead, word: &[u8]) -> io::Result<bool> {
    let mut end = Vec::new();
    loop {
        let piece = text.fill_buf()?;
        if piece.is_empty() {
            return Ok(false);
        }
        end.extend_from_slice(piece);
        if end.windows(word.len()).any(|part| part == word) {
            return Ok(true);
        }
        let length = piece.len();
        text.consume(length);
        // The word may begin at the end of this piece.
        end.drain(..end.len().saturating_sub(word.len() - 1));
    }
}

/// Whether a text that contains the key has it at the top level.
fn has_key(path: &Path, budget: &Budget) -> bool {
    let Ok(Some((text, _memory))) = text::of_scene(path, budget) else { return true };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let Ok(_tree) = budget.take(memory_of_tree(text)) else { return true };
    match parse_to_value(text, &ParseOptions::default()) {
        Ok(Some(JsonValue::Object(object))) => object.get(KEY).is_some(),
        Ok(_) => false,
        Err(_) => true,
    }
}
