//! The project file `eyeline.project.json`: settings of `eyeline check` for all scenes below it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::{Check, CheckView, IgnoredPixels, SkippedSection, Tolerance};
use super::default;

/// The file `eyeline.project.json` in the root folder of a project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// The address of the JSON Schema, for editors. eyeline does not read it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of the format: 1.
    #[schemars(extend("const" = 1))]
    pub eyeline_project: u32,
    /// Settings of `eyeline check`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<ProjectCheck>,
}

/// The settings of `eyeline check` for all scenes of a project. A scene's own keys win, key by key.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectCheck {
    /// The scenes to check, or folders to search for scenes, relative to the project file; `["scenes"]` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<String>>,
    /// The folder of all baselines, relative to the project file. Without it, each scene has a folder `screenshots`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baselines: Option<String>,
    /// The pictures of each scene that are stored and compared. Without it, one picture, as `eyeline render` draws it.
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
    /// Renderers whose pictures have baselines of their own. The first entry whose text is in the name of the renderer
    /// counts. Every other renderer uses the common baselines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renderers: Option<Vec<CheckRenderer>>,
}

/// Renderers whose pictures have baselines of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRenderer {
    /// The name of the folder of these baselines, inside the folder of the common ones.
    pub name: String,
    /// A text that the name of the renderer contains, in upper or lower case.
    pub matches: String,
}

impl CheckRenderer {
    /// Whether this entry is about a renderer.
    pub fn is_of(&self, renderer: &str) -> bool {
        renderer.to_lowercase().contains(&self.matches.to_lowercase())
    }
}

impl ProjectCheck {
    /// The settings that a scene may have too.
    pub fn of_scenes(&self) -> Check {
        let Self { views, tolerance, ignore, skip, paths: _, baselines: _, renderers: _ } = self.clone();
        Check { views, tolerance, ignore, skip }
    }
}
