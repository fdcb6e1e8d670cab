//! Quizzes: questions about any scene, made from its own answers.
//!
//! ```text
//! scene at a tick ─► candidates ─► chosen: as many of each answer, narrow ones first ─► steps of a lesson
//! ```
//!
//! - `candidates/` has a file for each section of the report about which questions are made.
//! - `chosen` chooses among the candidates, `made` makes the steps of a lesson of them.
//! - `near_misses` makes a new scene whose answers are narrow.
//!
//! Each question is clear: no second answer is as good. A question is left out when a small change of the scene gives another
//! answer, when the fast and the exact answer differ, and when two reasons apply at once.

mod candidate;
mod candidates;
mod chosen;
mod made;
mod near_misses;

pub use made::{QUIZ_SECTIONS, QuizRequest, quiz};
pub use near_misses::{GENERATED_SECTIONS, quiz_scene};
