//! The Disagreements panel: the answers of the program of a trace that differ from ours or from the exact ones at the shown tick.
//!
//! ```text
//! panel    the state of the panel: the chosen row, the filter, and what a click does
//! head     the fields and buttons above the table, and the counts by effect and cause, which filter
//! table    the rows on screen
//! column   the columns and their cells
//! list     the rows that pass the filter, and the counts, kept until an input changes
//! filter   which rows are listed
//! sizes    the height of the panel, and the width from which it has columns
//! ```
//!
//! Only `head`, `table` and `panel` use egui. Only the visible rows are laid out. The height of each part is the same for every answer.

mod column;
mod filter;
mod head;
mod list;
mod panel;
mod sizes;
mod table;

pub(in crate::app) use panel::DisagreementsPanel;
pub(in crate::app) use sizes::HEIGHT;
