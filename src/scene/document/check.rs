//! What `eyeline check` guards of a scene: the pictures, the tolerances, and what does not count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;

/// How `eyeline check` compares the scene with its stored answers and pictures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The pictures that are stored and compared; without it one picture, as `eyeline render` draws it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<CheckView>,
    /// Which differences are too small to count.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub tolerance: Tolerance,
    /// Rectangles of the pictures that are not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<IgnoredRect>,
    /// Sections of the report that are neither stored nor compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<SkippedSection>,
}

/// One stored picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckView {
    /// Unique among the views; a part of the picture's file name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The camera to look through; the scene's `view` without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// The tick that the picture shows, up to 1,000,000; without it the tick that `eyeline render` shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1_000_000))]
    pub tick: Option<u64>,
    /// Whether the whole window is drawn.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub ui: bool,
    /// Width and height in pixels, each 1 to 8192; without it the size that `eyeline render` draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = 8192)))]
    pub size: Option<[u32; 2]>,
}

impl CheckView {
    /// The greatest width and height of a picture.
    pub const MOST_PIXELS: u32 = 8192;
    /// Width and height of a picture whose size is not given.
    pub const DEFAULT_SIZE: [u32; 2] = [1280, 720];
}

/// Which differences are too small to count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tolerance {
    /// By how much a number of an answer may differ, 0 or more.
    #[serde(default = "default::number_tolerance", skip_serializing_if = "default::is_number_tolerance")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub number: f64,
    /// By how much a pixel may differ, a perceptual difference from 0 to 1.
    #[serde(default = "default::pixel_tolerance", skip_serializing_if = "default::is_pixel_tolerance")]
    #[schemars(!skip_serializing_if, range(min = 0, max = 1))]
    pub pixel: f64,
    /// How many pixels may differ by more.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub pixels: u64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { number: default::number_tolerance(), pixel: default::pixel_tolerance(), pixels: 0 }
    }
}

/// A rectangle of a picture that is not compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IgnoredRect {
    /// The view that it belongs to; every view without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Left, top, width and height in pixels; the width and height are at least 1.
    pub rect: [u32; 4],
}

/// A section of the report that `eyeline check` leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are those of the report's sections")]
pub enum SkippedSection {
    Frusta,
    Rays,
    Octree,
    Agents,
    Images,
    Occlusion,
    Sessions,
    Taps,
    Skins,
    Cuts,
}

impl SkippedSection {
    /// Its key in the report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frusta => "frusta",
            Self::Rays => "rays",
            Self::Octree => "octree",
            Self::Agents => "agents",
            Self::Images => "images",
            Self::Occlusion => "occlusion",
            Self::Sessions => "sessions",
            Self::Taps => "taps",
            Self::Skins => "skins",
            Self::Cuts => "cuts",
        }
    }
}
