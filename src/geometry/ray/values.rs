//! The values of each step of a ray's answer, as the query used them.
//!
//! A query decides by these values alone. The words of a step are made from them (see `words/`), its marks in the scene
//! from them and the pose, its diagram by `RayValues::plot`.

use glam::{DVec3, Vec3};

use super::answer::{Hit, Miss, Ray, RayQuery};
pub use super::double_cone::{DoubleCone, Roots};
pub use super::line::Parameter;
use super::mesh_answer::MeshPoint;
pub use super::quadratic::{Discriminant, Quadratic};
use crate::geometry::interval::Interval;
use crate::geometry::narrate::plot::Plot;
pub use crate::geometry::shape::hull::values::{HullPlanes, PlaneKind, PlaneRow};

/// The values of one step of a ray's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum RayValues {
    /// The ray in the space in which it is cast.
    Local(LocalRay),
    /// The same with another start or a direction of another length.
    Rescaled(RescaledRay),
    /// The line between two parallel planes.
    Slab(Slab),
    /// The line in a sphere, or in an endless cylinder.
    Round(Round),
    /// The line in both nappes of a double cone.
    DoubleCone {
        /// The quadratic and the values that separate the nappes.
        cone: DoubleCone,
        /// From the line's parameter to t.
        parameter: Parameter,
    },
    /// The line in the lower nappe.
    Nappe {
        /// The same as in the step before.
        cone: DoubleCone,
        /// Where the line is inside.
        inside: Interval<f64>,
        /// From the line's parameter to t.
        parameter: Parameter,
    },
    /// The line at or above the base of a cone.
    Base(Base),
    /// The intersection of two parts of a solid.
    Intersection(Intersection),
    /// The ends of a capsule's interval, each on its side or on a cap.
    CapsuleEnds(CapsuleEnds),
    /// The planes of a hull of one kind.
    HullPlanes(HullPlanes),
    /// The boxes of one level of a mesh's tree.
    Boxes(LevelBoxes),
    /// The triangles of a mesh that were tested.
    Triangles(Triangles),
    /// All crossings with the triangles of a mesh.
    Crossings(Crossings),
    /// The answer of the kind of ray for the interval or the crossings.
    Answer(Answer),
}

/// The ray in the space in which it is cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalRay {
    /// The word for the solid.
    pub solid: &'static str,
    /// Whether that space has the axes of the world, as for a sphere.
    pub is_in_world_axes: bool,
    /// The start.
    pub o: Vec3,
    /// The direction.
    pub d: Vec3,
}

/// The line that replaces a ray whose start is far or whose direction is very long or short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RescaledRay {
    /// The line's start.
    pub o: Vec3,
    /// The line's direction.
    pub d: Vec3,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// The line between two planes at `±half` of one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab {
    /// 0 for X, 1 for Y, 2 for Z.
    pub axis: usize,
    /// The start along that axis.
    pub o: f64,
    /// The direction along that axis.
    pub d: f64,
    /// Half the distance of the planes.
    pub half: f64,
    /// Where the line is between the planes.
    pub inside: Interval<f64>,
    /// Where it is between these and the planes of the steps before.
    pub so_far: Interval<f64>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// The line in a sphere or in an endless cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Which.
    pub part: RoundPart,
    /// `A t² + 2 B t + C ≤ 0`.
    pub quadratic: Quadratic,
    /// The greatest C that counts as 0 when `A = 0`, for a line along the axis of a cylinder.
    pub c_tolerance: f64,
    /// Where the line is inside.
    pub inside: Interval<f64>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// Which round part of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoundPart {
    /// A sphere, with the line's start from its centre.
    Sphere {
        /// The line's start.
        o: DVec3,
    },
    /// The endless cylinder around Y.
    Circle,
    /// The cap of a capsule.
    Cap {
        /// The line's start, from the cap's centre.
        o: DVec3,
        /// Whether the line leaves the endless cylinder there.
        is_exit: bool,
        /// The y at which it enters or leaves the endless cylinder.
        y: f64,
        /// Half the length of the capsule's inner segment.
        half_height: f64,
    },
}

/// The line at or above the base of a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// The start along Y.
    pub o: f64,
    /// The direction along Y.
    pub d: f64,
    /// The base is at `y = −height`.
    pub height: f64,
    /// Where the line is at or above it.
    pub inside: Interval<f64>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// The intersection of two parts of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intersection {
    /// Their names.
    pub names: [&'static str; 2],
    /// Where the line is inside either.
    pub parts: [Interval<f64>; 2],
    /// From the later entry to the earlier exit.
    pub inside: Interval<f64>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// Where the line enters and leaves a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleEnds {
    /// Half the length of the inner segment.
    pub half_height: f64,
    /// The y at which the line enters and leaves the endless cylinder.
    pub y: [f64; 2],
    /// The ends: of the cylinder where `|y| ≤ half_height`, else of the cap.
    pub inside: Interval<f64>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// The boxes of one level of a mesh's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelBoxes {
    /// From 1 below the root on.
    pub level: usize,
    /// The number of boxes that the line meets.
    pub met: usize,
    /// The number of boxes that it misses.
    pub pruned: usize,
    /// The number of boxes that are drawn, of both kinds.
    pub drawn: usize,
}

/// The triangles of a mesh that were tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangles {
    /// The number of triangles of the mesh.
    pub of: usize,
    /// The number of triangles in boxes that the line meets.
    pub tested: usize,
    /// The number of these that the line meets.
    pub met: usize,
    /// Some of them, those that the line meets first.
    pub some: Vec<TriangleTest>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// One triangle that was tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleTest {
    /// Its number, in file order.
    pub triangle: u32,
    /// Where the line meets it, in the line's own parameter, and the weights of its corners there.
    pub met: Option<(f64, [f64; 3])>,
}

/// All crossings of the line with the triangles of a mesh, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossings {
    /// First to last.
    pub crossings: Vec<LineCrossing>,
    /// The number of counted crossings with t < 0.
    pub before_start: usize,
    /// Whether the mesh is closed; an open mesh has no inside.
    pub is_closed: bool,
}

impl Crossings {
    /// Whether the start is inside: an odd number of crossings before it, with a closed mesh.
    pub fn starts_inside(&self) -> bool {
        self.before_start % 2 == 1 && self.is_closed
    }
}

/// One crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineCrossing {
    /// The triangle's number, in file order.
    pub triangle: u32,
    /// The line's own parameter, which gives the order.
    pub tau: f64,
    /// The ray's t of that.
    pub t: f32,
    /// Where a line in the triangle's plane leaves it; else the same.
    pub t_end: f32,
    /// Whether the line comes from the side that the normal points to.
    pub is_front: bool,
    /// Whether the triangle has area; a line does not hit a triangle without area.
    pub is_surface: bool,
    /// Whether it counts when crossings are counted.
    pub counts: bool,
}

/// The answer of the kind of ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The options of the query.
    pub query: RayQuery,
    /// The interval of the whole line inside; for a mesh, from the first to the last crossing.
    pub interval: Option<Interval<f32>>,
    /// The hit, or the reason for a miss.
    pub result: Result<Hit, Miss>,
    /// Whether it is a mesh.
    pub of_mesh: bool,
    /// For a mesh, the place of the hit on the surface.
    pub spot: Option<MeshPoint>,
    /// The reason why the ray has no line; `None` for an ordinary ray. A ray without a line misses.
    pub no_line: Option<NoLine>,
}

/// The reason why a ray has no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The direction is zero.
    Zero,
    /// The direction is zero in the local space of the solid: the scale rounds it to zero.
    ZeroInLocalSpace,
    /// The origin or the direction is not finite.
    NotFinite,
}

impl NoLine {
    /// The reason of a ray that cannot be cast.
    pub(super) fn of(ray: &Ray) -> Self {
        if !(ray.origin.is_finite() && ray.direction.is_finite()) {
            Self::NotFinite
        } else if ray.direction == Vec3::ZERO {
            Self::Zero
        } else {
            Self::ZeroInLocalSpace
        }
    }

    /// The reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Zero => "The direction is zero, so there is no line that could meet anything.",
            Self::ZeroInLocalSpace => {
                "The scale of the object rounds the direction to zero in local space, so there is no line that could \
                 meet anything."
            }
            Self::NotFinite => {
                "The origin or the direction is not finite, so there is no line that could meet anything."
            }
        }
    }
}

impl Slab {
    /// Its title, "Slab X".
    pub(super) fn title(&self) -> String {
        format!("Slab {}", AXES[self.axis].to_ascii_uppercase())
    }
}

/// The names of the axes, as in formulas.
pub(super) const AXES: [char; 3] = ['x', 'y', 'z'];

impl RayValues {
    /// Where the line is inside after this step, in the line's own parameter.
    pub fn inside(&self) -> Option<Interval<f64>> {
        match self {
            Self::Slab(slab) => Some(slab.so_far),
            Self::Round(Round { inside, .. })
            | Self::Nappe { inside, .. }
            | Self::Base(Base { inside, .. })
            | Self::Intersection(Intersection { inside, .. })
            | Self::CapsuleEnds(CapsuleEnds { inside, .. })
            | Self::HullPlanes(HullPlanes { inside, .. }) => Some(*inside),
            _ => None,
        }
    }

    /// What the step adds to a diagram.
    pub(crate) fn plot(&self) -> Option<Plot> {
        Some(match self {
            Self::Slab(slab) => bar(slab.title(), slab.inside, slab.parameter),
            Self::HullPlanes(planes) => {
                let name = match planes.kind {
                    PlaneKind::Parallel => return None,
                    PlaneKind::Entered => "Planes entered",
                    PlaneKind::Left => "Planes left",
                };
                bar(name.to_owned(), planes.inside, planes.parameter)
            }
            Self::Base(base) => bar("Above the base".to_owned(), base.inside, base.parameter),
            Self::Nappe { inside, parameter, .. } => bar("Lower nappe".to_owned(), *inside, *parameter),
            Self::Round(round) => {
                let name = match round.part {
                    RoundPart::Sphere { .. } => "Sphere",
                    RoundPart::Circle => "Circle",
                    RoundPart::Cap { is_exit: false, .. } => "Cap of the entry",
                    RoundPart::Cap { is_exit: true, .. } => "Cap of the exit",
                };
                let roots = if round.inside.is_filled() { round.inside.ends().to_vec() } else { Vec::new() };
                curve(name, &round.quadratic, &roots, Some(round.inside), round.parameter)
            }
            Self::DoubleCone { cone, parameter } => {
                let roots = match cone.roots() {
                    Roots::Between(Some(roots)) | Roots::Outside(roots) => roots.ends().to_vec(),
                    Roots::Single(root) => vec![root],
                    Roots::Between(None) | Roots::Generator => Vec::new(),
                };
                curve("Double cone", &cone.quadratic, &roots, None, *parameter)
            }
            Self::Answer(Answer { query, interval, result, .. }) => {
                Plot::Answer { interval: *interval, hit: result.ok().map(|hit| hit.t), range: query.kind.range() }
            }
            _ => return None,
        })
    }
}

/// An interval for the diagram.
fn bar(name: String, t: Interval<f64>, parameter: Parameter) -> Plot {
    Plot::Interval { name, t: t.map(|tau| parameter.t_or_infinite(tau)) }
}

/// `A t² + 2 B t + C` in the line's own parameter for the diagram: with `τ = (t − from) / rate`.
fn curve(
    name: &str,
    quadratic: &Quadratic,
    roots: &[f64],
    inside: Option<Interval<f64>>,
    parameter: Parameter,
) -> Plot {
    let Parameter { shift, rate } = parameter;
    Plot::Quadratic {
        name: name.to_owned(),
        a: quadratic.a / (rate * rate),
        b: quadratic.b / rate,
        c: quadratic.c,
        from: shift * rate,
        roots: roots.iter().filter(|tau| tau.is_finite()).map(|tau| parameter.t(*tau)).collect(),
        inside: inside.map(|t| t.map(|tau| parameter.t_or_infinite(tau))),
    }
}
