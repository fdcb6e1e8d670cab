//! The memory of decorators that wait for a distance, a speed or a changed goal.

use std::collections::BTreeMap;

use super::value::Value;

/// The memory of a decorator that waits for a distance, a speed or a changed goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Memory {
    /// The position of the body then, in metres; `None` without a body.
    pub(super) place: Option<[f32; 3]>,
    /// The tick of that position.
    pub(super) since: u64,
    /// The ticks until the child is ticked again.
    pub(super) period: u64,
    /// The goals then.
    pub(super) goals: Vec<Option<Value>>,
}

/// By node; only decorators with a memory have an entry.
pub(super) type Memories = BTreeMap<u32, Memory>;
