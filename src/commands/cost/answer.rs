//! The answer that the command writes.

use super::args::CostArgs;
use crate::cost::{LevelCost, Survey};
use crate::world::World;

/// The answer with what it was computed from.
pub(super) struct CostAnswer<'a> {
    pub(super) name: &'a str,
    pub(super) args: &'a CostArgs,
    pub(super) world: &'a World,
    pub(super) cost: &'a LevelCost,
    pub(super) survey: &'a Survey,
    pub(super) sentences: &'a [String],
}
