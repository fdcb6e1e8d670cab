//! Many rays against one mesh: the first hit of each, or whether each hits.
//!
//! The rays are sorted along a Morton curve, so that neighbours take nearly the same path and find their data in the
//! caches; the sort is the smaller part of the time. Eight rays traverse the tree together, see [`walk`], each tested
//! against eight boxes or eight triangles in one vector register.
//!
//! Some rays are cast one at a time with `ray_mesh::cast`: lines, which have no first box; rays with a far start or a very
//! long or short direction, which are rescaled; and starts in the box of a closed solid mesh, where crossings must be
//! counted. A ray in the plane of a triangle misses that triangle.

mod cast;
mod order;
pub(crate) mod ready;
mod walk;

pub(in crate::geometry::ray::batch) use cast::cast_all;
pub use cast::meets_any;
