//! The faces of the hull: triangles in one plane, in a fixed order.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};

use super::triangles::edges_of;

/// Corners count as in the plane of a triangle up to this part of the longest side of the hull's box: the rounding of points
/// that were turned.
const FLAT: f64 = 1e-6;

/// Normals are compared in steps of this for the order of faces.
const STEP: f64 = 1e-6;

/// The face of each triangle. Faces are sorted by their outward normal: by x, then y, then z.
pub(super) fn faces(points: &[Vec3], triangles: &[[usize; 3]], longest: f64) -> Vec<u16> {
    let corners = |triangle: usize| triangles[triangle].map(|i| points[i].as_dvec3());
    let normals: Vec<DVec3> = (0..triangles.len()).map(|triangle| area_normal(corners(triangle))).collect();
    let edges = triangles.iter().enumerate().flat_map(|(i, triangle)| edges_of(*triangle).map(|edge| (edge, i)));
    let beside: BTreeMap<[usize; 2], usize> = edges.collect();
    // The largest triangle of a face gives its plane.
    let mut seeds: Vec<usize> = (0..triangles.len()).collect();
    seeds.sort_by(|a, b| normals[*b].length_squared().total_cmp(&normals[*a].length_squared()).then(a.cmp(b)));
    let mut seed_of: Vec<Option<usize>> = vec![None; triangles.len()];
    for seed in seeds {
        if seed_of[seed].is_some() {
            continue;
        }
        seed_of[seed] = Some(seed);
        let (normal, [start, ..]) = (normals[seed].normalize_or_zero(), corners(seed));
        let is_in_plane = |triangle: usize| {
            let is_near = |corner: DVec3| normal.dot(corner - start).abs() <= FLAT * longest;
            normals[triangle].dot(normal) > 0.0 && corners(triangle).into_iter().all(is_near)
        };
        let mut open = vec![seed];
        while let Some(triangle) = open.pop() {
            let neighbours = edges_of(triangles[triangle]).map(|[from, to]| beside.get(&[to, from]).copied());
            for next in neighbours.into_iter().flatten() {
                if seed_of[next].is_none() && is_in_plane(next) {
                    seed_of[next] = Some(seed);
                    open.push(next);
                }
            }
        }
    }
    let seed_of: Vec<usize> = seed_of.into_iter().enumerate().map(|(i, seed)| seed.unwrap_or(i)).collect();
    let mut seeds = seed_of.clone();
    seeds.sort_unstable();
    seeds.dedup();
    seeds.sort_by_cached_key(|seed| {
        #[expect(clippy::cast_possible_truncation, reason = "at most a million steps")]
        let steps = (normals[*seed].normalize_or_zero() / STEP).round().to_array().map(|x| x as i64);
        (steps, *seed)
    });
    let number = |seed: &usize| seeds.iter().position(|other| other == seed).and_then(|i| u16::try_from(i).ok());
    seed_of.iter().map(|seed| number(seed).unwrap_or(u16::MAX)).collect()
}

/// The outward normal, as long as twice the triangle's area.
pub(super) fn area_normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}
