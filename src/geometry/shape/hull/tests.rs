//! Hulls against the box, against their own points, and with input that is no solid.

use std::sync::Arc;

use glam::{DVec3, Quat, Vec3};
use proptest::prelude::*;

use super::{Hull, HullError};
use crate::geometry::exact;
use crate::geometry::exact::body::ExactBody;
use crate::geometry::pose::Pose;
use crate::geometry::ray::{Feature, Ray, RayQuery, cast, cast_told};
use crate::geometry::shape::Shape;
use crate::geometry::{Aabb, Story};

/// The corners of a cube, with a point inside and a duplicate.
fn cube(half: Vec3) -> Vec<Vec3> {
    let corners = (0..8).map(|i| Aabb::around(Vec3::ZERO, half).corner(i));
    corners.chain([half * 0.25, half]).collect()
}

#[test]
fn a_cube_has_six_faces_in_the_order_of_their_normals() {
    let hull = Hull::new(cube(Vec3::new(1.0, 2.0, 3.0))).unwrap();
    let normals: Vec<Vec3> = hull.faces().iter().map(|face| face.normal).collect();
    assert_eq!(normals, [Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z, Vec3::Z, Vec3::Y, Vec3::X]);
    assert!(hull.faces().iter().all(|face| face.corners.len() == 4));
    let mesh = hull.mesh();
    assert_eq!((mesh.positions().len(), mesh.triangles().len(), mesh.is_closed()), (8, 12, true));
    assert_eq!(Shape::Hull(Arc::new(hull)).rims().len(), 12);
}

#[test]
fn a_turned_cube_has_six_faces() {
    for seed in 0..200_u8 {
        let f = f32::from(seed);
        let turn = Quat::from_euler(glam::EulerRot::YXZ, f * 0.37, f * 0.71, f * 1.3);
        let points =
            cube(Vec3::new(0.3, 1.0, 2.0)).iter().map(|point| turn * *point * 7.0 + Vec3::splat(3.0)).collect();
        let hull = Hull::new(points).unwrap();
        assert_eq!(hull.faces().len(), 6, "{seed}");
        assert!(hull.faces().iter().all(|face| face.corners.len() == 4), "{seed}");
    }
}

#[test]
fn points_that_are_no_solid_are_refused() {
    let flat: Vec<Vec3> = (0..9_u8).map(|i| Vec3::new(f32::from(i % 3), 0.0, f32::from(i / 3))).collect();
    let turn = Quat::from_euler(glam::EulerRot::YXZ, 0.4, 1.1, 0.2);
    let turned: Vec<Vec3> = flat.iter().map(|point| turn * *point).collect();
    let line: Vec<Vec3> = (0..5_u8).map(|i| Vec3::ONE * f32::from(i)).collect();
    for points in [flat, turned, line, vec![Vec3::ONE; 5]] {
        assert_eq!(Hull::new(points.clone()), Err(HullError::InOnePlane), "{points:?}");
    }
    assert_eq!(Hull::new(vec![Vec3::ZERO; 3]), Err(HullError::TooFew));
    assert_eq!(Hull::new(vec![Vec3::ZERO; 257]), Err(HullError::TooMany));
    let lost = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN];
    assert_eq!(Hull::new(lost), Err(HullError::NotFinite { point: 3 }));
}

#[test]
fn the_steps_name_the_faces_that_decide() {
    let hull = Shape::Hull(Arc::new(Hull::new(cube(Vec3::ONE)).unwrap()));
    let told = |origin: [f32; 3], direction: [f32; 3]| {
        let ray = Ray { origin: origin.into(), direction: direction.into() };
        let mut story = Story::default();
        let answer = cast_told(&ray, RayQuery::default(), &hull, &Pose::IDENTITY, &mut story);
        assert_eq!(answer, cast(&ray, RayQuery::default(), &hull, &Pose::IDENTITY));
        let steps = story.steps.into_iter().map(|step| (step.title, step.outcome));
        (answer.hit().map(|hit| (hit.t, hit.feature)), steps.skip(1).collect::<Vec<_>>())
    };
    let (hit, steps) = told([-3.0, 0.5, 0.25], [1.0, -0.25, 0.0]);
    assert_eq!(hit, Some((2.0, Feature::Face(0))));
    let titles: Vec<&str> = steps.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["Planes along the line", "Planes entered", "Planes left", "Both at once", "Hit"]);
    assert!(steps[1].1.contains("face 0 last"), "{}", steps[1].1);
    assert!(steps[2].1.contains("face 5 first"), "{}", steps[2].1);
    let (hit, steps) = told([-3.0, 0.5, 2.0], [1.0, 0.0, 0.0]);
    assert_eq!((hit, steps.len()), (None, 2));
    assert!(steps[0].1.contains("face 3 and in front of it"), "{}", steps[0].1);
}

fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
    [-reach..reach, -reach..reach, -reach..reach].prop_map(Vec3::from)
}

/// Points anywhere, on a coarse grid, or around a ball.
fn points() -> impl Strategy<Value = Vec<Vec3>> {
    let grid = [-2_i8..=2, -2..=2, -2..=2].prop_map(|cell| Vec3::from(cell.map(f32::from)));
    let ball = vector(1.0).prop_map(|at| at.normalize_or(Vec3::X) * 2.0);
    prop_oneof![
        prop::collection::vec(vector(2.0), 4..60),
        prop::collection::vec(grid, 4..60),
        prop::collection::vec(ball, 4..256),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_hull_contains_its_points_and_is_convex_and_closed(points in points()) {
        let Ok(hull) = Hull::new(points.clone()) else { return Ok(()) };
        let mesh = hull.mesh();
        prop_assert!(mesh.is_closed() && mesh.faults().is_empty(), "{:?}", mesh.faults());
        let body = ExactBody::new(&Shape::Mesh(Arc::clone(mesh)), &Pose::IDENTITY);
        prop_assert!(body.is_convex() && !body.is_inside_out());
        let (vertices, faces) = (mesh.positions().len(), mesh.triangles().len());
        prop_assert_eq!(vertices + faces, faces * 3 / 2 + 2, "Euler's formula");
        let shape = Shape::Hull(Arc::new(hull));
        for point in points {
            prop_assert!(exact::ray::distance(&shape, point.as_dvec3()) <= 1e-12, "{} is outside", point);
        }
    }

    #[test]
    fn the_order_of_the_points_does_not_matter(points in points(), by in 1_usize..200) {
        let mut turned = points.clone();
        turned.rotate_left(by % points.len());
        let normals = |points: Vec<Vec3>| {
            Hull::new(points).map(|hull| hull.faces().iter().map(|face| face.normal).collect::<Vec<_>>())
        };
        match (normals(points), normals(turned)) {
            (Ok(a), Ok(b)) => {
                prop_assert_eq!(a.len(), b.len());
                for (a, b) in a.iter().zip(&b) {
                    prop_assert!((a - b).length() < 1e-4, "{} and {}", a, b);
                }
            }
            (a, b) => prop_assert_eq!(a, b),
        }
    }

    #[test]
    fn a_hull_of_a_box_answers_like_the_box(
        half in [0.1_f32..3.0, 0.1..3.0, 0.1..3.0],
        position in vector(5.0),
        rotation in vector(3.0),
        start in vector(8.0),
        target in vector(2.0),
    ) {
        let half = Vec3::from(half);
        let pose = Pose::new(position, Quat::from_scaled_axis(rotation), Vec3::new(1.0, -2.0, 0.5)).unwrap();
        let hull = Shape::Hull(Arc::new(Hull::new(cube(half)).unwrap()));
        let solid = Shape::Box { half_extents: half };
        let ray = Ray { origin: position + start, direction: target - start };
        let [a, b] = [&hull, &solid].map(|shape| cast(&ray, RayQuery::default(), shape, &pose));
        let clearance = exact::ray::clearance(&ray, &solid, &pose).unwrap();
        prop_assert!(a.hit().is_some() == b.hit().is_some() || clearance.abs() < 1e-5, "{:?} {:?}", a, b);
        if let (Some(a), Some(b)) = (a.hit(), b.hit()) {
            prop_assert!((a.t - b.t).abs() < 1e-4, "{:?} {:?}", a, b);
        }
        let [a, b] = [&hull, &solid].map(|shape| Aabb::of(shape, &pose));
        prop_assert!((a.min - b.min).abs().max((a.max - b.max).abs()).max_element() < 1e-5);
        let [a, b] = [&hull, &solid].map(|shape| ExactBody::new(shape, &pose).support(DVec3::new(0.3, -0.5, 0.9)));
        prop_assert!((a - b).length() < 1e-9);
    }
}
