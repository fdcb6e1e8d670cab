//! Solids: their shapes, their colours and their motion.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::default;
use crate::geometry;
use crate::scene::EntryId;

/// A solid in the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// What it is, in its local space.
    pub shape: Shape,
    /// The world position of its local origin: x, y, z in metres. Without effect when there is a `path`.
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
    /// What it is, whatever its name; not written.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
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
