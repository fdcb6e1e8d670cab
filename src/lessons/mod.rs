//! The lessons: the scenes of `scenes/`, built into the program with the files that they name and with small pictures.

mod lesson;
mod library;
mod order;
#[cfg(test)]
mod readme;
mod table;

pub use lesson::{Lesson, Subject};
pub use library::{Library, thumbnail};
pub use order::{TOUR, all, by_file};
pub use table::SUBJECTS;
