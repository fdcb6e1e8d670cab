//! Leaves in the document: a name, and one key for the condition or action.
//!
//! Metres, metres a second, degrees, ticks of the agent.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::json;

use crate::behavior::{Comparison, NodeKey, Status, Value};
use crate::scene::document::default;

/// A leaf, its one question or deed, and the keys that it is written with.
macro_rules! leaf {
    ($(#[$doc:meta])* $leaf:ident as $keys:ident, called $word:literal, $(#[$what_doc:meta])* $what:ident: $kinds:ident {
        $(#[doc = $kind_doc:literal] $kind:ident $key:ident: $type:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $leaf {
            /// Its identity; not written.
            pub id: NodeKey,
            /// A title for people; may be empty.
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

            /// The key that it is written with.
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
            /// A title for people.
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
    /// A leaf that asks.
    Condition as ConditionKeys, called "a condition",
    /// What it asks; the answer is success or failure.
    asks: Ask {
        /// Whether the agent's camera sees an object, with nothing in between.
        Sees sees: Sees,
        /// Whether an object moves nearby.
        Hears hears: Hears,
        /// Whether an object or a point is nearby, also behind other objects.
        Near near: Near,
        /// Whether a value of the blackboard compares so with another.
        Blackboard blackboard: Blackboard,
        /// Succeeds in every n-th tick of the tree.
        Every every: Every,
        /// Succeeds by chance, which the scene's `seed` decides.
        Random random: Random,
        /// Answers by the tree's tick number, counted from 1; the last answer repeats.
        Script script: Vec<Reply>,
    }
}

leaf! {
    /// A leaf that does something.
    Action as ActionKeys, called "an action",
    /// What it does.
    does: Act {
        /// Goes to an object or a point.
        MoveTo move_to: MoveTo,
        /// Goes from point to point without end.
        Patrol patrol: Patrol,
        /// Goes away from an object or a point.
        Flee flee: Flee,
        /// Turns to an object or a point.
        Face face: Face,
        /// Lets time pass.
        Wait wait: Wait,
        /// Writes a value of the blackboard.
        Set set: Set,
        /// Says something.
        Log log: Log,
        /// Answers by ticks since its own start, counted from 1; the last answer repeats.
        Script script: Vec<Answer>,
    }
}

/// The error of a leaf that does not have exactly one of some keys.
fn not_one(what: &str, known: &[&str], found: &[&str]) -> String {
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
    let found = if found.is_empty() { "none".to_owned() } else { quoted(found).join(" and ") };
    format!("{what} must have exactly one of {}, found {found}", quoted(known).join(", "))
}

/// What a scripted condition answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Yes.
    Success,
    /// No.
    Failure,
}

/// What a scripted action answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It goes on.
    Running,
    /// It ended well.
    Success,
    /// It ended badly.
    Failure,
}

impl From<Reply> for Status {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Success => Self::Success,
            Reply::Failure => Self::Failure,
        }
    }
}

impl From<Answer> for Status {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Running => Self::Running,
            Answer::Success => Self::Success,
            Answer::Failure => Self::Failure,
        }
    }
}

/// The object's bounds reach into the frustum of the agent's camera, and no other object is between the camera and
/// their middle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sees {
    /// The name of an object.
    pub object: String,
}

/// The object moved since the agent's tick before, and the middle of its bounds is near the agent's body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hears {
    /// The name of an object.
    pub object: String,
    /// How near, metres, not negative.
    #[schemars(range(min = 0))]
    pub within: f32,
}

/// The middle of an object's bounds, or a point, is near the agent's body. Either `object` or `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct Near {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// How near, metres, not negative.
    #[schemars(range(min = 0))]
    pub within: f32,
}

/// A comparison with a value of the blackboard; it fails for a value that is not there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blackboard {
    /// Whose value.
    #[schemars(length(min = 1))]
    pub key: String,
    /// How it is compared.
    #[serde(default = "equal", skip_serializing_if = "is_equal")]
    #[schemars(!skip_serializing_if)]
    pub is: Comparison,
    /// With what.
    pub value: Value,
}

fn equal() -> Comparison {
    Comparison::Equal
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
fn is_equal(comparison: &Comparison) -> bool {
    *comparison == Comparison::Equal
}

/// Ticks n, 2n, 3n … of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Every {
    /// At least 1.
    #[schemars(range(min = 1))]
    pub ticks: u64,
}

/// Random: drawn again in every tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Random {
    /// From 0, never, to 1, always.
    #[schemars(range(min = 0, max = 1))]
    pub chance: f64,
}

/// Goes on a straight line to the middle of an object's bounds, or to a point. Either `object` or `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct MoveTo {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// Metres a second, above 0.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub speed: f32,
    /// How near is near enough, metres, not negative.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub within: f32,
}

/// Goes from point to point, and from the last to the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Patrol {
    /// At least one, in world space.
    #[schemars(length(min = 1))]
    pub points: Vec<[f32; 3]>,
    /// Metres a second, above 0.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub speed: f32,
}

/// Goes straight away from the middle of an object's bounds, or from a point. Either `object` or `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct Flee {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// Metres a second, above 0.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub speed: f32,
    /// How far is far enough, metres, above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub until: f32,
}

/// Turns about +Y until its −Z points to the middle of an object's bounds, or to a point. Either `object` or `point`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["object"] }, { "required": ["point"] }]))]
pub struct Face {
    /// The name of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// A point in world space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 3]>,
    /// How fast it turns, above 0; at once if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub degrees_per_second: Option<f32>,
}

/// Runs until this many ticks have passed, its first one counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// At least 1.
    #[schemars(range(min = 1))]
    pub ticks: u64,
}

/// Writes a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Whose value.
    #[schemars(length(min = 1))]
    pub key: String,
    /// Which.
    pub value: Value,
}

/// Says something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// The text of the message. `{key}` is replaced by the value of that blackboard key.
    pub message: String,
}

impl Ask {
    /// The object that it names.
    pub fn object(&self) -> Option<&str> {
        match self {
            Self::Sees(Sees { object }) | Self::Hears(Hears { object, .. }) => Some(object),
            Self::Near(near) => near.object.as_deref(),
            Self::Blackboard(_) | Self::Every(_) | Self::Random(_) | Self::Script(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn object_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Sees(Sees { object }) | Self::Hears(Hears { object, .. }) => Some(object),
            Self::Near(near) => near.object.as_mut(),
            Self::Blackboard(_) | Self::Every(_) | Self::Random(_) | Self::Script(_) => None,
        }
    }
}

impl Act {
    /// The object that it names.
    pub fn object(&self) -> Option<&str> {
        match self {
            Self::MoveTo(MoveTo { object, .. }) | Self::Flee(Flee { object, .. }) | Self::Face(Face { object, .. }) => {
                object.as_deref()
            }
            Self::Patrol(_) | Self::Wait(_) | Self::Set(_) | Self::Log(_) | Self::Script(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn object_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::MoveTo(MoveTo { object, .. }) | Self::Flee(Flee { object, .. }) | Self::Face(Face { object, .. }) => {
                object.as_mut()
            }
            Self::Patrol(_) | Self::Wait(_) | Self::Set(_) | Self::Log(_) | Self::Script(_) => None,
        }
    }

    /// Whether it moves or turns the agent's body.
    pub fn needs_body(&self) -> bool {
        matches!(self, Self::MoveTo(_) | Self::Patrol(_) | Self::Flee(_) | Self::Face(_))
    }
}
