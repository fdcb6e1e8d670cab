//! Lessons: the values in their texts, the right answers of their questions, and their goals.
//!
//! ```text
//! lesson ─► named answers at each step's tick ─► StepAnswers ─► faults (check), page, window
//! ```
//!
//! The file of a lesson never has a right answer. It names an answer of the report and a field, and the value of that field is
//! right. So a text or a question never disagrees with the picture.

mod choices;
mod faults;
mod field;
mod fields;
mod given;
mod margin;
mod reason;
mod solution;
mod step_answers;
mod words;

pub use choices::choices;
pub use faults::{JudgedLesson, LessonFault, faults, judged};
pub use fields::{AnswerField, answer_of, fields};
pub use given::{is_right, place};
pub use reason::{AnswerReason, reason};
pub use solution::{changed_beside, recorded, solved};
pub use step_answers::{RightAnswer, StepAnswers, StepText, of_steps, tick_of_step};
pub use words::{answer_names, field_question, value_words, wanted};
