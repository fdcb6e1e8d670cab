//! A lesson, and the subject to which it belongs.

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
