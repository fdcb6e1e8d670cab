//! The Visibility panel: what a camera sees, by pixels, and how much of the selected object it sees over the ticks.
//!
//! ```text
//! panel       the camera whose view is shown, and the whole panel
//! head        what it sees in one sentence
//! seen_list   the objects that the camera sees, with their shares as bars
//! over_time   the share of the selected object over the ticks, and the ticks at which it changes
//! ```
//!
//! What `seen_list` and `over_time` show is computed on another thread.

mod head;
mod over_time;
mod panel;
mod seen_list;

pub(in crate::app) use panel::{HEIGHT, VisibilityPanel};
