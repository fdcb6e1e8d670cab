//! Models: levels of other programs, placed in the scene.

use std::fmt;

use glam::{DAffine3, DVec3};
use schemars::JsonSchema;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};

use super::default;
use crate::geometry::pose::unit_rotation;
use crate::scene::id::EntryId;

/// A level placed in the scene: one object per mesh node of a glTF or FBX, group of an OBJ, solid of an STL, brush of a map or model of a compiled map, one for a PLY,
/// and one camera per camera of a glTF or FBX.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The name, unique in the scene; its objects and cameras are named `name/node`.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file, relative to the scene file.
    pub file: String,
    /// The world position of the model's origin in metres; 0 by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub position: [f32; 3],
    /// The rotation as a quaternion x, y, z, w, not zero; it is normalised.
    #[serde(default = "default::rotation", skip_serializing_if = "default::is_rotation")]
    #[schemars(!skip_serializing_if, extend("not" = { "const": [0, 0, 0, 0] }))]
    pub rotation: [f32; 4],
    /// The scale along each local axis, no component 0; 1 by default.
    #[serde(default = "default::scale", skip_serializing_if = "default::is_scale")]
    #[schemars(!skip_serializing_if, extend("items" = { "type": "number", "not": { "const": 0 } }))]
    pub scale: [f32; 3],
    /// The layers of all its objects, each 0 to 63; `[0]` by default.
    #[serde(default = "default::layers", skip_serializing_if = "default::is_layers")]
    #[schemars(!skip_serializing_if, inner(range(max = 63)))]
    pub layers: Vec<u8>,
    /// The animation of the file that plays: its name, or its index from 0. Without one, nodes are placed as in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animation: Option<AnimationRef>,
    /// The scene time in seconds at which the animation begins, 0 by default. Before it, its first moment is shown.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub start: f64,
    /// Whether the animation begins again at its end, true by default. Otherwise its last moment stays.
    #[serde(default = "default::animation_loop", rename = "loop", skip_serializing_if = "default::is_animation_loop")]
    #[schemars(!skip_serializing_if)]
    pub looped: bool,
    /// Seconds of the animation in a second of the scene, 1 by default. A negative speed plays it backwards.
    #[serde(default = "default::animation_speed", skip_serializing_if = "default::is_animation_speed")]
    #[schemars(!skip_serializing_if)]
    pub speed: f64,
    /// The pose of skinned meshes: `bind` shows them as modelled. By default their joints move them.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub pose: ModelPose,
    /// The box of a skinned mesh that the frustum test uses: a method, or a box given by hand; `exact` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub bounds: ModelBounds,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

/// An animation of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnimationRef {
    /// By its index, from 0.
    Index(u32),
    /// By its name. The first animation with this name plays.
    Name(String),
}

impl<'de> Deserialize<'de> for AnimationRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrIndex;
        impl Visitor<'_> for NameOrIndex {
            type Value = AnimationRef;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the name of an animation, or its index from 0")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<AnimationRef, E> {
                Ok(AnimationRef::Name(name.to_owned()))
            }

            fn visit_u64<E: de::Error>(self, index: u64) -> Result<AnimationRef, E> {
                let whole = || E::invalid_value(de::Unexpected::Unsigned(index), &self);
                u32::try_from(index).map(AnimationRef::Index).map_err(|_large| whole())
            }

            fn visit_i64<E: de::Error>(self, index: i64) -> Result<AnimationRef, E> {
                let whole = || E::invalid_value(de::Unexpected::Signed(index), &self);
                u32::try_from(index).map(AnimationRef::Index).map_err(|_out| whole())
            }
        }
        deserializer.deserialize_any(NameOrIndex)
    }
}

/// The pose of the skinned meshes of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelPose {
    /// The joints move the vertices.
    #[default]
    Joints,
    /// The vertices are as modelled, placed by the node of the mesh.
    Bind,
}

/// The box of the skinned meshes of a model that the frustum test uses.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ModelBounds {
    /// A box that is computed.
    Method(SkinBounds),
    /// A box that is given by hand.
    Given(GivenBounds),
}

/// A box that is given by hand, as engines keep it: in the space of the skinned node, or of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenBounds {
    /// The least coordinates.
    pub min: [f32; 3],
    /// The greatest coordinates, none less than that of `min`.
    pub max: [f32; 3],
    /// The name of the joint that moves the box. Without it, the node of the skinned mesh does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub joint: Option<String>,
}

impl Default for ModelBounds {
    fn default() -> Self {
        Self::Method(SkinBounds::Exact)
    }
}

impl From<SkinBounds> for ModelBounds {
    fn from(method: SkinBounds) -> Self {
        Self::Method(method)
    }
}

impl ModelBounds {
    /// The method, `given` for a box that is given by hand.
    pub fn method(&self) -> SkinBounds {
        match self {
            Self::Method(method) => *method,
            Self::Given(_) => SkinBounds::Given,
        }
    }

    /// The box that is given by hand.
    pub fn given(&self) -> Option<&GivenBounds> {
        match self {
            Self::Method(_) => None,
            Self::Given(given) => Some(given),
        }
    }
}

impl<'de> Deserialize<'de> for ModelBounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MethodOrBox;
        impl<'de> Visitor<'de> for MethodOrBox {
            type Value = ModelBounds;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`exact`, `bind`, `root`, `joints`, or a box with `min` and `max`")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<ModelBounds, E> {
                let method = SkinBounds::ALL.into_iter().find(|method| method.word() == word);
                let method = method.ok_or_else(|| E::unknown_variant(word, &["exact", "bind", "root", "joints"]));
                method.map(ModelBounds::Method)
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<ModelBounds, A::Error> {
                GivenBounds::deserialize(de::value::MapAccessDeserializer::new(map)).map(ModelBounds::Given)
            }
        }
        deserializer.deserialize_any(MethodOrBox)
    }
}

/// A box of a skinned mesh. Only `exact` always encloses the mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkinBounds {
    /// Of the posed vertices.
    #[default]
    Exact,
    /// Of the bind vertices, moved by the node of the mesh.
    Bind,
    /// Of the bind vertices, moved by the root joint by the difference to its bind pose.
    Root,
    /// Of the vertices that each joint influences, moved by that joint alone.
    Joints,
    /// Of the corners of a box that is given by hand. A scene has the box in place of this word.
    #[serde(skip)]
    Given,
}

impl SkinBounds {
    /// Those that are computed; the ones that may not enclose the mesh first.
    pub const ALL: [Self; 4] = [Self::Bind, Self::Root, Self::Joints, Self::Exact];

    /// Its word in scene files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bind => "bind",
            Self::Root => "root",
            Self::Joints => "joints",
            Self::Given => "given",
        }
    }
}

impl Model {
    /// A model at the origin, in the pose of its file.
    pub fn new(name: impl Into<String>, file: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            file: file.into(),
            position: [0.0; 3],
            rotation: default::rotation(),
            scale: default::scale(),
            layers: default::layers(),
            animation: None,
            start: 0.0,
            looped: default::animation_loop(),
            speed: default::animation_speed(),
            pose: ModelPose::default(),
            bounds: ModelBounds::default(),
            id: EntryId::default(),
        }
    }

    /// The transform from the space of the model's file to world space.
    pub fn world_from_level(&self) -> DAffine3 {
        let vector = |v: [f32; 3]| DVec3::from(v.map(f64::from));
        DAffine3::from_scale_rotation_translation(
            vector(self.scale),
            unit_rotation(self.rotation),
            vector(self.position),
        )
    }
}
