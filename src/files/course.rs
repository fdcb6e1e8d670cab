//! Opens a course: the file `course.json` with the places of its lessons.

use std::path::{Path, PathBuf};

use super::kind::FileKind;
use crate::host::fs;
use crate::scene::{self, Folder, ReadOptions, SceneError, WrittenCourse};
use crate::source::LARGEST_SCENE;
use crate::source::folder::FolderError;
use crate::source::text::{self, ExpectedFile, Source};

/// The usual name of the file of a course.
pub const COURSE_FILE: &str = "course.json";

/// The title of a larger scene is not read, bytes.
const LARGEST_TITLED: u64 = 4 << 20;

/// A course with the places and titles of its lessons.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenCourse {
    /// The file of the course.
    pub path: PathBuf,
    /// Its title.
    pub title: String,
    /// What it is about, in Markdown.
    pub about: String,
    /// Its lessons in their order.
    pub lessons: Vec<CourseLesson>,
}

/// A lesson of a course.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseLesson {
    /// The name of its file, as the course writes it.
    pub file: String,
    /// The title of the scene; the name of the file without its extension when it has none or cannot be read.
    pub title: String,
    /// The path of the scene file, or the located error why it cannot be read.
    pub path: Result<PathBuf, SceneError>,
    /// Whether the name leads out of the root. Such a file is not looked for.
    pub leads_out: bool,
}

impl OpenCourse {
    /// Reads the file of a course, and looks for its lessons. They are relative to its folder and inside the root of that
    /// folder.
    ///
    /// # Errors
    /// When the file cannot be read or is no course, located.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, SceneError> {
        let name = text::path_in_message(path);
        let wanted = ExpectedFile { what: "course", example: COURSE_FILE, most: LARGEST_SCENE };
        let (text, _) = text::read_stamped(path, &name, &wanted, Source::File)?;
        let written = WrittenCourse::parse(&text, &name)?;
        let (folder, _) = text::folder_of(path, options)?;
        let lessons = written.course.lessons.iter().enumerate();
        let lessons = lessons.map(|(i, file)| lesson(&written, &folder, i, file));
        let lessons = lessons.collect();
        let WrittenCourse { course, .. } = written;
        Ok(Self { path: path.to_owned(), title: course.title, about: course.about, lessons })
    }

    /// The course that a scene belongs to: the `course.json` in its folder, or in the folder above, that names it. `None` when
    /// neither does.
    pub fn around(scene: &Path, options: &ReadOptions) -> Option<Self> {
        let folder = fs::absolute(scene).ok()?.parent()?.to_owned();
        let folders = [Some(&*folder), folder.parent()];
        let files = folders.into_iter().flatten().map(|folder| folder.join(COURSE_FILE));
        files
            .filter(|file| fs::is_file(file))
            .filter_map(|file| Self::open(&file, options).ok())
            .find(|course| course.index_of(scene).is_some())
    }

    /// The index of the lesson with this scene file.
    pub fn index_of(&self, scene: &Path) -> Option<usize> {
        let real = fs::canonicalize(scene).ok()?;
        self.lessons.iter().position(|lesson| lesson.path.as_ref().is_ok_and(|path| *path == real))
    }
}

/// Whether a file is that of a course.
pub fn is_course(path: &Path) -> bool {
    FileKind::of(path) == FileKind::Course
}

fn lesson(written: &WrittenCourse, folder: &Folder, index: usize, file: &str) -> CourseLesson {
    let path = folder.resolve(file);
    let leads_out = path.as_ref().err().is_some_and(FolderError::leads_out);
    let path = path.map_err(|error| written.error_at_lesson(index, error.to_string(), error.help()));
    let title = path.as_ref().ok().and_then(|path| title_of(path)).filter(|title| !title.is_empty());
    let stem = || Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    CourseLesson { file: file.to_owned(), title: title.unwrap_or_else(stem), path, leads_out }
}

/// The title of a scene file that is not large.
fn title_of(path: &Path) -> Option<String> {
    let is_small = fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LARGEST_TITLED);
    let text = is_small.then(|| fs::read_to_string(path).ok())??;
    Some(scene::parse(&text, "").ok()?.title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_found_and_lost_ones_are_located() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        for (name, text) in [
            ("a.json", r#"{ "eyeline": 1 }"#),
            ("sub/b.json", r#"{ "eyeline": 1 }"#),
            ("other.json", r#"{ "eyeline": 1 }"#),
            (
                COURSE_FILE,
                "{ \"eyeline_course\": 1, \"title\": \"C\",\n\"lessons\": [\"a.json\", \"sub/b.json\", \"gone.json\", \"../x.json\"] }",
            ),
        ] {
            fs::write(at(name), text).unwrap();
        }
        assert!(is_course(&at(COURSE_FILE)) && !is_course(&at("a.json")));
        let options = ReadOptions::default();
        let course = OpenCourse::open(&at(COURSE_FILE), &options).unwrap();
        assert_eq!((course.index_of(&at("sub/b.json")), course.index_of(&at("other.json"))), (Some(1), None));
        let errors: Vec<String> =
            course.lessons.iter().filter_map(|lesson| Some(lesson.path.as_ref().err()?.to_string())).collect();
        assert!(errors[0].contains("course.json:2:37: there is no file `gone.json`"), "{errors:?}");
        assert!(errors[1].contains("leaves the root"), "{errors:?}");
        for scene in ["a.json", "sub/b.json"] {
            assert_eq!(OpenCourse::around(&at(scene), &options).unwrap().lessons, course.lessons, "{scene}");
        }
        assert_eq!(OpenCourse::around(&at("other.json"), &options), None);
        assert!(OpenCourse::open(&at("a.json"), &options).is_err());
    }
}
