//! Settings of `eyeline check` in a scene: the pictures, the tolerances, and the parts that are not compared.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use super::last_tick::LAST_TICK;

/// Settings of `eyeline check`, which compares the scene with its stored answers and pictures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The pictures that are stored and compared. Without it, one picture, as `eyeline render` draws it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<CheckView>,
    /// The greatest differences that do not count.
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
    /// The name, unique among the views; a part of the picture's file name. Without `/`, `\` and control characters.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The name of the camera through which the picture is drawn. Without it, the picture uses the scene's `view`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// The tick that the picture shows, 0 to 1,000,000; by default the tick that `eyeline render` shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = LAST_TICK))]
    pub tick: Option<u64>,
    /// Whether the picture shows the whole window; false by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub ui: bool,
    /// The panel at the bottom of the window whose tab is open; by default the one that the window opens with. Only with `ui`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<CheckPanel>,
    /// Width and height in pixels, each 1 to 8192; `[1280, 720]` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = CheckView::MOST_PIXELS)))]
    pub size: Option<[u32; 2]>,
}

impl CheckView {
    /// The greatest width and height of a picture.
    pub const MOST_PIXELS: u32 = 8192;
    /// Width and height of a picture whose size is not given.
    pub const DEFAULT_SIZE: [u32; 2] = [1280, 720];
}

/// A panel at the bottom of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are those of the tabs")]
pub enum CheckPanel {
    Explain,
    Verdicts,
    Plots,
    Behavior,
    Octree,
    Opacity,
    Occlusion,
    Sessions,
    Problems,
}

impl CheckPanel {
    /// All of them, in the order of the tabs.
    pub const ALL: [Self; 9] = [
        Self::Explain,
        Self::Verdicts,
        Self::Plots,
        Self::Behavior,
        Self::Octree,
        Self::Opacity,
        Self::Occlusion,
        Self::Sessions,
        Self::Problems,
    ];

    /// The word in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Explain => "explain",
            Self::Verdicts => "verdicts",
            Self::Plots => "plots",
            Self::Behavior => "behavior",
            Self::Octree => "octree",
            Self::Opacity => "opacity",
            Self::Occlusion => "occlusion",
            Self::Sessions => "sessions",
            Self::Problems => "problems",
        }
    }
}

impl FromStr for CheckPanel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|panel| panel.word() == text);
        found.ok_or_else(|| format!("no such panel; there are {}", Self::ALL.map(Self::word).join(", ")))
    }
}

/// The greatest differences that do not count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tolerance {
    /// The greatest absolute difference of two numbers of an answer, 0 or more; 1e-4 by default.
    #[serde(default = "default::number_tolerance", skip_serializing_if = "default::is_number_tolerance")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub number: f64,
    /// The greatest perceptual difference of two pixels, 0 to 1; 0.1 by default.
    #[serde(default = "default::pixel_tolerance", skip_serializing_if = "default::is_pixel_tolerance")]
    #[schemars(!skip_serializing_if, range(min = 0, max = 1))]
    pub pixel: f64,
    /// The greatest number of pixels that differ by more; 0 by default.
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
    /// The name of the view. Without it, the rectangle is left out of every view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Left, top, width and height in pixels. Width and height are at least 1, and the rectangle is inside the picture.
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
