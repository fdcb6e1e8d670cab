//! `eyeline lesson`: the lesson of a scene as one page, to read and to print.

mod markdown;
mod page;
mod run;
mod step;
mod stills;

pub use run::{LessonArgs, run};
