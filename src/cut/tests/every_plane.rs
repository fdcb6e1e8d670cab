//! A closed mesh has closed halves without faults, whatever the plane: through vertices, edges and faces, and within
//! roundings of them.

use std::f64::consts::{PI, TAU};

use glam::{DAffine3, DQuat, DVec3, Vec3, dvec3};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::cut::source::weld;
use crate::cut::stored::CutVertices;
use crate::cut::{Plane, cut_stored, measure};
use crate::geometry::Mesh;

/// Positions and triangles.
type Body = (Vec<Vec3>, Vec<[u32; 3]>);

/// A box with corners at ±`half`, or a hollow of that form.
fn cube(half: f64, is_hollow: bool) -> Body {
    let (corners, mut triangles) = super::cube(DVec3::splat(half));
    if is_hollow {
        for triangle in &mut triangles {
            triangle.swap(0, 1);
        }
    }
    (corners.iter().map(|corner| corner.as_vec3()).collect(), triangles)
}

fn joined(bodies: &[Body]) -> Body {
    let mut all = Body::default();
    for (positions, triangles) in bodies {
        let first = u32::try_from(all.0.len()).unwrap();
        all.0.extend(positions);
        all.1.extend(triangles.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    }
    all
}

/// A tube around Y from −1 to 1, with walls of `rows` rows of collinear vertices.
fn tube(outer: f64, inner: f64, around: u32, rows: u32) -> Body {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..around {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
        for radius in [outer, inner] {
            let height = |row: u32| 2.0 * f64::from(row) / f64::from(rows) - 1.0;
            positions.extend((0..=rows).map(|row| dvec3(radius * cos, height(row), radius * sin).as_vec3()));
        }
    }
    let column = 2 * (rows + 1);
    for i in 0..around {
        let (a, b) = (i * column, (i + 1) % around * column);
        let mut quad = |w: u32, x: u32, y: u32, z: u32| triangles.extend([[w, x, y], [w, y, z]]);
        for row in 0..rows {
            let inner = row + rows + 1;
            quad(a + row, a + row + 1, b + row + 1, b + row);
            quad(a + inner, b + inner, b + inner + 1, a + inner + 1);
        }
        quad(a + rows, a + column - 1, b + column - 1, b + rows);
        quad(a, b, b + rows + 1, a + rows + 1);
    }
    (positions, triangles)
}

/// A sphere whose poles have `around` triangles.
fn sphere(around: u32, rings: u32) -> Body {
    let mut positions = vec![Vec3::Y, Vec3::NEG_Y];
    for ring in 1..=rings {
        let (out, up) = (PI * f64::from(ring) / f64::from(rings + 1)).sin_cos();
        for i in 0..around {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
            positions.push(dvec3(out * cos, up, out * sin).as_vec3());
        }
    }
    let at = |ring: u32, i: u32| 2 + ring * around + i % around;
    let mut triangles = Vec::new();
    for i in 0..around {
        triangles.push([0, at(0, i + 1), at(0, i)]);
        triangles.push([1, at(rings - 1, i), at(rings - 1, i + 1)]);
        for ring in 0..rings - 1 {
            let [a, b, c, d] = [at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (positions, triangles)
}

/// An octahedron whose triangles are divided into four, `times` times, with all vertices on the unit sphere.
fn icosphere(times: u32) -> Body {
    let mut positions: Vec<Vec3> =
        [DVec3::X, DVec3::Y, DVec3::Z].iter().flat_map(|v| [v.as_vec3(), -v.as_vec3()]).collect();
    let mut triangles: Vec<[u32; 3]> =
        vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    for _ in 0..times {
        let mut middle = |a: u32, b: u32| {
            let place = (positions[a as usize] + positions[b as usize]).normalize_or_zero();
            positions.iter().position(|other| *other == place).unwrap_or_else(|| {
                positions.push(place);
                positions.len() - 1
            })
        };
        let mut divided = Vec::new();
        for [a, b, c] in triangles {
            let [x, y, z] = [middle(a, b), middle(b, c), middle(c, a)].map(|vertex| u32::try_from(vertex).unwrap());
            divided.extend([[a, x, z], [b, y, x], [c, z, y], [x, y, z]]);
        }
        triangles = divided;
    }
    (positions, triangles)
}

/// A block with a groove along Z. The plane y = 0 touches the bottom of the groove.
fn grooved(rows: u32) -> Body {
    let outline = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.5, 1.0), (0.0, 0.0), (-0.5, 1.0), (-1.0, 1.0)];
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for row in 0..=rows {
        let z = 2.0 * f64::from(row) / f64::from(rows) - 1.0;
        positions.extend(outline.iter().map(|&(x, y)| dvec3(x, y, z).as_vec3()));
    }
    for i in 0..7 * rows {
        let (a, b) = (i, i / 7 * 7 + (i + 1) % 7);
        triangles.extend([[a, b, b + 7], [a, b + 7, a + 7]]);
    }
    for [a, b, c] in [[0, 1, 4], [1, 2, 3], [1, 3, 4], [0, 4, 5], [0, 5, 6]] {
        triangles.extend([[a, c, b], [a + 7 * rows, b + 7 * rows, c + 7 * rows]]);
    }
    (positions, triangles)
}

fn bodies() -> Vec<(&'static str, Body)> {
    vec![
        ("box", cube(1.0, false)),
        ("hollow box", joined(&[cube(2.0, false), cube(1.0, true)])),
        ("tubes", joined(&[tube(2.0, 1.5, 16, 1), tube(1.0, 0.5, 16, 1)])),
        ("tube with rows", tube(2.0, 1.0, 12, 4)),
        ("icosphere", icosphere(3)),
        ("sphere", sphere(200, 9)),
        ("groove", grooved(3)),
    ]
}

fn poses() -> [DAffine3; 4] {
    let turn = DQuat::from_axis_angle(dvec3(0.6, 0.0, 0.8), 0.7);
    [
        DAffine3::IDENTITY,
        DAffine3::from_translation(dvec3(1000.0, 0.0, 2000.0)),
        DAffine3::from_scale(dvec3(1.0, 0.001, 3.0)),
        DAffine3::from_scale_rotation_translation(dvec3(1.0, 2.0, 0.3), turn, dvec3(300.0, 40.0, 5.0)),
    ]
}

/// What a plane goes through.
#[derive(Clone, Copy, Debug)]
enum Through {
    Vertices,
    Face,
    Edge,
    Grid,
}

/// A plane through parts of the mesh, moved along its normal and turned.
#[derive(Clone, Debug)]
struct Near {
    through: Through,
    picks: [Index; 6],
    direction: DVec3,
    /// In roundings of the mesh's size.
    roundings: f64,
    /// By how much the normal differs.
    turn: f64,
}

fn near() -> impl Strategy<Value = Near> {
    let through = prop::sample::select(vec![Through::Vertices, Through::Face, Through::Edge, Through::Grid]);
    let roundings = prop_oneof![
        Just(0.0),
        (-4_i32..=4).prop_map(f64::from),
        ((-2.0..5.0), prop::sample::select(vec![-1.0, 1.0])).prop_map(|(e, sign)| sign * f64::powf(10.0, e)),
    ];
    let turn = prop_oneof![Just(0.0), (-9.0..-1.0).prop_map(|e| f64::powf(10.0, e))];
    (through, any::<[Index; 6]>(), super::unit(), roundings, turn)
        .prop_map(|(through, picks, direction, roundings, turn)| Near { through, picks, direction, roundings, turn })
}

impl Near {
    fn plane(&self, posed: &[DVec3], triangles: &[[u32; 3]], pose: &DAffine3) -> Option<Plane> {
        let corners = |[a, b, c]: [DVec3; 3]| (a, (b - a).cross(c - a));
        let triangle = self.picks[0].get(triangles).map(|vertex| posed[vertex as usize]);
        let (point, normal) = match self.through {
            Through::Vertices => corners([0, 1, 2].map(|i| *self.picks[i].get(posed))),
            Through::Face => corners(triangle),
            Through::Edge => (triangle[0], (triangle[1] - triangle[0]).cross(self.direction)),
            Through::Grid => {
                let at = |i: usize| *self.picks[i].get(&[-1.0, -0.5, 0.0, 0.25, 0.5, 1.0]);
                (pose.transform_point3(dvec3(at(0), at(1), at(2))), dvec3(at(3), at(4), at(5)))
            }
        };
        let normal = normal.try_normalize()?;
        let size = posed.iter().map(|place| place.distance(posed[0])).fold(0.0, f64::max);
        let shift = size * f64::from(f32::EPSILON) * self.roundings;
        Plane::new(point + normal * shift, normal + self.direction * self.turn)
    }
}

/// Both halves as they are stored. They are closed, and their sizes add up: volumes to 1e-9 of `slack` in units of the area
/// to the power of 1.5.
fn assert_whole((positions, triangles): &Body, pose: &DAffine3, plane: &Plane, slack: f64) -> [Body; 2] {
    let posed: Vec<DVec3> = positions.iter().map(|place| pose.transform_point3(place.as_dvec3())).collect();
    let stored = CutVertices::new(&posed, positions);
    let triangles = weld(positions, None, triangles);
    let found = cut_stored(&stored, &triangles, plane, stored.rounding(&pose.matrix3, plane), true);
    assert_eq!(found.chains, []);
    let sides = [(&found.front, "front"), (&found.back, "back")].map(|(half, name)| {
        let places: Vec<DVec3> = half.vertices.iter().map(|source| source.position(&posed)).collect();
        let at = |vertex: u32| positions[vertex as usize].as_dvec3();
        let rounded: Vec<Vec3> = half.vertices.iter().map(|source| source.mix(at).as_vec3()).collect();
        let size = measure(&places, &half.triangles);
        assert!(half.triangles.is_empty() || size.volume.is_some(), "{name} is open");
        let cap = measure(&places, &half.triangles[half.parents.len()..]).area;
        (size.volume.unwrap_or(0.0), size.area - cap, cap, (rounded, half.triangles.clone()))
    });
    let whole = measure(&posed, &triangles);
    let [(front, front_side, front_cap, front_half), (back, back_side, back_cap, back_half)] = sides;
    let volume = whole.volume.expect("the mesh is closed");
    assert!(
        (front + back - volume).abs() < 1e-9 * slack * whole.area.powf(1.5),
        "volumes {front} and {back} of {volume}"
    );
    assert!(
        (front_side + back_side - whole.area).abs() < 1e-6 * slack * whole.area,
        "areas {front_side} and {back_side}"
    );
    assert!((front_cap - back_cap).abs() < 1e-9 * whole.area, "caps {front_cap} and {back_cap}");
    [front_half, back_half]
}

/// Besides, neither half has a fault.
fn assert_faultless(body: &Body, pose: &DAffine3, plane: &Plane) -> [Body; 2] {
    let halves = assert_whole(body, pose, plane, 1.0);
    for ((positions, triangles), name) in halves.iter().zip(["front", "back"]) {
        if !triangles.is_empty() {
            let mesh = Mesh::new(positions.clone(), triangles.clone()).unwrap();
            assert!(mesh.faults().is_empty() && mesh.faults().is_closed, "{name}: {:#?}", mesh.faults());
        }
    }
    halves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn halves_have_no_faults(body in 0_usize..7, pose in 0_usize..4, near in near()) {
        let (_, body) = &bodies()[body];
        let pose = poses()[pose];
        let posed: Vec<DVec3> = body.0.iter().map(|place| pose.transform_point3(place.as_dvec3())).collect();
        if let Some(plane) = near.plane(&posed, &body.1, &pose) {
            assert_faultless(body, &pose, &plane);
        }
    }

    /// Coordinates far from zero have coarser roundings.
    #[test]
    fn halves_of_a_mesh_that_is_stored_far_from_its_origin_have_no_faults(body in 0_usize..7, near in near()) {
        let (_, (mut positions, triangles)) = bodies().swap_remove(body);
        for place in &mut positions {
            *place += Vec3::new(100.0, 50.0, -300.0);
        }
        let posed: Vec<DVec3> = positions.iter().map(|place| place.as_dvec3()).collect();
        if let Some(plane) = near.plane(&posed, &triangles, &DAffine3::from_translation(dvec3(100.0, 50.0, -300.0))) {
            assert_faultless(&(positions, triangles), &DAffine3::IDENTITY, &plane);
        }
    }

    /// A half has the thin triangles of its cap, and vertices that are only near a plane. It may touch itself where the plane
    /// touched an edge, so its own halves may have faults, and
    /// new vertices of needles that become one move; but they are closed.
    #[test]
    fn halves_of_halves_are_closed(body in 0_usize..6, pose in 0_usize..4, near in near(), index in any::<Index>(), normal in super::unit()) {
        let (_, body) = &bodies()[body];
        let pose = poses()[pose];
        let posed: Vec<DVec3> = body.0.iter().map(|place| pose.transform_point3(place.as_dvec3())).collect();
        if let Some(plane) = near.plane(&posed, &body.1, &pose) {
            for half in assert_faultless(body, &pose, &plane) {
                if !half.0.is_empty() {
                    let point = pose.transform_point3(index.get(&half.0).as_dvec3());
                    assert_whole(&half, &pose, &Plane::new(point, normal).unwrap(), f64::INFINITY);
                }
            }
        }
    }
}

#[test]
fn the_meshes_have_no_faults() {
    for (name, (positions, triangles)) in bodies() {
        let mesh = Mesh::new(positions, triangles).unwrap();
        assert!(mesh.faults().is_empty() && mesh.faults().volume > 0.0, "{name}: {:#?}", mesh.faults());
    }
}

/// The plane meets a wall of the tube along the edge from vertex 105 to 106, at a small angle. Both triangles of the
/// edge are in one half. A cap without this edge needs a corner that is two edges away from it.
#[test]
fn a_cap_avoids_an_edge_of_the_mesh_that_is_on_the_plane() {
    let (mut positions, triangles) = tube(2.0, 1.0, 12, 4);
    for place in &mut positions {
        *place += Vec3::new(100.0, 50.0, -300.0);
    }
    let [a, b, c] = [82, 3, 80].map(|vertex: usize| positions[vertex].as_dvec3());
    let turn =
        dvec3(0.316_619_103_790_136_1, 0.891_725_844_604_213_1, 0.458_928_023_093_334_77) * 0.001_159_181_196_492_823;
    let plane = Plane::new(a, (b - a).cross(c - a).normalize() + turn).unwrap();
    assert_faultless(&(positions, triangles), &DAffine3::IDENTITY, &plane);
}
