//! Moves, rotates and scales entries of the scene, from the values before a drag to those at the pointer.
//!
//! ```text
//! change        a change of places in world space
//! moved         an item at the beginning of a change, its part, and the space in which it is written
//! dispatch      writes a change, by the kind of the item
//! item          objects, models, images, rays, leaks and cuts
//! camera        cameras, in each form of their direction
//! aim           a camera or ray that turns towards a point
//! node_point    the points of the nodes of a tree
//! numbers       numbers as the file has them, rounded to a grain
//! ```
//!
//! A change is in world space. It is written in the form of the file: in the space of the object that carries a camera,
//! as look-at point, Euler angles or quaternion, to all points of a path, to a point of a node of a tree. Numbers that
//! change are rounded to a grain, and all others stay as they are written.
//!
//! An item without a rotation or a scale still moves about the pivot, as in Blender: an image turns around it and keeps
//! facing +Z, and a camera comes nearer to it and keeps its lens. What a recording gives is not written.

mod aim;
mod camera;
mod change;
mod dispatch;
mod item;
mod moved;
mod node_point;
mod numbers;
#[cfg(test)]
mod tests;

pub(crate) use aim::aim;
pub(crate) use camera::place_camera;
pub(crate) use change::Transform;
pub(crate) use dispatch::transform;
pub(crate) use moved::{Carrier, Moved, MovedPart, axes_of, driven};
pub(crate) use node_point::{node_point_name, tree_points};
pub(crate) use numbers::{round, rounded, wide};
