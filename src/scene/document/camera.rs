//! Cameras, and the viewpoint of the scene's own picture.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::default;
use super::session::Follow;
use crate::geometry::camera::DepthRange;
use crate::scene::id::EntryId;
use crate::scene::nullable::null_is_infinite;

/// The viewpoint of the scene's picture: perspective with `fov_y` (60° by default) or orthographic with `height`, not
/// both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = { "required": ["fov_y", "height"] }))]
pub struct View {
    /// The position of the eye in metres, not equal to `target`. Without it, the eye is where the picture frames
    /// everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f32; 3]>,
    /// The point in the middle of the picture, in metres; the origin by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub target: [f32; 3],
    /// The direction that points up in the picture, not zero; +Y by default. −Z is up when the view is parallel to it.
    #[serde(default = "default::up", skip_serializing_if = "default::is_up")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0] }))]
    pub up: [f32; 3],
    /// Vertical field of view in degrees, above 0 and below 180.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 180))]
    pub fov_y: Option<f32>,
    /// The full height of an orthographic picture in metres, above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub height: Option<f32>,
}

/// A camera. At most one of `look_at`, `rotation` and `euler` gives its direction; without them, it looks along −Z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = { "anyOf": [
    { "required": ["look_at", "rotation"] },
    { "required": ["look_at", "euler"] },
    { "required": ["rotation", "euler"] },
] }))]
pub struct Camera {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The position of the eye in metres, in world space, or in the local space of the object that `attach` names; 0 by
    /// default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// The point in the middle of the picture, in metres, in the same space as `position` and not equal to it. +Y is
    /// up; for a vertical direction, −Z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<[f32; 3]>,
    /// The rotation as a quaternion x, y, z, w, not zero; it is normalised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: Option<[f32; 4]>,
    /// The rotation as pitch (about X), yaw (about Y) and roll (about Z) in degrees. Roll is applied first, then pitch,
    /// then yaw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub euler: Option<[f32; 3]>,
    /// The projection; perspective, 60° and 16:9 by default. A `matrix` has its own near and far plane.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub projection: Projection,
    /// The distance of the near plane from the eye in metres, 0.1 by default. Above 0 for a `perspective` camera and a
    /// `frustum`; any value below `far` for an orthographic one.
    #[serde(default = "default::near", skip_serializing_if = "default::is_near")]
    #[schemars(!skip_serializing_if)]
    pub near: f32,
    /// The distance of the far plane from the eye (not from the near plane) in metres, above `near`; 100 by default. `null`
    /// for no far plane, which only a `perspective` camera and a `frustum` can have; it is then infinite here.
    #[serde(default = "default::far", skip_serializing_if = "default::is_far", deserialize_with = "null_is_infinite")]
    #[schemars(!skip_serializing_if, schema_with = "number_or_null")]
    pub far: f32,
    /// The range of depth in clip space, `-1..1` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub depth: Depth,
    /// The layers that the camera sees, each 0 to 63; all by default. The view volume has all layers: only the question
    /// what is seen asks them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(max = 63)))]
    pub mask: Option<Vec<u8>>,
    /// Width and height of its picture in pixels, each 1 to 8192; by default 640 wide in its aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = Camera::MOST_PIXELS)))]
    pub size: Option<[u32; 2]>,
    /// The bits of its depth buffer: 16, 24 or 32; 24 by default. 32 bits are a float.
    #[serde(default = "default::depth_bits", skip_serializing_if = "default::is_depth_bits")]
    #[schemars(!skip_serializing_if, extend("enum" = [16, 24, 32]))]
    pub depth_bits: u32,
    /// The name of the object to whose pose the pose of the camera is relative. The object's scale moves the camera and
    /// never shears its frustum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attach: Option<String>,
    /// The session that the camera follows. Its pose, or the part that `track` selects, replaces the camera's own pose
    /// and is relative to `attach` too. Its lens replaces the lens of a perspective camera.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Follow>,
    /// The key of a known mistake about view volumes or world boxes, as `eyeline mistakes` lists them. The answers of that wrong rule
    /// then are in the report, the picture and the steps beside the right ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<String>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Camera {
    /// The greatest width and height of its picture.
    pub const MOST_PIXELS: u32 = 8192;
    /// The width of its picture when its size is not given.
    pub const DEFAULT_WIDTH: u32 = 640;

    /// A camera at the origin that looks along −Z, with the default projection.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            position: [0.0; 3],
            look_at: None,
            rotation: None,
            euler: None,
            projection: Projection::default(),
            near: default::near(),
            far: default::far(),
            depth: Depth::default(),
            mask: None,
            size: None,
            depth_bits: default::depth_bits(),
            attach: None,
            session: None,
            mistake: None,
            id: EntryId::default(),
        }
    }
}

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Projection {
    /// A perspective projection. Its frustum is a truncated pyramid.
    Perspective {
        /// Vertical field of view in degrees, above 0 and below 180; 60 by default.
        #[serde(default = "default::fov_y", skip_serializing_if = "default::is_fov_y")]
        #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 180))]
        fov_y: f32,
        /// Width divided by height, above 0; 16:9 by default.
        #[serde(default = "default::aspect", skip_serializing_if = "default::is_aspect")]
        #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
        aspect: f32,
    },
    /// An orthographic projection. Its frustum is a box.
    Orthographic {
        /// Full height in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        height: f32,
        /// Width divided by height, above 0; 16:9 by default.
        #[serde(default = "default::aspect", skip_serializing_if = "default::is_aspect")]
        #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
        aspect: f32,
    },
    /// A perspective projection whose middle need not be in front of the eye, as `glFrustum`. The borders of the picture in
    /// metres on the near plane.
    Frustum {
        /// The left border in metres.
        left: f32,
        /// The right border in metres, above `left`.
        right: f32,
        /// The lower border in metres.
        bottom: f32,
        /// The upper border in metres, above `bottom`.
        top: f32,
    },
    /// An orthographic projection whose middle need not be in front of the eye, as `glOrtho`.
    Ortho {
        /// The left border in metres.
        left: f32,
        /// The right border in metres, above `left`.
        right: f32,
        /// The lower border in metres.
        bottom: f32,
        /// The upper border in metres, above `bottom`.
        top: f32,
    },
    /// An engine's own `clip_from_view`, 16 numbers column by column, in the depth convention of `depth`. Its near and far
    /// plane count in place of `near` and `far`. It must have an inverse.
    Matrix([f64; 16]),
}

fn number_or_null(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [{ "type": "number" }, { "const": null }] })
}

impl Default for Projection {
    fn default() -> Self {
        Self::Perspective { fov_y: default::fov_y(), aspect: default::aspect() }
    }
}

impl Depth {
    /// As the view volume has it.
    pub fn range(self) -> DepthRange {
        match self {
            Self::MinusOneToOne => DepthRange::MinusOneToOne,
            Self::ZeroToOne => DepthRange::ZeroToOne,
            Self::Reversed => DepthRange::Reversed,
        }
    }
}

/// The range of depth in clip space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Depth {
    /// −1 at the near plane, 1 at the far plane: OpenGL.
    #[default]
    #[serde(rename = "-1..1")]
    MinusOneToOne,
    /// 0 at the near plane, 1 at the far plane: Direct3D, Metal, Vulkan.
    #[serde(rename = "0..1")]
    ZeroToOne,
    /// 1 at the near plane, 0 at the far plane: reversed depth.
    #[serde(rename = "reversed")]
    Reversed,
}
