//! The tick of the open scene: the target tick, the recording of the agents, and their breakpoints.

pub(in crate::workspace) mod agents;
mod breakpoints;
pub(in crate::workspace) mod time;
