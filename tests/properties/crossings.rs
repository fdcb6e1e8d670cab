//! Triangles that cross, against a test of every edge with every triangle, and faces inside of solids, against points of their
//! surface.

use std::sync::Arc;

use eyeline::budget::Budget;
use eyeline::crossing::{CrossingBody, Crossings, are_apart, crossings, line_of_crossing};
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::opacity::Progress;
use glam::{DAffine3, DQuat, DVec3, Quat, Vec3};

use crate::random::{Random, narrow};

type Triangle = [DVec3; 3];

fn point(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.range(-1.0, 1.0)))
}

/// A random triangle; sometimes thin, or large.
fn triangle(random: &mut Random) -> Triangle {
    let middle = point(random) * 0.3;
    let size = random.pick(&[0.2, 1.0, 1.0, 5.0]);
    let mut corners = [(); 3].map(|()| middle + point(random) * size);
    if random.once_in(5) {
        corners[2] = corners[0].lerp(corners[1], random.unit()) + point(random) * 1e-3;
    }
    corners
}

/// Where the edges of a triangle go through another one, by signed volumes.
fn pierced(edges: &Triangle, [a, b, c]: &Triangle) -> Vec<DVec3> {
    let volume = |p: DVec3, q: DVec3, r: DVec3, s: DVec3| (p - s).dot((q - s).cross(r - s));
    let through = |[from, to]: [DVec3; 2]| {
        let (start, end) = (volume(*a, *b, *c, from), volume(*a, *b, *c, to));
        let sides = [volume(*a, *b, to, from), volume(*b, *c, to, from), volume(*c, *a, to, from)];
        let is_inside = sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0);
        (start * end < 0.0 && is_inside).then(|| from.lerp(to, start / (start - end)))
    };
    let [p, q, r] = *edges;
    [[p, q], [q, r], [r, p]].into_iter().filter_map(through).collect()
}

#[test]
fn triangles_cross_when_an_edge_of_one_goes_through_the_other() {
    let mut random = Random::new(480);
    let mut count = [0; 2];
    for case in 0..20_000 {
        let (a, b) = (triangle(&mut random), triangle(&mut random));
        let mut ends = pierced(&a, &b);
        ends.extend(pierced(&b, &a));
        let line = line_of_crossing(&a, &b, 0.0);
        count[usize::from(line.is_some())] += 1;
        assert_eq!(line.is_some(), !ends.is_empty(), "{case}: {a:?} {b:?}");
        let Some([from, to]) = line else { continue };
        assert_eq!(ends.len(), 2, "{case}: {a:?} {b:?}");
        let is_it = from.distance(ends[0]).max(to.distance(ends[1])) < 1e-7
            || from.distance(ends[1]).max(to.distance(ends[0])) < 1e-7;
        assert!(is_it, "{case}: {from} {to} {ends:?}");
        assert!(!are_apart(&a, &b, 0.0), "{case}: what crosses is not apart");
    }
    assert!(count.iter().all(|count| *count > 1500), "{count:?}");
}

#[test]
fn the_answer_depends_on_neither_order_nor_place() {
    let mut random = Random::new(481);
    for case in 0..5000 {
        let (a, b) = (triangle(&mut random), triangle(&mut random));
        let tolerance = random.pick(&[0.0, 1e-6, 0.02]);
        let line = line_of_crossing(&a, &b, tolerance);
        let moved = DAffine3::from_rotation_translation(
            DQuat::from_axis_angle(random.direction(), random.range(0.0, 6.0)),
            point(&mut random) * 10.0,
        );
        let map = |corners: &Triangle| corners.map(|corner| moved.transform_point3(corner));
        let turned = |[p, q, r]: Triangle| [q, r, p];
        for (what, other, back) in [
            ("in the other order", line_of_crossing(&b, &a, tolerance), DAffine3::IDENTITY),
            ("with turned corners", line_of_crossing(&turned(a), &turned(turned(b)), tolerance), DAffine3::IDENTITY),
            ("with another winding", line_of_crossing(&[a[0], a[2], a[1]], &b, tolerance), DAffine3::IDENTITY),
            ("elsewhere", line_of_crossing(&map(&a), &map(&b), tolerance), moved.inverse()),
        ] {
            let other = other.map(|ends| ends.map(|end| back.transform_point3(end)));
            assert_eq!(line.is_some(), other.is_some(), "{case} {what}: {a:?} {b:?} {tolerance}");
            if let (Some([p, q]), Some([r, s])) = (line, other) {
                let off = p.distance(r).max(q.distance(s)).min(p.distance(s).max(q.distance(r)));
                assert!(off < 1e-7, "{case} {what}: {a:?} {b:?}");
            }
        }
        assert_eq!(are_apart(&a, &b, 0.01), are_apart(&b, &a, 0.01), "{case}: {a:?} {b:?}");
    }
}

/// Triangles that are apart have no nearer points, by samples of both.
#[test]
fn triangles_that_are_apart_have_a_gap() {
    let mut random = Random::new(482);
    let (mut apart, mut near) = (0, 0);
    let grid = |[a, b, c]: Triangle| {
        (0..=12_u32).flat_map(move |i| {
            (0..=12 - i).map(move |j| {
                let [u, v] = [i, j].map(|k| f64::from(k) / 12.0);
                a * (1.0 - u - v) + b * u + c * v
            })
        })
    };
    for case in 0..1500 {
        let (a, b) = (triangle(&mut random), triangle(&mut random));
        let gap = random.range(0.0, 0.4);
        let nearest = grid(a).flat_map(|p| grid(b).map(move |q| p.distance(q))).fold(f64::MAX, f64::min);
        if are_apart(&a, &b, gap) {
            apart += 1;
            assert!(nearest > gap, "{case}: {nearest} {gap} {a:?} {b:?}");
        } else {
            near += 1;
        }
    }
    assert!(apart > 100 && near > 100, "{apart} {near}");
}

fn body(shape: Shape, pose: Pose) -> CrossingBody {
    let bounds = Aabb::of(&shape, &pose);
    CrossingBody { shape, pose, bounds, layers: 1, is_drawn_still: true, is_opaque: true }
}

fn search(bodies: &[CrossingBody], eyes: &[DVec3]) -> Crossings {
    crossings(bodies, eyes, &[], &Budget::default(), &Progress::default()).expect("there is memory")
}

#[test]
fn a_mesh_has_the_pairs_that_a_test_of_all_pairs_finds() {
    let mut random = Random::new(483);
    for case in 0..40 {
        let (mut positions, mut triangles): (Vec<Vec3>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
        for i in 0..80 {
            let middle = point(&mut random);
            positions.extend([(); 3].map(|()| (middle + point(&mut random) * 0.6).as_vec3()));
            triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
        }
        // Neighbours that fold over each other share a corner, and do not count.
        triangles.extend((0..20).map(|i| [3 * i, 3 * i + 4, 3 * i + 8]));
        let mesh = Mesh::new(positions, triangles).unwrap();
        let corners = |triangle: u32| mesh.corners(triangle as usize).map(Vec3::as_dvec3);
        let all = 0..u32::try_from(mesh.triangles().len()).unwrap();
        let mut expected = Vec::new();
        for a in all.clone() {
            for b in a + 1..all.end {
                let (one, other) = (corners(a), corners(b));
                let is_neighbour = one.iter().any(|corner| other.contains(corner));
                if !(is_neighbour || pierced(&one, &other).is_empty() && pierced(&other, &one).is_empty()) {
                    expected.push([a, b]);
                }
            }
        }
        let found = search(&[body(Shape::Mesh(Arc::new(mesh.clone())), Pose::IDENTITY)], &[]);
        let found = &found.meshes[0].found;
        let pairs: Vec<[u32; 2]> = found.pairs.iter().map(|pair| pair.triangles).collect();
        assert_eq!(pairs, expected, "{case}");
        assert_eq!(found.count, expected.len());
        assert!(expected.len() > 50, "{case}: {}", expected.len());
    }
}

/// Whether a local point is in a solid, by its formula, at least `deep` from the surface when that is above 0.
fn is_in(shape: &Shape, p: DVec3, deep: f64) -> bool {
    let ring = libm::hypot(p.x, p.z);
    match shape {
        Shape::Box { half_extents } => p.abs().cmple(half_extents.as_dvec3() - deep).all(),
        Shape::Sphere { radius } => p.length() <= f64::from(*radius) - deep,
        Shape::Cylinder { radius, half_height } => {
            ring <= f64::from(*radius) - deep && p.y.abs() <= f64::from(*half_height) - deep
        }
        Shape::Capsule { radius, half_height } => {
            let h = f64::from(*half_height);
            p.distance(DVec3::Y * p.y.clamp(-h, h)) <= f64::from(*radius) - deep
        }
        Shape::Cone { radius, height } => {
            let [r, h] = [radius, height].map(|size| f64::from(*size));
            let slant = libm::hypot(r, h);
            (h * ring + r * p.y) / slant <= -deep && p.y >= deep - h
        }
        _ => panic!("{shape:?} has no formula here"),
    }
}

fn solids() -> [Shape; 5] {
    [
        Shape::Box { half_extents: Vec3::ONE },
        Shape::Sphere { radius: 1.0 },
        Shape::Cylinder { radius: 1.0, half_height: 1.0 },
        Shape::Cone { radius: 1.0, height: 1.0 },
        Shape::Capsule { radius: 1.0, half_height: 1.0 },
    ]
}

/// The radius of a ball around the local origin that holds a solid.
fn reach(shape: &Shape) -> f64 {
    match shape {
        Shape::Box { half_extents } => half_extents.as_dvec3().length(),
        Shape::Sphere { radius } => (*radius).into(),
        Shape::Cylinder { radius, half_height } => libm::hypot((*radius).into(), (*half_height).into()),
        Shape::Cone { radius, height } => libm::hypot((*radius).into(), (*height).into()),
        Shape::Capsule { radius, half_height } => f64::from(*radius) + f64::from(*half_height),
        _ => panic!("{shape:?} has no formula here"),
    }
}

#[test]
fn a_solid_is_inside_only_when_all_its_points_are() {
    let mut random = Random::new(484);
    let (mut hidden, mut outside) = (0, 0);
    for case in 0..6000 {
        let [inner_kind, outer_kind] = [(); 2].map(|()| random.below(5));
        let inner = random.sized(&solids()[inner_kind]);
        let outer = random.sized(&solids()[outer_kind]);
        let inner_pose = Pose::new(
            (point(&mut random) * 2.0).as_vec3(),
            random.rotation(),
            Vec3::splat(narrow(random.magnitude(0.02, 1.0))),
        );
        let outer_pose = Pose::new((point(&mut random)).as_vec3(), random.rotation(), Vec3::ONE);
        let (Some(inner_pose), Some(outer_pose)) = (inner_pose, outer_pose) else { continue };
        let found = search(&[body(inner.clone(), inner_pose), body(outer.clone(), outer_pose)], &[]);
        let is_hidden = found.hidden.iter().any(|hidden| hidden.body == 0 && hidden.is_whole);
        let world = inner_pose.world_from_local().as_daffine3();
        let local = outer_pose.world_from_local().as_daffine3().inverse();
        let to_outer = |p: DVec3| local.transform_point3(world.transform_point3(p));
        let size = reach(&inner);
        let samples: Vec<DVec3> =
            (0..300).map(|_| point(&mut random) * size).filter(|p| is_in(&inner, *p, 0.0)).collect();
        if is_hidden {
            hidden += 1;
            assert!(
                samples.iter().all(|p| is_in(&outer, to_outer(*p), 0.0)),
                "{case}: {inner:?} {inner_pose:?} {outer:?} {outer_pose:?}"
            );
        } else {
            outside += 1;
            let scale = f64::from(inner_pose.uniform_scale().unwrap());
            let is_deep = is_in(&outer, to_outer(DVec3::ZERO), size * scale / 0.9 + 1e-4);
            assert!(!is_deep, "{case}: {inner:?} {inner_pose:?} {outer:?} {outer_pose:?}");
        }
    }
    assert!(hidden > 150 && outside > 500, "{hidden} {outside}");
}

/// The triangles of a sphere, wound inwards when `is_cavity`.
fn ball(positions: &mut Vec<Vec3>, triangles: &mut Vec<[u32; 3]>, radius: f64, is_cavity: bool) {
    const AROUND: u32 = 48;
    const UP: u32 = 24;
    let first = u32::try_from(positions.len()).expect("few positions");
    for i in 0..=UP {
        for j in 0..AROUND {
            let (sin, cos) = libm::sincos(std::f64::consts::PI * f64::from(i) / f64::from(UP));
            let (side, ahead) = libm::sincos(std::f64::consts::TAU * f64::from(j) / f64::from(AROUND));
            let sin = if i == 0 || i == UP { 0.0 } else { sin };
            positions.push((DVec3::new(sin * ahead, cos, sin * side) * radius).as_vec3());
        }
    }
    let at = |i: u32, j: u32| first + i * AROUND + j % AROUND;
    for i in 0..UP {
        for j in 0..AROUND {
            let quad = [[at(i, j), at(i, j + 1), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i + 1, j)]];
            let pole = if i == 0 {
                &quad[1..]
            } else if i == UP - 1 {
                &quad[..1]
            } else {
                &quad[..]
            };
            triangles.extend(pole.iter().map(|&[a, b, c]| if is_cavity { [a, c, b] } else { [a, b, c] }));
        }
    }
}

/// A hollow ball from 1.2 to 2, and in it, in its wall and around it, small triangles. Those in the wall are hidden; those in the
/// hollow are seen from there.
#[test]
fn triangles_in_the_wall_of_a_hollow_ball_are_hidden() {
    let mut random = Random::new(485);
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    ball(&mut positions, &mut triangles, 2.0, false);
    ball(&mut positions, &mut triangles, 1.2, true);
    let hollow = Mesh::new(positions.clone(), triangles.clone()).unwrap();
    assert!(hollow.is_closed() && hollow.faults().inside_out.count == 0);
    let pose = Pose::new(Vec3::new(3.0, -2.0, 5.0), Quat::from_rotation_x(0.7), Vec3::splat(1.5)).unwrap();
    let (mut small, mut numbers): (Vec<Vec3>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    let middles: Vec<f64> = (0..900_u32)
        .map(|i| {
            let far = random.range(0.2, 2.6);
            let middle = random.direction() * far;
            small.extend([(); 3].map(|()| (middle + random.in_ball(0.05)).as_vec3()));
            numbers.push([3 * i, 3 * i + 1, 3 * i + 2]);
            far
        })
        .collect();
    let first = u32::try_from(positions.len()).expect("few positions");
    let own = Mesh::new(
        positions.iter().chain(&small).copied().collect(),
        triangles.iter().copied().chain(numbers.iter().map(|corners| corners.map(|corner| corner + first))).collect(),
    )
    .unwrap();
    let before = u32::try_from(triangles.len()).unwrap();
    let crumbs = Mesh::new(small, numbers).unwrap();
    let bodies = [body(Shape::Mesh(Arc::new(hollow)), pose), body(Shape::Mesh(Arc::new(crumbs)), pose)];
    let alone = [body(Shape::Mesh(Arc::new(own)), pose)];
    let of_pair: Vec<u32> = search(&bodies, &[]).hidden.iter().flat_map(|hidden| hidden.triangles.clone()).collect();
    let of_alone: Vec<u32> = search(&alone, &[]).hidden.iter().flat_map(|hidden| hidden.triangles.clone()).collect();
    assert_eq!(of_alone.iter().map(|triangle| triangle - before).collect::<Vec<_>>(), of_pair);
    assert!(of_pair.len() > 150);
    for (i, far) in (0..).zip(&middles) {
        let is_found = of_pair.contains(&i);
        if (1.28..1.9).contains(far) {
            assert!(is_found, "triangle {i} at {far} is in the wall");
        } else if !(1.1..2.06).contains(far) {
            assert!(!is_found, "triangle {i} at {far} is not in the wall");
        }
    }
    // An eye in the hollow sees no more of the wall; an eye in the wall does.
    let at = |far: f32| pose.world_from_local().transform_point3(Vec3::Y * far).as_dvec3();
    assert_eq!(search(&bodies, &[at(0.5)]).hidden.len(), 1);
    assert_eq!(search(&bodies, &[at(1.6)]).hidden.len(), 0);
}

#[test]
fn what_moves_is_seen_through_or_is_on_another_layer_is_left_out() {
    let crate_ = body(Shape::Box { half_extents: Vec3::splat(0.2) }, Pose::IDENTITY);
    let wall = body(Shape::Box { half_extents: Vec3::ONE }, Pose::IDENTITY);
    let count = |bodies: &[CrossingBody], eyes: &[DVec3]| search(bodies, eyes).hidden.len();
    assert_eq!(count(&[crate_.clone(), wall.clone()], &[]), 1);
    assert_eq!(count(&[crate_.clone(), wall.clone()], &[DVec3::X * 5.0]), 1);
    assert_eq!(count(&[crate_.clone(), wall.clone()], &[DVec3::X * 0.5]), 0, "an eye is inside");
    let moving = CrossingBody { is_drawn_still: false, ..crate_.clone() };
    assert_eq!(count(&[moving, wall.clone()], &[]), 0);
    let glass = CrossingBody { is_opaque: false, ..wall.clone() };
    assert_eq!(count(&[crate_.clone(), glass], &[]), 0);
    let other = CrossingBody { layers: 2, ..wall.clone() };
    assert_eq!(count(&[crate_.clone(), other], &[]), 0, "a camera that sees layer 0 alone does not see the wall");
    let both = CrossingBody { layers: 3, ..wall.clone() };
    assert_eq!(count(&[crate_.clone(), both], &[]), 1);
    // Flush with a side: that side is seen, or flickers.
    let flush = body(
        Shape::Box { half_extents: Vec3::splat(0.2) },
        Pose::new(Vec3::X * 0.8, Quat::IDENTITY, Vec3::ONE).unwrap(),
    );
    assert_eq!(count(&[flush, wall], &[]), 0);
}
