//! The section `leaks` of a brief report: all fields but the corners of the way.

use serde_json::Value;

use super::json::section;
use crate::report::section_source::{SectionSource, value};

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    let mut section = section.clone();
    for entry in section.as_array_mut().into_iter().flatten() {
        if let Some(fields) = entry.as_object_mut() {
            fields.shift_remove("path");
        }
    }
    section
}

/// The leaks of a brief report.
pub(super) fn brief(source: &SectionSource<'_>) -> Option<Vec<Value>> {
    let entries = section(source)?.iter().filter_map(value).collect();
    Some(shorten(&Value::Array(entries)).as_array().cloned().unwrap_or_default())
}
