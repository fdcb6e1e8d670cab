//! From where things are seen: cameras, and the view of the scene itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::scene::EntryId;

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
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
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
