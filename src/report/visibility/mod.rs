//! What cameras see: the pixels of each object, and why an object has none. [`crate::visibility`] computes them.

pub(crate) mod answers;
mod brief;
pub(crate) mod drawn;
mod drawn_words;
pub(crate) mod explain;
mod headline;
mod json;
pub(super) mod looking;
mod outline;
pub(crate) mod over_time;
pub(super) mod question;
pub(super) mod subject;
pub(crate) mod targets;
mod unanswered;
pub(crate) mod words;

pub use drawn::{DrawnCause, DrawnComparison, DrawnCounts, DrawnDifference};
pub use drawn_words::{of_picture, of_target};
pub use unanswered::UnseenCameras;
