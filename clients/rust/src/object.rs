//! Objects: a shape with a place and layers. The keys and units are those of eyeline's scene file.

use std::sync::Arc;

use crate::json::is_name;
use crate::place::{Place, Pose, fits};

/// A shape in local space. Sizes are in metres, finite and above 0; others are refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box, centred at the origin.
    Box {
        /// Half of the edge lengths along X, Y and Z.
        half_extents: [f32; 3],
    },
    /// A sphere, centred at the origin.
    Sphere {
        /// The radius.
        radius: f32,
    },
    /// A cylinder, centred at the origin, with the axis Y.
    Cylinder {
        /// The radius.
        radius: f32,
        /// Half of the height.
        half_height: f32,
    },
    /// A cone with the axis Y. Its apex is the origin, its base disc is at y = −height.
    Cone {
        /// The radius of the base disc.
        radius: f32,
        /// The full height.
        height: f32,
    },
    /// A capsule, centred at the origin, with the axis Y.
    Capsule {
        /// The radius.
        radius: f32,
        /// Half of the length of the inner segment, without the half spheres.
        half_height: f32,
    },
    /// The convex hull of points: 4 to 256 that are not all in one plane.
    Hull {
        /// The points, in any order.
        points: Arc<[[f32; 3]]>,
    },
    /// A mesh of a file beside the trace.
    Mesh {
        /// The glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file, relative to the folder of the trace. The client does not open it.
        file: Arc<str>,
        /// The name of a node of the file; without it, the mesh is that of all nodes.
        node: Option<Arc<str>>,
    },
}

impl Shape {
    /// A box with these half extents.
    pub fn cuboid(half_extents: [f32; 3]) -> Self {
        Self::Box { half_extents }
    }

    /// A sphere.
    pub fn sphere(radius: f32) -> Self {
        Self::Sphere { radius }
    }

    /// The convex hull of points.
    pub fn hull(points: impl Into<Arc<[[f32; 3]]>>) -> Self {
        Self::Hull { points: points.into() }
    }

    /// Whether eyeline accepts it: one shape that it refuses would make a whole keyframe invalid.
    pub(crate) fn is_valid(&self) -> bool {
        let are_sizes = |sizes: &[f32]| fits(sizes) && sizes.iter().all(|size| *size > 0.0);
        match *self {
            Self::Box { half_extents } => are_sizes(&half_extents),
            Self::Sphere { radius } => are_sizes(&[radius]),
            Self::Cylinder { radius, half_height } | Self::Capsule { radius, half_height } => {
                are_sizes(&[radius, half_height])
            }
            Self::Cone { radius, height } => are_sizes(&[radius, height]),
            Self::Hull { ref points } => {
                (4..=256).contains(&points.len()) && points.iter().all(|point| fits(point)) && has_volume(points)
            }
            Self::Mesh { ref file, ref node } => is_name(file) && node.as_ref().is_none_or(|node| is_name(node)),
        }
    }
}

/// Whether the hull of the points is thick enough: eyeline refuses one that is thinner than 1e-6 of its length. The height found here is at
/// most three times the thickness of the hull.
fn has_volume(points: &[[f32; 3]]) -> bool {
    type V = [f64; 3];
    let point = |i: usize| points[i].map(f64::from);
    let minus = |a: V, b: V| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let dot = |a: V, b: V| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = |a: V, b: V| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    // The greatest of each: an edge, then an area on it, then a height on that.
    let greatest = |measure: &dyn Fn(V) -> f64| {
        (0..points.len()).map(|i| (measure(minus(point(i), point(0))), i)).max_by(|a, b| a.0.total_cmp(&b.0))
    };
    let Some((edge, first)) = greatest(&|v| dot(v, v)) else { return false };
    let along = minus(point(first), point(0));
    let Some((area, second)) = greatest(&|v| dot(cross(along, v), cross(along, v))) else { return false };
    let normal = cross(along, minus(point(second), point(0)));
    let Some((height, _)) = greatest(&|v| dot(normal, v).abs()) else { return false };
    area > 0.0 && height / area.sqrt() > edge.sqrt() * 1e-5
}

/// A set of layers, each 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers(u64);

impl Layers {
    /// All layers: what a camera and a ray see by default.
    pub const ALL: Self = Self(u64::MAX);
    /// Layer 0: where an object is by default.
    pub const DEFAULT: Self = Self(1);

    /// The set whose bit n says whether layer n is in it.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (0..64).filter(move |layer| self.0 >> layer & 1 == 1)
    }
}

/// Layers above 63 are left out.
impl FromIterator<u8> for Layers {
    fn from_iter<I: IntoIterator<Item = u8>>(layers: I) -> Self {
        Self(layers.into_iter().filter(|layer| *layer < 64).fold(0, |bits, layer| bits | 1 << layer))
    }
}

impl<const N: usize> From<[u8; N]> for Layers {
    fn from(layers: [u8; N]) -> Self {
        layers.into_iter().collect()
    }
}

/// A solid of the world. A [`Shape`] alone is an object at the origin.
///
/// ```
/// use eyeline_client::{Object, Shape};
///
/// let crate_on_layer_2 = Object::new(Shape::cuboid([0.5; 3])).at([0.0, 0.5, -4.0]).layers([2]).color([192, 128, 64]);
/// # let _ = crate_on_layer_2;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    pub(crate) shape: Shape,
    pub(crate) place: Place,
    pub(crate) layers: Layers,
    pub(crate) color: Option<[u8; 3]>,
}

impl Object {
    /// An object at the origin, on layer 0.
    pub fn new(shape: Shape) -> Self {
        Self { shape, place: Place::default(), layers: Layers::DEFAULT, color: None }
    }

    /// With this position, in metres.
    #[must_use]
    pub fn at(self, position: [f32; 3]) -> Self {
        self.pose(position)
    }

    /// With this pose; what it leaves out stays.
    #[must_use]
    pub fn pose(mut self, pose: impl Into<Pose>) -> Self {
        self.place = self.place.moved(&pose.into());
        self
    }

    /// With this world matrix, column by column, in place of a pose. It may scale and shear; its last row is 0, 0, 0, 1.
    #[must_use]
    pub fn matrix(mut self, matrix: [f32; 16]) -> Self {
        self.place = Place::Matrix(matrix);
        self
    }

    /// On these layers.
    #[must_use]
    pub fn layers(mut self, layers: impl Into<Layers>) -> Self {
        self.layers = layers.into();
        self
    }

    /// In this colour of sRGB. It changes no answer.
    #[must_use]
    pub fn color(mut self, color: [u8; 3]) -> Self {
        self.color = Some(color);
        self
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.shape.is_valid() && self.place.is_valid()
    }
}

impl From<Shape> for Object {
    fn from(shape: Shape) -> Self {
        Self::new(shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_eyeline_refuses_are_not_valid() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [3.0, 2.0, 0.0]];
        let table = [
            (Shape::cuboid([1.0, 2.0, 3.0]), true),
            (Shape::cuboid([1.0, 0.0, 3.0]), false),
            (Shape::sphere(f32::MIN_POSITIVE), true),
            (Shape::sphere(-1.0), false),
            (Shape::sphere(f32::NAN), false),
            (Shape::Cone { radius: 1.0, height: f32::INFINITY }, false),
            (Shape::hull(corners), true),
            (Shape::hull(corners.map(|corner| corner.map(|x| x * 1e-12))), true),
            (Shape::hull(&corners[..3]), false),
            (Shape::hull(flat), false),
            (Shape::hull([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, 0.3, 1e-6]]), false),
            (Shape::hull([[1.0; 3]; 5]), false),
            (Shape::hull(vec![[1.0; 3]; 257]), false),
            (Shape::Mesh { file: "level.obj".into(), node: None }, true),
            (Shape::Mesh { file: "".into(), node: None }, false),
            (Shape::Mesh { file: "level.obj".into(), node: Some(" ".into()) }, false),
        ];
        for (shape, expected) in table {
            assert_eq!(shape.is_valid(), expected, "{shape:?}");
        }
    }

    #[test]
    fn layers_are_0_to_63() {
        assert_eq!(Layers::from([0, 3, 63, 64, 200]).iter().collect::<Vec<_>>(), [0, 3, 63]);
        assert_eq!(Layers::ALL.iter().count(), 64);
    }
}
