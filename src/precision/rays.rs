//! Rays at the faces of an object, against the stored and against the true triangles.
//!
//! Both are the test of Möller and Trumbore ("Fast, Minimum Storage Ray/Triangle Intersection", 1997): in `f32` with the stored
//! triangles, as an engine computes it in world coordinates, and in `f64` with the true ones. Rays are those of `f32`.

use glam::{DVec3, Vec3};

use super::facets::{stored, triangles};
use crate::geometry::exact::cast::cast;
use crate::geometry::ray::{Ray, RayQuery, hit};
use crate::world::ObjectAt;

/// At most so many faces of an object are asked.
const MOST_RAYS: usize = 128;
/// A ray begins so far from its face, metres.
const AWAY: f64 = 2.0;

/// What happens to rays at the middles of the faces of an object, from 2 m away.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RayMoves {
    /// The rays that hit the true triangles.
    pub hits: u32,
    /// Those that miss the stored ones.
    pub missed: u32,
    /// The greatest distance between both hits, metres.
    pub moved: f64,
    /// The same for a cast in the space of the object, as this program does it.
    pub local_moved: f64,
}

impl RayMoves {
    pub(super) fn of(object: &ObjectAt) -> Self {
        let all = triangles(object);
        let step = all.len().div_ceil(MOST_RAYS).max(1);
        let mut found = Self::default();
        for corners in all.iter().step_by(step) {
            let [a, b, c] = *corners;
            let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
            let origin = (a + b + c) / 3.0 + normal * AWAY;
            found.add(object, &all, Ray { origin: origin.as_vec3(), direction: -normal.as_vec3() });
        }
        found
    }

    fn add(&mut self, object: &ObjectAt, all: &[[DVec3; 3]], ray: Ray) {
        let (origin, direction) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
        let least = |t: Option<f64>, other: Option<f64>| match (t, other) {
            (Some(t), Some(other)) => Some(t.min(other)),
            (t, other) => t.or(other),
        };
        let truth = all.iter().map(|corners| met(origin, direction, *corners)).fold(None, least);
        let Some(truth) = truth else { return };
        self.hits += 1;
        let as_stored = |corners: &[DVec3; 3]| corners.map(|corner| stored(corner).as_vec3());
        let rounded = all.iter().map(|corners| met_f32(&ray, as_stored(corners)).map(f64::from)).fold(None, least);
        match rounded {
            Some(t) => self.moved = self.moved.max((t - truth).abs() * direction.length()),
            None => self.missed += 1,
        }
        let exact = cast(&ray, RayQuery::default(), &object.shape, &object.pose).result;
        if let (Some(fast), Ok(exact)) = (hit(&ray, RayQuery::default(), &object.shape, &object.pose), exact) {
            self.local_moved = self.local_moved.max((f64::from(fast.t) - exact).abs() * direction.length());
        }
    }
}

/// The t at which a ray meets a triangle from any side.
fn met(origin: DVec3, direction: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (u, v) = (b - a, c - a);
    let across = direction.cross(v);
    let determinant = u.dot(across);
    let from = origin - a;
    let first = from.dot(across) / determinant;
    let turned = from.cross(u);
    let second = direction.dot(turned) / determinant;
    let t = v.dot(turned) / determinant;
    (first >= 0.0 && second >= 0.0 && first + second <= 1.0 && t >= 0.0).then_some(t)
}

/// The same in `f32`.
fn met_f32(ray: &Ray, [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let (u, v) = (b - a, c - a);
    let across = ray.direction.cross(v);
    let determinant = u.dot(across);
    let from = ray.origin - a;
    let first = from.dot(across) / determinant;
    let turned = from.cross(u);
    let second = ray.direction.dot(turned) / determinant;
    let t = v.dot(turned) / determinant;
    (first >= 0.0 && second >= 0.0 && first + second <= 1.0 && t >= 0.0).then_some(t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::world::World;

    fn rays(position: [f32; 3]) -> RayMoves {
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "box", "shape": {{ "box": {{ "half_extents": [0.03, 1, 1] }} }},
                "position": {position:?} }}] }}"#
        );
        let world = World::at(&crate::scene::parse(&text, "a.json").unwrap(), &Files::default(), 0);
        RayMoves::of(&world.objects[0])
    }

    #[test]
    fn rays_miss_what_has_collapsed_and_move_by_less_than_the_spacing() {
        let near = rays([0.0, 0.0, 0.0]);
        assert_eq!((near.hits, near.missed), (12, 0));
        assert!(near.moved < 1e-6, "{near:?}");
        let far = rays([1_048_576.0, 0.0, 0.0]);
        assert!(far.hits >= 4 && far.missed > 0, "{far:?}");
        assert!((far.moved - 0.03).abs() < 1e-3, "{far:?}");
    }
}
