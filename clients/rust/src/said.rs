//! What an engine answered, as a game gives it to the client.

use crate::object::Layers;
use crate::place::fits;

/// What an engine said about an object and a camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Wholly in the view volume.
    Inside,
    /// Partly in the view volume.
    Intersect,
    /// Outside of the view volume.
    Outside,
    /// Not rejected; the engine does not tell inside from intersecting.
    Visible,
    /// Rejected.
    Culled,
}

/// What the engine tested, where it gives that out. With it, eyeline finds out why an answer differs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tested {
    /// The planes of the view volume: left, right, bottom, top, near, far. Each is an inward normal and an offset, `[nx, ny, nz, d]`;
    /// a point p is in front when n·p + d ≥ 0.
    pub planes: Option<[[f32; 4]; 6]>,
    /// The world box of the object.
    pub aabb: Option<Aabb>,
    /// The world sphere of the object.
    pub sphere: Option<Sphere>,
}

impl Tested {
    pub(crate) fn is_valid(&self) -> bool {
        self.planes.is_none_or(|planes| planes.iter().all(|plane| plane.iter().all(|number| number.is_finite())))
            && self.aabb.is_none_or(|aabb| fits(&aabb.min) && fits(&aabb.max))
            && self.sphere.is_none_or(|sphere| fits(&sphere.center) && fits(&[sphere.radius]))
    }
}

/// An axis-aligned box in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The least coordinates.
    pub min: [f32; 3],
    /// The greatest coordinates.
    pub max: [f32; 3],
}

/// A sphere in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// The centre.
    pub center: [f32; 3],
    /// The radius.
    pub radius: f32,
}

/// A ray that was cast: one of the scene, by its name, or its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ray<'a> {
    /// The ray of this name. The client does not know the rays of a scene and does not check the name.
    Named(&'a str),
    /// A ray by its numbers.
    Cast {
        /// The point at t = 0.
        origin: [f32; 3],
        /// The vector from t = 0 to t = 1, not zero. Its length counts.
        direction: [f32; 3],
        /// How far it reaches in metres; without it, without end.
        length: Option<f32>,
        /// The layers that it hits; without it, all.
        mask: Option<Layers>,
    },
}

impl<'a> From<&'a str> for Ray<'a> {
    fn from(name: &'a str) -> Self {
        Self::Named(name)
    }
}

impl Ray<'_> {
    /// A ray without end that hits all layers.
    pub fn cast(origin: [f32; 3], direction: [f32; 3]) -> Self {
        Self::Cast { origin, direction, length: None, mask: None }
    }

    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Self::Named(name) => !name.trim().is_empty(),
            Self::Cast { origin, direction, length, .. } => {
                let has_direction = fits(direction) && direction.iter().any(|component| *component != 0.0);
                fits(origin) && has_direction && length.is_none_or(|length| fits(&[length]) && length > 0.0)
            }
        }
    }
}

/// The nearest hit of a ray. What the engine does not give out is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<'a> {
    /// The name of the object.
    pub object: &'a str,
    /// The hit is at origin + t · direction.
    pub t: Option<f32>,
    /// The point in world space.
    pub point: Option<[f32; 3]>,
    /// The normal in world space.
    pub normal: Option<[f32; 3]>,
}

impl<'a> Hit<'a> {
    /// A hit of which only the object is known.
    pub fn of(object: &'a str) -> Self {
        Self { object, t: None, point: None, normal: None }
    }

    pub(crate) fn is_valid(&self) -> bool {
        let is_vector = |vector: Option<[f32; 3]>| vector.is_none_or(|vector| fits(&vector));
        self.t.is_none_or(f32::is_finite) && is_vector(self.point) && is_vector(self.normal)
    }
}

/// The state of an agent's behaviour tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not ticked, or reset.
    Inactive,
    /// Not finished.
    Running,
    /// Finished well.
    Success,
    /// Finished badly.
    Failure,
    /// Passed over.
    Skipped,
}
