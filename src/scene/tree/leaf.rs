//! Leaves in the document: a name, and one key for the condition or action.
//!
//! Units: metres, metres a second, degrees a second, ticks of the agent.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::json;

use crate::behavior::{NodeKey, Status, Value, ValueComparison};
use crate::scene::document::default;

/// A leaf with its single condition or action, and its keys in the file.
macro_rules! leaf {
    ($(#[$doc:meta])* $leaf:ident as $keys:ident, called $word:literal, $(#[$what_doc:meta])* $what:ident: $kinds:ident {
        $(#[doc = $kind_doc:literal] $kind:ident $key:ident: $type:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $leaf {
            /// The id; not written to the file.
            pub id: NodeKey,
            /// A title for display; may be empty.
            pub name: String,
            $(#[$what_doc])*
            pub $what: $kinds,
        }

        $(#[$what_doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $kinds {
            $(#[doc = $kind_doc] $kind($type),)*
        }

        impl $kinds {
            /// All keys, in the order of the schema.
            pub const KEYS: &[&str] = &[$(stringify!($key)),*];

            /// The key in the file.
            pub fn key(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => stringify!($key),)*
                }
            }
        }

        $(#[$doc])*
        #[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        struct $keys {
            /// A title for display; empty by default.
            #[serde(default, skip_serializing_if = "String::is_empty")]
            name: String,
            $(
                #[doc = $kind_doc]
                #[serde(default, skip_serializing_if = "Option::is_none")]
                $key: Option<$type>,
            )*
        }

        impl Serialize for $leaf {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut keys = $keys { name: self.name.clone(), ..$keys::default() };
                match self.$what.clone() {
                    $($kinds::$kind(kind) => keys.$key = Some(kind),)*
                }
                keys.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $leaf {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $keys { name, $($key),* } = $keys::deserialize(deserializer)?;
                let mut found: Vec<$kinds> = Vec::new();
                $(found.extend($key.map($kinds::$kind));)*
                match (found.pop(), found.last()) {
                    (Some($what), None) => Ok(Self { id: NodeKey::default(), name, $what }),
                    (last, other) => {
                        let both = other.map(|other| other.key()).into_iter().chain(last.as_ref().map($kinds::key));
                        Err(de::Error::custom(not_one($word, $kinds::KEYS, &both.collect::<Vec<_>>())))
                    }
                }
            }
        }

        impl JsonSchema for $leaf {
            fn schema_name() -> Cow<'static, str> {
                stringify!($leaf).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let mut schema = $keys::json_schema(generator);
                let choices: Vec<_> = $kinds::KEYS.iter().map(|key| json!({ "required": [key] })).collect();
                schema.insert("oneOf".to_owned(), choices.into());
                schema
            }
        }
    };
}

leaf! {
    /// A leaf that tests one condition.
    Condition as ConditionKeys, called "a condition",
    /// The condition; its result is success or failure.
    kind: ConditionKind {
        /// Whether the agent's camera sees an object that no other object blocks.
        Sees sees: Sees,
        /// Whether an object within a distance moves.
        Hears hears: Hears,
        /// Whether an object or a point is within a distance. Other objects do not block it.
        Near near: Near,
        /// Compares a value of the blackboard with another value.
        Blackboard blackboard: Blackboard,
        /// Succeeds in every n-th tick of the tree, and fails in the others.
        Every every: Every,
        /// Succeeds with a probability. The scene's `seed` decides the random numbers.
        Random random: Random,
        /// The result of each tick of the tree, from tick 1; the last result repeats.
        Script script: Vec<ConditionResult>,
    }
}

leaf! {
    /// A leaf that runs one action.
    Action as ActionKeys, called "an action",
    /// The action.
    kind: ActionKind {
        /// Moves to an object or a point.
        MoveTo move_to: MoveTo,
        /// Moves from point to point and repeats; it never ends.
        Patrol patrol: Patrol,
        /// Moves away from an object or a point.
        Flee flee: Flee,
        /// Turns towards an object or a point.
        Face face: Face,
        /// Runs, and succeeds after a number of ticks.
        Wait wait: Wait,
        /// Writes a value of the blackboard, and succeeds.
        Set set: Set,
        /// Writes a message to the event log, and succeeds.
        Log log: Log,
        /// The result of each tick since its own start, from tick 1; the last result repeats.
        Script script: Vec<ActionResult>,
    }
}

/// The error of a leaf that does not have exactly one of some keys.
fn not_one(what: &str, known: &[&str], found: &[&str]) -> String {
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
    let found = if found.is_empty() { "none".to_owned() } else { quoted(found).join(" and ") };
    format!("{what} must have exactly one of {}, found {found}", quoted(known).join(", "))
}

/// A result of a scripted condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionResult {
    /// The condition holds.
    Success,
    /// The condition does not hold.
    Failure,
    /// The condition is passed over.
    Skipped,
}

/// A result of a scripted action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionResult {
    /// The action goes on in the next tick.
    Running,
    /// The action ended with success.
    Success,
    /// The action ended with failure.
    Failure,
    /// The action is passed over.
    Skipped,
}

impl From<ConditionResult> for Status {
    fn from(reply: ConditionResult) -> Self {
        match reply {
            ConditionResult::Success => Self::Success,
            ConditionResult::Failure => Self::Failure,
            ConditionResult::Skipped => Self::Skipped,
        }
    }
}

impl From<ActionResult> for Status {
    fn from(answer: ActionResult) -> Self {
        match answer {
            ActionResult::Running => Self::Running,
            ActionResult::Success => Self::Success,
            ActionResult::Failure => Self::Failure,
            ActionResult::Skipped => Self::Skipped,
        }
    }
}

/// Whether the bounds of an object overlap or touch the frustum of the agent's camera, and no other object blocks the
/// segment from the camera to their centre. Fails without a camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sees {
    /// The name of an object.
    pub object: String,
}

/// Whether the centre of an object's bounds has moved since the agent's previous tick and is within a distance of the
/// agent's body. Fails without a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hears {
    /// The name of an object.
    pub object: String,
    /// The greatest distance in metres, 0 or more. A distance of exactly this much counts.
    #[schemars(range(min = 0))]
    pub within: f32,
}

/// Whether the centre of an object's bounds, or a point, is within a distance of the agent's body. Exactly one of
/// `object` and `point`. Fails without a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct Near {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// The greatest distance in metres, 0 or more. A distance of exactly this much counts.
    #[schemars(range(min = 0))]
    pub within: f32,
}

/// A comparison of a value of the blackboard with another value. It fails when the blackboard does not have the key.
/// `<`, `<=`, `>` and `>=` fail for lists and for values of different types.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blackboard {
    /// The key of the value.
    #[schemars(length(min = 1))]
    pub key: String,
    /// The operator, `==` by default.
    #[serde(default = "equal", skip_serializing_if = "is_equal")]
    #[schemars(!skip_serializing_if)]
    pub is: ValueComparison,
    /// The value on the right of the operator.
    pub value: Value,
}

fn equal() -> ValueComparison {
    ValueComparison::Equal
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
fn is_equal(comparison: &ValueComparison) -> bool {
    *comparison == ValueComparison::Equal
}

/// Succeeds in the ticks n, 2n, 3n … of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Every {
    /// The n, at least 1.
    #[schemars(range(min = 1))]
    pub ticks: u64,
}

/// Succeeds with a probability. Every tick of the tree draws a new random number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Random {
    /// The probability of success, from 0 (never) to 1 (always).
    #[schemars(range(min = 0, max = 1))]
    pub chance: f64,
}

/// Moves the agent's body on a straight line to the centre of an object's bounds, or to a point. Fails without a body.
/// Exactly one of `object` and `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct MoveTo {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// The speed in metres a second, above 0; 1 by default.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub speed: f32,
    /// The distance at which it succeeds in metres, 0 or more; 0 by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub within: f32,
}

/// Moves the agent's body from point to point, and from the last to the first. It never ends. Fails without a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Patrol {
    /// The points in world space, in metres; at least one.
    #[schemars(length(min = 1))]
    pub points: Vec<[f32; 3]>,
    /// The speed in metres a second, above 0; 1 by default.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub speed: f32,
}

/// Moves the agent's body straight away from the centre of an object's bounds, or from a point. Fails without a body.
/// Exactly one of `object` and `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct Flee {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// The speed in metres a second, above 0; 1 by default.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub speed: f32,
    /// The distance at which it succeeds in metres, above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub until: f32,
}

/// Turns the agent's body about +Y until its −Z points to the centre of an object's bounds, or to a point. Fails
/// without a body. Exactly one of `object` and `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct Face {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space, in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// The speed in degrees a second, above 0. Without it, the body turns within one tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub degrees_per_second: Option<f32>,
}

/// Runs, and succeeds in its `ticks`-th tick, counted from 1 at its start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// The number of ticks of the agent, at least 1.
    #[schemars(range(min = 1))]
    pub ticks: u64,
}

/// Writes a value of the blackboard, and succeeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// The key of the value.
    #[schemars(length(min = 1))]
    pub key: String,
    /// The new value.
    pub value: Value,
}

/// Writes a message to the event log, and succeeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// The text of the message. `{key}` is replaced by the value of that blackboard key.
    pub message: String,
}

impl ConditionKind {
    /// The name of the object that the condition refers to, if any.
    pub fn object(&self) -> Option<&str> {
        match self {
            Self::Sees(Sees { object }) | Self::Hears(Hears { object, .. }) => Some(object),
            Self::Near(near) => near.object.as_deref(),
            Self::Blackboard(_) | Self::Every(_) | Self::Random(_) | Self::Script(_) => None,
        }
    }

    /// The same name, mutable.
    pub fn object_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Sees(Sees { object }) | Self::Hears(Hears { object, .. }) => Some(object),
            Self::Near(near) => near.object.as_mut(),
            Self::Blackboard(_) | Self::Every(_) | Self::Random(_) | Self::Script(_) => None,
        }
    }
}

impl ActionKind {
    /// The name of the object that the action refers to, if any.
    pub fn object(&self) -> Option<&str> {
        match self {
            Self::MoveTo(MoveTo { object, .. }) | Self::Flee(Flee { object, .. }) | Self::Face(Face { object, .. }) => {
                object.as_deref()
            }
            Self::Patrol(_) | Self::Wait(_) | Self::Set(_) | Self::Log(_) | Self::Script(_) => None,
        }
    }

    /// The same name, mutable.
    pub fn object_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::MoveTo(MoveTo { object, .. }) | Self::Flee(Flee { object, .. }) | Self::Face(Face { object, .. }) => {
                object.as_mut()
            }
            Self::Patrol(_) | Self::Wait(_) | Self::Set(_) | Self::Log(_) | Self::Script(_) => None,
        }
    }

    /// Whether the action moves or turns the agent's body.
    pub fn needs_body(&self) -> bool {
        matches!(self, Self::MoveTo(_) | Self::Patrol(_) | Self::Flee(_) | Self::Face(_))
    }
}
