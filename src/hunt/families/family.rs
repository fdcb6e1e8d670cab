//! A family of cases.

use super::draw::Draw;
use crate::hunt::recipe::Recipe;
use crate::mistakes::SpatialQuestion;

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
    pub(in crate::hunt) make: fn(&mut Draw, SpatialQuestion) -> Vec<Recipe>,
}
