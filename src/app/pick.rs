//! What is under the pointer: objects by casting a ray at them, cameras and rays by their distance on the screen.

use glam::{Mat4, Vec2, Vec3};

use crate::geometry::Silent;
use crate::geometry::ray::{self, Feature, Kind, Ray, RayQuery};
use crate::picture::{Asker, Hidden, Lens, Viewpoint};
use crate::world::World;

/// So near to a camera, in points, it is meant.
const CAMERA_REACH: f32 = 12.0;
/// So near to a line, in points, it is meant.
const LINE_REACH: f32 = 5.0;

/// What a click selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    /// A camera or a ray.
    Asker(Asker),
    /// An object by index.
    Object(usize),
}

/// The nearest thing at a point of the picture, counted in points from its upper left corner. Cameras and rays, which
/// are thin, go before the objects behind them; `lines` are the drawn ends of every ray. What is hidden is not there.
pub(super) fn pick(
    world: &World,
    hidden: &Hidden,
    lines: &[[Vec3; 2]],
    viewpoint: &Viewpoint,
    size: Vec2,
    pointer: Vec2,
) -> Option<Picked> {
    let clip_from_world = viewpoint.clip_from_world(size.x / size.y);
    let object = nearest_object(world, hidden, &eye_ray(viewpoint, clip_from_world, size, pointer));
    let depth = |point: Vec3| (point - viewpoint.eye).dot(viewpoint.forward());
    let covered = object.map_or(f32::INFINITY, |(_, point)| depth(point));

    let cameras = world.cameras.iter().enumerate().filter(|(_, c)| !hidden.contains(&c.name));
    let cameras = cameras.filter_map(|(i, camera)| {
        let point = camera.camera.position;
        let away = on_screen(clip_from_world, size, point)?.distance(pointer);
        (away <= CAMERA_REACH && depth(point) <= covered).then_some((away, Asker::Camera(i)))
    });
    let is_shown = |i: usize| world.rays.get(i).is_none_or(|ray| !hidden.contains(&ray.name));
    let rays = lines.iter().enumerate().filter(|(i, _)| is_shown(*i)).filter_map(|(i, &[from, to])| {
        let (away, point) = to_segment(clip_from_world, size, from, to, pointer)?;
        (away <= LINE_REACH && depth(point) <= covered).then_some((CAMERA_REACH + away, Asker::Ray(i)))
    });
    let asker = cameras.chain(rays).min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, asker)| Picked::Asker(asker));
    asker.or(object.map(|(i, _)| Picked::Object(i)))
}

/// The ray through a point of the picture.
fn eye_ray(viewpoint: &Viewpoint, clip_from_world: Mat4, size: Vec2, pointer: Vec2) -> Ray {
    let ndc = Vec2::new(pointer.x / size.x * 2.0 - 1.0, 1.0 - pointer.y / size.y * 2.0);
    let world_from_clip = clip_from_world.inverse();
    let on_plane = |depth| world_from_clip.project_point3(ndc.extend(depth));
    match viewpoint.lens {
        Lens::Perspective { .. } => {
            let direction = (on_plane(0.0) - viewpoint.eye).normalize_or(viewpoint.forward());
            Ray { origin: viewpoint.eye, direction }
        }
        Lens::Orthographic { .. } => Ray { origin: on_plane(-1.0), direction: viewpoint.forward() },
    }
}

/// The first object that the ray enters, and where. One around the eye is not what is meant.
fn nearest_object(world: &World, hidden: &Hidden, eye_ray: &Ray) -> Option<(usize, Vec3)> {
    let query = RayQuery { kind: Kind::Ray, ..RayQuery::default() };
    let shown = world.objects.iter().enumerate().filter(|(_, object)| !hidden.contains(&object.name));
    let hits = shown.filter_map(|(i, object)| {
        let cast = ray::cast(eye_ray, query, &object.shape, &object.pose, &mut Silent);
        cast.hit().filter(|hit| hit.feature != Feature::Inside).map(|hit| (i, hit.t, hit.point))
    });
    hits.min_by(|(_, a, _), (_, b, _)| a.total_cmp(b)).map(|(i, _, point)| (i, point))
}

/// Points from the upper left corner; `None` behind the eye.
fn on_screen(clip_from_world: Mat4, size: Vec2, point: Vec3) -> Option<Vec2> {
    let clip = clip_from_world * point.extend(1.0);
    (clip.w > 1e-6).then(|| Vec2::new(clip.x / clip.w + 1.0, 1.0 - clip.y / clip.w) * 0.5 * size)
}

/// How far the pointer is from a segment on the screen, and the segment's nearest point there.
fn to_segment(clip_from_world: Mat4, size: Vec2, from: Vec3, to: Vec3, pointer: Vec2) -> Option<(f32, Vec3)> {
    // Cut at the plane just before the eye, where the picture of the segment ends.
    const NEAR: f32 = 1e-4;
    let w = |point: Vec3| (clip_from_world * point.extend(1.0)).w - NEAR;
    let (at_from, at_to) = (w(from), w(to));
    let cut = from.lerp(to, at_from / (at_from - at_to));
    let (from, to) = match (at_from > 0.0, at_to > 0.0) {
        (true, true) => (from, to),
        (true, false) => (from, cut),
        (false, true) => (cut, to),
        (false, false) => return None,
    };
    let (a, b) = (on_screen(clip_from_world, size, from)?, on_screen(clip_from_world, size, to)?);
    let part = ((pointer - a).dot(b - a) / (b - a).length_squared().max(1e-12)).clamp(0.0, 1.0);
    // Parts of the picture are not parts of the segment in perspective: weigh by 1/w.
    let (wa, wb) = (w(from) + NEAR, w(to) + NEAR);
    let along = part * wa / (wb + part * (wa - wb));
    Some((pointer.distance(a.lerp(b, part)), from.lerp(to, along)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    const SIZE: Vec2 = Vec2::new(800.0, 400.0);
    const MIDDLE: Vec2 = Vec2::new(400.0, 200.0);

    fn world() -> World {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "c", "position": [2, 0, 0] }],
            "objects": [
                { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
                { "name": "near", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } } },
                { "name": "around", "shape": { "sphere": { "radius": 100 } } }
            ],
            "rays": [{ "name": "r", "origin": [-3, -1, 0], "direction": [0, 0, -9] }] }"#;
        World::at(&serde_json::from_str::<Scene>(text).unwrap(), 0)
    }

    fn views() -> [Viewpoint; 2] {
        let lens = [Lens::Perspective { fov_y: 0.8 }, Lens::Orthographic { height: 8.0 }];
        lens.map(|lens| Viewpoint {
            eye: Vec3::new(0.0, 0.0, 10.0),
            target: Vec3::ZERO,
            up: Vec3::Y,
            lens,
            depth: [0.1, 100.0],
        })
    }

    fn at(world: &World, viewpoint: &Viewpoint, point: Vec3) -> Option<Picked> {
        let pointer = on_screen(viewpoint.clip_from_world(2.0), SIZE, point).unwrap();
        let lines: Vec<_> = world.rays.iter().map(|r| [r.ray.at(0.0), r.ray.at(1.0)]).collect();
        pick(world, &Hidden::default(), &lines, viewpoint, SIZE, pointer)
    }

    #[test]
    fn the_middle_of_the_picture_is_the_target() {
        for view in views() {
            let ray = eye_ray(&view, view.clip_from_world(2.0), SIZE, MIDDLE);
            assert!((ray.direction - Vec3::NEG_Z).length() < 1e-5, "{ray:?}");
        }
    }

    #[test]
    fn picks_what_is_in_front() {
        let mut world = world();
        for view in views() {
            assert_eq!(at(&world, &view, Vec3::ZERO), Some(Picked::Object(1)), "{view:?}");
            assert_eq!(at(&world, &view, Vec3::new(0.0, 0.95, -5.0)), Some(Picked::Object(0)), "{view:?}");
            assert_eq!(at(&world, &view, Vec3::new(2.0, 0.0, 0.0)), Some(Picked::Asker(Asker::Camera(0))), "{view:?}");
            assert_eq!(at(&world, &view, Vec3::new(-3.0, -1.0, 0.0)), Some(Picked::Asker(Asker::Ray(0))), "{view:?}");
        }
        world.objects.truncate(2);
        for view in views() {
            assert_eq!(at(&world, &view, Vec3::new(3.0, 2.0, 0.0)), None, "{view:?}");
        }
    }

    #[test]
    fn what_is_hidden_is_not_picked() {
        let mut world = world();
        world.objects.truncate(2);
        let mut hidden = Hidden::default();
        for name in ["near", "c", "r"] {
            hidden.set(name, true);
        }
        for view in views() {
            let clip = view.clip_from_world(2.0);
            let picked = |point| {
                let lines: Vec<_> = world.rays.iter().map(|r| [r.ray.at(0.0), r.ray.at(1.0)]).collect();
                pick(&world, &hidden, &lines, &view, SIZE, on_screen(clip, SIZE, point).unwrap())
            };
            assert_eq!(picked(Vec3::ZERO), Some(Picked::Object(0)), "{view:?}");
            assert_eq!(picked(Vec3::new(2.0, 0.0, 0.0)), None, "{view:?}");
            assert_eq!(picked(Vec3::new(-3.0, -1.0, 0.0)), None, "{view:?}");
        }
    }

    #[test]
    fn a_camera_behind_an_object_is_covered() {
        let mut world = world();
        world.cameras[0].camera.position = Vec3::new(0.0, 0.0, -2.0);
        for view in views() {
            assert_eq!(at(&world, &view, Vec3::new(0.0, 0.0, -2.0)), Some(Picked::Object(1)), "{view:?}");
        }
    }

    #[test]
    fn a_segment_through_the_eye_is_cut_there() {
        let [view, _] = views();
        let clip = view.clip_from_world(2.0);
        let (from, to) = (Vec3::new(1.0, 0.0, 30.0), Vec3::new(1.0, 0.0, 0.0));
        let pointer = on_screen(clip, SIZE, to).unwrap();
        let (away, point) = to_segment(clip, SIZE, from, to, pointer).unwrap();
        assert!(away < 0.1 && point.distance(to) < 0.1, "{away} {point}");
        assert_eq!(to_segment(clip, SIZE, from, Vec3::new(1.0, 0.0, 20.0), pointer), None);
    }
}
