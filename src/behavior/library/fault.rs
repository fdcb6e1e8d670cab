//! The end of an agent by an exception of BehaviorTree.CPP.

/// The error that ended an agent. It makes no more ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The tick of the agent, counted from 1.
    pub tick: u64,
    /// The node that failed.
    pub node: usize,
    /// What happened.
    pub message: String,
}
