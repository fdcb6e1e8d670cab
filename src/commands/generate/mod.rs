//! `eyeline generate`: scenes for tests and measurements, and scenes with questions.
//!
//! ```text
//! args        the arguments
//! run         which of both is written
//! objects     a scene of any number of objects
//! questions   a scene with a quiz, or the quiz of a given scene
//! ```

mod args;
mod objects;
mod questions;
mod run;

pub use args::GenerateArgs;
pub use run::run;
