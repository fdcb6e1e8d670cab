//! The kinds of leaves. Leaves that query or change the world use [`super::leaves::Leaves`].
//!
//! Units: metres, metres per second, ticks of the agent.

use std::sync::Arc;

use super::expression::program::Expression;
use super::library::leaf::LibraryLeaf;
use super::script::Script;
use super::value::{Value, ValueComparison};

/// An object that a tree refers to: an index into [`super::tree::Tree::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectRef(pub u32);

/// A place: the current place of an object, or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafPlace {
    /// The centre of its bounds.
    Object(ObjectRef),
    /// In world space.
    Point([f32; 3]),
}

/// A condition. Its result is success, failure or skipped, never running.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Returns scripted results by the tick number of the tree, counted from 1.
    Script(Script),
    /// Compares a value of the blackboard. Fails if the key does not exist, whatever the comparison.
    Blackboard {
        /// The key.
        key: Arc<str>,
        /// The comparison.
        comparison: ValueComparison,
        /// The value on its right-hand side.
        value: Value,
    },
    /// Succeeds in every n-th tick of the tree: tick n, 2n, 3n …
    Every {
        /// At least 1.
        ticks: u64,
    },
    /// Succeeds at random, independently in each tick. The same node has the same result in the same tick of every run.
    Random {
        /// The probability of success, 0 to 1.
        chance: f64,
    },
    /// Succeeds if the expression is true. An error ends the agent.
    Expression(Expression),
    /// Queries the world.
    Sense(Sense),
}

/// A query about the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sense {
    /// The object's bounds intersect the frustum of the agent's camera, and no other object blocks the line from the
    /// eye to their centre.
    Sees {
        /// The object.
        object: ObjectRef,
    },
    /// The object moved since the previous tick, and the centre of its bounds is at most this far from the agent's
    /// body.
    Hears {
        /// The object.
        object: ObjectRef,
        /// Metres, at least 0.
        within: f32,
    },
    /// The place is at most this far from the agent's body. Obstacles are ignored.
    Near {
        /// The place.
        place: LeafPlace,
        /// Metres, at least 0.
        within: f32,
    },
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Returns scripted results by the ticks since its own start, counted from 1.
    Script(Script),
    /// Runs, and succeeds in its `ticks`-th tick, counted from 1 at its start.
    Wait {
        /// At least 1.
        ticks: u64,
    },
    /// Sets a value of the blackboard; succeeds.
    Set {
        /// The key.
        key: Arc<str>,
        /// The value.
        value: Value,
    },
    /// Logs a message; succeeds. `{key}` is replaced by the value of that blackboard key.
    Log {
        /// The message.
        message: Arc<str>,
    },
    /// Runs an expression; succeeds. An error ends the agent.
    Expression(Expression),
    /// BehaviorTree.CPP. Reads ports. It is boxed, so that a kind is small.
    Library(Box<LibraryLeaf>),
    /// Acts in the world.
    Motion(Motion),
}

/// An action in the world: it moves or turns the agent's body.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Moves straight to a place; succeeds when it is at most `within` away.
    MoveTo {
        /// The target.
        place: LeafPlace,
        /// Metres per second, above 0.
        speed: f32,
        /// Metres, at least 0.
        within: f32,
    },
    /// Moves from point to point, and from the last to the first, without end. After an abort it continues at the same
    /// point.
    Patrol {
        /// At least one, in world space.
        points: Arc<[[f32; 3]]>,
        /// Metres per second, above 0.
        speed: f32,
    },
    /// Moves straight away from a place; succeeds when it is at least `until` away.
    Flee {
        /// The place to flee from.
        place: LeafPlace,
        /// Metres per second, above 0.
        speed: f32,
        /// Metres, above 0.
        until: f32,
    },
    /// Turns about +Y until the body's −Z points to a place; then succeeds.
    Face {
        /// The target.
        place: LeafPlace,
        /// Radians per second, above 0; infinity turns in one tick.
        speed: f32,
    },
}
