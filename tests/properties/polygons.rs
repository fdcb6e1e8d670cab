//! The triangles of a polygon cover it once, and nothing else: stars, bands, mazes, polygons with holes and bridges,
//! and polygons with corners on straight edges, anywhere in space.

use eyeline::geometry::polygon::{Uncut, cut};
use glam::{DVec2, DVec3, Vec3};

use super::random::Random;

/// A star around a centre, at any distance from it, with equal or unequal steps.
fn star(random: &mut Random) -> Vec<DVec2> {
    let n = 3 + random.below(30);
    let turn = |i: usize| std::f64::consts::TAU * i as f64 / n as f64;
    (0..n).map(|i| DVec2::from_angle(turn(i)) * random.magnitude(0.1, 10.0)).collect()
}

/// A band between two chains that both lead from left to right.
fn band(random: &mut Random) -> Vec<DVec2> {
    let n = 1 + random.below(15);
    let below: Vec<DVec2> = (0..=n).map(|i| DVec2::new(i as f64, random.range(-9.0, -0.01))).collect();
    let above = (0..=n).rev().map(|i| DVec2::new(i as f64, random.range(0.01, 9.0)));
    below.iter().copied().chain(above.collect::<Vec<_>>()).collect()
}

const STEPS: [DVec2; 4] = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y];

/// The outline of the corridors of a maze of `side` × `side` cells without loops. There are four corners for each cell,
/// many of them on straight walls.
fn maze(random: &mut Random, side: usize) -> Vec<DVec2> {
    let cells = side * side;
    let mut doors = vec![[false; 4]; cells];
    let mut reached = vec![false; cells];
    let mut path = vec![0];
    reached[0] = true;
    let next = |cell: usize, way: usize| -> Option<usize> {
        let (x, y) = (cell % side, cell / side);
        match way {
            0 => (x + 1 < side).then_some(cell + 1),
            1 => (y + 1 < side).then_some(cell + side),
            2 => (x > 0).then(|| cell - 1),
            _ => (y > 0).then(|| cell - side),
        }
    };
    while let Some(&cell) = path.last() {
        let ways: Vec<usize> = (0..4).filter(|&way| next(cell, way).is_some_and(|other| !reached[other])).collect();
        let Some(&way) = (!ways.is_empty()).then(|| &ways[random.below(ways.len())]) else {
            path.pop();
            continue;
        };
        let other = next(cell, way).expect("a neighbour");
        (doors[cell][way], doors[other][(way + 2) % 4], reached[other]) = (true, true, true);
        path.push(other);
    }
    // The left-hand rule: from each cell through the next door clockwise after the door of entry.
    let mut corners = Vec::new();
    let start = (0, (0..4).find(|&way| doors[0][way]).expect("a door"));
    let (mut cell, mut way) = start;
    loop {
        // The point in the corner between this corridor and the next one.
        let middle = DVec2::new((cell % side) as f64, (cell / side) as f64);
        way = (way + 1) % 4;
        corners.push(middle + 0.3 * (STEPS[way] + STEPS[(way + 3) % 4]));
        if doors[cell][way] {
            (cell, way) = (next(cell, way).expect("a neighbour"), (way + 2) % 4);
        }
        if (cell, way) == start {
            return corners;
        }
    }
}

/// A square with a square hole, reached by a bridge.
fn ring(random: &mut Random) -> Vec<DVec2> {
    let square = |side: f64| STEPS.map(|step| side * DVec2::from_angle(0.2).rotate(step));
    let (outer, inner) = (square(2.0), square(random.range(0.1, 1.0)));
    let bridge = random.below(4);
    let outside = (0..=4).map(|i| outer[(bridge + i) % 4]);
    outside.chain((0..=4).map(|i| inner[(bridge + 4 - i) % 4])).collect()
}

/// The same polygon with corners on some of its edges.
fn with_flat_corners(polygon: &[DVec2], random: &mut Random) -> Vec<DVec2> {
    let mut corners = Vec::new();
    for (i, &corner) in polygon.iter().enumerate() {
        corners.push(corner);
        if random.once_in(3) {
            corners.push(corner.lerp(polygon[(i + 1) % polygon.len()], random.range(0.1, 0.9)));
        }
    }
    corners
}

/// Half the sum of the cross products of consecutive corners.
fn area(corners: &[DVec2]) -> f64 {
    (0..corners.len()).map(|i| corners[i].perp_dot(corners[(i + 1) % corners.len()])).sum::<f64>() / 2.0
}

/// Whether a point is inside, by the number of edges that a ray to the right crosses.
fn is_inside(polygon: &[DVec2], at: DVec2) -> bool {
    let crossings = (0..polygon.len()).filter(|&i| {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        (a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)
    });
    crossings.count() % 2 == 1
}

/// Checks the triangles of a polygon: their number, their orientation, and that around each point of the plane exactly
/// one triangle contains a point inside, and none a point outside.
fn check(flat: &[DVec2], random: &mut Random) {
    let (right, up) = random.direction().any_orthonormal_pair();
    let (scale, origin) = (random.magnitude(1e-3, 1e3), random.in_ball(2.0));
    let place = |at: &DVec2| (scale * (at.x * right + at.y * up + origin)).as_vec3();
    let corners: Vec<Vec3> = flat.iter().map(place).collect();
    let triangles = cut(&corners).unwrap_or_else(|why| panic!("{why:?}: {flat:?}"));
    assert_eq!(triangles.len(), flat.len() - 2, "{flat:?}");
    // The rounded corners, in their own plane.
    let seen = |at: &Vec3| DVec2::new(at.as_dvec3().dot(right), at.as_dvec3().dot(up));
    let polygon: Vec<DVec2> = corners.iter().map(seen).collect();
    let (whole, mut sum) = (area(&polygon), 0.0);
    let rounding = 1e-6 * whole.abs();
    let parts: Vec<[DVec2; 3]> = triangles.iter().map(|corners| corners.map(|i| polygon[i])).collect();
    for part in &parts {
        let own = area(part) * whole.signum();
        assert!(own > -rounding, "{part:?} of {own} in {flat:?}");
        sum += own.abs();
    }
    assert!((sum - whole.abs()).abs() <= rounding, "{sum} of {whole}: {flat:?}");
    let (min, max) = polygon.iter().fold((polygon[0], polygon[0]), |(min, max), at| (min.min(*at), max.max(*at)));
    for _ in 0..20 {
        let at = DVec2::new(random.range(min.x, max.x), random.range(min.y, max.y));
        let covered = parts.iter().filter(|part| is_inside(&part[..], at)).count();
        assert_eq!(covered, usize::from(is_inside(&polygon, at)), "{at} of {polygon:?}");
    }
}

#[test]
fn triangles_cover_a_polygon_once_and_nothing_else() {
    let mut random = Random::new(19);
    for case in 0..4_000 {
        let polygon = match case % 4 {
            0 => star(&mut random),
            1 => band(&mut random),
            2 => ring(&mut random),
            _ => {
                let side = 2 + random.below(4);
                maze(&mut random, side)
            }
        };
        // Points on a bridge are skipped, because its two sides would no longer be equal.
        let polygon =
            if case % 4 != 2 && random.once_in(2) { with_flat_corners(&polygon, &mut random) } else { polygon };
        let mut polygon = if random.once_in(2) { polygon.into_iter().rev().collect() } else { polygon };
        let start = random.below(polygon.len());
        polygon.rotate_left(start);
        check(&polygon, &mut random);
    }
}

#[test]
fn a_maze_of_ten_thousand_corners_is_triangulated() {
    let mut random = Random::new(23);
    let polygon = maze(&mut random, 50);
    assert_eq!(polygon.len(), 10_000);
    check(&polygon, &mut random);
}

#[test]
fn any_points_are_triangulated_or_refused() {
    let mut random = Random::new(29);
    let (mut whole, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let n = 3 + random.below(6);
        let corners: Vec<Vec3> = (0..n)
            .map(|_| {
                let at = DVec3::from_array(std::array::from_fn(|_| random.pick(&[-1.0, 0.0, 0.5, 1.0, 3.0])));
                if random.once_in(99) { Vec3::NAN } else { at.as_vec3() }
            })
            .collect();
        match cut(&corners) {
            Ok(triangles) => {
                whole += 1;
                assert_eq!(triangles.len(), n - 2);
                assert!(triangles.iter().flatten().all(|&corner| corner < n), "{corners:?}");
            }
            Err(Uncut::NotFinite) => assert!(corners.iter().any(|corner| corner.is_nan())),
            Err(_) => refused += 1,
        }
    }
    assert!(whole > 1000 && refused > 1000, "{whole} cut, {refused} refused");
}
