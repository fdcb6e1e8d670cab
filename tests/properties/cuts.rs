//! Cuts against parry3d's `TriMesh::local_split`: both halves have the same areas and volumes.

use eyeline::cut::{Plane, cut, measure};
use glam::{DVec3, Vec3};
use parry3d::math::Vector;
use parry3d::query::SplitResult;
use parry3d::shape::{TriMesh, TriMeshFlags};

use crate::random::Random;

/// A closed surface around the origin: a sphere of rings whose vertices are moved at random along their radius.
fn rock(random: &mut Random) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    const AROUND: u32 = 13;
    const RINGS: u32 = 8;
    let mut positions = vec![Vec3::Y, Vec3::NEG_Y];
    for ring in 1..=RINGS {
        for i in 0..AROUND {
            let (down, out) = libm::sincos(std::f64::consts::PI * f64::from(ring) / f64::from(RINGS + 1));
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(AROUND));
            let place = DVec3::new(down * cos, out, down * sin) * random.range(0.7, 1.3);
            positions.push(place.as_vec3());
        }
    }
    let at = |ring: u32, i: u32| 2 + ring * AROUND + i % AROUND;
    let mut triangles = Vec::new();
    for i in 0..AROUND {
        triangles.push([0, at(0, i + 1), at(0, i)]);
        triangles.push([1, at(RINGS - 1, i), at(RINGS - 1, i + 1)]);
        for ring in 0..RINGS - 1 {
            triangles.push([at(ring, i), at(ring, i + 1), at(ring + 1, i + 1)]);
            triangles.push([at(ring, i), at(ring + 1, i + 1), at(ring + 1, i)]);
        }
    }
    (positions, triangles)
}

/// The area without the caps, and the volume. The peer's halves have vertices twice at their seams, so its volume is taken
/// without the test that they are closed.
fn size(positions: &[DVec3], triangles: &[[u32; 3]], plane: &Plane) -> (f64, f64) {
    let is_cap = |triangle: &[u32; 3]| triangle.iter().all(|&i| plane.distance(positions[i as usize]).abs() < 1e-5);
    let (caps, others): (Vec<[u32; 3]>, Vec<[u32; 3]>) = triangles.iter().copied().partition(is_cap);
    let volume = others.iter().chain(&caps).map(|triangle| {
        let [a, b, c] = triangle.map(|i| positions[i as usize]);
        a.dot(b.cross(c)) / 6.0
    });
    (measure(positions, &others).area, volume.sum())
}

#[test]
fn halves_have_the_sizes_that_parry_finds() {
    let mut random = Random::new(0x5eed_c075);
    let (mut compared, mut equal) = (0, 0);
    for case in 0..300 {
        let (positions, triangles) = rock(&mut random);
        let normal = random.direction();
        let bias = random.range(-0.6, 0.6);
        let posed: Vec<DVec3> = positions.iter().map(|position| position.as_dvec3()).collect();
        let plane = Plane::new(normal * bias, normal).unwrap();
        let found = cut(&posed, &triangles, &plane, true);
        let ours = [&found.back, &found.front].map(|half| {
            let places: Vec<DVec3> = half.vertices.iter().map(|source| source.position(&posed)).collect();
            assert!(measure(&places, &half.triangles).volume.is_some(), "case {case}: a half is open");
            size(&places, &half.triangles, &plane)
        });
        let vertices = positions.iter().map(|v| Vector::new(v.x, v.y, v.z)).collect();
        let mesh = TriMesh::with_flags(vertices, triangles, TriMeshFlags::ORIENTED).unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "the peer computes in f32")]
        let axis = Vector::new(normal.x as f32, normal.y as f32, normal.z as f32);
        #[expect(clippy::cast_possible_truncation, reason = "the same")]
        let SplitResult::Pair(back, front) = mesh.local_split(axis, bias as f32, 0.0) else {
            panic!("case {case}: the plane goes through the rock, but the peer does not cut it")
        };
        for (ours, theirs) in ours.into_iter().zip([back, front]) {
            let places: Vec<DVec3> =
                theirs.vertices().iter().map(|v| DVec3::new(v.x.into(), v.y.into(), v.z.into())).collect();
            let theirs = size(&places, theirs.indices(), &plane);
            assert!((ours.0 - theirs.0).abs() < 1e-4 * ours.0, "case {case}: area {}, parry3d {}", ours.0, theirs.0);
            // The peer triangulates caps in f32, and some of its triangles are outside of the loop.
            assert!((ours.1 - theirs.1).abs() < 2e-2, "case {case}: volume {}, parry3d {}", ours.1, theirs.1);
            equal += usize::from((ours.1 - theirs.1).abs() < 1e-4);
            compared += 1;
        }
    }
    assert!(compared == 600 && equal > 540, "{equal} of {compared} volumes are equal");
}
