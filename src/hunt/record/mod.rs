//! What a run has found, as files: results, and a scene for each fault.

mod exhibit;
mod results;
mod words;

pub use exhibit::exhibit;
pub use results::{fields, results};
pub use words::{answer_in_words, in_words};
