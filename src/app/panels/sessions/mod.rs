//! The Sessions panel: a recorded camera path in numbers, its anchors, its taps, and its errors against another path.
//!
//! ```text
//! panel      which session and which page is shown
//! head       the name of the session, and the buttons of the pages
//! page       the pages
//! path       figures, losses and jumps
//! anchors    the history of each anchor, with its area over time
//! areas      the areas of all anchors, computed once for each recording
//! taps       all candidates of each tap, and both rules
//! compared   the errors of the path against another one, with error_plots
//! lines      the lines of the lists
//! ```

mod anchors;
mod areas;
mod compared;
mod error_plots;
mod head;
mod lines;
mod page;
mod panel;
mod path;
mod taps;

pub(in crate::app) use panel::{HEIGHT, SessionsPanel};
