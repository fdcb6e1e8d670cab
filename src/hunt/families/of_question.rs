//! The families of each question.

use super::family::Family;
use super::{bounds, boxes, frusta, morton, rays, triangles};
use crate::mistakes::SpatialQuestion;

/// The families of a question.
pub fn families(question: SpatialQuestion) -> &'static [Family] {
    match question {
        SpatialQuestion::FrustumBox => &frusta::OF_BOXES,
        SpatialQuestion::FrustumSphere => &frusta::OF_SPHERES,
        SpatialQuestion::RayTriangle => &triangles::FAMILIES,
        SpatialQuestion::BoxBox => &boxes::FAMILIES,
        SpatialQuestion::TransformedBox => &bounds::FAMILIES,
        SpatialQuestion::Morton => &morton::FAMILIES,
        _ => &rays::FAMILIES,
    }
}

/// The family of a question by its name.
pub fn of_name(question: SpatialQuestion, name: &str) -> Option<&'static Family> {
    families(question).iter().find(|family| family.name == name)
}
