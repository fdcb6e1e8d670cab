//! The ray query: one line against one posed solid, for lines, rays and segments, solid or hollow.
//!
//! The inverse matrix transforms the line to the shape's local space, and its direction is **not** normalised, so that
//! `t` is the same in both spaces. The `cast.rs` of each shape in [`crate::geometry::shape`] finds the interval of the line inside its solid, with the part
//! of the surface at either end; [`cast`] makes the answer of the kind of ray from that interval. A line may cross a
//! mesh many times, so [`cast_mesh`] uses every crossing.

pub(crate) mod answer;
pub mod batch;
#[cfg(test)]
mod cases;
pub(crate) mod cast;
pub(crate) mod chord;
pub(crate) mod double_cone;
mod facing;
pub(crate) mod line;
mod mesh_answer;
pub(crate) mod quadratic;
pub(crate) mod ray_cast;
mod ray_mesh;
pub(crate) mod steps;
pub(crate) mod thin;
pub mod values;
pub(crate) mod words;

pub use answer::{BackFaces, Cast, Feature, HIT, Hit, Inside, Miss, Ray, RayKind, RayQuery, bounded};
pub use cast::{cast, cast_told, hit};
pub use facing::{Facing, Viewer, facing};
pub use mesh_answer::{MeshCast, MeshPoint};
pub use ray_mesh::{cast as cast_mesh, cast_told as cast_mesh_told, hit as hit_mesh};
pub use values::RayValues;
