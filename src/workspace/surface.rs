//! Surfaces of the scene under a ray, for placing items by hand: by the same functions as the answers of rays.

use glam::{DVec3, Vec3};

use crate::geometry::ray::{Inside, Ray, RayKind, RayQuery, hit};
use crate::geometry::{Aabb, Interval};
use crate::world::World;

/// The fraction by which the corners of a box are moved towards its centre before rays are cast through them.
const IN: f32 = 0.05;
/// The ground is not found beyond this distance from the origin of a ray, metres.
const FURTHEST: f64 = 1e5;

/// The nearest point of a surface on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfacePoint {
    pub(crate) point: Vec3,
    /// The unit normal; against the ray where the surface has none.
    pub(crate) normal: Vec3,
    /// The index of the object.
    pub(crate) object: usize,
    t: f32,
}

/// The first surface in front of `origin`, among the objects that `is_asked` names. An object that contains the origin is
/// left out.
pub(crate) fn surface(
    world: &World,
    origin: Vec3,
    direction: Vec3,
    is_asked: impl Fn(usize) -> bool,
) -> Option<SurfacePoint> {
    let ray = Ray { origin, direction };
    let query = RayQuery { kind: RayKind::Ray, inside: Inside::Solid, ..RayQuery::default() };
    let mut nearest: Option<SurfacePoint> = None;
    world.tree().along(&ray, Interval::new(0.0, f32::INFINITY), |index| {
        let object = world.objects.get(index).filter(|_| is_asked(index));
        let found = object.and_then(|object| hit(&ray, query, &object.shape, &object.pose)).filter(|hit| hit.t > 0.0);
        if let Some(found) = found
            && nearest.is_none_or(|nearest| found.t < nearest.t)
        {
            let normal = found.normal.unwrap_or(-direction.normalize_or(Vec3::NEG_Y));
            nearest = Some(SurfacePoint { point: ray.at(found.t), normal, object: index, t: found.t });
        }
        nearest.map_or(f32::INFINITY, |nearest| nearest.t)
    });
    nearest.filter(|nearest| nearest.point.is_finite())
}

/// The point where a ray meets the ground, the plane y = 0. `direction` is a unit vector. `None` when the plane is behind
/// the origin, along the ray, or very far away.
pub(crate) fn ground(origin: DVec3, direction: DVec3) -> Option<DVec3> {
    let t = -origin.y / direction.y;
    let point = DVec3::new(origin.x + direction.x * t, 0.0, origin.z + direction.z * t);
    (t.is_finite() && t > 0.0 && t < FURTHEST).then_some(point)
}

/// How far a box falls along `−up` until it is on a surface, metres. A box that is partly below a surface rises.
/// `None` without a surface below it.
pub(crate) fn fall(world: &World, aabb: &Aabb, up: Vec3, is_asked: impl Fn(usize) -> bool) -> Option<f32> {
    let corners: [Vec3; 8] = std::array::from_fn(|i| aabb.corner(i));
    let low = corners.iter().map(|corner| corner.dot(up)).fold(f32::INFINITY, f32::min);
    let high = corners.iter().map(|corner| corner.dot(up)).fold(f32::NEG_INFINITY, f32::max);
    let centre = aabb.centre();
    let inner = corners.map(|corner| corner.lerp(centre, IN));
    let starts = std::iter::once(centre).chain(inner).map(|start| start + up * (high - start.dot(up)));
    let heights = starts.filter_map(|start| Some(surface(world, start, -up, &is_asked)?.point.dot(up)));
    heights.reduce(f32::max).map(|height| low - height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::Scene;

    fn world() -> World {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "floor", "shape": { "box": { "half_extents": [10, 0.5, 10] } }, "position": [0, -0.5, 0] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 5, 0] },
            { "name": "table", "shape": { "box": { "half_extents": [1, 0.5, 1] } }, "position": [5, 0.5, 0] },
            { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [6.2, 3, 0] } ] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        World::at(&scene, &Files::default(), 0)
    }

    #[test]
    fn the_nearest_surface_is_found_and_left_out_objects_are_not() {
        let world = world();
        let down = |is_asked: &dyn Fn(usize) -> bool| surface(&world, Vec3::new(0.0, 9.0, 0.0), Vec3::NEG_Y, is_asked);
        let ball = down(&|_| true).unwrap();
        assert!(ball.point.distance(Vec3::Y * 6.0) < 1e-5 && ball.normal.distance(Vec3::Y) < 1e-5, "{ball:?}");
        assert!(down(&|index| index != 1).unwrap().point.distance(Vec3::ZERO) < 1e-5);
        assert_eq!(down(&|_| false), None);
        assert_eq!(surface(&world, Vec3::Y * 9.0, Vec3::Y, |_| true), None, "behind the origin");
    }

    #[test]
    fn the_ground_is_found_in_front_of_the_origin_and_near_enough() {
        let down = DVec3::new(3.0, -4.0, 0.0) / 5.0;
        for (origin, direction, expected) in [
            (DVec3::new(1.0, 4.0, 2.0), down, Some(DVec3::new(4.0, 0.0, 2.0))),
            (DVec3::new(1.0, -4.0, 2.0), DVec3::Y, Some(DVec3::new(1.0, 0.0, 2.0))),
            (DVec3::new(1.0, 4.0, 2.0), -down, None),
            (DVec3::new(1.0, 4.0, 2.0), DVec3::X, None),
            (DVec3::ZERO, DVec3::X, None),
            (DVec3::Y * 1e6, DVec3::NEG_Y, None),
        ] {
            let found = ground(origin, direction);
            let is_near = found.zip(expected).map_or(found == expected, |(a, b)| a.distance(b) < 1e-9);
            assert!(is_near, "{origin} {direction}: {found:?}");
        }
    }

    #[test]
    fn a_box_falls_on_what_is_below_any_of_its_corners() {
        let world = world();
        let fall_of = |index: usize| fall(&world, &world.objects[index].aabb, Vec3::Y, |other| other != index);
        assert!((fall_of(1).unwrap() - 4.0).abs() < 1e-4, "the ball falls on the floor");
        assert!((fall_of(3).unwrap() - 1.5).abs() < 1e-4, "the crate falls on the edge of the table");
        assert!(fall_of(2).unwrap().abs() < 1e-4, "the table does not fall");
        assert_eq!(fall_of(0), None, "nothing is below the floor");
    }
}
