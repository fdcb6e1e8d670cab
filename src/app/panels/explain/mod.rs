//! The Explain panel.
//!
//! ```text
//! answer       the selected answer with its steps
//! eye_search   for an object that a camera does not see: the nearest place of the eye that sees it
//! ```

mod answer;
mod eye_search;

pub(in crate::app) use answer::show;
pub(in crate::app) use eye_search::EyeSearchRow;
