//! The query of a ray, and its answer.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use glam::Vec3;

use crate::geometry::interval::Interval;

/// A line through `origin` along `direction`: the points `origin + t · direction`.
///
/// `direction` is used as given; it need not have unit length but must not be zero. Both are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The point at t = 0.
    pub origin: Vec3,
    /// The vector from t = 0 to t = 1.
    pub direction: Vec3,
}

impl Ray {
    /// The point at `t`.
    #[inline]
    pub fn at(&self, t: f32) -> Vec3 {
        self.origin + t * self.direction
    }
}

/// The range of t in which a ray may hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RayKind {
    /// Every t.
    Line,
    /// t ≥ 0.
    #[default]
    Ray,
    /// 0 ≤ t ≤ 1.
    Segment,
}

impl RayKind {
    /// The range of t in words: "ray: t ≥ 0".
    pub(crate) fn range_in_words(self) -> &'static str {
        match self {
            Self::Line => "line: any t",
            Self::Ray => "ray: t ≥ 0",
            Self::Segment => "segment: 0 ≤ t ≤ 1",
        }
    }

    /// The range of t in which a ray may hit; an end without a bound is infinite.
    #[inline]
    pub fn range(self) -> Interval<f32> {
        match self {
            Self::Line => Interval::<f32>::ALL,
            Self::Ray => Interval::new(0.0, f32::INFINITY),
            Self::Segment => Interval::new(0.0, 1.0),
        }
    }
}

/// The answer for a start inside the solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inside {
    /// The hit is at t = 0, without a normal.
    #[default]
    Solid,
    /// The hit is where the ray leaves the solid.
    Hollow,
}

/// Whether a ray hits the back faces of meshes. It has no effect on other solids: a ray that meets their surface from
/// behind comes from inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackFaces {
    /// A triangle is hit from both sides.
    #[default]
    Hit,
    /// A triangle is hit only from its front, the side to which its normal points.
    Cull,
}

/// The options of a ray query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayQuery {
    /// The range of t in which the ray may hit.
    pub kind: RayKind,
    /// The answer for a start inside the solid.
    pub inside: Inside,
    /// Whether the ray hits the back faces of meshes.
    pub back_faces: BackFaces,
}

impl RayQuery {
    /// A query that hits triangles from both sides.
    pub const fn new(kind: RayKind, inside: Inside) -> Self {
        Self { kind, inside, back_faces: BackFaces::Hit }
    }
}

/// The answer of one ray and one solid.
///
/// The fields of a hit exist even for a miss; the functions return only the valid ones. So a query writes an answer
/// without a branch on whether the ray hits, which processors predict badly.
#[derive(Clone, Copy)]
pub struct Cast {
    /// Valid only without a `miss`.
    hit: Hit,
    miss: Option<Miss>,
    /// Valid only if the line meets the solid.
    interval: Interval<f32>,
    meets_line: bool,
}

impl Cast {
    /// The answer for a line that misses the solid.
    pub const MISS: Self = {
        let hit = Hit { t: 0.0, distance: 0.0, point: Vec3::ZERO, normal: None, feature: Feature::Inside };
        Self { hit, miss: Some(Miss::Misses), interval: Interval::point(0.0), meets_line: false }
    };

    /// `hit` is valid without a `miss`, `interval` if the line meets the solid.
    #[inline]
    pub(crate) fn new(hit: Hit, miss: Option<Miss>, interval: Interval<f32>, meets_line: bool) -> Self {
        Self { hit, miss, interval, meets_line }
    }

    /// The hit, or the reason for a miss.
    ///
    /// # Errors
    /// The reason for a miss.
    #[inline]
    pub fn result(&self) -> Result<Hit, Miss> {
        self.miss.map_or(Ok(self.hit), Err)
    }

    /// The hit; `None` for a miss.
    #[inline]
    pub fn hit(&self) -> Option<Hit> {
        self.result().ok()
    }

    /// The t at which the whole line is inside the solid, for every kind of ray; `None` when it misses.
    #[inline]
    pub fn interval(&self) -> Option<Interval<f32>> {
        self.meets_line.then_some(self.interval)
    }

    /// [`HIT`], or the word for the reason.
    pub fn word(&self) -> &'static str {
        self.miss.map_or(HIT, Miss::word)
    }

    /// The answer for a ray whose mask has no layer in common with the object: [`Miss::Masked`] before any other
    /// reason; the interval stays.
    #[must_use]
    pub fn masked(self) -> Self {
        Self { miss: Some(Miss::Masked), ..self }
    }
}

impl PartialEq for Cast {
    fn eq(&self, other: &Self) -> bool {
        (self.result(), self.interval()) == (other.result(), other.interval())
    }
}

impl fmt::Debug for Cast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cast").field("result", &self.result()).field("interval", &self.interval()).finish()
    }
}

/// The word for a hit; the words for a miss are those of [`Miss`].
pub const HIT: &str = "hit";

/// The point at which a ray hits a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The ray's own parameter, the same in world and local space.
    pub t: f32,
    /// Metres from the origin, never negative.
    pub distance: f32,
    /// World space.
    pub point: Vec3,
    /// Outward unit normal in world space; `None` for a start inside a solid.
    pub normal: Option<Vec3>,
    /// Which part of the surface.
    pub feature: Feature,
}

impl Hit {
    /// The order of two hits of one ray by t. If both are beyond the range of `f32`, by distance.
    pub fn along(&self, other: &Self) -> Ordering {
        let beyond = || match (bounded(self.t), bounded(other.t)) {
            (None, None) => (self.distance * self.t.signum()).total_cmp(&(other.distance * other.t.signum())),
            _ => Ordering::Equal,
        };
        self.t.total_cmp(&other.t).then_with(beyond)
    }
}

/// A t of an answer; `None` for one that does not fit into `f32` and is stored as the largest `f32`.
pub fn bounded(t: f32) -> Option<f32> {
    (t.abs() < f32::MAX).then_some(t)
}

/// The reason for a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Miss {
    /// The whole line stays outside.
    Misses,
    /// The solid lies at t < 0.
    Behind,
    /// The segment ends before it.
    Beyond,
    /// The ray's mask and the object's layers have no layer in common.
    Masked,
    /// The ray passes through a transparent cell of an image; see [`crate::opacity::cast`].
    Transparent,
}

impl Miss {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Misses => "misses",
            Self::Behind => "behind",
            Self::Beyond => "beyond",
            Self::Masked => "masked",
            Self::Transparent => "transparent",
        }
    }
}

/// A part of a solid's surface, named in its local space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// No surface: the ray starts inside a solid.
    Inside,
    /// A box face, by its local outward axis.
    PosX,
    /// A box face.
    NegX,
    /// A box face.
    PosY,
    /// A box face.
    NegY,
    /// A box face.
    PosZ,
    /// A box face.
    NegZ,
    /// The one surface of a sphere or capsule.
    Surface,
    /// The disc of a cylinder at +Y.
    Top,
    /// The disc of a cylinder at −Y.
    Bottom,
    /// The curved side of a cylinder or cone.
    Side,
    /// The disc of a cone.
    Base,
    /// A cell of an image; its index is given beside the answer.
    Cell,
    /// A face of a hull, by its number from 0; see [`Hull::faces`](crate::geometry::shape::Hull::faces).
    Face(u16),
    /// A triangle of a mesh; its index is given beside the answer, see [`MeshCast`](super::MeshCast).
    Triangle,
}

impl Feature {
    /// The word in reports.
    pub fn word(self) -> Cow<'static, str> {
        let word = match self {
            Self::Face(face) => return format!("face {face}").into(),
            Self::Inside => "inside",
            Self::PosX => "+x",
            Self::NegX => "-x",
            Self::PosY => "+y",
            Self::NegY => "-y",
            Self::PosZ => "+z",
            Self::NegZ => "-z",
            Self::Surface => "surface",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Side => "side",
            Self::Base => "base",
            Self::Cell => "cell",
            Self::Triangle => "triangle",
        };
        word.into()
    }

    /// The part of the surface in words, for the middle of a sentence.
    pub(crate) fn in_words(self) -> String {
        match self {
            Self::Inside => "no surface".to_owned(),
            Self::Surface => "its surface".to_owned(),
            Self::Cell => "a cell".to_owned(),
            Self::Triangle => "a triangle".to_owned(),
            Self::Top | Self::Bottom | Self::Side | Self::Base | Self::Face(_) => format!("its {}", self.word()),
            face => format!("its local face {}", face.word().replace('-', "−")),
        }
    }

    /// Its place in a table of the features that have no number; 0 for the others.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Inside | Self::Face(_) => 0,
            Self::PosX => 1,
            Self::NegX => 2,
            Self::PosY => 3,
            Self::NegY => 4,
            Self::PosZ => 5,
            Self::NegZ => 6,
            Self::Surface => 7,
            Self::Top => 8,
            Self::Bottom => 9,
            Self::Side => 10,
            Self::Base => 11,
            Self::Cell => 12,
            Self::Triangle => 13,
        }
    }
}
