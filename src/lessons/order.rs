//! The order of the lessons, and the lessons beside each one.

use super::lesson::{Lesson, Subject};
use super::table::SUBJECTS;

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
