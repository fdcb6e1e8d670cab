//! Lessons: steps that say something, ask a question, or set a goal.

mod asked;
mod opened;
mod step;

pub use asked::{AskedAnswer, LessonQuestion};
pub use opened::OpenedPart;
pub use step::LessonStep;
