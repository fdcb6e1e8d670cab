//! The Outliner: all items of the scene, with each object's answer to the selected camera or ray.
//!
//! All rows have the same height and only visible rows are laid out, so that 100,000 objects scroll as fast as ten. A
//! row's context menu applies to the active item, as menus and keys do, so a right click also selects. The parts of a model
//! are below the nodes of its file that group them.

mod answer;
mod group;
mod header;
mod kinds;
mod line;
mod of_model;
mod order;
mod renaming;
mod rows;
mod state;
mod step;
mod swatch;
mod tree;
mod visible_rows;

pub(in crate::app) use renaming::Renaming;
pub(in crate::app) use state::Outliner;
pub(in crate::app) use step::SelectionStep;
