//! The section `said` of a brief report: that of the full report.

use serde_json::Value;

use super::json::SaidSection;
use crate::report::section_source::SectionSource;

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    section.clone()
}

pub(super) fn brief<'a>(source: &SectionSource<'a>) -> Option<SaidSection<'a>> {
    super::json::section(source)
}
