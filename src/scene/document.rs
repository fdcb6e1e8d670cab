//! The scene as written in its file: plain data with the contract's names, units and defaults.
//!
//! Degrees and metres, arrays instead of vectors: what a person typed. [`super::read`] has checked every value
//! found here, so the rest of the house may rely on the ranges stated with each field.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tree::AgentTree;
use super::{Assets, List};
use crate::behavior::Value;
use crate::geometry;

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
    /// What is selected when the scene opens and in its picture: a camera, ray, object, image or agent; a camera or ray
    /// and an object; or a ray and an image.
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
    /// What stands in the files that are named above, as they were read last; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub assets: Assets,
}

/// From where the scene is shown. Perspective with `fov_y` (default 60°) or orthographic with `height`, not both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = { "required": ["fov_y", "height"] }))]
pub struct View {
    /// The eye; without it, far enough to frame everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f32; 3]>,
    /// The point in the middle of the picture, not the eye.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub target: [f32; 3],
    /// Which way is up; not zero. For a vertical view along it, −Z is up.
    #[serde(default = "default::up", skip_serializing_if = "default::is_up")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0] }))]
    pub up: [f32; 3],
    /// Vertical field of view in degrees, above 0 and below 180.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 180))]
    pub fov_y: Option<f32>,
    /// Full height of an orthographic picture in metres, above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub height: Option<f32>,
}

/// A camera. At most one of `look_at`, `rotation` and `euler` gives its direction; without any it looks along −Z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = { "anyOf": [
    { "required": ["look_at", "rotation"] },
    { "required": ["look_at", "euler"] },
    { "required": ["rotation", "euler"] },
] }))]
pub struct Camera {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The eye, relative to `attach` if given.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// A point in the middle of the picture, in the same space as `position`, not equal to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<[f32; 3]>,
    /// Quaternion x, y, z, w; normalised when used, not zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: Option<[f32; 4]>,
    /// Pitch (X), yaw (Y) and roll (Z) in degrees; roll is applied first, then pitch, then yaw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub euler: Option<[f32; 3]>,
    /// Perspective 60° at 16:9 by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub projection: Projection,
    /// Distance of the near plane; above 0 for a perspective camera.
    #[serde(default = "default::near", skip_serializing_if = "default::is_near")]
    #[schemars(!skip_serializing_if)]
    pub near: f32,
    /// Distance of the far plane from the eye (not from the near plane); above `near`.
    #[serde(default = "default::far", skip_serializing_if = "default::is_far")]
    #[schemars(!skip_serializing_if)]
    pub far: f32,
    /// Clip-space depth convention.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub depth: Depth,
    /// The object to whose pose this one is relative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attach: Option<String>,
}

/// How a camera projects.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Projection {
    /// A pyramid.
    Perspective {
        /// Vertical field of view in degrees, above 0 and below 180.
        #[serde(default = "default::fov_y", skip_serializing_if = "default::is_fov_y")]
        #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 180))]
        fov_y: f32,
        /// Width divided by height, above 0.
        #[serde(default = "default::aspect", skip_serializing_if = "default::is_aspect")]
        #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
        aspect: f32,
    },
    /// A box.
    Orthographic {
        /// Full height in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        height: f32,
        /// Width divided by height, above 0.
        #[serde(default = "default::aspect", skip_serializing_if = "default::is_aspect")]
        #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
        aspect: f32,
    },
}

impl Default for Projection {
    fn default() -> Self {
        Self::Perspective { fov_y: default::fov_y(), aspect: default::aspect() }
    }
}

/// Which clip-space depth the near and the far plane get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Depth {
    /// Near −1, far 1: OpenGL.
    #[default]
    #[serde(rename = "-1..1")]
    MinusOneToOne,
    /// Near 0, far 1: Direct3D, Metal, Vulkan.
    #[serde(rename = "0..1")]
    ZeroToOne,
    /// Near 1, far 0.
    #[serde(rename = "reversed")]
    Reversed,
}

/// A solid in the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// What it is, in its local space.
    pub shape: Shape,
    /// Where its local origin stands; without effect when there is a `path`.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// Quaternion x, y, z, w; normalised when used, not zero.
    #[serde(default = "default::rotation", skip_serializing_if = "default::is_rotation")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: [f32; 4],
    /// Per axis, no component 0.
    #[serde(default = "default::scale", skip_serializing_if = "default::is_scale")]
    #[schemars(!skip_serializing_if, extend("items" = { "type": "number", "not": { "const": 0 } }))]
    pub scale: [f32; 3],
    /// Layers 0 to 63 it belongs to; rays hit it when their mask names one of them.
    #[serde(default = "default::layers", skip_serializing_if = "default::is_layers")]
    #[schemars(!skip_serializing_if, inner(range(max = 63)))]
    pub layers: Vec<u8>,
    /// `#rrggbb`; only for the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Motion that replaces `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Path>,
}

/// A shape in local space; sizes in metres, above 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// Centred.
    Box {
        /// Half the edge lengths.
        #[schemars(extend("items" = { "type": "number", "exclusiveMinimum": 0 }))]
        half_extents: [f32; 3],
    },
    /// Centred.
    Sphere {
        /// Radius.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
    },
    /// Centred, axis Y.
    Cylinder {
        /// Radius.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
        /// Half the height.
        #[schemars(extend("exclusiveMinimum" = 0))]
        half_height: f32,
    },
    /// Apex at the origin, opening towards −Y.
    Cone {
        /// Radius of the base disc at y = −height.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
        /// Full height.
        #[schemars(extend("exclusiveMinimum" = 0))]
        height: f32,
    },
    /// Centred, axis Y.
    Capsule {
        /// Radius.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
        /// Half the length of the inner segment.
        #[schemars(extend("exclusiveMinimum" = 0))]
        half_height: f32,
    },
    /// A mesh from a file in the scene's folder.
    Mesh {
        /// glTF, GLB or OBJ, relative to the scene file.
        file: String,
        /// Which node of it, in the node's own space; all of them without, as they stand in the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<String>,
    },
}

impl Shape {
    /// The solid for the queries; `None` for a mesh, which is no solid by itself.
    pub fn solid(&self) -> Option<geometry::Shape> {
        Some(match *self {
            Self::Box { half_extents } => geometry::Shape::Box { half_extents: half_extents.into() },
            Self::Sphere { radius } => geometry::Shape::Sphere { radius },
            Self::Cylinder { radius, half_height } => geometry::Shape::Cylinder { radius, half_height },
            Self::Cone { radius, height } => geometry::Shape::Cone { radius, height },
            Self::Capsule { radius, half_height } => geometry::Shape::Capsule { radius, half_height },
            Self::Mesh { .. } => return None,
        })
    }
}

/// An sRGB colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^#[0-9a-fA-F]{6}$"))]
pub struct Color(pub [u8; 3]);

impl TryFrom<String> for Color {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
        let number = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        let [_, r, g, b] =
            number.ok_or_else(|| format!("`{text}` is no colour; write `#rrggbb`, such as `#c08040`"))?.to_be_bytes();
        Ok(Self([r, g, b]))
    }
}

impl From<Color> for String {
    fn from(Color([r, g, b]): Color) -> Self {
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// Motion along straight lines at constant speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// At least one point.
    #[schemars(length(min = 1))]
    pub points: Vec<[f32; 3]>,
    /// Metres a second, not negative.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub speed: f32,
    /// Whether the way leads from the last point back to the first; without it, it ends at the last.
    #[serde(default, rename = "loop", skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub looped: bool,
}

/// A level placed in the scene: one object per mesh node of a glTF or group of an OBJ, and one camera per glTF camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Unique in the scene; its objects and cameras are named `name/node`.
    #[schemars(length(min = 1))]
    pub name: String,
    /// glTF, GLB or OBJ, relative to the scene file.
    pub file: String,
    /// Where its origin stands.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// Quaternion x, y, z, w; normalised when used, not zero.
    #[serde(default = "default::rotation", skip_serializing_if = "default::is_rotation")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: [f32; 4],
    /// Per axis, no component 0.
    #[serde(default = "default::scale", skip_serializing_if = "default::is_scale")]
    #[schemars(!skip_serializing_if, extend("items" = { "type": "number", "not": { "const": 0 } }))]
    pub scale: [f32; 3],
    /// Layers 0 to 63 of all its objects.
    #[serde(default = "default::layers", skip_serializing_if = "default::is_layers")]
    #[schemars(!skip_serializing_if, inner(range(max = 63)))]
    pub layers: Vec<u8>,
}

/// A ray, line or segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ray {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Where t = 0.
    pub origin: [f32; 3],
    /// How far t = 1 leads; used as given, not normalised, not zero.
    #[schemars(extend("not" = { "const": [0, 0, 0] }))]
    pub direction: [f32; 3],
    /// Which part of the line counts.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub kind: RayKind,
    /// What a start inside a solid means.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub inside: RayInside,
    /// Whether it meets the triangles of meshes from behind.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub back_faces: RayBackFaces,
    /// Layers 0 to 63 it can hit; all without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(max = 63)))]
    pub mask: Option<Vec<u8>>,
}

/// Which part of a line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayKind {
    /// Any t.
    Line,
    /// t ≥ 0.
    #[default]
    Ray,
    /// 0 ≤ t ≤ 1.
    Segment,
}

/// What a start inside a solid means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayInside {
    /// A hit at t = 0.
    #[default]
    Solid,
    /// The hit is where the ray leaves.
    Hollow,
}

/// Whether the triangles of meshes are met from behind, where they wind clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RayBackFaces {
    /// From either side.
    #[default]
    Hit,
    /// Only from the side that their normals point to.
    Cull,
}

/// A Morton-order octree over all objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("dependentRequired" = { "min": ["max"], "max": ["min"] }))]
pub struct Octree {
    /// Least corner of the region; together with `max`, or neither for the smallest region around all objects, wherever
    /// they are at the moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<[f32; 3]>,
    /// Greatest corner, above `min` on every axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<[f32; 3]>,
    /// Number of halvings, 0 to 10.
    #[serde(default = "default::depth", skip_serializing_if = "default::is_depth")]
    #[schemars(!skip_serializing_if, range(max = 10))]
    pub depth: u32,
    /// How an object's cell is chosen.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: OctreeMethod,
}

impl Default for Octree {
    fn default() -> Self {
        Self { min: None, max: None, depth: default::depth(), method: OctreeMethod::default() }
    }
}

/// How an object's cell is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OctreeMethod {
    /// The deepest cell that holds the whole AABB.
    #[default]
    Tight,
    /// Level by size, cell by centre, cells reaching half an edge beyond themselves.
    Loose,
}

/// An agent that runs a behaviour tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The object it moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The camera it sees with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// Ticks a second, above 0; the scene's without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub tick_rate: Option<f64>,
    /// Values the tree starts with: numbers, `true` or `false`, texts, and lists of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blackboard: BTreeMap<String, Value>,
    /// The behaviour tree, or `{ "file": … }` in BehaviorTree.CPP form.
    pub tree: AgentTree,
}

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

/// Two objects tested by occlusion queries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Occlusion {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The first object.
    pub a: String,
    /// The second object.
    pub b: String,
    /// From where the depth tests look.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub method: OcclusionMethod,
    /// Pixels along each side of a depth image, 1 to 4096.
    #[serde(default = "default::resolution", skip_serializing_if = "default::is_resolution")]
    #[schemars(!skip_serializing_if, range(min = 1, max = 4096))]
    pub resolution: u32,
}

/// From where the depth tests look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OcclusionMethod {
    /// The scene's own view.
    View,
    /// One camera on +Z that frames both.
    Fixed,
    /// Three cameras on +X, +Y and +Z; all must agree.
    #[default]
    Axes,
}

/// The contract's defaults, in one place; what equals its default is not written.
pub(crate) mod default {
    /// Defaults that are not their type's own: `name() -> value`, and `is_name(&value)` to leave it out.
    macro_rules! defaults {
        ($($name:ident, $is:ident: $type:ty = $value:expr;)*) => {$(
            pub(crate) fn $name() -> $type {
                $value
            }
            pub(crate) fn $is(value: &$type) -> bool {
                is_same(value, &$name())
            }
        )*};
    }

    defaults! {
        tick_rate, is_tick_rate: f64 = 60.0;
        up, is_up: [f32; 3] = [0.0, 1.0, 0.0];
        rotation, is_rotation: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
        scale, is_scale: [f32; 3] = [1.0; 3];
        layers, is_layers: Vec<u8> = vec![0];
        fov_y, is_fov_y: f32 = 60.0;
        aspect, is_aspect: f32 = 16.0 / 9.0;
        near, is_near: f32 = 0.1;
        far, is_far: f32 = 100.0;
        speed, is_speed: f32 = 1.0;
        depth, is_depth: u32 = 4;
        divisions, is_divisions: [u32; 2] = [10, 10];
        threshold, is_threshold: f64 = 0.5;
        resolution, is_resolution: u32 = 256;
    }

    pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
        is_same(value, &T::default())
    }

    fn is_same<T: PartialEq>(value: &T, default: &T) -> bool {
        value == default
    }
}
