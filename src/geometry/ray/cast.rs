//! A ray against a shape of any kind.

use super::answer::{Cast, Hit, Ray, RayQuery};
use super::ray_cast::RayCast;
use super::ray_mesh;
use crate::geometry::mesh::Mesh;
use crate::geometry::narrate::{Narrator, Silent};
use crate::geometry::pose::Pose;
use crate::geometry::shape::kind::Shape;
use crate::geometry::shape::of_shape::of_shape;

/// Casts a ray at one posed solid.
///
/// Sets are closed: a line that only touches hits, with an interval of one point. A `line` hits where it
/// enters, at any t. A `ray` or `segment` that starts outside, `t_in ≥ 0`, hits where it enters too. One that
/// starts inside, `t_in < 0 ≤ t_out`, hits at t = 0 when the solid is full and where it leaves when it is hollow.
/// The caller compares layers and masks, see [`Cast::masked`].
///
/// Every number in the answer to a finite ray is finite: a `t` too large for `f32` becomes its largest number. A
/// direction of zero misses.
///
/// ```
/// # use eyeline::geometry::{Interval, Pose, Shape, ray::{Feature, Ray, RayQuery, cast}};
/// # use glam::{Vec3, Vec3A};
/// let ray = Ray { origin: Vec3::new(0.0, 0.5, 4.0), direction: Vec3::new(0.0, 0.0, -2.0) };
/// let drum = Shape::Cylinder { radius: 1.0, half_height: 1.0 };
/// let answer = cast(&ray, RayQuery::default(), &drum, &Pose::IDENTITY);
/// assert_eq!(answer.interval(), Some(Interval::new(1.5, 2.5)));
/// let hit = answer.hit().unwrap();
/// assert_eq!((hit.t, hit.distance, hit.feature), (1.5, 3.0, Feature::Side));
/// assert_eq!(hit.normal, Some(Vec3::Z));
/// ```
#[expect(clippy::inline_always, reason = "a loop over rays keeps the pose in registers: a tenth faster")]
#[inline(always)]
pub fn cast(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Cast {
    cast_told(ray, query, shape, pose, &mut Silent)
}

/// The hit of [`cast`] alone. For a mesh this takes about a third of the time.
pub fn hit(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Option<Hit> {
    match shape {
        Shape::Mesh(mesh) => ray_mesh::hit(ray, query, mesh, pose).map(|(hit, _)| hit),
        _ => cast(ray, query, shape, pose).hit(),
    }
}

/// [`cast`], with its steps.
#[expect(clippy::inline_always, reason = "as `cast`")]
#[inline(always)]
pub fn cast_told<N: Narrator>(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose, narrator: &mut N) -> Cast {
    of_shape!(shape, solid => solid.cast(ray, query, pose, narrator), mesh => cast_at_mesh(ray, query, mesh, pose, narrator))
}

/// A function of its own, so that the code of the other solids keeps its registers.
#[cold]
#[inline(never)]
fn cast_at_mesh<N: Narrator>(ray: &Ray, query: RayQuery, mesh: &Mesh, pose: &Pose, narrator: &mut N) -> Cast {
    if !N::RECORDS {
        return ray_mesh::cast(ray, query, mesh, pose).cast;
    }
    ray_mesh::cast_told(ray, query, mesh, pose, narrator).cast
}
