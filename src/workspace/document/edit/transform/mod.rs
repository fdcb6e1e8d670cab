//! Moves, rotates and scales entries of the scene, from the values before a drag to those at the pointer.
//!
//! A change is in world space. It is written in the form of the file: in the space of the object that carries a camera,
//! as look-at point, Euler angles or quaternion, to all points of a path, to a point of a node of a tree. Numbers that
//! change are rounded to a grain, and all others stay as they are written.
//!
//! An item without a rotation or a scale still moves about the pivot, as in Blender: an image turns around it and keeps
//! facing +Z, and a camera comes nearer to it and keeps its lens. What a recording gives is not written.

mod apply;

pub(crate) use apply::{
    Carrier, Moved, MovedPart, Transform, aim, axes_of, driven, node_point_name, place_camera, round, rounded,
    transform, tree_points, wide,
};
