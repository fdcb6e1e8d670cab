//! The section `images` of a brief report: `solid_cells` and `solid`.

use serde::Serialize;
use serde_json::Value;

use super::json::GridRows;
use crate::report::stored_fields::{each, pick};
use crate::world::ImageAt;

/// The brief entry of an image, or its name and `error`.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum ImageBrief<'a> {
    Answer { image: &'a str, solid_cells: usize, solid: GridRows<'a, bool> },
    Error { image: &'a str, error: String },
}

impl<'a> ImageBrief<'a> {
    pub(super) fn of(of: &'a ImageAt) -> Self {
        let image = &of.name;
        match &of.opacity {
            Ok(opacity) => Self::Answer {
                image,
                solid_cells: opacity.solid_cells,
                solid: GridRows::solid(&opacity.grid, of.threshold),
            },
            Err(error) => Self::Error { image, error: error.to_string() },
        }
    }
}

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    each(section, |image| pick(image, &["image", "solid_cells", "solid", "error"]))
}
