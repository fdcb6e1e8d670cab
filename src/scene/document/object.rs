//! Objects: their shapes, colours and motion.

use std::slice::{from_mut, from_ref};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::default;
use super::hull::HullPoints;
use super::session::Follow;
use crate::geometry;
use crate::geometry::shape::capsule::Capsule;
use crate::geometry::shape::cone::Cone;
use crate::geometry::shape::cuboid::Cuboid;
use crate::geometry::shape::cylinder::Cylinder;
use crate::geometry::shape::hull::Hull;
use crate::geometry::shape::size::Size;
use crate::geometry::shape::solid::Solid;
use crate::geometry::shape::sphere::Sphere;
use crate::scene::id::EntryId;

/// An object: a shape with a pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The shape, in local space.
    pub shape: Shape,
    /// The world position of the local origin in metres; 0 by default. A `path` replaces it.
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
    /// The layers of the object, each 0 to 63; `[0]` by default. A ray hits it only if their `mask` and `layers` have one
    /// in common.
    #[serde(default = "default::layers", skip_serializing_if = "default::is_layers")]
    #[schemars(!skip_serializing_if, inner(range(max = 63)))]
    pub layers: Vec<u8>,
    /// The colour in pictures, `#rrggbb` in sRGB. It changes no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The motion of the object. It replaces `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Path>,
    /// The session that the object follows. Its pose, or the part that `track` selects, replaces the object's own pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Follow>,
    /// The matrix of an object of a trace from local to world space, column by column, in place of its pose; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub matrix: Option<Box<[f32; 16]>>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl Object {
    /// An object at the origin.
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            shape,
            position: [0.0; 3],
            rotation: default::rotation(),
            scale: default::scale(),
            layers: default::layers(),
            color: None,
            path: None,
            session: None,
            matrix: None,
            id: EntryId::default(),
        }
    }
}

/// A shape in local space. Sizes are in metres and above 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A box, centred at the origin.
    Box {
        /// Half of the edge lengths along X, Y and Z in metres, above 0.
        #[schemars(extend("items" = { "type": "number", "exclusiveMinimum": 0 }))]
        half_extents: [f32; 3],
    },
    /// A sphere, centred at the origin.
    Sphere {
        /// Radius in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
    },
    /// A cylinder, centred at the origin, with the axis Y.
    Cylinder {
        /// Radius in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
        /// Half of the height in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        half_height: f32,
    },
    /// A cone with the axis Y. Its apex is the origin, its base disc is at y = −height.
    Cone {
        /// Radius of the base disc in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
        /// Full height in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        height: f32,
    },
    /// A capsule, centred at the origin, with the axis Y.
    Capsule {
        /// Radius in metres, above 0.
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f32,
        /// Half of the length of the inner segment in metres, above 0, without the half spheres.
        #[schemars(extend("exclusiveMinimum" = 0))]
        half_height: f32,
    },
    /// The convex hull of points, as physics engines use it for colliders. Its faces are numbered from 0 in the order of
    /// their outward normals: by x, then y, then z. Its tight box is that of its points in world space.
    Hull(HullPoints),
    /// A mesh from a file.
    Mesh {
        /// The glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file, relative to the scene file.
        file: String,
        /// The name of a node of the file; the mesh is in the local space of the node. Without it, the mesh contains all
        /// nodes of the file, at their places in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<String>,
    },
}

impl Shape {
    /// The shape for the queries; `None` for a mesh, whose triangles are in a file, and for points without a hull.
    pub fn solid(&self) -> Option<geometry::Shape> {
        Some(match *self {
            Self::Hull(ref hull) => geometry::Shape::Hull(hull.solid().ok()?),
            Self::Box { half_extents } => geometry::Shape::Box { half_extents: half_extents.into() },
            Self::Sphere { radius } => geometry::Shape::Sphere { radius },
            Self::Cylinder { radius, half_height } => geometry::Shape::Cylinder { radius, half_height },
            Self::Cone { radius, height } => geometry::Shape::Cone { radius, height },
            Self::Capsule { radius, half_height } => geometry::Shape::Capsule { radius, half_height },
            Self::Mesh { .. } => return None,
        })
    }

    /// The word for the shape, which is its key.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Box { .. } => Cuboid::WORD,
            Self::Sphere { .. } => Sphere::WORD,
            Self::Cylinder { .. } => Cylinder::WORD,
            Self::Cone { .. } => Cone::WORD,
            Self::Capsule { .. } => Capsule::WORD,
            Self::Hull(_) => <&Hull>::WORD,
            Self::Mesh { .. } => geometry::shape::mesh::WORD,
        }
    }

    /// The solids, each with half of this size along X, Y and Z.
    pub(crate) fn solids([x, y, z]: [f32; 3]) -> [Self; 6] {
        let radius = x.max(z);
        [
            Self::Box { half_extents: [x, y, z] },
            Self::Sphere { radius: radius.max(y) },
            Self::Cylinder { radius, half_height: y },
            Self::Cone { radius, height: 2.0 * y },
            Self::Capsule { radius, half_height: (y - radius).max(radius * 0.25) },
            // A block that becomes narrower upwards.
            Self::Hull(HullPoints::new(
                [[x, -y, z], [0.5 * x, y, 0.5 * z]]
                    .into_iter()
                    .flat_map(|[x, y, z]| [[-x, y, -z], [x, y, -z], [x, y, z], [-x, y, z]])
                    .collect(),
            )),
        ]
    }

    /// Of a shape without sizes in the scene, its key with the greatest coordinate and half of the least extent.
    pub(crate) fn extents(&self) -> Option<(&'static str, [f32; 2])> {
        let Self::Hull(hull) = self else { return None };
        let coordinates = hull.points().as_flattened().iter().map(|x| x.abs());
        Some(("points", [coordinates.fold(0.0, f32::max), self.solid()?.half_size().min_element()]))
    }

    /// Its sizes with their numbers; none for a hull and a mesh.
    pub(crate) fn sizes(&self) -> Sizes<&[f32]> {
        match self {
            Self::Box { half_extents } => named(Cuboid::SIZES, [half_extents.as_slice()]),
            Self::Sphere { radius } => named(Sphere::SIZES, [from_ref(radius)]),
            Self::Cylinder { radius, half_height } => named(Cylinder::SIZES, [from_ref(radius), from_ref(half_height)]),
            Self::Cone { radius, height } => named(Cone::SIZES, [from_ref(radius), from_ref(height)]),
            Self::Capsule { radius, half_height } => named(Capsule::SIZES, [from_ref(radius), from_ref(half_height)]),
            Self::Hull(_) | Self::Mesh { .. } => Sizes::new(),
        }
    }

    /// The same, to change the numbers.
    pub(crate) fn sizes_mut(&mut self) -> Sizes<&mut [f32]> {
        match self {
            Self::Box { half_extents } => named(Cuboid::SIZES, [half_extents.as_mut_slice()]),
            Self::Sphere { radius } => named(Sphere::SIZES, [from_mut(radius)]),
            Self::Cylinder { radius, half_height } => named(Cylinder::SIZES, [from_mut(radius), from_mut(half_height)]),
            Self::Cone { radius, height } => named(Cone::SIZES, [from_mut(radius), from_mut(height)]),
            Self::Capsule { radius, half_height } => named(Capsule::SIZES, [from_mut(radius), from_mut(half_height)]),
            Self::Hull(_) | Self::Mesh { .. } => Sizes::new(),
        }
    }
}

/// The sizes of a shape with their numbers.
pub(crate) type Sizes<N> = SmallVec<[(&'static Size, N); 2]>;

fn named<N, const COUNT: usize>(table: &'static [Size], numbers: [N; COUNT]) -> Sizes<N> {
    table.iter().zip(numbers).collect()
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
        let [_, r, g, b] = number
            .ok_or_else(|| format!("`{text}` is not a colour; write `#rrggbb`, such as `#c08040`"))?
            .to_be_bytes();
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
    /// The points in world space, in metres; at least one.
    #[schemars(length(min = 1))]
    pub points: Vec<[f32; 3]>,
    /// The speed in metres a second, 0 or more; 1 by default. At time 0 the object is at the first point.
    #[serde(default = "default::speed", skip_serializing_if = "default::is_speed")]
    #[schemars(!skip_serializing_if, range(min = 0))]
    pub speed: f32,
    /// Whether the path leads from the last point back to the first and repeats; false by default. Without it, the
    /// object stops at the last point.
    #[serde(default, rename = "loop", skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub looped: bool,
}
