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
    /// The pictures that are stored and compared. Without it, those of the project file, else one picture, as `eyeline
    /// render` draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<Vec<CheckView>>,
    /// The greatest differences that do not count.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub tolerance: Tolerance,
    /// The parts of the pictures that are not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignore: Option<Vec<IgnoredPixels>>,
    /// Sections of the report that are neither stored nor compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<Vec<SkippedSection>>,
}

impl Check {
    /// The views, in file order; empty when the scene has none of its own.
    pub fn views(&self) -> &[CheckView] {
        self.views.as_deref().unwrap_or_default()
    }

    /// The parts of the pictures that are not compared.
    pub fn ignored(&self) -> &[IgnoredPixels] {
        self.ignore.as_deref().unwrap_or_default()
    }

    /// The sections that are left out.
    pub fn skipped(&self) -> &[SkippedSection] {
        self.skip.as_deref().unwrap_or_default()
    }

    /// These settings, with those of `defaults` for each key that is not given.
    #[must_use]
    pub fn over(self, defaults: &Self) -> Self {
        Self {
            views: self.views.or_else(|| defaults.views.clone()),
            tolerance: self.tolerance.over(defaults.tolerance),
            ignore: self.ignore.or_else(|| defaults.ignore.clone()),
            skip: self.skip.or_else(|| defaults.skip.clone()),
        }
    }
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
    /// What the surfaces of objects show; `material` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display: Option<CheckDisplay>,
    /// The colours of the picture or the window; `dark` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<CheckTheme>,
    /// The scale of the user interface, 1 to 2; 1 by default. Only with `ui`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2))]
    pub scale: Option<f32>,
}

impl CheckView {
    /// The greatest width and height of a picture.
    pub const MOST_PIXELS: u32 = 8192;
    /// Width and height of a picture whose size is not given.
    pub const DEFAULT_SIZE: [u32; 2] = [1280, 720];
}

/// What the surfaces of objects show in a stored picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckDisplay {
    /// The materials of levels and the colours of objects, with the colour of the answer.
    #[default]
    Material,
    /// The colour of the answer, or of the object.
    Verdict,
    /// One colour for all.
    Clay,
    /// The edges of triangles.
    Wireframe,
    /// Front faces in one colour and back faces in another one.
    Orientation,
}

/// The colours of a stored picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckTheme {
    /// Light lines on dark grey.
    #[default]
    Dark,
    /// Dark lines on light grey.
    Light,
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
    Visibility,
    Cost,
    Sessions,
    Disagreements,
    Problems,
}

impl CheckPanel {
    /// All of them, in the order of the tabs.
    pub const ALL: [Self; 12] = [
        Self::Explain,
        Self::Verdicts,
        Self::Plots,
        Self::Behavior,
        Self::Octree,
        Self::Opacity,
        Self::Occlusion,
        Self::Visibility,
        Self::Cost,
        Self::Sessions,
        Self::Disagreements,
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
            Self::Visibility => "visibility",
            Self::Cost => "cost",
            Self::Sessions => "sessions",
            Self::Disagreements => "disagreements",
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tolerance {
    /// The greatest absolute difference of two numbers of an answer, 0 or more; 1e-4 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub number: Option<f64>,
    /// The greatest perceptual difference of two pixels, 0 to 1; 0.1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub pixel: Option<f64>,
    /// The greatest number of pixels that differ by more; 0 by default. Not together with `pixel_ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pixels: Option<u64>,
    /// The greatest share of a picture's pixels that differ by more, 0 to 1, in place of `pixels`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub pixel_ratio: Option<f64>,
}

impl Tolerance {
    /// The greatest absolute difference of two numbers of an answer.
    pub fn number(&self) -> f64 {
        self.number.unwrap_or_else(default::number_tolerance)
    }

    /// The greatest perceptual difference of two pixels.
    pub fn pixel(&self) -> f64 {
        self.pixel.unwrap_or_else(default::pixel_tolerance)
    }

    /// The greatest number of pixels of a picture of that size that differ by more.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of the pixels of a picture")]
    pub fn pixels_of(&self, [width, height]: [u32; 2]) -> u64 {
        // Rounding may put the product of two decimal fractions just below a whole number.
        const ROUNDING: f64 = 1e-6;
        match self.pixel_ratio {
            Some(ratio) => (ratio * f64::from(width) * f64::from(height) + ROUNDING).floor() as u64,
            None => self.pixels.unwrap_or(0),
        }
    }

    /// These tolerances, with those of `defaults` for each one that is not given. `pixels` and `pixel_ratio` are one
    /// setting.
    fn over(self, defaults: Self) -> Self {
        let has_count = self.pixels.is_some() || self.pixel_ratio.is_some();
        let count = if has_count { self } else { defaults };
        Self {
            number: self.number.or(defaults.number),
            pixel: self.pixel.or(defaults.pixel),
            pixels: count.pixels,
            pixel_ratio: count.pixel_ratio,
        }
    }
}

/// A part of a picture that is not compared: a rectangle, or the pixels of an object. One of `rect` and `object` is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IgnoredPixels {
    /// The name of the view. Without it, the part is left out of every view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Left, top, width and height in pixels. Width and height are at least 1, and the rectangle is inside the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rect: Option<[u32; 4]>,
    /// The name of an object. The pixels that it covers in the picture, and the pixels beside them, are not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
}

/// A section of the report that `eyeline check` leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words are those of the report's sections")]
pub enum SkippedSection {
    Frusta,
    Visibility,
    Rays,
    Octree,
    Agents,
    Images,
    Occlusion,
    Sessions,
    Taps,
    Skins,
    Cuts,
    Leaks,
    Colliders,
    Said,
}
