//! The truth of a case: what is right for its `f32` numbers as they are, or undecided when one unit in the last place of a number
//! would change it.
//!
//! The truth is computed in `f64` by other algorithms than those of [`mistakes::rules`](crate::mistakes::rules): view volumes by
//! points in them and by sums of planes that exclude all points, solids by the least value of a convex function along the ray.
//! Numbers of a case that are equal move together, and zeros stay, because they are equal and zero for a reason: a ray that runs
//! in the plane of a face still does after the move.

mod bounds;
mod certain_view;
mod frustum_box;
mod frustum_sphere;
mod ray_solid;
mod ray_triangle;
mod solid;

pub(super) use ray_solid::t_spread as solid_spread;
pub(super) use ray_triangle::t_spread as triangle_spread;

use super::answerer::Inside;
use crate::geometry::frustum::Verdict;
use crate::mistakes::{Answer, Case, MistakeSet, rules};

/// The right answer to a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// One unit in the last place of the numbers would change it.
    Undecided,
    /// A verdict about a view volume. `class` distinguishes inside from intersect; `None` when that is undecided, and when the
    /// body is outside.
    View {
        /// Whether some of the body is in the volume.
        is_visible: bool,
        /// Inside or intersect.
        class: Option<Verdict>,
    },
    /// The hit of a ray; `None` for a miss.
    Hit(Option<TrueHit>),
    /// Whether two boxes overlap.
    Overlap(bool),
    /// A world box.
    Bounds {
        /// Its least corner.
        min: [f64; 3],
        /// Its greatest corner.
        max: [f64; 3],
        /// The rounding that an answer may have, in metres.
        rounding: f64,
    },
    /// A Morton code.
    Code(u64),
}

/// The right hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueHit {
    /// The point is `origin + t * direction`.
    pub t: f64,
    /// The length of the direction.
    pub metres_per_t: f64,
    /// The rounding that an answer may have along the ray, in metres.
    pub rounding: f64,
    /// The outward unit normal in world space; `None` where none is asked: at edges and apexes, at starts inside, and where
    /// rounding moves the point enough to turn it.
    pub normal: Option<[f64; 3]>,
    /// Whether the opposite normal is right too.
    pub is_two_sided: bool,
}

/// The truth of a case.
pub fn truth(case: &Case, inside: Inside) -> Truth {
    match case {
        Case::FrustumBox { clip_from_world, depth, min, max } => {
            frustum_box::truth(clip_from_world, *depth, *min, *max)
        }
        Case::FrustumSphere { clip_from_world, depth, center, radius } => {
            frustum_sphere::truth(clip_from_world, *depth, *center, *radius)
        }
        Case::RaySolid(ray) => ray_solid::truth(ray, inside),
        Case::RayTriangle { origin, direction, corners } => ray_triangle::truth(*origin, *direction, *corners),
        Case::TransformedBox { world_from_local, min, max } => bounds::truth(world_from_local, *min, *max),
        // Comparisons and bits are exact.
        Case::BoxBox { .. } | Case::Morton { .. } => match rules::answer(case, MistakeSet::default()) {
            Answer::Overlap(overlap) => Truth::Overlap(overlap),
            Answer::Code(code) => Truth::Code(code),
            _ => Truth::Undecided,
        },
    }
}
