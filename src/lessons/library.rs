//! The files of the lessons. A scene refers to files beside it, so the files are written to a folder before a lesson is
//! opened.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use tempfile::TempDir;

use super::lesson::Lesson;
use crate::host::fs;
use crate::host::place::IS_PAGE;
use crate::scene::save_bytes;

/// The folder `scenes/` of the project, without its pictures.
#[derive(RustEmbed)]
#[folder = "scenes/"]
#[exclude = "thumbnails/*"]
struct Embedded;

/// The small pictures of the lessons.
#[derive(RustEmbed)]
#[folder = "scenes/thumbnails/"]
struct Thumbnails;

/// The small picture of a lesson, a JPEG file. A page of a browser is a tenth smaller without them, and has none.
pub fn thumbnail(lesson: &Lesson) -> Option<Cow<'static, [u8]>> {
    if IS_PAGE {
        return None;
    }
    Some(Thumbnails::get(&format!("{}.jpg", lesson.file))?.data)
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
    /// No file is replaced. Where one has other contents, because it was changed or is of another version of eyeline, the
    /// lessons are written to the folder with the next number: `lessons`, `lessons-2`, `lessons-3` …
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, lesson: &Lesson) -> io::Result<PathBuf> {
        let first = self.folder()?;
        let numbered = (2_u32..).map(|number| {
            let mut name = first.file_name().unwrap_or_default().to_owned();
            name.push(format!("-{number}"));
            first.with_file_name(name)
        });
        let mut folders = std::iter::once(first.to_owned()).chain(numbered);
        let folder = folders.find(|folder| !has_other_files(folder)).unwrap_or_else(|| first.to_owned());
        for name in Embedded::iter() {
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

/// Whether a folder has files with names of lessons and other contents.
fn has_other_files(folder: &Path) -> bool {
    Embedded::iter().any(|name| {
        let there = fs::read(folder.join(&*name));
        there.is_ok_and(|there| Embedded::get(&name).is_none_or(|file| file.data != there))
    })
}

/// Writes a file unless it is there already.
fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::is_file(path) {
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
    fn a_changed_file_stays_and_the_lesson_is_that_of_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::in_folder(folder.path().join("lessons"));
        let lesson = all().next().unwrap();
        let path = library.write(lesson).unwrap();
        let text = fs::read(&path).unwrap();
        fs::write(&path, "changed").unwrap();
        let second = library.write(lesson).unwrap();
        assert_eq!(second, folder.path().join("lessons-2").join(path.file_name().unwrap()));
        assert_eq!((fs::read(&path).unwrap(), fs::read(&second).unwrap()), (b"changed".to_vec(), text.clone()));
        fs::write(&second, "changed too").unwrap();
        let third = library.write(lesson).unwrap();
        assert_eq!((fs::read(&second).unwrap(), fs::read(&third).unwrap()), (b"changed too".to_vec(), text));
        assert_eq!(library.write(lesson).unwrap(), third);
    }
}
