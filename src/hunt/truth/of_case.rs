//! The truth of any case.

use super::right_answer::Truth;
use super::{bounds, frustum_box, frustum_sphere, ray_solid, ray_triangle};
use crate::hunt::answerer::InsideRule;
use crate::mistakes::{Answer, Case, MistakeSet, rules};

/// The truth of a case.
pub fn truth(case: &Case, inside: InsideRule) -> Truth {
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
