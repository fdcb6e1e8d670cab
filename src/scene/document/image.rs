//! Images and their cells.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::EntryId;

/// An image cut into cells of opacity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Relative to the scene file.
    pub file: String,
    /// Which of its `images`, from 0, when the file is a glTF or GLB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texture: Option<u32>,
    /// Cells along X and Y, at least 1.
    #[serde(default = "default::divisions", skip_serializing_if = "default::is_divisions")]
    #[schemars(!skip_serializing_if, inner(range(min = 1)))]
    pub divisions: [u32; 2],
    /// Mean alpha from which a cell is solid, 0 to 1.
    #[serde(default = "default::threshold", skip_serializing_if = "default::is_threshold")]
    #[schemars(!skip_serializing_if, range(min = 0, max = 1))]
    pub threshold: f64,
    /// How cells are laid over the pixels.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: ImageMethod,
    /// The middle of the quad.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// Width and height in metres, above 0; 1 wide in its own aspect without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("items" = { "type": "number", "exclusiveMinimum": 0 }))]
    pub size: Option<[f32; 2]>,
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Image {
    /// By what its pixels are known among what was read: its file, and which image of it. No file has a name with a NUL.
    pub fn source(&self) -> Cow<'_, str> {
        match self.texture {
            None => Cow::Borrowed(&self.file),
            Some(texture) => Cow::Owned(format!("{}\0{texture}", self.file)),
        }
    }
}

/// How cells are laid over the pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImageMethod {
    /// Every pixel belongs to one cell.
    #[default]
    Exact,
    /// Blocks of odd size; the remainder is never read.
    OddBlock,
}
