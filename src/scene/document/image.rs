//! Images and their cells.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::id::EntryId;

/// An image on a quad, divided into cells that are solid or clear.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The image file, or a glTF or GLB file, relative to the scene file.
    pub file: String,
    /// The index in the `images` of a glTF or GLB file, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texture: Option<u32>,
    /// The number of columns and rows of cells, each at least 1; `[10, 10]` by default.
    #[serde(default = "default::divisions", skip_serializing_if = "default::is_divisions")]
    #[schemars(!skip_serializing_if, inner(range(min = 1)))]
    pub divisions: [u32; 2],
    /// The mean alpha from which a cell is solid, 0 to 1; 0.5 by default. A cell with exactly this mean is solid.
    #[serde(default = "default::threshold", skip_serializing_if = "default::is_threshold")]
    #[schemars(!skip_serializing_if, range(min = 0, max = 1))]
    pub threshold: f64,
    /// The division of the pixels into cells.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: ImageMethod,
    /// The centre of the quad in world space, in metres; 0 by default. The quad faces +Z.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// Width and height of the quad in metres, above 0; by default 1 wide, in the aspect of the pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("items" = { "type": "number", "exclusiveMinimum": 0 }))]
    pub size: Option<[f32; 2]>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Image {
    /// An image of so many pixels at the origin, with the default cells, but at most one for each pixel.
    pub fn new(name: impl Into<String>, file: impl Into<String>, [width, height]: [u32; 2]) -> Self {
        let [columns, rows] = default::divisions();
        Self {
            name: name.into(),
            file: file.into(),
            texture: None,
            divisions: [width.min(columns), height.min(rows)],
            threshold: default::threshold(),
            method: ImageMethod::default(),
            position: [0.0; 3],
            size: None,
            id: EntryId::default(),
        }
    }

    /// The key of its pixels in the store of files: the file, and the index of the image in it. The separator is a NUL,
    /// which no file name contains.
    pub fn source(&self) -> Cow<'_, str> {
        match self.texture {
            None => Cow::Borrowed(&self.file),
            Some(texture) => Cow::Owned(format!("{}\0{texture}", self.file)),
        }
    }
}

/// The division of the pixels into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImageMethod {
    /// Every pixel belongs to exactly one cell.
    #[default]
    Exact,
    /// Blocks with an odd number of pixels along each side, from the top left; the pixels that remain are not read.
    OddBlock,
}
