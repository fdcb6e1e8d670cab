//! The nodes of BehaviorTree.CPP that read ports, and the scripts around nodes: how they tick, as that library does.
//!
//! - One tick of an agent is one `tickExactlyOnce` there. A node that there asks to be woken up again at once (`Repeat`,
//!   `RetryUntilSuccessful`, `AsyncSequence`, `AsyncFallback`, `SequenceWithMemory`) continues in the next tick.
//! - A port is read when that library reads it, see [`Port`]. What throws there is a [`Fault`]: it ends the agent.
//! - A time in milliseconds becomes ticks, rounded up: with 10 ticks a second, 250 ms are 3 ticks.
//! - A node that returns `skipped` after it has ticked its child is still running inside that library until its parent
//!   resets it. The state lists such nodes as lingering, because they keep their counters, and because a script
//!   `_onHalted` runs when they are reset.
//!
//! `docs/behavior-trees.md` lists the nodes with their ports.
//!
//! Source: the behaviour of BehaviorTree.CPP 4.10 (D. Faconti and M. Colledanchise, 2026).

pub(super) mod fault;
pub(super) mod leaf;
pub(super) mod memory;
pub(super) mod node;
pub(super) mod queue;
pub(super) mod scripts;
pub(super) mod switch;

pub use fault::Fault;
pub use leaf::{EntryTarget, LibraryLeaf};
pub use node::{LibraryNode, Milliseconds, Precondition, Thresholds};
pub use queue::{ConsumeQueue, Loop, QueueLeaf};
pub use scripts::NodeScripts;
pub use switch::{Switch, is_constant};
