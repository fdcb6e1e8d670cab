//! The Octree panel: candidate pairs, the fields of the octree, and the bits of the selected object's cell.
//!
//! ```text
//! panel      the whole panel
//! facts      the counts, computed once for each change of the scene
//! fields     method, depth and region of the octree
//! numbers    counts, levels, straddlers and culling as rows
//! costs      the objects that cause the most candidate pairs
//! cells      the list of occupied cells
//! lesson     the selected object's bits: model, then paint
//! quadrant   one slice of a level with its Z-order curve: model, then paint
//! requests   the input of the user in one frame
//! ```

mod cells;
mod costs;
mod facts;
mod fields;
mod lesson;
mod numbers;
mod panel;
mod quadrant;
mod requests;

pub(in crate::app) use panel::OctreePanel;
