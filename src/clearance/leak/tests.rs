//! Rooms with holes of all sizes, against independent distances.

use std::sync::Arc;

use glam::{DVec3, Quat, Vec3};

use super::{LeakAnswer, LeakQuery, leak};
use crate::budget::Budget;
use crate::clearance::UndecidedReason;
use crate::geometry::exact::body::ExactBody;
use crate::geometry::{Mesh, Pose, Shape};
use crate::opacity::Progress;
use crate::random::Random;

/// The walls of a room around the origin as triangles, with a square hole in the wall at +X.
fn room(half: f32, hole: [f32; 2], size: f32) -> Mesh {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    let mut quad = |corners: [[f32; 3]; 4]| {
        let first = u32::try_from(positions.len()).unwrap();
        positions.extend(corners.map(Vec3::from));
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    };
    let h = half;
    quad([[-h, -h, -h], [-h, h, -h], [-h, h, h], [-h, -h, h]]);
    for s in [-h, h] {
        quad([[-h, s, -h], [h, s, -h], [h, s, h], [-h, s, h]]);
        quad([[-h, -h, s], [h, -h, s], [h, h, s], [-h, h, s]]);
    }
    let [y, z] = hole;
    let (y0, y1, z0, z1) = (y - size / 2.0, y + size / 2.0, z - size / 2.0, z + size / 2.0);
    let mut wall =
        |a: [f32; 2], b: [f32; 2]| quad([[h, a[0], a[1]], [h, b[0], a[1]], [h, b[0], b[1]], [h, a[0], b[1]]]);
    if size > 0.0 {
        wall([-h, -h], [y0, h]);
        wall([y1, -h], [h, h]);
        wall([y0, -h], [y1, z0]);
        wall([y0, z1], [y1, h]);
    } else {
        wall([-h, -h], [h, h]);
    }
    Mesh::new(positions, triangles).unwrap()
}

fn asked(bodies: &[(Shape, Pose)], from: [f64; 3], to: Option<[f64; 3]>, radius: f64) -> LeakAnswer {
    let bodies: Vec<ExactBody> = bodies.iter().map(|(shape, pose)| ExactBody::new(shape, pose)).collect();
    let bounds = crate::geometry::exact::body::bounds_of(&bodies);
    let query = LeakQuery { from: from.into(), to: to.map(DVec3::from), radius, bounds };
    leak(bodies, &query, &Budget::default(), &Progress::default())
}

/// The least distance of a line from triangles, by samples and a distance that is computed by parry.
fn sampled(mesh: &Mesh, pose: &Pose, points: &[DVec3]) -> f64 {
    use parry3d::math::Vector;
    use parry3d::query::PointQuery;
    use parry3d::shape::Triangle;
    let world = pose.world_from_local();
    let to = |p: Vec3| {
        let p = world.transform_point3(p);
        Vector::new(p.x, p.y, p.z)
    };
    let triangles: Vec<Triangle> = (0..mesh.triangles().len())
        .map(|i| {
            let [a, b, c] = mesh.corners(i).map(to);
            Triangle::new(a, b, c)
        })
        .collect();
    let mut least = f64::INFINITY;
    for ends in points.windows(2) {
        for i in 0..=50 {
            let p = (ends[0] + (ends[1] - ends[0]) * (f64::from(i) / 50.0)).as_vec3();
            for triangle in &triangles {
                let distance = triangle.distance_to_local_point(Vector::new(p.x, p.y, p.z), true);
                least = least.min(f64::from(distance));
            }
        }
    }
    least
}

#[test]
fn a_hole_leaks_when_the_sphere_fits() {
    let mut random = Random(11);
    for case in 0..3 {
        let half = 1.0;
        let hole = random.within(0.3, 0.6);
        let place = [random.within(-0.5, 0.5), random.within(-0.5, 0.5)];
        let mesh = Arc::new(room(half, place, hole));
        let turn = Quat::from_euler(glam::EulerRot::YXZ, random.within(0.0, 3.0), random.within(0.0, 3.0), 0.3);
        let pose = Pose::new(Vec3::new(3.0, -2.0, 5.0), turn, Vec3::ONE).unwrap();
        let bodies = [(Shape::Mesh(Arc::clone(&mesh)), pose)];
        for (factor, fits) in [(0.85, true), (0.5, true), (1.16, false), (1.4, false)] {
            let radius = f64::from(hole) * 0.5 * factor;
            let answer = asked(&bodies, [3.0, -2.0, 5.0], None, radius);
            match (&answer, fits) {
                (LeakAnswer::Leaks(path), true) => {
                    let least = sampled(&mesh, &pose, &path.points);
                    assert!(least >= radius - 1e-5, "case {case}: {least} < {radius}");
                    assert!(path.width >= 2.0 * radius && path.width <= f64::from(hole) + 1e-6, "{path:?}");
                    assert!(path.width >= f64::from(hole) * 0.97, "the line is not in the middle: {path:?} {hole}");
                    assert!((path.width * 0.5 - least).abs() < 2e-2, "{least} {path:?}");
                    assert!(path.length < 6.0, "{path:?}");
                    assert_eq!(path.bodies, [0]);
                }
                (LeakAnswer::Sealed { resolution, .. }, false) => assert!(*resolution <= radius * 1.1),
                _ => panic!("case {case}, factor {factor}: {answer:?}"),
            }
        }
    }
}

#[test]
fn special_cases() {
    let closed = Shape::Mesh(Arc::new(room(1.0, [0.0; 2], 0.0)));
    let pose = Pose::IDENTITY;
    let bodies = [(closed.clone(), pose)];
    assert!(matches!(asked(&bodies, [0.95, 0.0, 0.0], None, 0.1), LeakAnswer::StartsInside { body: 0, .. }));
    assert!(matches!(asked(&bodies, [0.0; 3], None, 0.1), LeakAnswer::Sealed { .. }));
    // From outside it is out already, and a way between two places outside goes around.
    assert!(matches!(asked(&bodies, [3.0, 0.0, 0.0], None, 0.1), LeakAnswer::Leaks(path) if path.points.len() == 1));
    let LeakAnswer::Leaks(path) = asked(&bodies, [1.5, 0.0, 0.0], Some([-1.5, 0.0, 0.0]), 0.2) else { panic!() };
    assert!(path.length < 6.5 && path.width >= 0.4, "{path:?}");
    assert!(matches!(
        asked(&bodies, [0.0; 3], Some([0.95, 0.0, 0.0]), 0.1),
        LeakAnswer::Sealed { goal_inside: Some(distance), .. } if (distance - 0.05).abs() < 1e-6
    ));
    assert!(
        matches!(asked(&bodies, [0.0; 3], Some([0.5, 0.1, 0.0]), 0.1), LeakAnswer::Leaks(path) if path.points.len() == 2)
    );
    // Inside of a solid the distance is 0; a closed mesh has no inside.
    let ball = [(Shape::Sphere { radius: 1.0 }, pose)];
    assert!(matches!(asked(&ball, [0.0; 3], None, 0.1), LeakAnswer::StartsInside { distance, .. } if distance == 0.0));
    // A start that touches the radius is not inside.
    assert!(matches!(asked(&ball, [1.1, 0.0, 0.0], None, 0.1), LeakAnswer::Leaks(_)));
    // Without any body there is nothing to leave.
    assert!(matches!(asked(&[], [0.0; 3], None, 0.1), LeakAnswer::Leaks(path) if path.width.is_infinite()));
    let cancelled = Progress::default();
    cancelled.cancel();
    let query = LeakQuery { from: DVec3::ZERO, to: None, radius: 0.1, bounds: [DVec3::NEG_ONE, DVec3::ONE] };
    let answer = leak(vec![ExactBody::new(&closed, &pose)], &query, &Budget::default(), &cancelled);
    assert!(matches!(answer, LeakAnswer::Undecided { reason: UndecidedReason::Cancelled, .. }));
    let answer = leak(vec![ExactBody::new(&closed, &pose)], &query, &Budget::new(900), &Progress::default());
    assert!(matches!(answer, LeakAnswer::Undecided { reason: UndecidedReason::Memory(_), .. }), "{answer:?}");
}

/// A small hole in a large room of solids.
#[test]
fn a_small_hole_in_a_large_room_is_found() {
    let wall = |centre: [f32; 3], half: [f32; 3]| {
        let pose = Pose::new(centre.into(), Quat::IDENTITY, Vec3::ONE).unwrap();
        (Shape::Box { half_extents: half.into() }, pose)
    };
    let mut walls = vec![
        wall([0.0, -2.0, 0.0], [6.0, 0.1, 5.0]),
        wall([0.0, 2.0, 0.0], [6.0, 0.1, 5.0]),
        wall([-6.0, 0.0, 0.0], [0.1, 2.0, 5.0]),
        wall([0.0, 0.0, -5.0], [6.0, 2.0, 0.1]),
        wall([0.0, 0.0, 5.0], [6.0, 2.0, 0.1]),
    ];
    // A gap of 20 cm under the ceiling.
    walls.push(wall([6.0, -0.1, 0.0], [0.1, 1.8, 5.0]));
    let LeakAnswer::Leaks(path) = asked(&walls, [0.0; 3], None, 0.08) else { panic!() };
    assert!(path.width > 0.19 && path.width < 0.2001, "{path:?}");
    assert!((path.narrowest.y - 1.8).abs() < 0.02 && (path.narrowest.x - 6.0).abs() < 0.11, "{path:?}");
    assert_eq!(
        {
            let mut bodies = path.bodies.clone();
            bodies.sort_unstable();
            bodies
        },
        [1, 5]
    );
    assert!(matches!(asked(&walls, [0.0; 3], None, 0.12), LeakAnswer::Sealed { .. }));
}
