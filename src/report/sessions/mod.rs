//! The answers about recorded camera paths: their section of a report, their sentence, and their explanation.

pub(crate) mod against;
mod answers;
mod brief;
mod choice;
mod compared;
mod explain;
mod explain_paths;
mod figures;
mod headline;
mod json;
mod measured;
pub(super) mod question;
mod several;
pub(super) mod subject;
pub(crate) mod words;

pub use self::subject::SessionSubject;
pub use choice::ComparisonChoice;
pub use explain_paths::explain_paths;
pub use figures::{PathFigures, path_figures};
pub use headline::headline;
pub use measured::{MeasuredPath, measured_paths};
