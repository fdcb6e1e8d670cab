//! The section `taps` of a brief report: what both rules choose.

use serde::Serialize;
use serde_json::Value;

use super::json::{Hit, hit};
use crate::report::stored_fields::{each, pick};
use crate::world::TapAt;

/// The brief entry of a tap, or its name and `error`.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum TapBrief<'a> {
    Answer { tap: &'a str, chosen: Option<Hit<'a>>, other_rule: Option<Hit<'a>>, rules_differ: bool },
    Error { tap: &'a str, error: &'a str },
}

impl<'a> TapBrief<'a> {
    pub(super) fn of(tap: &'a TapAt) -> Self {
        match &tap.outcome {
            Err(error) => Self::Error { tap: &tap.name, error },
            Ok(answer) => {
                let (chosen, other) = (answer.chosen(tap.rule), answer.chosen(tap.rule.other()));
                Self::Answer {
                    tap: &tap.name,
                    chosen: chosen.map(|chosen| hit(answer, &chosen)),
                    other_rule: other.map(|other| hit(answer, &other)),
                    rules_differ: chosen != other,
                }
            }
        }
    }
}

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    each(section, |tap| pick(tap, &["tap", "chosen", "other_rule", "rules_differ", "error"]))
}
