//! The files of the lessons. A scene refers to files beside it, so the files are written to a folder before a lesson is
//! opened.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rust_embed::RustEmbed;
use tempfile::TempDir;

use super::Lesson;
use crate::scene::save_bytes;

/// The folder `scenes/` of the project.
#[derive(RustEmbed)]
#[folder = "scenes/"]
struct Embedded;

/// The folder within `scenes/` with the pictures.
const THUMBNAILS: &str = "thumbnails";

/// The small picture of a lesson, a JPEG file.
pub fn thumbnail(lesson: &Lesson) -> Option<Cow<'static, [u8]>> {
    Some(Embedded::get(&format!("{THUMBNAILS}/{}.jpg", lesson.file))?.data)
}

/// The folder to which the files of the lessons are written.
#[derive(Debug, Default)]
pub struct Library {
    /// The folder; `None` for a temporary folder, which is removed with the library.
    folder: Option<PathBuf>,
    /// The temporary folder, after its first use.
    temporary: OnceCell<TempDir>,
}

impl Library {
    /// The library in a folder that stays, so that paths to lessons are valid in the next run too.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder: Some(folder), temporary: OnceCell::new() }
    }

    /// Writes the files of all lessons, except those that are there already. Returns the scene file of the lesson.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, lesson: &Lesson) -> io::Result<PathBuf> {
        let folder = self.folder()?;
        for name in Embedded::iter().filter(|name| !name.starts_with(THUMBNAILS)) {
            if let Some(file) = Embedded::get(&name) {
                write(&folder.join(&*name), &file.data)?;
            }
        }
        Ok(folder.join(lesson.file).with_extension("json"))
    }

    fn folder(&self) -> io::Result<&Path> {
        if let Some(folder) = &self.folder {
            return Ok(folder);
        }
        if self.temporary.get().is_none() {
            let _first = self.temporary.set(tempfile::Builder::new().prefix("eyeline-lessons-").tempdir()?);
        }
        self.temporary.get().map(TempDir::path).ok_or_else(|| io::Error::other("there is no temporary folder"))
    }
}

/// Writes a file unless it has these contents already.
fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == contents) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    save_bytes(contents, path).map_err(|error| error.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;
    use crate::lessons::all;

    #[test]
    fn every_lesson_opens_with_its_files() {
        let library = Library::default();
        for lesson in all() {
            let loaded = files::open(&library.write(lesson).unwrap()).unwrap();
            assert_eq!(loaded.scene.title, lesson.name);
            assert!(loaded.faults.is_empty(), "{}: {:?}", lesson.file, loaded.faults);
        }
    }

    #[test]
    fn a_changed_file_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::in_folder(folder.path().join("lessons"));
        let lesson = all().next().unwrap();
        let path = library.write(lesson).unwrap();
        let text = fs::read(&path).unwrap();
        fs::write(&path, "changed").unwrap();
        assert_eq!(library.write(lesson).unwrap(), path);
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}
