//! Checks that types cannot express: ranges, names and references, written as a table of rules for each kind of item.
//!
//! A check needs only the document, so an edited scene is checked by the same rules as a scene from a file.

mod agent;
mod camera;
mod check;
mod cut;
mod expect;
mod image;
mod lesson;
mod level;
mod names;
mod object;
mod occlusion;
mod octree;
mod ray;
mod renderers;
mod scene;
mod session;
mod views;
mod violation;
mod words;

pub(crate) use expect::{expected_fields, words_of_field};
pub use lesson::check_lesson;
pub(crate) use scene::{VERSION, check_project};
pub use scene::{ValidBefore, check_change, check_expectations, check_settings, validate};
pub use violation::{Violation, ViolationKind};
