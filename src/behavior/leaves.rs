//! What leaves ask of the world, answered by whoever lends it.

use super::{Act, Sense, Status};
use crate::geometry::Narrator;

/// A world for the leaves of one agent.
pub trait Leaves {
    /// Whether what a condition asks is so.
    fn sense<N: Narrator>(&mut self, sense: &Sense, narrator: &mut N) -> bool;

    /// Where the agent's body is, in metres; `None` without one.
    fn position(&self) -> Option<[f32; 3]>;

    /// One tick of an action: running, success or failure. `memory` is the action's own, 0 when the tree awoke, and kept
    /// when it ends or is aborted; `is_first` in the first tick of a run.
    fn act<N: Narrator>(&mut self, act: &Act, memory: &mut u32, is_first: bool, narrator: &mut N) -> Status;
}

/// A world in which there is nothing: every leaf that needs one fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Leaves for Nowhere {
    fn sense<N: Narrator>(&mut self, _: &Sense, _: &mut N) -> bool {
        false
    }

    fn position(&self) -> Option<[f32; 3]> {
        None
    }

    fn act<N: Narrator>(&mut self, _: &Act, _: &mut u32, _: bool, _: &mut N) -> Status {
        Status::Failure
    }
}
