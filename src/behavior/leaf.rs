//! What a leaf asks or does. What concerns the world is answered by whoever lends it: [`super::Leaves`].
//!
//! Metres, metres a second, ticks of the agent.

use std::sync::Arc;

use super::{Comparison, Expression, Script, Value};

/// An object that a tree names: an index into [`super::Tree::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectRef(pub u32);

/// Where to: an object, wherever it is at the moment, or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// The middle of its bounds.
    Object(ObjectRef),
    /// In world space.
    Point([f32; 3]),
}

/// What a condition asks; it answers success or failure, never running.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Answers by the tree's tick number, counted from 1.
    Script(Script),
    /// About the blackboard. A value that is not there fails, whatever the comparison.
    Blackboard {
        /// Whose value.
        key: Arc<str>,
        /// How it is compared.
        comparison: Comparison,
        /// With what.
        value: Value,
    },
    /// Succeeds in every n-th tick of the tree: tick n, 2n, 3n …
    Every {
        /// At least 1.
        ticks: u64,
    },
    /// Succeeds by chance, anew in each tick; the same node in the same tick always answers the same.
    Random {
        /// 0 never, 1 always.
        chance: f64,
    },
    /// Succeeds when it is true; fails when it has no value, and says why in the log.
    Expression(Expression),
    /// About the world.
    Sense(Sense),
}

/// What a condition asks of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sense {
    /// The object's bounds reach into the frustum of the agent's camera, and nothing stands between its eye and them.
    Sees {
        /// Whom.
        object: ObjectRef,
    },
    /// The object moved since the tick before, and the middle of its bounds is no further than this from the agent's body.
    Hears {
        /// Whom.
        object: ObjectRef,
        /// Metres, at least 0.
        within: f32,
    },
    /// The place is no further than this from the agent's body; walls do not matter.
    Near {
        /// What.
        place: Place,
        /// Metres, at least 0.
        within: f32,
    },
}

/// What an action does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Answers by ticks since its own start, counted from 1.
    Script(Script),
    /// Runs until this many ticks have passed, its first one counted, then succeeds.
    Wait {
        /// At least 1.
        ticks: u64,
    },
    /// Writes a value; succeeds.
    Set {
        /// Whose value.
        key: Arc<str>,
        /// Which.
        value: Value,
    },
    /// Says something in the log; succeeds. `{key}` stands for a value of the blackboard.
    Log {
        /// What.
        message: Arc<str>,
    },
    /// Runs it; succeeds, or fails when it has no value, and says why in the log.
    Expression(Expression),
    /// Does something in the world.
    Act(Act),
}

/// What an action does in the world: it moves or turns the agent's body.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Goes there on a straight line; succeeds when it is no further away than `within`.
    MoveTo {
        /// Where to.
        place: Place,
        /// Metres a second, above 0.
        speed: f32,
        /// Metres, at least 0.
        within: f32,
    },
    /// Goes from point to point, and from the last to the first, without end. Goes on where it was aborted.
    Patrol {
        /// At least one, in world space.
        points: Arc<[[f32; 3]]>,
        /// Metres a second, above 0.
        speed: f32,
    },
    /// Goes straight away from there; succeeds when it is at least `until` away.
    Flee {
        /// Where from.
        place: Place,
        /// Metres a second, above 0.
        speed: f32,
        /// Metres, above 0.
        until: f32,
    },
    /// Turns about +Y until its −Z points there; succeeds when it does.
    Face {
        /// Where to.
        place: Place,
        /// Radians a second, above 0; infinite turns at once.
        speed: f32,
    },
}
