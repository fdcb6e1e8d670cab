//! The kinds of new nodes for a behaviour tree in the scene file.

/// A kind of new node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum New {
    Sequence,
    Selector,
    Parallel,
    Inverter,
    Succeeder,
    Failer,
    Repeater,
    UntilSuccess,
    UntilFailure,
    Timeout,
    Cooldown,
    Sees,
    Hears,
    Near,
    Value,
    Every,
    Random,
    Answers,
    MoveTo,
    Patrol,
    Flee,
    Face,
    Wait,
    Set,
    Log,
    Does,
}

impl New {
    /// Kinds with any number of children.
    pub(in crate::app) const COMPOSITES: &[Self] = &[Self::Sequence, Self::Selector, Self::Parallel];

    /// Kinds with one child.
    pub(in crate::app) const DECORATORS: &[Self] = &[
        Self::Inverter,
        Self::Succeeder,
        Self::Failer,
        Self::Repeater,
        Self::UntilSuccess,
        Self::UntilFailure,
        Self::Timeout,
        Self::Cooldown,
    ];

    /// Leaves that are conditions.
    pub(in crate::app) const CONDITIONS: &[Self] =
        &[Self::Sees, Self::Hears, Self::Near, Self::Value, Self::Every, Self::Random, Self::Answers];

    /// Leaves that are actions.
    pub(in crate::app) const ACTIONS: &[Self] =
        &[Self::MoveTo, Self::Patrol, Self::Flee, Self::Face, Self::Wait, Self::Set, Self::Log, Self::Does];

    /// The name of the kind.
    pub(in crate::app) fn words(self) -> &'static str {
        match self {
            Self::Sequence => "sequence",
            Self::Selector => "selector",
            Self::Parallel => "parallel",
            Self::Inverter => "inverter",
            Self::Succeeder => "succeeder",
            Self::Failer => "failer",
            Self::Repeater => "repeater",
            Self::UntilSuccess => "until success",
            Self::UntilFailure => "until failure",
            Self::Timeout => "timeout",
            Self::Cooldown => "cooldown",
            Self::Sees => "sees an object",
            Self::Hears => "hears an object",
            Self::Near => "is near an object",
            Self::Value => "compares a value",
            Self::Every => "every n ticks",
            Self::Random => "by chance",
            Self::Answers => "scripted condition",
            Self::MoveTo => "move to an object",
            Self::Patrol => "patrol",
            Self::Flee => "flee from an object",
            Self::Face => "face an object",
            Self::Wait => "wait",
            Self::Set => "set a value",
            Self::Log => "write a message",
            Self::Does => "scripted action",
        }
    }
}
