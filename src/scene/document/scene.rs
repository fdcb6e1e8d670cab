//! The whole scene file.

use glam::Vec3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agent::Agent;
use super::camera::{Camera, View};
use super::check::{Check, CheckPanel};
use super::collider::Collider;
use super::cut::Cut;
use super::default;
use super::expect::Expectation;
use super::ignored::Ignored;
use super::image::Image;
use super::last_tick::LAST_TICK;
use super::leak::Leak;
use super::lesson::LessonStep;
use super::model::Model;
use super::object::Object;
use super::occlusion::Occlusion;
use super::octree::Octree;
use super::ray::Ray;
use super::session::RecordedSession;
use super::tap::Tap;
use super::trace::SceneTrace;
use crate::scene::chunked_list::List;

/// A whole scene file, format version 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The address of the JSON Schema, for editors. eyeline does not read it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of the format: 1.
    #[schemars(extend("const" = 1))]
    pub eyeline: u32,
    /// Shown as the window's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Markdown shown beside the scene.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The number of ticks a second, above 0; 60 by default.
    #[serde(default = "default::tick_rate", skip_serializing_if = "default::is_tick_rate")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub tick_rate: f64,
    /// The seed of all random decisions of behaviour trees, 0 by default. The same seed gives the same decisions.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub seed: u64,
    /// The tick at which the window opens and that a picture shows, 0 to 1,000,000; 0 by default. Reports and
    /// explanations are at tick 0 unless `--tick` says otherwise.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if, extend("maximum" = LAST_TICK))]
    pub opens_at: u64,
    /// The viewpoint of the window and of pictures. Without it, the picture frames everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What is selected when the scene opens and in its picture: a camera, ray, object, image, agent or
    /// occlusion query; a camera or ray and an object; or a ray and an image.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<String>,
    /// Cameras. The frustum of each is tested against every object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
    /// The solids of the scene.
    #[serde(default, skip_serializing_if = "List::is_empty")]
    pub objects: List<Object>,
    /// Levels from glTF, GLB, FBX, OBJ, PLY, STL, `.map` and `.bsp` files. Each adds one object per mesh node, group, solid, brush or model, after the objects of
    /// the scene itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Model>,
    /// Rays. Each is cast against every object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rays: Vec<Ray>,
    /// A Morton-order octree over all objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub octree: Option<Octree>,
    /// Agents that run a behaviour tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<Agent>,
    /// Images, each divided into cells that are solid or clear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Pairs of objects that occlusion queries test for collision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occlusion: Vec<Occlusion>,
    /// Recorded camera paths, which cameras and objects may follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<RecordedSession>,
    /// Hit tests of points of the pictures of cameras that follow a session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taps: Vec<Tap>,
    /// Meshes that are cut by a plane.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Cut>,
    /// Spheres that should not get out of a room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaks: Vec<Leak>,
    /// Colliders that are compared with what is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colliders: Vec<Collider>,
    /// The trace of a running program, whose world and answers are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<SceneTrace>,
    /// Problems that are intended in this scene. They are left out of the list of problems.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<Ignored>,
    /// Settings of `eyeline check`, which compares the scene with its stored answers and pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// Expected answers. `eyeline check` and the window compare them with the answers found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// A lesson: steps that say something, ask a question, or set a goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lesson: Vec<LessonStep>,
}

impl Scene {
    /// The direction that points up in the picture of the scene, of unit length; +Y by default.
    pub fn up(&self) -> Vec3 {
        self.view.as_ref().map_or(Vec3::Y, |view| Vec3::from(view.up).normalize_or(Vec3::Y))
    }

    /// A scene without entries.
    pub fn empty() -> Self {
        Self {
            schema: None,
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
            sessions: Vec::new(),
            taps: Vec::new(),
            cuts: Vec::new(),
            leaks: Vec::new(),
            colliders: Vec::new(),
            trace: None,
            ignore: Vec::new(),
            check: None,
            expect: Vec::new(),
            lesson: Vec::new(),
        }
    }

    /// Why the window on the scene does not have a panel.
    pub fn why_no_panel(&self, panel: CheckPanel) -> Option<&'static str> {
        let (is_there, reason) = match panel {
            CheckPanel::Behavior => {
                (!self.agents.is_empty(), "the window has the panel `behavior` for a scene with agents")
            }
            CheckPanel::Opacity => {
                (!self.images.is_empty(), "the window has the panel `opacity` for a scene with images")
            }
            CheckPanel::Occlusion => {
                (!self.occlusion.is_empty(), "the window has the panel `occlusion` for a scene with occlusion queries")
            }
            CheckPanel::Visibility => {
                (!self.cameras.is_empty(), "the window has the panel `visibility` for a scene with cameras")
            }
            CheckPanel::Cost => {
                let has_objects = !self.objects.is_empty() || !self.models.is_empty();
                (has_objects, "the window has the panel `cost` for a scene with objects")
            }
            CheckPanel::Sessions => {
                (!self.sessions.is_empty(), "the window has the panel `sessions` for a scene with recorded sessions")
            }
            CheckPanel::Disagreements => {
                (self.trace.is_some(), "the window has the panel `disagreements` for a scene with a trace")
            }
            _ => return None,
        };
        (!is_there).then_some(reason)
    }
}
