//! The ray query: one line against one posed solid, for lines, rays and segments, solid or hollow.
//!
//! The inverse matrix transforms the line to the shape's local space, and its direction is **not** normalised, so that
//! `t` is the same in both spaces. Each `ray_<shape>.rs` finds the interval of the line inside its solid, with the part
//! of the surface at either end; [`cast`] makes the answer of the kind of ray from that interval. A line may cross a
//! mesh many times, so [`cast_mesh`] uses every crossing.

mod answer;
pub mod batch;
#[cfg(test)]
mod cases;
mod cast;
mod chord;
mod double_cone;
mod facing;
mod line;
mod mesh_answer;
mod quadratic;
mod ray_box;
mod ray_capsule;
mod ray_cone;
mod ray_cylinder;
mod ray_mesh;
mod ray_sphere;
mod solid;
mod steps;
mod thin;
pub mod values;
mod words;

pub use answer::{BackFaces, Cast, Feature, HIT, Hit, Inside, Kind, Miss, Ray, RayQuery, bounded};
pub use cast::{cast, cast_told, hit};
pub use facing::{Facing, Viewer, facing};
pub use mesh_answer::{MeshCast, MeshPoint};
pub use ray_mesh::{cast as cast_mesh, cast_told as cast_mesh_told, hit as hit_mesh};
pub use values::RayValues;
