//! The right rules, each with its mistakes.

mod boxes;
mod frustum;
mod morton;
mod ray;
mod triangle;

pub use frustum::{box_values, planes, sphere_values};
pub use ray::{direction, pose};

use super::answer::Answer;
use super::case::Case;
use super::set::MistakeSet;

/// The answer of the rule that makes these mistakes; without one, of the right rule. A mistake of another question changes nothing.
///
/// The right rule of [`Case::FrustumBox`] tests planes, so it may answer visible for a box outside that no single plane rejects.
/// Rays have solid insides. The answer may have numbers that are not finite when a mistake produces them.
pub fn answer(case: &Case, mistakes: MistakeSet) -> Answer {
    match case {
        Case::FrustumBox { clip_from_world, depth, min, max } => {
            Answer::Verdict(frustum::of_box(clip_from_world, *depth, *min, *max, mistakes))
        }
        Case::FrustumSphere { clip_from_world, depth, center, radius } => {
            Answer::Verdict(frustum::of_sphere(clip_from_world, *depth, *center, *radius, mistakes))
        }
        Case::RaySolid(ray) => Answer::Hit(ray::hit(ray, mistakes)),
        Case::RayTriangle { origin, direction, corners } => {
            Answer::Hit(triangle::hit(*origin, *direction, *corners, mistakes))
        }
        Case::BoxBox { a, b } => Answer::Overlap(boxes::overlap(*a, *b, mistakes)),
        Case::TransformedBox { world_from_local, min, max } => {
            let [min, max] = boxes::transformed(world_from_local, *min, *max, mistakes);
            Answer::Bounds { min, max }
        }
        Case::Morton { cell, depth } => Answer::Code(morton::code(*cell, *depth, mistakes)),
    }
}
