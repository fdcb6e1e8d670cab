//! The lessons: the scenes of `scenes/`, built into the program with the files that they name and with small pictures.

mod library;
#[cfg(test)]
mod readme;
mod table;

pub use library::{Library, thumbnail};
pub use table::SUBJECTS;

/// A lesson: a scene with a text that explains it.
#[derive(Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of its file in `scenes/`, without `.json`.
    pub file: &'static str,
    /// Its name in menus and in `docs/lessons.md`, which is the title of the scene.
    pub name: &'static str,
    /// What it is about, the end of a line that begins with its name.
    pub question: &'static str,
}

/// Lessons that build on each other.
#[derive(Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the subject.
    pub name: &'static str,
    /// The lessons, in reading order.
    pub lessons: &'static [Lesson],
}

/// The first lesson, with which the window opens.
pub static TOUR: &str = "tour";

/// All lessons in their order.
pub fn all() -> impl DoubleEndedIterator<Item = &'static Lesson> {
    SUBJECTS.iter().flat_map(|subject| subject.lessons)
}

/// The lesson of a file name without `.json`.
pub fn by_file(file: &str) -> Option<&'static Lesson> {
    all().find(|lesson| lesson.file == file)
}

impl Lesson {
    /// The subject of the lesson.
    pub fn subject(&self) -> Option<&'static Subject> {
        SUBJECTS.iter().find(|subject| subject.lessons.contains(self))
    }

    /// Its number in the order of all lessons, from 1.
    pub fn number(&self) -> usize {
        all().take_while(|lesson| *lesson != self).count() + 1
    }

    /// The lesson after it; `None` for the last.
    pub fn next(&self) -> Option<&'static Self> {
        all().nth(self.number())
    }

    /// The lesson before it; `None` for the first.
    pub fn previous(&self) -> Option<&'static Self> {
        all().nth(self.number().checked_sub(2)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_and_previous_go_through_all_lessons() {
        let mut way = vec![by_file(TOUR).unwrap()];
        while let Some(next) = way.last().unwrap().next() {
            assert_eq!(next.previous(), way.last().copied());
            way.push(next);
        }
        assert_eq!(way.len(), all().count());
        assert_eq!(way[0].previous(), None);
        assert_eq!(way.last().unwrap().number(), way.len());
        assert!(way.iter().all(|lesson| lesson.subject().is_some()));
    }
}
