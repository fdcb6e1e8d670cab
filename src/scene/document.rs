//! The scene as written in its file: plain data with the contract's names, units and defaults.
//!
//! Degrees and metres, arrays instead of vectors, as in the file. [`check`](super::check) has checked every value, so
//! other modules can rely on the ranges that each field documents.

mod agent;
mod camera;
mod check;
pub(crate) mod default;
mod expect;
mod image;
mod model;
mod object;
mod occlusion;
mod octree;
mod ray;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::agent::Agent;
pub use self::camera::{Camera, Depth, Projection, View};
pub use self::check::{Check, CheckView, IgnoredRect, SkippedSection, Tolerance};
pub use self::expect::{Expectation, NAMING_KEYS};
pub use self::image::{Image, ImageMethod};
pub use self::model::Model;
pub use self::object::{Color, Object, Path, Shape};
pub use self::occlusion::{Occlusion, OcclusionMethod};
pub use self::octree::{Octree, OctreeMethod};
pub use self::ray::{Ray, RayBackFaces, RayInside, RayKind};
use super::List;

/// A whole scene file, format version 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Format version: 1.
    #[schemars(extend("const" = 1))]
    pub eyeline: u32,
    /// Shown as the window's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Markdown shown beside the scene.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Ticks a second, above 0.
    #[serde(default = "default::tick_rate", skip_serializing_if = "default::is_tick_rate")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub tick_rate: f64,
    /// Decides all that behaviour trees leave to chance.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub seed: u64,
    /// The tick that the window opens at and that a picture shows, up to 1,000,000; reports and explanations begin at 0.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if, extend("maximum" = 1_000_000))]
    pub opens_at: u64,
    /// From where the scene is shown; without it everything is framed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What is selected when the scene opens and in its picture: a camera, ray, object, image, agent or
    /// occlusion query; a camera or ray and an object; or a ray and an image.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<String>,
    /// Cameras whose frusta are tested against every object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
    /// The solids of the scene.
    #[serde(default, skip_serializing_if = "List::is_empty")]
    pub objects: List<Object>,
    /// Levels from other programs, each contributing an object per mesh node, after the scene's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Model>,
    /// Rays cast against every object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rays: Vec<Ray>,
    /// A Morton-order octree over all objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub octree: Option<Octree>,
    /// Agents that run a behaviour tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<Agent>,
    /// Images cut into cells of opacity.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Pairs of objects tested by occlusion queries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occlusion: Vec<Occlusion>,
    /// How `eyeline check` compares the scene with its stored answers and pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// What is expected of the answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

impl Scene {
    /// A scene without anything in it.
    pub fn empty() -> Self {
        Self {
            eyeline: 1,
            title: String::new(),
            about: String::new(),
            tick_rate: default::tick_rate(),
            seed: 0,
            opens_at: 0,
            view: None,
            select: Vec::new(),
            cameras: Vec::new(),
            objects: List::default(),
            models: Vec::new(),
            rays: Vec::new(),
            octree: None,
            agents: Vec::new(),
            images: Vec::new(),
            occlusion: Vec::new(),
            check: None,
            expect: Vec::new(),
        }
    }
}
