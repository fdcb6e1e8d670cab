//! The section `skins` of a brief report: all figures, as in the full one.

use serde_json::Value;

use super::SkinsQuestion;
use super::json::SkinSection;
use crate::report::question::Question;
use crate::report::section_source::Source;

pub(super) fn brief<'a>(source: &Source<'a>) -> Option<Vec<SkinSection<'a>>> {
    SkinsQuestion::json(source)
}

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    section.clone()
}
