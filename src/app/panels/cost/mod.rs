//! The Cost panel: what the level costs, and where on its floor plan or along the path of a camera it is slow.
//!
//! ```text
//! panel      the whole panel
//! totals     the numbers of the whole level
//! question   what is asked: camera, grid, directions, floor
//! work       the costs of the level, and the survey on another thread
//! items      the tables of objects and materials
//! positions  the positions, the chosen one with its views, and the answer in sentences
//! ```

mod items;
mod panel;
mod positions;
mod question;
mod totals;
mod work;

pub(in crate::app) use panel::{CostPanel, HEIGHT};
