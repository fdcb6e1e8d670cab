//! Holes, and the triangles that close them.
//!
//! A rim is a loop of edges with one triangle. The triangles over it are those of least total area (Barequet and Sharir, "Filling
//! gaps in the boundary of a polyhedron", 1995), by dynamic programming over pairs of vertices of the rim; an edge that the mesh
//! has already is not used again.

use std::collections::{HashMap, HashSet};

use glam::{DVec3, Vec3};

use super::change::{KeptFault, MOST_EDGES, MeshChange};
use super::repaired::{RepairTriangle, RepairedMesh};
use super::sides::{Side, Sides};
use crate::geometry::bounds::Aabb;

/// A triangle whose area is a smaller part of the squares of its sides counts as one without area.
const THIN: f64 = 1e-7;

/// Beyond this cosine a new triangle covers the back of its neighbour.
const FOLDED: f64 = -0.999;

/// Closes the holes whose rim has a box with at most this diagonal. Returns the changes.
pub(super) fn close(repaired: &mut RepairedMesh, size: f32) -> Vec<MeshChange> {
    let mut changes = Vec::new();
    let sides = Sides::new(&repaired.positions, &repaired.triangles);
    let edges: HashSet<[u32; 2]> = sides.edges().map(|edge| edge[0].edge).collect();
    let (rims, broken) = rims(&sides);
    for at in broken {
        repaired.kept.push(KeptFault::BrokenRim { at: repaired.positions[at as usize] });
    }
    for rim in rims {
        let places: Vec<Vec3> = rim.iter().map(|side| repaired.positions[side.ends[1] as usize]).collect();
        let bounds = places.iter().fold(Aabb { min: places[0], max: places[0] }, |bounds, place| Aabb {
            min: bounds.min.min(*place),
            max: bounds.max.max(*place),
        });
        let (centre, diagonal) = (bounds.centre(), (bounds.max - bounds.min).length());
        let group = repaired.triangles[rim[0].triangle].group;
        let is_mixed = rim.iter().any(|side| repaired.triangles[side.triangle].group != group);
        let kept = if diagonal > size {
            Some(KeptFault::LargeHole { centre, size: diagonal })
        } else if rim.len() > MOST_EDGES {
            Some(KeptFault::LongRim { centre, edges: rim.len() })
        } else if is_mixed {
            Some(KeptFault::MixedRim { centre })
        } else {
            None
        };
        if let Some(kept) = kept {
            repaired.kept.push(kept);
            continue;
        }
        let points: Vec<u32> = rim.iter().map(|side| sides.points[side.ends[1] as usize]).collect();
        let Some(over) = least_area(&places, &points, &edges) else {
            repaired.kept.push(KeptFault::Unclosable { centre });
            continue;
        };
        if covers_back(repaired, &rim, &places, &over) {
            repaired.kept.push(KeptFault::FlatSheet { centre });
            continue;
        }
        let (edges, triangles) = (rim.len(), over.len());
        changes.push(MeshChange::Closed { centre, size: diagonal, edges, triangles });
        let new = over.into_iter().map(|corners| corners.map(|i| rim[i].ends[1]));
        repaired.triangles.extend(new.map(|corners| RepairTriangle { corners, group, number: None }));
    }
    changes
}

/// The rims, each in the direction of the triangles that close it: it runs against the sides, so that the end of a side is
/// followed by its start. A walk that comes to a place again leaves the loop between both times as a rim. And places where the
/// direction of the sides ends a rim.
fn rims(sides: &Sides) -> (Vec<Vec<Side>>, Vec<u32>) {
    let place = |vertex: u32| sides.points[vertex as usize];
    let open: Vec<Side> = sides.edges().filter(|edge| edge.len() == 1).map(|edge| edge[0]).collect();
    // The sides that are left at each place, the first one last.
    let mut from: HashMap<u32, Vec<Side>> = HashMap::new();
    for side in open.iter().rev() {
        from.entry(place(side.ends[1])).or_default().push(*side);
    }
    let (mut rims, mut broken) = (Vec::new(), Vec::new());
    for first in &open {
        let mut at = place(first.ends[1]);
        let (mut walk, mut visited): (Vec<Side>, HashMap<u32, usize>) = (Vec::new(), HashMap::new());
        while let Some(side) = from.get_mut(&at).and_then(Vec::pop) {
            visited.insert(at, walk.len());
            walk.push(side);
            at = place(side.ends[0]);
            if let Some(&start) = visited.get(&at) {
                let rim = walk.split_off(start);
                for side in &rim {
                    visited.remove(&place(side.ends[1]));
                }
                rims.push(rim);
            }
        }
        broken.extend(walk.first().map(|side| side.ends[1]));
    }
    (rims, broken)
}

/// The triangles of least area over a loop, as indices of its corners in its direction. `None` when each set of triangles has an edge
/// that the mesh has already, or a triangle without area.
fn least_area(places: &[Vec3], points: &[u32], edges: &HashSet<[u32; 2]>) -> Option<Vec<[usize; 3]>> {
    let count = places.len();
    let at: Vec<DVec3> = places.iter().map(|place| place.as_dvec3()).collect();
    let is_taken = |i: usize, k: usize| {
        let is_rim = k == i + 1 || (i == 0 && k == count - 1);
        !is_rim && edges.contains(&[points[i].min(points[k]), points[i].max(points[k])])
    };
    // Of triangles with the same area, those with short sides are better: a small part of the squares of the sides is added.
    let cost = |i: usize, j: usize, k: usize| {
        let (a, b, c) = (at[i], at[j], at[k]);
        let area = (b - a).cross(c - a).length() / 2.0;
        let squares = a.distance_squared(b) + b.distance_squared(c) + c.distance_squared(a);
        if area > THIN * squares { area + 1e-6 * squares } else { f64::INFINITY }
    };
    let mut least = vec![0.0; count * count];
    let mut middle = vec![0; count * count];
    for width in 2..count {
        for i in 0..count - width {
            let k = i + width;
            let mut best = (f64::INFINITY, 0);
            if !is_taken(i, k) {
                for j in i + 1..k {
                    let sum = least[i * count + j] + least[j * count + k] + cost(i, j, k);
                    if sum < best.0 {
                        best = (sum, j);
                    }
                }
            }
            (least[i * count + k], middle[i * count + k]) = best;
        }
    }
    if !least[count - 1].is_finite() {
        return None;
    }
    let (mut triangles, mut open) = (Vec::with_capacity(count - 2), vec![(0, count - 1)]);
    while let Some((i, k)) = open.pop() {
        if k > i + 1 {
            let j = middle[i * count + k];
            triangles.push([i, j, k]);
            open.extend([(i, j), (j, k)]);
        }
    }
    Some(triangles)
}

/// Whether each new triangle at the rim lies on the back of the triangle beside it.
fn covers_back(repaired: &RepairedMesh, rim: &[Side], places: &[Vec3], over: &[[usize; 3]]) -> bool {
    let normal = |corners: [Vec3; 3]| {
        let [a, b, c] = corners.map(Vec3::as_dvec3);
        (b - a).cross(c - a).normalize_or_zero()
    };
    let count = rim.len();
    over.iter().all(|&[i, j, k]| {
        let own = normal([i, j, k].map(|corner| places[corner]));
        // The side of the rim between two corners that follow each other is that of the first.
        let sides = [(i, j), (j, k), (k, i)].into_iter().filter(|(from, to)| (from + 1) % count == *to);
        sides.into_iter().all(|(from, _)| {
            let beside = &repaired.triangles[rim[from].triangle];
            own.dot(normal(beside.places(&repaired.positions))) < FOLDED
        })
    })
}
