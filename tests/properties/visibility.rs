//! What a camera sees, pixel by pixel, against rays that are cast one by one: through the centre of each pixel, at each
//! object, without a tree and without edge functions. Triangles are met by Möller and Trumbore's test in world space, boxes by
//! slabs, and round solids by the search of the exact reference.
//!
//! A pixel is on an edge when the reference sees something else a hundredth of a pixel beside its centre. Such pixels are not
//! compared; every other one must be equal.

use std::sync::Arc;

use eyeline::budget::Budget;
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::exact::ray::interval;
use eyeline::geometry::frustum::Frustum;
use eyeline::geometry::ray::Ray;
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::visibility::{LookTarget, PixelCamera, Visible, look_watching};
use glam::{DMat4, DQuat, DVec2, DVec3, Vec3};

use crate::random::{Random, narrow};

const SIZE: [u32; 2] = [40, 30];

/// The line of sight through a point of the picture, in pixels: a point, and the direction in which the depth grows by 1 m a
/// unit.
fn line_of_sight(camera: &Camera, at: DVec2) -> (DVec3, DVec3) {
    let [width, height] = SIZE.map(f64::from);
    let [x, y] = [at.x / width, 1.0 - at.y / height];
    let mix = |low: f64, high: f64, t: f64| low + (high - low) * t;
    let near = f64::from(camera.near);
    let (origin, direction) = match camera.projection {
        Projection::Perspective { fov_y, aspect } => {
            let up = libm::tan(fov_y / 2.0);
            let right = up * f64::from(aspect);
            (DVec3::ZERO, DVec3::new(mix(-right, right, x), mix(-up, up, y), -1.0))
        }
        Projection::Frustum { left, right, bottom, top } => {
            let [left, right, bottom, top] = [left, right, bottom, top].map(|border| f64::from(border) / near);
            (DVec3::ZERO, DVec3::new(mix(left, right, x), mix(bottom, top, y), -1.0))
        }
        Projection::Orthographic { height, aspect } => {
            let up = f64::from(height) / 2.0;
            let right = up * f64::from(aspect);
            (DVec3::new(mix(-right, right, x), mix(-up, up, y), 0.0), DVec3::NEG_Z)
        }
        Projection::Ortho { left, right, bottom, top } => {
            let [left, right, bottom, top] = [left, right, bottom, top].map(f64::from);
            (DVec3::new(mix(left, right, x), mix(bottom, top, y), 0.0), DVec3::NEG_Z)
        }
        Projection::Matrix(_) => unreachable!("the reference is asked with the camera that the matrix is of"),
    };
    (camera.position.as_dvec3() + camera.rotation * origin, camera.rotation * direction)
}

/// The least depth between near and far at which the line meets a front of an object.
fn depth(camera: &Camera, (origin, direction): (DVec3, DVec3), shape: &Shape, pose: &Pose) -> Option<f64> {
    let is_between = |t: &f64| *t >= f64::from(camera.near) && *t <= f64::from(camera.far);
    let world = pose.world_from_local();
    let to_world = |p: Vec3| DMat4::from(world.as_daffine3()).transform_point3(p.as_dvec3());
    match shape {
        Shape::Mesh(mesh) => {
            let is_mirrored = world.matrix3.determinant() < 0.0;
            let met = |i: usize| {
                let [a, b, c] = mesh.corners(i).map(to_world);
                let (ab, ac) = (b - a, c - a);
                let p = direction.cross(ac);
                let determinant = ab.dot(p);
                if (if is_mirrored { -determinant } else { determinant }) <= 0.0 {
                    return None;
                }
                let from = origin - a;
                let q = from.cross(ab);
                let (u, v) = (from.dot(p) / determinant, direction.dot(q) / determinant);
                (u >= 0.0 && v >= 0.0 && u + v <= 1.0).then(|| ac.dot(q) / determinant).filter(is_between)
            };
            (0..mesh.triangles().len()).filter_map(met).reduce(f64::min)
        }
        Shape::Box { half_extents } => {
            let local = DMat4::from(world.as_daffine3()).inverse();
            let (o, d, half) =
                (local.transform_point3(origin), local.transform_vector3(direction), half_extents.as_dvec3());
            let (a, b) = ((-half - o) / d, (half - o) / d);
            let (enter, leave) = (a.min(b).max_element(), a.max(b).min_element());
            (enter <= leave).then_some(enter).filter(is_between)
        }
        _ => {
            let ray = Ray { origin: origin.as_vec3(), direction: direction.as_vec3() };
            interval(&ray, shape, pose).map(|inside| inside.near).filter(is_between)
        }
    }
}

/// The depths at which an object is hit, for all objects, and the first one.
fn seen_at(camera: &Camera, objects: &[(Shape, Pose)], at: DVec2) -> (Vec<bool>, Option<usize>) {
    let line = line_of_sight(camera, at);
    let depths: Vec<Option<f64>> = objects.iter().map(|(shape, pose)| depth(camera, line, shape, pose)).collect();
    let first = (0..objects.len()).filter(|i| depths[*i].is_some());
    let first = first.min_by(|a, b| depths[*a].partial_cmp(&depths[*b]).expect("finite"));
    (depths.iter().map(Option::is_some).collect(), first)
}

fn shape(random: &mut Random) -> Shape {
    let size = narrow(random.range(0.3, 2.0));
    let other = narrow(random.range(0.3, 2.0));
    match random.below(7) {
        0 => Shape::Box { half_extents: Vec3::new(size, other, 0.5) },
        1 => Shape::Sphere { radius: size },
        2 => Shape::Cylinder { radius: size, half_height: other },
        3 => Shape::Cone { radius: size, height: other },
        4 => Shape::Capsule { radius: 0.5 * size, half_height: other },
        _ => {
            let vertices = (0..9).map(|_| random.in_ball(2.5).as_vec3()).collect();
            let triangles = (0..8).map(|_| std::array::from_fn(|_| u32::try_from(random.below(9)).expect("small")));
            Shape::Mesh(Arc::new(Mesh::new(vertices, triangles.collect()).expect("a mesh")))
        }
    }
}

fn camera(random: &mut Random) -> Camera {
    let aspect = narrow(random.range(0.7, 2.0));
    let borders = [-0.125, narrow(random.range(0.05, 0.4)), -0.25, narrow(random.range(0.05, 0.4))];
    let projection = match random.below(4) {
        0 => Projection::Perspective { fov_y: random.range(0.4, 2.0), aspect },
        1 => Projection::Orthographic { height: narrow(random.range(2.0, 12.0)), aspect },
        2 => Projection::Frustum { left: borders[0], right: borders[1], bottom: borders[2], top: borders[3] },
        _ => {
            let [left, right, bottom, top] = borders.map(|border| 12.0 * border);
            Projection::Ortho { left, right, bottom, top }
        }
    };
    let perspective = matches!(projection, Projection::Perspective { .. } | Projection::Frustum { .. });
    Camera {
        position: random.in_ball(2.0).as_vec3() + Vec3::Z * 6.0,
        rotation: DQuat::from_rotation_y(random.range(-0.3, 0.3)) * DQuat::from_rotation_x(random.range(-0.3, 0.3)),
        projection,
        near: if perspective || random.once_in(2) { narrow(random.range(0.2, 5.0)) } else { -2.0 },
        far: if perspective && random.once_in(4) { f32::INFINITY } else { narrow(random.range(6.0, 20.0)) },
        depth: random.pick(&[DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed]),
    }
}

fn pose(random: &mut Random) -> Pose {
    let mirror = if random.once_in(3) { -1.0 } else { 1.0 };
    let scale = Vec3::new(mirror * random.within(0.5, 1.5), random.within(0.5, 1.5), random.within(0.5, 1.5));
    Pose::new(random.in_ball(4.0).as_vec3(), random.rotation(), scale).expect("an invertible pose")
}

#[test]
fn every_pixel_shows_what_its_own_ray_hits_first() {
    let mut random = Random::new(48);
    let (mut compared, mut edges, mut hit) = (0_u64, 0_u64, 0_u64);
    for case in 0..60 {
        let mut camera = camera(&mut random);
        let objects: Vec<(Shape, Pose)> =
            (0..=random.below(7)).map(|_| (shape(&mut random), pose(&mut random))).collect();
        let reference = camera;
        if random.once_in(3) && camera.far.is_finite() {
            camera.projection = Projection::Matrix(camera.clip_from_view());
        }
        let view = PixelCamera { camera, frustum: Frustum::of(&camera), size: SIZE, mask: u64::MAX };
        let targets: Vec<LookTarget> = objects
            .iter()
            .map(|(shape, pose)| {
                let bounds = Aabb::of(shape, pose);
                LookTarget { what: Visible::Body { shape, pose }, layers: 1, bounds, view_box: bounds }
            })
            .collect();
        let budget = Budget::new(1 << 26);
        let watching = |i: usize| look_watching(&view, &targets, Some(i), &budget).expect("room for a small picture");
        let looks: Vec<_> = (0..objects.len()).map(watching).collect();
        for y in 0..SIZE[1] {
            for x in 0..SIZE[0] {
                let centre = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let expected = seen_at(&reference, &objects, centre);
                let beside = [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y]
                    .map(|way| seen_at(&reference, &objects, centre + way * 0.01));
                if beside.iter().any(|beside| *beside != expected) {
                    edges += 1;
                    continue;
                }
                for (i, look) in looks.iter().enumerate() {
                    let found = look.watched.iter().find(|pixel| pixel.at.map(u32::from) == [x, y]);
                    let first = found.map(|pixel| pixel.covered_by.map_or(i, |by| by as usize));
                    let wanted = expected.0[i].then_some(expected.1).flatten();
                    assert_eq!(first, wanted, "case {case}, object {i} at {x}, {y}: {:?} {camera:?}", objects[i]);
                    hit += u64::from(wanted.is_some());
                }
                compared += 1;
            }
        }
        for (i, look) in looks.iter().enumerate() {
            let seen = &look.seen[i];
            assert_eq!(seen.alone, look.watched.len() as u64);
            assert_eq!(seen.pixels + seen.covered_by.iter().map(|(_, pixels)| pixels).sum::<u64>(), seen.alone);
        }
    }
    assert!(compared > 50_000 && hit > 10_000 && edges * 10 < compared, "{compared} {hit} {edges}");
}
