//! The brief form of the section `occlusion`: each entry has `name`, `a`, `b`, `collides` and `exact`, or `error`.

use serde::Serialize;
use serde_json::Value;

use super::entry::PairEntry;
use crate::report::stored_fields::{each, pick};

/// An entry of the list.
#[derive(Serialize)]
pub(in crate::report) struct BriefEntry<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collides: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

pub(super) fn entry(entry: &PairEntry) -> BriefEntry<'_> {
    let name = |i: usize| entry.bodies.as_ref().map(|bodies| &*bodies[i]);
    let answer = entry.answer.as_ref().ok();
    BriefEntry {
        name: &entry.name,
        a: name(0),
        b: name(1),
        collides: answer.map(|answer| answer.collides),
        exact: answer.map(|answer| answer.exact),
        error: entry.error(),
    }
}

/// The brief form of a section that was read from a report.
pub(in crate::report) fn shorten(section: &Value) -> Value {
    each(section, |query| pick(query, &["name", "a", "b", "collides", "exact", "error"]))
}
