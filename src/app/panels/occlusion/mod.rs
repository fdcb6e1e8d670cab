//! The panel of occlusion queries: the three methods side by side, updated while objects move.
//!
//! ```text
//! panel      the queries of the window, and the whole panel
//! controls   the resolution that is tried, and the counts
//! asking     queries that were issued, and their results some frames later
//! table      one row a pair, one column a method
//! pictures   the depth pictures of the shown pair
//! within     contents that are wrapped at the width of the panel
//! ```

mod asking;
mod controls;
mod panel;
mod pictures;
mod table;
mod within;

pub(in crate::app) use panel::{HEIGHT, OcclusionPanel, is_about};
