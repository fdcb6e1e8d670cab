//! The Verdicts panel: a table of the answers of the selected camera or ray for every object.
//!
//! ```text
//! table    the rows on screen, and what keys and the pointer do in them
//! column   the columns: their cells, and how they sort
//! list     the rows and their order, kept until an input changes
//! csv      the same rows for a spreadsheet
//! ```
//!
//! Only `table` uses egui. It lays out the visible rows only, so that 100,000 objects scroll as fast as ten.

mod column;
mod csv;
mod list;
mod table;

pub(in crate::app) use table::VerdictsPanel;
