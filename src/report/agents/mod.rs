//! The answers of agents: the states of their trees, and the explanation of a tick.
//!
//! - [`AgentAnswers`] is an agent at a tick, with the results of its lines of sight.
//! - `headline` has its running leaves in one sentence, `explain` its last tick by steps, `json` its entry in a report.
//! - `why` finds the causes of aborts in the events, `words` has the words for them.

pub(super) mod answers;
mod brief;
mod ended;
mod explain;
mod headline;
mod json;
pub(super) mod question;
pub(super) mod running;
#[cfg(test)]
pub(crate) mod sample;
mod size;
pub(crate) mod why;
pub(crate) mod words;

pub use self::answers::AgentAnswers;
pub use self::running::running;
pub(super) use self::size::size_of_events;
pub use ended::ended;
pub use json::MOST_EVENTS;
