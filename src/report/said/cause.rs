//! Why a program answers otherwise than eyeline.

use serde_json::Value;

use super::bounds_kind::BoundsKind;
use crate::geometry::frustum::Side;

/// Why a program answers otherwise: the first of these that holds, `Precision` and `Layers` before `Rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its answer is ours of so many ticks before, and its inputs are not known or are those of that tick.
    Late(usize),
    /// With its planes our rule answers as it does. The side is that whose plane differs most at the object.
    Planes(Side),
    /// With its bounds our rule answers as it does. The kind is known for some bounds.
    Bounds(Option<BoundsKind>),
    /// With its planes and its bounds together our rule answers as it does.
    Inputs(Option<BoundsKind>),
    /// Our margin is less than 4 units in the last place of the coordinates.
    Precision,
    /// The camera or the ray does not see the layers of the object, and one of the two answers leaves layers out.
    Layers,
    /// With its inputs our rule answers otherwise. The key is that of a known mistake that answers as it does.
    Rule(Option<&'static str>),
    /// None of these.
    Unknown,
}

/// A cause without what it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants of `Cause` have the words")]
pub enum CauseKind {
    Late,
    Planes,
    Bounds,
    Inputs,
    Precision,
    Layers,
    Rule,
    Unknown,
}

impl CauseKind {
    /// All of them, in the order in which they are tried, and `Rule` after `Layers`.
    pub const ALL: [Self; 8] = [
        Self::Late,
        Self::Planes,
        Self::Bounds,
        Self::Inputs,
        Self::Precision,
        Self::Layers,
        Self::Rule,
        Self::Unknown,
    ];

    /// The word in a report.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Planes => "planes",
            Self::Bounds => "box",
            Self::Inputs => "inputs",
            Self::Precision => "precision",
            Self::Layers => "layers",
            Self::Rule => "rule",
            Self::Unknown => "unknown",
        }
    }

    /// The kind in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Planes => "planes differ",
            Self::Bounds => "bounds differ",
            Self::Inputs => "planes and bounds differ",
            Self::Precision => "at the boundary",
            Self::Layers => "layers",
            Self::Rule => "another rule",
            Self::Unknown => "unknown cause",
        }
    }
}

impl Cause {
    /// The kind of the cause.
    pub const fn kind(self) -> CauseKind {
        match self {
            Self::Late(_) => CauseKind::Late,
            Self::Planes(_) => CauseKind::Planes,
            Self::Bounds(_) => CauseKind::Bounds,
            Self::Inputs(_) => CauseKind::Inputs,
            Self::Precision => CauseKind::Precision,
            Self::Layers => CauseKind::Layers,
            Self::Rule(_) => CauseKind::Rule,
            Self::Unknown => CauseKind::Unknown,
        }
    }

    /// What the cause is of: ticks, a side, the kind of the bounds, or the key of a mistake.
    pub(super) fn of(self) -> Value {
        match self {
            Self::Late(ticks) => ticks.into(),
            Self::Planes(side) => side.word().into(),
            Self::Rule(key) => key.into(),
            Self::Bounds(kind) | Self::Inputs(kind) => kind.map(BoundsKind::word).into(),
            Self::Precision | Self::Layers | Self::Unknown => Value::Null,
        }
    }

    /// The cause in a few words; empty when it is unknown.
    pub fn short(self) -> String {
        match self {
            Self::Late(1) => "late by 1 tick".to_owned(),
            Self::Late(ticks) => format!("late by {ticks} ticks"),
            Self::Planes(side) => format!("{} plane differs", side.word()),
            Self::Bounds(Some(kind)) => kind.short(),
            Self::Inputs(Some(kind)) => format!("planes differ; {}", kind.short()),
            Self::Rule(Some(key)) => format!("rule {key}"),
            Self::Unknown => String::new(),
            Self::Bounds(None) | Self::Inputs(None) | Self::Precision | Self::Layers | Self::Rule(None) => {
                self.kind().title().to_owned()
            }
        }
    }

    /// The cause in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Self::Late(1) => "The answer is ours of the tick before.".to_owned(),
            Self::Late(ticks) => format!("The answer is ours of {ticks} ticks before."),
            Self::Planes(side) => {
                format!("The program tested other planes. The {} plane differs most at the object.", side.word())
            }
            Self::Bounds(None) => "The program tested other bounds of the object.".to_owned(),
            Self::Bounds(Some(kind)) => kind.sentence(),
            Self::Inputs(None) => "The program tested other planes and other bounds.".to_owned(),
            Self::Inputs(Some(kind)) => format!("The program tested other planes. {}", kind.sentence()),
            Self::Precision => {
                "The object is at the boundary: our margin is below the precision of 32-bit numbers there.".to_owned()
            }
            Self::Layers => "One of the two answers leaves the layers out.".to_owned(),
            Self::Rule(Some(key)) => {
                format!("The inputs are the same, and the program answers as the mistake `{key}` does.")
            }
            Self::Rule(None) => "The inputs are the same, and the program has another rule.".to_owned(),
            Self::Unknown => {
                "No known cause explains the answer. The more inputs the program gives, the more causes can be tried."
                    .to_owned()
            }
        }
    }
}
