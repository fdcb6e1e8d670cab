//! Properties of cuts: what both halves have together is what the mesh had.

use glam::{DMat3, DVec3, Vec3};
use proptest::prelude::*;

use super::source::{VertexSource, weld};
use super::stored::CutVertices;
use super::{CutMesh, Plane, cut, cut_stored, measure};

mod every_plane;
mod posing;

/// A closed box, two triangles a side, with its corners at ±`half`.
fn cube(half: DVec3) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let corners = (0..8).map(|i| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * DVec3::new(sign(0), sign(1), sign(2))
    });
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    (corners.collect(), triangles.collect())
}

/// A closed ring around Y, of `around` × `across` quadrilaterals.
fn ring(around: u32, across: u32, radius: f64, tube: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut positions = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (u, v) = (f64::from(i) / f64::from(around), f64::from(j) / f64::from(across));
            let (u, v) = (u * std::f64::consts::TAU, v * std::f64::consts::TAU);
            let out = radius + tube * v.cos();
            positions.push(DVec3::new(out * u.cos(), tube * v.sin(), -out * u.sin()));
        }
    }
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let triangles = quads.flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    (positions, triangles.collect())
}

fn joined(parts: &[(Vec<DVec3>, Vec<[u32; 3]>)]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (others, corners) in parts {
        let first = u32::try_from(positions.len()).unwrap();
        positions.extend(others);
        triangles.extend(corners.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    }
    (positions, triangles)
}

/// Areas and volumes of both halves, and the area of the caps of each.
fn sizes(found: &CutMesh, positions: &[DVec3]) -> [(super::measure::Measures, f64); 2] {
    [&found.front, &found.back].map(|half| {
        let places: Vec<DVec3> = half.vertices.iter().map(|source| source.position(positions)).collect();
        (measure(&places, &half.triangles), measure(&places, &half.triangles[half.parents.len()..]).area)
    })
}

fn assert_whole(positions: &[DVec3], triangles: &[[u32; 3]], plane: &Plane) {
    let whole = measure(positions, triangles);
    let volume = whole.volume.expect("the mesh is closed");
    let found = cut(positions, triangles, plane, true);
    assert_eq!(found.chains, []);
    let [(front, front_cap), (back, back_cap)] = sizes(&found, positions);
    let volumes = [(&found.front, front), (&found.back, back)].map(|(half, size)| {
        assert!(half.triangles.is_empty() || size.volume.is_some(), "a half is open");
        size.volume.unwrap_or(0.0)
    });
    let bound = 1e-12 * (1.0 + volume.abs());
    assert!((volumes[0] + volumes[1] - volume).abs() < bound, "volumes {volumes:?} of {volume}");
    let area = front.area - front_cap + back.area - back_cap;
    assert!((area - whole.area).abs() < 1e-12 * (1.0 + whole.area), "areas {area} of {}", whole.area);
    assert!((front_cap - back_cap).abs() < 1e-12 * (1.0 + front_cap), "caps {front_cap} and {back_cap}");
    // No vertex is on the wrong side.
    for (half, side) in [(&found.front, 1.0), (&found.back, -1.0)] {
        for source in &half.vertices {
            let distance = plane.distance(source.position(positions));
            assert!(side * distance >= -found.tolerance, "a vertex is {distance} m from the plane, on the other side");
        }
    }
}

fn unit() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0, -1.0..1.0, -1.0..1.0).prop_map(DVec3::from).prop_filter("a direction", |v| v.length() > 0.1)
}

proptest! {
    #[test]
    fn halves_of_a_box_add_up(normal in unit(), x in -1.2..1.2, y in -1.2..1.2, z in -1.2..1.2) {
        let (positions, triangles) = cube(DVec3::new(1.0, 0.5, 2.0));
        assert_whole(&positions, &triangles, &Plane::new(DVec3::new(x, y, z), normal).unwrap());
    }

    #[test]
    fn halves_of_a_ring_add_up(normal in unit(), x in -1.2..1.2, y in -0.5..0.5, around in 3_u32..20, across in 3_u32..9) {
        let (positions, triangles) = ring(around, across, 1.0, 0.3);
        assert_whole(&positions, &triangles, &Plane::new(DVec3::new(x, y, 0.1), normal).unwrap());
    }

    /// Vertices on the plane are in both halves, and whole edges and sides of a box are on the plane.
    #[test]
    fn planes_through_vertices_add_up(x in -2..=2, y in -2..=2, z in -2..=2, at in -2..=2) {
        prop_assume!((x, y, z) != (0, 0, 0));
        let (positions, triangles) = cube(DVec3::ONE);
        let plane = Plane::new(DVec3::splat(f64::from(at) / 2.0), DVec3::new(x.into(), y.into(), z.into()));
        assert_whole(&positions, &triangles, &plane.unwrap());
    }

    /// A hollow, a body inside a body, and bodies that overlap.
    #[test]
    fn nested_and_crossing_loops_add_up(normal in unit(), shift in -1.5..1.5, inside_out in any::<bool>()) {
        let outer = cube(DVec3::ONE);
        let (inner, mut triangles) = cube(DVec3::splat(0.4));
        if inside_out {
            for triangle in &mut triangles {
                triangle.swap(0, 1);
            }
        }
        let inner = (inner.into_iter().map(|p| p + DVec3::X * shift).collect(), triangles);
        let (positions, triangles) = joined(&[outer, inner, ring(12, 6, 2.0, 0.2)]);
        assert_whole(&positions, &triangles, &Plane::new(DVec3::new(0.01, 0.02, 0.03), normal).unwrap());
    }

    /// Two triangles may have no vertices in common at all; nothing panics, and areas add up.
    #[test]
    fn open_surfaces_add_up(corners in prop::collection::vec((-2.0..2.0, -2.0..2.0, -2.0..2.0).prop_map(DVec3::from), 6..30)) {
        let triangles: Vec<[u32; 3]> = (0..u32::try_from(corners.len()).unwrap() - 2).map(|i| [i, i + 1, i + 2]).collect();
        let plane = Plane::new(DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let found = cut(&corners, &triangles, &plane, false);
        let [(front, _), (back, _)] = sizes(&found, &corners);
        let whole = measure(&corners, &triangles).area;
        prop_assert!((front.area + back.area - whole).abs() < 1e-12 * (1.0 + whole));
        // With caps it must end, whatever the loops are.
        cut(&corners, &triangles, &plane, true);
    }
}

#[test]
fn the_hole_of_a_ring_stays_open() {
    let (positions, triangles) = ring(64, 32, 1.0, 0.25);
    let plane = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    let found = cut(&positions, &triangles, &plane, true);
    assert_eq!((found.loops.len(), found.chains.len()), (2, 0));
    let [(_, cap), _] = sizes(&found, &positions);
    // The area between two regular polygons of 64 sides.
    let polygon = |radius: f64| 32.0 * radius * radius * (std::f64::consts::TAU / 64.0).sin();
    assert!((cap - (polygon(1.25) - polygon(0.75))).abs() < 1e-12);
    assert_whole(&positions, &triangles, &plane);
    // Across the ring there are two separate caps.
    let found = cut(&positions, &triangles, &Plane::new(DVec3::ZERO, DVec3::new(1.0, 0.0, 0.01)).unwrap(), true);
    assert_eq!((found.loops.len(), found.chains.len()), (2, 0));
}

#[test]
fn a_border_leaves_an_open_chain_and_no_cap() {
    let (positions, mut triangles) = cube(DVec3::ONE);
    triangles.truncate(10); // without the side +X
    let plane = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    let found = cut(&positions, &triangles, &plane, true);
    assert_eq!((found.loops.len(), found.chains.len()), (0, 1));
    assert_eq!((found.front.cap_triangles(), found.back.cap_triangles()), (0, 0));
    assert!(sizes(&found, &positions).iter().all(|(size, _)| size.volume.is_none()));
    // Three sides of two triangles each leave six edges. The chain ends at the edges of the side that is missing.
    let places: Vec<DVec3> = found.chains[0].vertices.iter().map(|source| source.position(&positions)).collect();
    assert_eq!(places.len(), 7);
    for (i, place) in places.iter().enumerate() {
        let is_end = place.x > 1.0 - 1e-12;
        assert!(place.y.abs() < 1e-12 && is_end == (i == 0 || i == 6), "{i}: {place}");
    }
    assert!(found.chains[0].vertices.iter().all(|source| matches!(source, VertexSource::Edge { .. })));
}

/// A block of 4 m × 2 m × 4 m, from y = 0 on, with a pit of 2 m × 1 m × 2 m in its top.
fn pit() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let square = |half: f64, y: f64| {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, z)| DVec3::new(half * x, y, half * z))
    };
    let positions = [square(2.0, 0.0), square(2.0, 2.0), square(1.0, 2.0), square(1.0, 1.0)].concat();
    let walls = (0..4_u32).flat_map(|i| {
        let j = (i + 1) % 4;
        [0_u32, 4, 8].map(|ring| [ring + i, ring + i + 4, ring + j + 4, ring + j])
    });
    let quads = walls.chain([[0, 1, 2, 3], [15, 14, 13, 12]]);
    (positions, quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// The volumes of bodies that a pose mirrors were negative, and sides on the plane went to the other half.
#[test]
fn a_mirrored_body_has_the_halves_of_the_body_itself() {
    let cases = [(pit(), [0.5, 1.0, 1.5, 2.0]), (cube(DVec3::ONE), [-1.0, 0.0, 0.3, 1.0])];
    for ((positions, triangles), heights) in cases {
        let stored: Vec<Vec3> = positions.iter().map(|place| place.as_vec3()).collect();
        for height in heights {
            let plane = Plane::new(DVec3::Y * height, DVec3::Y).unwrap();
            let halves = [DVec3::ONE, DVec3::new(1.0, 1.0, -1.0)].map(|scale| {
                let posed: Vec<DVec3> = positions.iter().map(|place| *place * scale).collect();
                let mesh = CutVertices::new(&posed, &stored).mirrored(scale.z < 0.0);
                let found =
                    cut_stored(&mesh, &triangles, &plane, mesh.rounding(&DMat3::from_diagonal(scale), &plane), true);
                let sizes = [&found.front, &found.back].map(|half| {
                    let places: Vec<DVec3> = half.vertices.iter().map(|source| source.position(&posed)).collect();
                    found.measure(&places, &half.triangles)
                });
                let whole = found.measure_whole(&posed, &triangles, &sizes);
                let counts = [&found.front, &found.back].map(|half| (half.triangles.len(), half.vertices.len()));
                (counts, found.loops.len(), sizes, whole)
            });
            let [as_modelled, mirrored] = &halves;
            assert_eq!((mirrored.0, mirrored.1), (as_modelled.0, as_modelled.1), "{height}");
            let volume = mirrored.3.volume.expect("the body is closed");
            let sum: f64 = mirrored.2.iter().filter_map(|size| size.volume).sum();
            assert!(volume > 0.0 && (sum - volume).abs() < 1e-12, "{height}: {sum} of {volume}");
            for (one, other) in as_modelled.2.iter().zip(&mirrored.2) {
                assert!((one.area - other.area).abs() < 1e-12, "{height}: {one:?} and {other:?}");
                let difference = one.volume.unwrap_or(0.0) - other.volume.unwrap_or(0.0);
                assert!(difference.abs() < 1e-12, "{height}: {one:?} and {other:?}");
            }
        }
    }
}

#[test]
fn a_mesh_that_is_inside_out_has_negative_volumes() {
    let (positions, mut triangles) = cube(DVec3::ONE);
    for triangle in &mut triangles {
        triangle.swap(0, 1);
    }
    let found = cut(&positions, &triangles, &Plane::new(DVec3::ZERO, DVec3::Y).unwrap(), true);
    let sizes = sizes(&found, &positions).map(|(size, _)| size);
    assert!(sizes.iter().all(|size| (size.volume.unwrap() + 4.0).abs() < 1e-12), "{sizes:?}");
    assert!((found.measure_whole(&positions, &triangles, &sizes).volume.unwrap() + 8.0).abs() < 1e-12);
}

/// Without caps the halves of a closed mesh are open, and the mesh is tested itself.
#[test]
fn the_whole_mesh_is_measured_with_and_without_caps() {
    let (positions, mut triangles) = cube(DVec3::ONE);
    let plane = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    let whole = |triangles: &[[u32; 3]], cap: bool| {
        let found = cut(&positions, triangles, &plane, cap);
        let sizes = sizes(&found, &positions).map(|(size, _)| size);
        found.measure_whole(&positions, triangles, &sizes)
    };
    for cap in [true, false] {
        let found = whole(&triangles, cap);
        assert!((found.volume.unwrap() - 8.0).abs() < 1e-12 && (found.area - 24.0).abs() < 1e-12, "{cap}: {found:?}");
    }
    // Triangles that are in no half do not count.
    triangles.push([0, 0, 1]);
    triangles.push([0, 1, 99]);
    assert!(whole(&triangles, false).volume.is_some());
    triangles.truncate(10);
    assert_eq!(whole(&triangles, true).volume, None);
}

#[test]
fn a_side_in_the_plane_belongs_to_its_body() {
    let (positions, triangles) = cube(DVec3::ONE);
    for (at, in_front, behind) in [(1.0, 0, 12), (-1.0, 12, 0)] {
        let found = cut(&positions, &triangles, &Plane::new(DVec3::Y * at, DVec3::Y).unwrap(), true);
        assert_eq!((found.front.triangles.len(), found.back.triangles.len()), (in_front, behind));
        assert_eq!(found.loops, []);
    }
}

#[test]
fn a_sheet_in_the_plane_belongs_to_the_half_that_its_normal_points_away_from() {
    let sheet = [DVec3::ZERO, DVec3::X, DVec3::Y];
    for (normal, in_front, behind) in [(DVec3::Z, 0, 1), (-DVec3::Z, 1, 0)] {
        let found = cut(&sheet, &[[0, 1, 2]], &Plane::new(DVec3::ZERO, normal).unwrap(), true);
        assert_eq!((found.front.triangles.len(), found.back.triangles.len()), (in_front, behind));
    }
}

/// It would be closed by caps at the place of its sides.
#[test]
fn a_plate_thinner_than_the_tolerance_is_not_cut_along() {
    let (mut positions, triangles) = cube(DVec3::new(1.0, 1.0, 1e-7));
    for position in &mut positions {
        *position += DVec3::Z;
    }
    let found = cut(&positions, &triangles, &Plane::new(DVec3::Z, DVec3::Z).unwrap(), true);
    assert_eq!((found.sides, found.loops.len()), ([0, 0, 8], 0));
    assert_eq!(found.front.triangles.len().max(found.back.triangles.len()), 12);
}

#[test]
fn planes_need_a_direction() {
    assert_eq!(Plane::new(DVec3::ZERO, DVec3::ZERO), None);
    assert_eq!(Plane::new(DVec3::ZERO, DVec3::new(f64::NAN, 0.0, 1.0)), None);
    assert_eq!(Plane::new(DVec3::splat(f64::INFINITY), DVec3::X), None);
    assert_eq!(Plane::new(DVec3::ZERO, DVec3::X * 1e300).unwrap().normal(), DVec3::X);
    assert_eq!(Plane::new(DVec3::ZERO, DVec3::X * 1e-300).unwrap().normal(), DVec3::X);
}

#[test]
fn vertices_that_are_not_finite_or_missing_are_left_out() {
    let positions = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::NAN];
    let plane = Plane::new(DVec3::splat(0.25), DVec3::X).unwrap();
    let found = cut(&positions, &[[0, 1, 2], [0, 1, 3], [0, 1, 9]], &plane, true);
    assert!(found.front.parents.iter().chain(&found.back.parents).all(|&parent| parent == 0));
}

#[test]
fn halves_of_halves_stay_closed_when_their_positions_are_rounded() {
    let (positions, mut triangles) = cube(DVec3::ONE);
    let mut rounded: Vec<Vec3> = positions.iter().map(|position| position.as_vec3()).collect();
    for i in 0..40_u32 {
        let welded = weld(&rounded, None, &triangles);
        let positions: Vec<DVec3> = rounded.iter().map(|position| position.as_dvec3()).collect();
        let volume = measure(&positions, &welded).volume.expect("the half is closed");
        let normal = DVec3::new(0.3 * f64::from(i % 3) - 0.3, 1.0, 0.2 * f64::from(i % 5) - 0.4);
        let plane = Plane::new(DVec3::Y * (0.03 * f64::from(i) - 0.5), normal).unwrap();
        let found = cut(&positions, &welded, &plane, true);
        assert_eq!((found.loops.len(), found.chains.len()), (1, 0), "{i}");
        let [front, back] = sizes(&found, &positions).map(|(size, _)| size.volume.expect("a closed half"));
        assert!((front + back - volume).abs() < 1e-6, "{i}: {front} and {back} of {volume}");
        rounded = found.front.vertices.iter().map(|source| source.position(&positions).as_vec3()).collect();
        triangles = found.front.triangles;
    }
}
