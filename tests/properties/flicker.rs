//! Faces that flicker: the steps of depth buffers against buffers that are simulated number by number, and the search for pairs
//! against the lines of sight of all pixels, which are met with all faces in f64.

use std::collections::BTreeSet;
use std::sync::Arc;

use eyeline::budget::Budget;
use eyeline::flicker::{DepthBuffer, Flicker, FlickerBody, FlickerCamera, FlickerKind, flicker};
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::opacity::Progress;
use glam::{DQuat, DVec2, DVec3, Quat, Vec3};

use crate::random::{Random, narrow};

const RANGES: [DepthRange; 3] = [DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed];

fn camera(projection: Projection, near: f32, far: f32, depth: DepthRange) -> Camera {
    Camera { position: Vec3::ZERO, rotation: DQuat::IDENTITY, projection, near, far, depth }
}

/// What a renderer stores at a distance along the view: a whole number, or the bits of a float. Clip space is computed in f64 and
/// rounded to f32 for floats, as a renderer has it.
fn stored(camera: &Camera, bits: u32, distance: f64) -> i64 {
    let clip = camera.clip_from_view() * DVec3::new(0.0, 0.0, -distance).extend(1.0);
    let depth = clip.z / clip.w;
    let is_halved = camera.depth == DepthRange::MinusOneToOne;
    if bits < DepthBuffer::FLOAT {
        let depth = if is_halved { f64::midpoint(depth, 1.0) } else { depth };
        #[expect(clippy::cast_possible_truncation, reason = "of 24 bits at most")]
        return (depth * (libm::exp2(f64::from(bits)) - 1.0)).round() as i64;
    }
    let depth = narrow(depth);
    let depth = if is_halved { 0.5 * depth + 0.5 } else { depth };
    i64::from(depth.to_bits())
}

#[test]
fn depths_that_differ_by_a_step_are_stored_apart_and_others_are_confused_somewhere() {
    let mut random = Random::new(48);
    let (mut apart, mut confused) = (0, 0);
    for _ in 0..4000 {
        let near = libm::exp(random.range(-5.0, 1.0));
        let far = near * libm::exp(random.range(1.0, 9.0));
        let [near, far] = [near, far].map(narrow);
        let projection = if random.once_in(3) {
            Projection::Orthographic { height: 2.0, aspect: 1.5 }
        } else {
            Projection::Perspective { fov_y: 1.0, aspect: 1.5 }
        };
        let bits = [16, 24, 32][random.below(3)];
        let camera = camera(projection, near, far, RANGES[random.below(3)]);
        let buffer = DepthBuffer::of(&camera, bits);
        let [near, far] = [near, far].map(f64::from);
        let distance = near + (far - near) * random.range(0.02, 0.98) * random.range(0.02, 1.0);
        let at = |distance: f64| DVec3::NEG_Z * distance;
        let step = buffer.resolution(at(distance), DVec3::NEG_Z);
        // The formula is the slope at a point; here its change over a step may not count.
        if step > 1e-3 * distance || distance + 70.0 * step > far {
            continue;
        }
        let other = distance + step * random.range(0.2, 3.0);
        let is_confused = buffer.confuses(at(distance), at(other));
        if !is_confused {
            apart += 1;
            let codes = [distance, other].map(|distance| stored(&camera, bits, distance));
            assert_ne!(codes[0], codes[1], "{camera:?} {bits} bits: {distance} and {other}");
        } else if (other - distance) < 0.6 * step
            && (buffer.step(buffer.depth(at(other))) - buffer.step(buffer.depth(at(distance)))).abs() == 0.0
        {
            confused += 1;
            let is_equal = |i: u32| {
                let by = step * f64::from(i) / 16.0;
                stored(&camera, bits, distance + by) == stored(&camera, bits, other + by)
            };
            assert!((0..1000).any(is_equal), "{camera:?} {bits} bits: {distance} and {other} are never equal");
        }
    }
    assert!(apart > 500 && confused > 100, "{apart} {confused}");
}

/// A square of two triangles that shows its front to +Z, in a pose.
fn sheet(half: Vec3, pose: Pose, key: u64) -> FlickerBody {
    let corner = |x: f32, y: f32| Vec3::new(x * half.x, y * half.y, 0.0);
    let corners = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let shape = Shape::Mesh(Arc::new(Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).expect("a square")));
    let bounds = Aabb::of(&shape, &pose);
    FlickerBody { shape, pose, bounds, layers: 1, key }
}

fn corners(body: &FlickerBody) -> Vec<[DVec3; 3]> {
    let Shape::Mesh(mesh) = &body.shape else { panic!("a sheet is a mesh") };
    let world = body.pose.world_from_local().as_daffine3();
    mesh.triangles()
        .iter()
        .map(|triangle| triangle.map(|i| world.transform_point3(mesh.positions()[i as usize].as_dvec3())))
        .collect()
}

/// The distance along a line of sight at which it meets the front of a triangle.
fn meets(eye: DVec3, along: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let normal = (b - a).cross(c - a);
    let slope = normal.dot(along);
    if slope >= 0.0 {
        return None;
    }
    let t = normal.dot(a - eye) / slope;
    let at = eye + along * t;
    let is_inside =
        [(a, b), (b, c), (c, a)].iter().all(|(from, to)| normal.dot((*to - *from).cross(at - *from)) >= 0.0);
    (t > 0.0 && is_inside).then_some(t)
}

struct Case {
    bodies: Vec<FlickerBody>,
    camera: FlickerCamera,
}

fn case(random: &mut Random) -> Case {
    let near = narrow(libm::exp(random.range(-6.0, -1.0)));
    let projection = if random.once_in(5) {
        Projection::Orthographic { height: 12.0, aspect: 1.5 }
    } else {
        Projection::Perspective { fov_y: 0.9, aspect: 1.5 }
    };
    let camera = Camera {
        position: Vec3::new(0.0, 0.0, 30.0),
        rotation: DQuat::from_rotation_y(random.range(-0.2, 0.2)),
        ..camera(projection, near, 500.0, RANGES[random.below(3)])
    };
    let bits = [16, 24, 24, 32][random.below(4)];
    let bodies = (0..12).map(|i| {
        let group = (i / 3) as f32;
        let gap = narrow(libm::exp(random.range(-9.0, -2.0)));
        let place = Vec3::new(
            narrow(random.range(-2.0, 2.0)) + 3.0 * (group - 1.5),
            narrow(random.range(-2.0, 2.0)),
            -12.0 * group + gap,
        );
        // At most 4° from each other.
        let turn = Quat::from_euler(
            glam::EulerRot::XYZ,
            narrow(random.range(-0.03, 0.03)),
            narrow(random.range(-0.03, 0.03)),
            narrow(random.range(0.0, 3.0)),
        );
        let turn = if random.once_in(2) { Quat::from_rotation_z(0.3 * i as f32) } else { turn };
        let half = Vec3::new(narrow(random.range(0.3, 4.0)), narrow(random.range(0.3, 4.0)), 1.0);
        sheet(half, Pose::new(place, turn, Vec3::ONE).expect("a pose"), i)
    });
    Case {
        bodies: bodies.collect(),
        camera: FlickerCamera { camera, depth_bits: bits, size: [90, 60], mask: u64::MAX },
    }
}

/// The line of sight through the centre of a pixel.
fn sight(camera: &FlickerCamera, [x, y]: [u32; 2]) -> (DVec3, DVec3) {
    let [width, height] = camera.size.map(f64::from);
    let at = DVec2::new((f64::from(x) + 0.5) / width * 2.0 - 1.0, 1.0 - (f64::from(y) + 0.5) / height * 2.0);
    let (rotation, eye) = (camera.camera.rotation, camera.camera.position.as_dvec3());
    match camera.camera.projection {
        Projection::Perspective { fov_y, aspect } => {
            let up = libm::tan(fov_y / 2.0);
            (eye, rotation * DVec3::new(at.x * up * f64::from(aspect), at.y * up, -1.0))
        }
        Projection::Orthographic { height, aspect } => {
            let up = f64::from(height) / 2.0;
            (eye + rotation * DVec3::new(at.x * up * f64::from(aspect), at.y * up, 0.0), rotation * DVec3::NEG_Z)
        }
        _ => panic!("no other projection is made"),
    }
}

/// The pairs of bodies that the buffer confuses, with the number of pixels.
fn by_pixels(case: &Case) -> Vec<([usize; 2], u32)> {
    let camera = &case.camera;
    let buffer = DepthBuffer::of(&camera.camera, camera.depth_bits);
    let triangles: Vec<Vec<[DVec3; 3]>> = case.bodies.iter().map(corners).collect();
    let mut counts = std::collections::BTreeMap::new();
    for y in 0..camera.size[1] {
        for x in 0..camera.size[0] {
            let (eye, along) = sight(camera, [x, y]);
            let met: Vec<(usize, f64)> = (0..)
                .zip(&triangles)
                .filter_map(|(i, own)| Some((i, own.iter().find_map(|corners| meets(eye, along, *corners))?)))
                .filter(|(_, t)| *t >= f64::from(camera.camera.near) && *t <= f64::from(camera.camera.far))
                .collect();
            let view = camera.camera.view_from_world();
            for (place, (i, a)) in met.iter().enumerate() {
                for (j, b) in &met[place + 1..] {
                    let [a, b] = [a, b].map(|t| view.transform_point3(eye + along * *t));
                    if buffer.confuses(a, b) {
                        *counts.entry([*i, *j]).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    counts.into_iter().collect()
}

fn search(case: &Case) -> Flicker {
    flicker(&case.bodies, &[Some(case.camera.clone())], &Budget::default(), &Progress::default())
        .expect("there is memory")
}

fn pair([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

#[test]
fn the_search_finds_what_the_pixels_show_and_nothing_else() {
    let mut random = Random::new(4711);
    let (mut found_pairs, mut with_near) = (0, 0);
    for _ in 0..150 {
        let case = case(&mut random);
        let found = search(&case);
        let fights: BTreeSet<[usize; 2]> = found
            .findings
            .iter()
            .filter(|finding| matches!(finding.kind, FlickerKind::Fight(_)))
            .map(|finding| pair(finding.bodies))
            .collect();
        let coplanar: BTreeSet<[usize; 2]> = found
            .findings
            .iter()
            .filter(|finding| matches!(finding.kind, FlickerKind::Coplanar { .. }))
            .map(|finding| pair(finding.bodies))
            .collect();
        for (pair, pixels) in by_pixels(&case) {
            // Each of four pairs of triangles may have less than a pixel.
            let is_known = fights.contains(&pair) || coplanar.contains(&pair);
            assert!(is_known || pixels <= 8, "{pair:?} flicker in {pixels} pixels of {:?}", case.camera);
        }
        let buffer = case.camera.buffer();
        let view = case.camera.camera.view_from_world();
        for finding in &found.findings {
            let FlickerKind::Fight(fight) = &finding.kind else { continue };
            found_pairs += 1;
            // Each place is on one of both faces; the line of sight through its middle meets the other one within a step.
            for place in finding.pairs.iter().flat_map(|pair| &pair.places) {
                let middle = place.iter().sum::<DVec3>() / place.len() as f64;
                let eye = case.camera.camera.position.as_dvec3();
                let (eye, along) = if case.camera.camera.is_perspective() {
                    let seen = view.transform_point3(middle);
                    (eye, (middle - eye) / -seen.z)
                } else {
                    let along = case.camera.camera.rotation * DVec3::NEG_Z;
                    (middle - along * 30.0, along)
                };
                let met = finding
                    .bodies
                    .map(|body| corners(&case.bodies[body]).iter().find_map(|corners| meets(eye, along, *corners)));
                let [Some(a), Some(b)] = met else { continue };
                let [a, b] = [a, b].map(|t| view.transform_point3(eye + along * t));
                assert!(buffer.confuses(a, b), "{:?} {finding:?}", case.camera);
            }
            if let Some(near) = fight.cures.near {
                with_near += 1;
                let mut cured = Case { bodies: case.bodies.clone(), camera: case.camera.clone() };
                cured.camera.camera.near = near;
                let still = search(&cured).findings;
                let is_it = |other: &&eyeline::flicker::FlickerFinding| pair(other.bodies) == pair(finding.bodies);
                let still = still.iter().filter(is_it).find(|other| matches!(other.kind, FlickerKind::Fight(_)));
                assert!(still.is_none(), "near {near} does not cure {:?}: {still:?}", case.camera);
            }
        }
    }
    assert!(found_pairs > 100 && with_near > 20, "{found_pairs} {with_near}");
}
