//! What a ray hits: one line against one posed solid, for lines, rays and segments, solid or hollow.
//!
//! The line goes to the shape's local space by the inverse matrix and its direction is **not** normalised, so
//! that `t` is the same in both spaces. Each `ray_<shape>.rs` finds where the line is inside its solid, with
//! the surface at either end; [`cast`] turns that interval into the answer that the kind of ray asks for. A mesh may be
//! crossed many times, so [`cast_mesh`] looks at every crossing.

mod answer;
pub mod batch;
#[cfg(test)]
mod cases;
mod cast;
mod double_cone;
mod line;
mod quadratic;
mod ray_box;
mod ray_capsule;
mod ray_cone;
mod ray_cylinder;
mod ray_mesh;
mod ray_sphere;
mod solid;
mod tell;
mod thin;
pub mod values;
mod words;

pub use answer::{BackFaces, Cast, Feature, HIT, Hit, Inside, Kind, Miss, Ray, RayQuery, bounded};
pub use cast::{cast, cast_told, hit};
pub use ray_mesh::{MeshCast, Spot, cast as cast_mesh, cast_told as cast_mesh_told, hit as hit_mesh};
pub use values::RayValues;

use super::Interval;

/// Where the line is inside a solid, counted in the line's own parameter; both ends belong to the solid.
///
/// An end is infinite only when the solid does not bound the line there, which no finite solid does.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chord {
    /// Entry and exit. Empty for a line that misses.
    t: Interval<f64>,
    /// The part of the surface at either end.
    features: [Feature; 2],
}

impl Chord {
    /// Of a line that misses; the features do not count.
    const NONE: Self = Self { t: Interval::<f64>::EMPTY, features: [Feature::Inside; 2] };

    #[inline]
    fn meets_line(&self) -> bool {
        self.t.is_filled()
    }
}
