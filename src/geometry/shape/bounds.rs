//! The tight box of a shape in its pose.

use super::kind::Shape;
use super::of_shape::of_shape;
use super::solid::Solid;
use crate::geometry::bounds::Aabb;
use crate::geometry::pose::Pose;

impl Aabb {
    /// The tight box of a shape in its pose: of the transformed solid itself, which is smaller than the box
    /// around its transformed local box.
    ///
    /// Each solid is a convex hull of points, discs and balls, and an affine map `M` takes the unit disc in
    /// XZ to an ellipse that reaches `sqrt(m_x² + m_z²)` along a world axis, the unit ball to an ellipsoid
    /// that reaches the length of M's row (Quilez, "Bounding boxes", 2014).
    ///
    /// ```
    /// # use eyeline::geometry::{Aabb, Pose, Shape};
    /// # use glam::{Quat, Vec3};
    /// let turned = Pose::new(Vec3::ZERO, Quat::from_rotation_z(1.0), Vec3::ONE).unwrap();
    /// let ball = Aabb::of(&Shape::Sphere { radius: 2.0 }, &turned);
    /// assert!((ball.max - Vec3::splat(2.0)).length() < 1e-6);
    /// ```
    pub fn of(shape: &Shape, pose: &Pose) -> Self {
        let world = pose.world_from_local();
        of_shape!(shape, solid => solid.bounds(&world), mesh => mesh.bounds_in(&world))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    /// Every shape's box is touched by its surface and left by none of it, seen from 20,000 surface points.
    #[test]
    fn boxes_are_tight() {
        let pose = Pose::new(
            Vec3::new(1.0, -2.0, 3.0),
            Quat::from_euler(glam::EulerRot::YXZ, 0.5, -1.1, 2.0),
            Vec3::new(0.5, 2.0, -1.5),
        )
        .unwrap();
        for shape in [
            Shape::Box { half_extents: Vec3::new(1.0, 2.0, 0.5) },
            Shape::Sphere { radius: 1.5 },
            Shape::Cylinder { radius: 0.7, half_height: 1.2 },
            Shape::Cone { radius: 0.8, height: 2.0 },
            Shape::Capsule { radius: 0.4, half_height: 1.0 },
        ] {
            let tight = Aabb::of(&shape, &pose);
            let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
            for i in 0..20_000 {
                let local = surface_point(&shape, i);
                let p = pose.world_from_local().transform_point3(local);
                min = min.min(p);
                max = max.max(p);
            }
            let slack = 0.02 * tight.half_extents();
            assert!((min - tight.min).cmpge(Vec3::splat(-1e-5)).all(), "{shape:?} leaves its box below");
            assert!((tight.max - max).cmpge(Vec3::splat(-1e-5)).all(), "{shape:?} leaves its box above");
            assert!((min - tight.min).cmple(slack).all(), "{shape:?}: box too large below");
            assert!((tight.max - max).cmple(slack).all(), "{shape:?}: box too large above");
        }
    }

    /// Extreme points: a golden spiral of directions, each with its support point.
    fn surface_point(shape: &Shape, i: u32) -> Vec3 {
        let y = 1.0 - 2.0 * (i as f32 + 0.5) / 20_000.0;
        let (sin, cos) = (i as f32 * 2.399_963_2).sin_cos();
        let ring = (1.0 - y * y).sqrt();
        let direction = Vec3::new(ring * cos, y, ring * sin);
        let round = Vec3::new(cos, 0.0, sin);
        match *shape {
            Shape::Box { half_extents } => half_extents * direction.signum(),
            Shape::Sphere { radius } => radius * direction,
            Shape::Cylinder { radius, half_height } => radius * round + Vec3::Y * half_height * y.signum(),
            Shape::Cone { radius, height } if i > 0 => radius * round - Vec3::Y * height,
            Shape::Cone { .. } => Vec3::ZERO,
            Shape::Capsule { radius, half_height } => radius * direction + Vec3::Y * half_height * y.signum(),
            ref other => unreachable!("{other:?} has tests of its own"),
        }
    }
}
