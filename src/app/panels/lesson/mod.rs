//! The Lesson panel: the author writes the steps of the scene's lesson.
//!
//! ```text
//! panel      the whole panel; recording: the bar while a solution is recorded
//! list       the steps, to choose and to order them
//! text       the text of the edited step, its values, and how the student sees it
//! opening    with which camera, selection, panel and tick the step begins
//! question   the question of the step, and its right answer
//! goal       the goal of the step, what the student may change, and the stored solution
//! wanted     the wanted value of a field of a goal
//! line       rows that several of these have
//! ```
//!
//! The workspace has the state: which step is edited and what is wrong with each. What is taken from the view or from other panels is a
//! command, because a panel does not see them.

mod goal;
mod line;
mod list;
mod opening;
mod panel;
mod question;
mod recording;
mod text;
mod wanted;

pub(in crate::app) use panel::LessonPanel;
