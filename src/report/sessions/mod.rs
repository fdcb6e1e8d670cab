//! The answers about recorded camera paths: their section of a report, their sentence, and their explanation.

pub(crate) mod against;
mod answers;
mod brief;
mod compared;
mod explain;
mod headline;
mod json;
pub(super) mod question;
pub(super) mod subject;
pub(crate) mod words;

pub use self::subject::SessionSubject;
pub use headline::headline;
