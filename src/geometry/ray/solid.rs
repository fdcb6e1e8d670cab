//! The functions that a solid needs so that rays can be cast at it.

use glam::{Vec3, Vec3A};

use super::answer::{Feature, Ray};
use super::chord::Chord;
use super::line::Line;
use super::steps;
use crate::geometry::narrate::{Narrator, Step};
use crate::geometry::pose::Pose;

/// One kind of solid in its local space.
///
/// [`cast`](super::cast()) chooses the kind once, and the rest is compiled for each kind.
pub(super) trait Solid: Copy {
    /// Whether computing a hit costs less than a mispredicted branch. The chord of a line that misses such a solid
    /// starts at 0, an ordinary value.
    const IS_CHEAP: bool = false;

    /// The word for the solid in stories.
    const WORD: &'static str;

    /// Whether its local space has the axes of the world.
    const IS_IN_WORLD_AXES: bool = false;

    /// The squared radius of a ball around the local origin that contains the solid, within rounding.
    fn reach_squared(self) -> f32;

    /// The interval of the line inside the solid.
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Chord;

    /// The outward normal, of any length, where the line meets that part of the surface; anything when it
    /// does not. And whether rounding leaves the normal its direction.
    fn normal(self, line: &Line, tau: f64, feature: Feature) -> (Vec3, bool);

    /// The same where rounding to `f32` would not leave it its direction: beside a solid much thinner than the line's
    /// start is far away.
    fn fine_normal(self, line: &Line, tau: f64, feature: Feature, _is_exit: bool) -> Vec3 {
        self.normal(line, tau, feature).0
    }

    /// Transforms a world vector to the solid's local space.
    #[inline]
    fn local(pose: &Pose, vector: Vec3A) -> Vec3A {
        pose.local_from_world().matrix3 * vector
    }

    /// The [`normal`](Self::normal) in world space, with unit length, and whether it is sound, see there and
    /// [`Pose::quick_normal`].
    #[inline]
    fn quick_normal(self, line: &Line, tau: f64, feature: Feature) -> (Vec3, bool) {
        let (normal, is_accurate) = self.normal(line, tau, feature);
        let (normal, is_sound) = line.pose.quick_normal(normal);
        (normal, is_sound & is_accurate)
    }

    /// The first step of its stories: the ray in that space.
    fn ray_step(ray: &Ray, line: &Line) -> Step {
        steps::local_ray(ray, Self::WORD, Self::IS_IN_WORLD_AXES, line)
    }
}

/// The outward local normal of a flat part of a surface, 0 for a curved one. A table, which needs no branches.
#[inline]
pub(super) fn flat_normal(feature: Feature) -> Vec3 {
    const NORMALS: [Vec3; 14] = {
        let mut normals = [Vec3::ZERO; 14];
        normals[Feature::PosX as usize] = Vec3::X;
        normals[Feature::NegX as usize] = Vec3::NEG_X;
        normals[Feature::PosY as usize] = Vec3::Y;
        normals[Feature::NegY as usize] = Vec3::NEG_Y;
        normals[Feature::PosZ as usize] = Vec3::Z;
        normals[Feature::NegZ as usize] = Vec3::NEG_Z;
        normals[Feature::Top as usize] = Vec3::Y;
        normals[Feature::Bottom as usize] = Vec3::NEG_Y;
        normals[Feature::Base as usize] = Vec3::NEG_Y;
        normals
    };
    NORMALS[feature as usize]
}
