//! Tests of repairs: what was broken is sound again, and a second repair changes nothing.

use glam::Vec3;

use super::{KeptFault, MeshChange, MeshRepair, RemovalReason, RepairedMesh, repair_mesh};
use crate::geometry::mesh::{Faults, Mesh};
use crate::random::Random;

const ALL: MeshRepair =
    MeshRepair { merge: Some(1e-3), degenerate: true, duplicates: true, winding: true, holes: Some(f32::INFINITY) };

/// A ball of `2 * steps * (steps - 1)` triangles, without vertices that share a place.
fn ball(steps: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut positions = vec![Vec3::Y];
    for ring in 1..steps {
        let (sin, cos) = libm::sincosf(std::f32::consts::PI * ring as f32 / steps as f32);
        positions.extend((0..steps).map(|i| {
            let (x, z) = libm::sincosf(std::f32::consts::TAU * i as f32 / steps as f32);
            Vec3::new(sin * x, cos, sin * z)
        }));
    }
    positions.push(-Vec3::Y);
    let last = u32::try_from(positions.len()).unwrap() - 1;
    let at = |ring: u32, i: u32| match ring {
        0 => 0,
        _ if ring == steps => last,
        _ => 1 + (ring - 1) * steps + i % steps,
    };
    let mut triangles = Vec::new();
    for ring in 0..steps {
        for i in 0..steps {
            let [a, b, c, d] = [at(ring, i), at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)];
            triangles.extend([[a, c, b], [b, c, d]].into_iter().filter(|[p, q, r]| p != q && q != r && r != p));
        }
    }
    (positions, triangles)
}

fn repaired(positions: &[Vec3], triangles: &[[u32; 3]], how: MeshRepair) -> RepairedMesh {
    let grouped: Vec<_> = triangles.iter().map(|corners| (*corners, 0)).collect();
    repair_mesh(positions, &grouped, how)
}

fn faults(mesh: &RepairedMesh) -> Faults {
    let triangles = mesh.triangles.iter().map(|triangle| triangle.corners).collect();
    Mesh::new(mesh.positions.clone(), triangles).unwrap().faults().clone()
}

#[test]
fn a_sound_mesh_stays() {
    let (positions, triangles) = ball(8);
    let same = repaired(&positions, &triangles, ALL);
    assert_eq!((same.changes, same.kept, same.positions), (vec![], vec![], positions));
    assert!(same.triangles.iter().map(|triangle| triangle.corners).eq(triangles));
}

/// Triangles are removed, reversed and repeated, corners are split and moved a little: the ball is whole again.
#[test]
fn random_faults_are_repaired() {
    let mut random = Random(3);
    let (positions, triangles) = ball(10);
    let volume = Mesh::new(positions.clone(), triangles.clone()).unwrap().faults().volume;
    for round in 0..60 {
        let (mut positions, mut broken) = (positions.clone(), triangles.clone());
        for _ in 0..random.below(4) {
            broken.remove(random.below(broken.len()));
        }
        for _ in 0..random.below(60) {
            let i = random.below(broken.len());
            broken[i].swap(0, 1);
        }
        for _ in 0..random.below(5) {
            let [a, b, c] = broken[random.below(broken.len())];
            broken.push([b, c, a]);
            broken.push([a, a, c]);
        }
        for _ in 0..random.below(50) {
            let (i, corner) = (random.below(broken.len()), random.below(3));
            let place = positions[broken[i][corner] as usize];
            positions.push(place + Vec3::splat(2e-4));
            broken[i][corner] = u32::try_from(positions.len()).unwrap() - 1;
        }
        let mesh = repaired(&positions, &broken, ALL);
        let found = faults(&mesh);
        assert!(found.is_closed && found.is_empty(), "{round}: {:?} {found:?}", mesh.kept);
        assert!(found.volume > 0.95 * volume, "{round}: outwards, {} of {volume}", found.volume);
        let corners: Vec<_> = mesh.triangles.iter().map(|triangle| triangle.corners).collect();
        let again = repaired(&mesh.positions, &corners, ALL);
        assert_eq!(again.changes, [], "{round}");
    }
}

#[test]
fn each_change_has_its_numbers() {
    let (positions, mut triangles) = ball(6);
    let [a, b, c] = triangles[7];
    triangles.extend([[c, b, a], [a, b, b]]);
    triangles[3].swap(1, 2);
    let count = u32::try_from(triangles.len()).unwrap();
    let how = MeshRepair { degenerate: true, duplicates: true, winding: true, ..MeshRepair::default() };
    let changes = repaired(&positions, &triangles, how).changes;
    let expected = [
        MeshChange::Removed { triangle: count - 1, reason: RemovalReason::NoArea },
        MeshChange::Removed { triangle: count - 2, reason: RemovalReason::Duplicate { of: 7 } },
        MeshChange::Flipped { triangle: 3 },
    ];
    assert_eq!(changes, expected);
    assert_eq!(repaired(&positions, &triangles, MeshRepair::default()).changes, []);
}

#[test]
fn a_ball_that_faces_inwards_is_turned_and_a_cavity_is_not() {
    let (positions, triangles) = ball(6);
    let inwards: Vec<_> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let how = MeshRepair { winding: true, ..MeshRepair::default() };
    let turned = repaired(&positions, &inwards, how);
    assert_eq!(turned.changes.len(), triangles.len());
    assert!(faults(&turned).volume > 0.0);
    // The same ball within a larger one.
    let count = u32::try_from(positions.len()).unwrap();
    let both: Vec<Vec3> = positions.iter().map(|at| 3.0 * *at).chain(positions.iter().copied()).collect();
    let cavity: Vec<_> = triangles.iter().copied().chain(inwards.iter().map(|t| t.map(|v| v + count))).collect();
    assert_eq!(repaired(&both, &cavity, how).changes, []);
}

#[test]
fn what_is_no_hole_stays_open() {
    let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let sheet = repaired(&square, &[[0, 2, 1], [0, 3, 2]], ALL);
    assert_eq!(sheet.changes, []);
    assert_eq!(sheet.kept, [KeptFault::FlatSheet { centre: Vec3::new(0.5, 0.0, 0.5) }]);

    let (positions, mut triangles) = ball(8);
    triangles.remove(20);
    let small = repaired(&positions, &triangles, MeshRepair { holes: Some(0.01), ..ALL });
    assert!(matches!(small.kept[..], [KeptFault::LargeHole { .. }]), "{:?}", small.kept);

    // Three squares round a ring, the last one joined with a half turn.
    let strip = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4], [4, 5, 1], [5, 0, 1]];
    let corners =
        [[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, 1.0, 0.5]];
    let how = MeshRepair { winding: true, ..MeshRepair::default() };
    let twisted = repaired(&corners.map(Vec3::from), &strip, how);
    assert_eq!((twisted.changes, twisted.kept), (vec![], vec![KeptFault::OneSided { triangle: 0 }]));
}

#[test]
fn a_rim_of_two_materials_and_a_broken_rim_are_named() {
    let (positions, mut triangles) = ball(8);
    let removed = triangles.remove(20);
    let halves: Vec<_> = triangles.iter().enumerate().map(|(i, corners)| (*corners, u32::from(i >= 20))).collect();
    let mixed = repair_mesh(&positions, &halves, ALL);
    assert!(matches!(mixed.kept[..], [KeptFault::MixedRim { .. }]), "{:?}", mixed.kept);

    // A triangle of the rim is reversed, and the winding stays.
    let beside = |corners: &[u32; 3]| corners.iter().filter(|corner| removed.contains(corner)).count() == 2;
    triangles.iter_mut().find(|corners| beside(corners)).unwrap().swap(1, 2);
    let broken = repaired(&positions, &triangles, MeshRepair { winding: false, ..ALL });
    assert!(broken.kept.iter().any(|kept| matches!(kept, KeptFault::BrokenRim { .. })), "{:?}", broken.kept);
}

#[test]
fn holes_that_share_a_corner_are_closed_each() {
    let (positions, triangles) = ball(8);
    let holes: Vec<_> = triangles.iter().copied().enumerate().filter(|(i, _)| ![0, 3].contains(i)).collect();
    let holes: Vec<_> = holes.into_iter().map(|(_, corners)| corners).collect();
    let closed = repaired(&positions, &holes, ALL);
    let edges: Vec<_> =
        closed.changes.iter().map(|change| matches!(change, MeshChange::Closed { edges: 3, .. })).collect();
    assert_eq!((edges, closed.kept), (vec![true; 2], vec![]));
}

/// A random soup, with corners that are not finite, is repaired without a panic, and again without a change.
#[test]
fn any_triangles_are_repaired() {
    let mut random = Random(11);
    for round in 0..400 {
        let count = 3 + random.below(9);
        let mut coordinate =
            || [0.0, 1.0, 2.0, 1e-4, f32::NAN, f32::MAX][random.below(if round % 2 == 0 { 4 } else { 6 })];
        let positions: Vec<Vec3> = (0..count).map(|_| Vec3::new(coordinate(), coordinate(), coordinate())).collect();
        let corner = |random: &mut Random| u32::try_from(random.below(count)).unwrap();
        let mut random = Random(round);
        let triangles: Vec<[u32; 3]> = (0..random.below(30)).map(|_| [(); 3].map(|()| corner(&mut random))).collect();
        let mesh = repaired(&positions, &triangles, ALL);
        let corners: Vec<_> = mesh.triangles.iter().map(|triangle| triangle.corners).collect();
        let again = repaired(&mesh.positions, &corners, MeshRepair { holes: None, ..ALL });
        assert_eq!(again.changes, [], "{round}: {positions:?} {triangles:?}");
    }
}
