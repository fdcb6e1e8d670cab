//! The limits of the objects that the nodes of a level place.

use glam::DAffine3;

use super::error::LevelError;
use super::limits::MOST_OBJECTS;
use crate::geometry::{Aabb, Mesh};

/// An estimate of the bytes of an object of a level without its mesh: its pose, its name and its entries in lists.
pub(in crate::import) fn object_bytes(name: usize) -> u64 {
    512 + 4 * name as u64
}

/// Whether the transformed bounding box of the mesh is within the range of 32-bit numbers.
pub(in crate::import) fn is_in_reach(mesh: &Mesh, level_from_local: DAffine3) -> bool {
    let Aabb { min, max } = mesh.bounds();
    let DAffine3 { matrix3, translation } = level_from_local;
    let furthest = matrix3.abs() * min.abs().max(max.abs()).as_dvec3() + translation.abs();
    furthest.max_element() <= f64::from(f32::MAX)
}

/// The error of a level with more objects than [`MOST_OBJECTS`].
pub(in crate::import) fn too_many() -> LevelError {
    LevelError::file(format!("it holds more than {MOST_OBJECTS} objects")).help("split the level into several files")
}
