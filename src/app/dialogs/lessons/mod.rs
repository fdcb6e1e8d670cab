//! Lessons in the window: their files, the open course, what was done of them, and the page with all of them.
//!
//! ```text
//! state      the files, the open course and its lesson, and the page while it is open
//! page       all lessons with pictures, and a search
//! card       one lesson on the page
//! pictures   the small pictures of the program's lessons as textures; course_pictures: those of a course, which are drawn
//! progress   what was done of lessons, between runs
//! ```

mod card;
mod course_pictures;
mod page;
mod pictures;
pub(in crate::app) mod progress;
mod state;

pub(in crate::app) use state::Lessons;
