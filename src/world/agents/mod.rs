//! The agents of a scene: each runs its behaviour tree, sees with its camera and moves its body, tick by tick.
//!
//! - [`Recording`] runs them forward and stores what happened. Any tick is reached again from a snapshot before it.
//! - [`AgentAt`] is an agent at a tick: the statuses of its nodes, its blackboard, and all events so far.
//! - `senses` gives leaves access to the world; `sight` tests lines of sight, `moves` moves and turns bodies.
//!
//! An agent has made `floor(time · tick_rate)` ticks of its own, at tick 0 none. In each tick of the scene all objects
//! on paths, in animations and with recorded sessions move first. Then agents make their ticks in file order, so a later one sees the effects of an earlier one.
//! An action that moves or turns its body takes it off its path permanently. Results are deterministic: they depend
//! neither on the machine nor on earlier queries.

pub(super) mod agent;
mod bodies;
pub(super) mod body_transform;
mod clock;
mod driven;
mod earlier;
mod history;
mod moves;
mod plan;
pub(super) mod recording;
mod senses;
mod shared;
mod sight;
mod sights;
mod simulation;
mod track;

pub use agent::AgentAt;
pub use history::Breakpoint;
pub use recording::{MOST_TICKS, Recording};
pub use shared::SharedLog;
pub use sight::Sight;
pub use track::ValueChange;

#[cfg(test)]
mod tests;
