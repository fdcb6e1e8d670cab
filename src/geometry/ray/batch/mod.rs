//! Many rays against one posed solid, several at a time.
//!
//! Rays and answers are structures of arrays, so that 4, 8 or 16 rays fill a vector register. The kernels
//! (`ray_<shape>.rs`) are plain `f32` code for one ray without a branch, written so that the compiler's loop
//! vectoriser can turn each `if` into a select; `fearless_simd` compiles them once for each instruction set
//! and picks one at run time. The rejected alternative, explicit vector types, read worse and ran no faster.
//! No fused multiply-add is used, hence every instruction set gives bit for bit the same answers.
//!
//! The formulas are arranged after Haines, Günther and Akenine-Möller, "Precision Improvements for Ray/Sphere
//! Intersection" (Ray Tracing Gems, 2019, chapter 7), and differ from those of the single ray; both round
//! differently, so that rays which graze within rounding may be a hit for one and a miss for the other.

mod choice;
mod quadratic;
mod ray_box;
mod ray_capsule;
mod ray_cone;
mod ray_cylinder;
mod ray_sphere;
mod sweep;

use fearless_simd::{Level, dispatch};
use glam::Vec3;

use super::RayQuery;
use crate::geometry::{Pose, Shape};
use choice::Choice;
use sweep::sweep;

/// Rays in world space, `origin[axis][i] + t · direction[axis][i]`; directions as in [`super::Ray`].
///
/// The slices should have one length; the shortest one counts.
#[derive(Clone, Copy, Debug)]
pub struct Rays<'a> {
    /// X, Y and Z of the origins.
    pub origin: [&'a [f32]; 3],
    /// X, Y and Z of the directions: not zero, any length.
    pub direction: [&'a [f32]; 3],
}

impl Rays<'_> {
    /// How many.
    pub fn len(&self) -> usize {
        self.origin.iter().chain(&self.direction).map(|axis| axis.len()).min().unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The answers to [`Rays`], in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// The ray's own parameter at the hit; `+∞` for a miss.
    pub t: Vec<f32>,
    /// X, Y and Z of the outward unit normals in world space; 0 for a miss and for a start inside a solid.
    pub normal: [Vec<f32>; 3],
}

impl Hits {
    /// The normal of ray `i`; `None` for a miss, a start inside a solid, and beyond the last ray.
    pub fn normal(&self, i: usize) -> Option<Vec3> {
        let [x, y, z] = &self.normal;
        let normal = Vec3::new(*x.get(i)?, *y.get(i)?, *z.get(i)?);
        (normal != Vec3::ZERO).then_some(normal)
    }

    fn resize(&mut self, len: usize) {
        self.t.resize(len, 0.0);
        for axis in &mut self.normal {
            axis.resize(len, 0.0);
        }
    }
}

/// Casts all `rays` at one solid, with the widest instruction set of this machine. `hits` is overwritten and
/// keeps its memory.
///
/// ```
/// # use eyeline::geometry::{Pose, Shape, ray::{RayQuery, batch::{Hits, Rays, cast_all}}};
/// let (zero, five, down) = ([0.0; 2], [5.0; 2], [-1.0, 1.0]);
/// let rays = Rays { origin: [&zero, &zero, &five], direction: [&zero, &zero, &down] };
/// let mut hits = Hits::default();
/// cast_all(RayQuery::default(), rays, &Shape::Sphere { radius: 1.0 }, &Pose::IDENTITY, &mut hits);
/// assert_eq!(hits.t, [4.0, f32::INFINITY]);
/// ```
pub fn cast_all(query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) {
    cast_all_at(Level::new(), query, rays, shape, pose, hits);
}

/// [`cast_all`] with a given instruction set.
pub fn cast_all_at(level: Level, query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) {
    hits.resize(rays.len());
    dispatch!(level, _simd => cast_lanes(query, rays, shape, pose, hits));
}

/// Every function from here to the kernels, closures included, must be inlined into [`dispatch!`]: what stays a
/// call is compiled for the oldest machine and not vectorised.
#[inline(always)]
fn cast_lanes(query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) {
    let choice = Choice::new(query);
    match *shape {
        Shape::Box { half_extents } => sweep(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| ray_box::cast(o, d, half_extents, choice),
        ),
        Shape::Sphere { radius } => sweep(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| ray_sphere::cast(o, d, radius, choice),
        ),
        Shape::Cylinder { radius, half_height } => sweep(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| ray_cylinder::cast(o, d, radius, half_height, choice),
        ),
        Shape::Cone { radius, height } => sweep(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| ray_cone::cast(o, d, radius, height, choice),
        ),
        Shape::Capsule { radius, half_height } => sweep(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| ray_capsule::cast(o, d, radius, half_height, choice),
        ),
    }
}
