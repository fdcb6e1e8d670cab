//! The words of a ray's steps, made from their [values](super::values) and nothing else.
//!
//! Numbers have about four digits. Two numbers that are compared have enough digits to show the result of the
//! comparison, and the sign between them is the one that holds. The compared numbers are in the line's own parameter τ,
//! in `f64`; it is the ray's t unless the line was rescaled. An interval in a sentence is always one of t.

mod answer;
mod cone;
mod mesh;
pub(crate) mod numbers;
mod solids;

use super::values::RayValues;
use crate::geometry::narrate::{Step, Values};
use crate::geometry::shape::hull;
pub(super) use mesh::MOST_NAMED;

/// A step without marks.
pub(super) fn step(values: RayValues) -> Step {
    let words = match &values {
        RayValues::Local(local) => solids::local_ray(local),
        RayValues::Rescaled(rescaled) => solids::rescaled_ray(rescaled),
        RayValues::Slab(values) => solids::slab(values),
        RayValues::Round(values) => solids::round(values),
        RayValues::DoubleCone { cone, parameter } => cone::double_cone(cone, *parameter),
        RayValues::Nappe { cone, inside, parameter } => cone::nappe(cone, *inside, *parameter),
        RayValues::Base(values) => cone::base(values),
        RayValues::Intersection(values) => solids::both(values),
        RayValues::CapsuleEnds(values) => solids::capsule_ends(values),
        RayValues::HullPlanes(values) => hull::words::planes(values),
        RayValues::Boxes(values) => mesh::boxes(values),
        RayValues::Triangles(values) => mesh::triangles(values),
        RayValues::Crossings(values) => mesh::crossings(values),
        RayValues::Answer(values) if values.of_mesh => answer::of_mesh(values),
        RayValues::Answer(values) => answer::of_solid(values),
    };
    Step { values: Some(Values::Ray(values)), ..words }
}
