//! The families of each question.

use super::draw::Draw;
use super::{bounds, boxes, frusta, morton, rays, triangles};
use crate::hunt::recipe::Recipe;
use crate::mistakes::Question;

/// The number of recipes that a family makes at once.
pub(in crate::hunt) const BLOCK: u64 = 8;

/// Cases of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What its cases are.
    pub about: &'static str,
    /// Makes recipes for a question.
    pub(in crate::hunt) make: fn(&mut Draw, Question) -> Vec<Recipe>,
}

/// The families of a question.
pub fn families(question: Question) -> &'static [Family] {
    match question {
        Question::FrustumBox => &frusta::OF_BOXES,
        Question::FrustumSphere => &frusta::OF_SPHERES,
        Question::RayTriangle => &triangles::FAMILIES,
        Question::BoxBox => &boxes::FAMILIES,
        Question::TransformedBox => &bounds::FAMILIES,
        Question::Morton => &morton::FAMILIES,
        _ => &rays::FAMILIES,
    }
}

/// The family of a question by its name.
pub fn of_name(question: Question, name: &str) -> Option<&'static Family> {
    families(question).iter().find(|family| family.name == name)
}
