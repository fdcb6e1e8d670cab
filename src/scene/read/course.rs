//! Reads the file of a course, with the rules and messages of scenes.

use super::decode::decode;
use super::located::locate;
use super::version::expect_version;
use crate::scene::document::Course;
use crate::scene::validate::Violation;
use crate::source::error::{SceneError, quoted};
use crate::source::folder::check_written;
use crate::source::lines::Lines;
use crate::source::place::ValuePath;
use crate::source::syntax::{self, Fault};
use crate::source::text::without_mark;

/// The greatest number of lessons.
const MOST_LESSONS: usize = 1000;
/// The smallest file of a course.
const SMALLEST: &str =
    "the smallest course is `{ \"eyeline_course\": 1, \"title\": \"Rays\", \"lessons\": [\"slabs.json\"] }`";

/// The file of a course with its text, which gives its errors their line and column.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenCourse {
    /// The file's name in messages.
    name: String,
    text: String,
    /// What it says.
    pub course: Course,
}

impl WrittenCourse {
    /// Reads and checks the file of a course. `name` is the file's name in messages. The lessons are not read.
    ///
    /// # Errors
    /// With the first error, located.
    pub fn parse(text: &str, name: &str) -> Result<Self, SceneError> {
        let (text, _) = without_mark(text);
        let located = |fault: Fault| SceneError::at(name, text, fault.span, &fault.message, fault.help.as_deref());
        let root = syntax::parse(text).map_err(|fault| {
            let is_empty = fault.span.is_empty();
            located(if is_empty { fault.help(SMALLEST) } else { fault })
        })?;
        expect_version(&root, "eyeline_course", "a course", SMALLEST).map_err(located)?;
        let course = decode(&root, text).map_err(located)?;
        let written = Self { name: name.to_owned(), text: text.to_owned(), course };
        let first = violations(&written.course).into_iter().next();
        first.map_or(Ok(written.clone()), |problem| Err(written.error(problem)))
    }

    /// An error at a lesson, by its index.
    pub(crate) fn error_at_lesson(&self, index: usize, message: String, help: &str) -> SceneError {
        let place = ValuePath::default().key("lessons").index(index);
        self.error(Violation::at(place, message, Some(help.to_owned())))
    }

    fn error(&self, problem: Violation) -> SceneError {
        let Self { name, text, .. } = self;
        let Ok(root) = syntax::parse(text) else {
            return SceneError::unreadable(name, &problem.message, problem.help.as_deref());
        };
        let Fault { span, message, help } = locate(problem, &root, &Lines::of(text));
        SceneError::at(name, text, span, &message, help.as_deref())
    }
}

/// What is wrong, in the order of the file.
fn violations(course: &Course) -> Vec<Violation> {
    let at = |key: &'static str| ValuePath::default().key(key);
    let mut found = Vec::new();
    if course.title.trim().is_empty() {
        found.push(Violation::at(
            at("title"),
            "the title is empty".to_owned(),
            Some("give the course a title".to_owned()),
        ));
    }
    let lessons = &course.lessons;
    if lessons.is_empty() || lessons.len() > MOST_LESSONS {
        let message = format!("a course has 1 to {MOST_LESSONS} lessons, found {}", lessons.len());
        found.push(Violation::at(at("lessons"), message, None));
        return found;
    }
    for (i, lesson) in lessons.iter().enumerate() {
        let place = at("lessons").index(i);
        if let Err(error) = check_written(lesson) {
            found.push(Violation::at(place, error.to_string(), Some(error.help().to_owned())));
        } else if lessons[..i].contains(lesson) {
            let message = format!("the lesson {} is in the course already", quoted(lesson));
            found.push(Violation::at(place, message, Some("name each lesson once".to_owned())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_read_and_its_errors_are_located() {
        let text = r#"{ // for the first week
            "eyeline_course": 1, "title": "Rays", "about": "Slabs *first*.", "lessons": ["a.json", "sub/b.json",] }"#;
        let course = WrittenCourse::parse(text, "course.json").unwrap().course;
        assert_eq!((&*course.title, &*course.lessons), ("Rays", &["a.json".to_owned(), "sub/b.json".to_owned()][..]));
        let again = serde_json::to_string(&course).unwrap();
        assert_eq!(WrittenCourse::parse(&again, "course.json").unwrap().course, course);
        for (text, message) in [
            ("", "c.json:1:1: the file is empty"),
            ("[]", "c.json:1:1: a course is an object"),
            ("{ \"title\": \"a\", \"lessons\": [\"b\"] }", "the key `eyeline_course` is missing"),
            ("{ \"eyeline_course\": 2 }", "c.json:1:21: `eyeline_course` must be 1, found `2`"),
            ("{ \"eyeline_course\": 1, \"title\": \" \", \"lessons\": [\"b\"] }", "the title is empty"),
            ("{ \"eyeline_course\": 1, \"title\": \"a\", \"lessons\": [] }", "1 to 1000 lessons, found 0"),
            (
                "{ \"eyeline_course\": 1, \"title\": \"a\",\n\"lessons\": [\"b\", \"b\"] }",
                "c.json:2:18: the lesson `b` is in the course already",
            ),
            (
                "{ \"eyeline_course\": 1, \"title\": \"a\",\n\"lessons\": [\"/b\"] }",
                "c.json:2:13: `/b` is an absolute path",
            ),
            ("{ \"eyeline_course\": 1, \"title\": \"a\",\n\"lesson\": [] }", "c.json:2:1: unknown key `lesson`"),
        ] {
            let error = WrittenCourse::parse(text, "c.json").unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
