//! The interface between leaves and a world.

use super::leaf::{Motion, Sense};
use super::status::Status;
use crate::geometry::Narrator;

/// The world in which the leaves of one agent sense and act.
pub trait Leaves {
    /// Whether a query about the world holds.
    fn sense<N: Narrator>(&mut self, sense: &Sense, narrator: &mut N) -> bool;

    /// The position of the agent's body in world space, in metres; `None` without a body.
    fn position(&self) -> Option<[f32; 3]>;

    /// One tick of an action. Returns running, success or failure. `memory` belongs to this action: it is 0 in a new
    /// state and keeps its value when the action ends or is aborted. `is_first` is true in the first tick of a run.
    fn act<N: Narrator>(&mut self, act: &Motion, memory: &mut u32, is_first: bool, narrator: &mut N) -> Status;
}

/// An empty world: every leaf that queries it or acts in it fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyWorld;

impl Leaves for EmptyWorld {
    fn sense<N: Narrator>(&mut self, _: &Sense, _: &mut N) -> bool {
        false
    }

    fn position(&self) -> Option<[f32; 3]> {
        None
    }

    fn act<N: Narrator>(&mut self, _: &Motion, _: &mut u32, _: bool, _: &mut N) -> Status {
        Status::Failure
    }
}
