//! Triangles that close a loop which has no triangulation without overlaps.

use glam::DVec2;

use super::triangulate::{Points, TriangleCorners};

/// Above this number of vertices a fan closes the loop, because ears take the square of it.
const MOST_VERTICES: usize = 2_000;

/// Cuts one corner after the other from the loop, the best first: each is a triangle of a vertex and its neighbours. A
/// corner without area, or with an edge that no cap may have, is the last choice; then one that turns the other way than
/// the loop; then one that is thin.
pub(super) fn triangulate(loop_: &[usize], points: &Points) -> Vec<TriangleCorners> {
    if loop_.len() > MOST_VERTICES {
        return loop_.windows(2).skip(1).map(|edge| [loop_[0], edge[0], edge[1]]).collect();
    }
    let place = |point: usize| points.places[point];
    let doubled_area: f64 = (1..loop_.len())
        .map(|i| (place(loop_[i - 1]) - place(loop_[0])).perp_dot(place(loop_[i]) - place(loop_[0])))
        .sum();
    let mut rest = loop_.to_vec();
    let mut scores: Vec<Score> = (0..rest.len()).map(|i| score(&rest, i, doubled_area.signum(), points)).collect();
    let mut triangles = Vec::new();
    while rest.len() > 3 {
        let best =
            (0..rest.len()).max_by(|&i, &j| scores[i].partial_cmp(&scores[j]).unwrap_or(std::cmp::Ordering::Equal));
        let best = best.unwrap_or(0);
        triangles.push(corner(&rest, best));
        rest.remove(best);
        scores.remove(best);
        for changed in [(best + rest.len() - 1) % rest.len(), best % rest.len()] {
            scores[changed] = score(&rest, changed, doubled_area.signum(), points);
        }
    }
    if let [a, b, c] = rest[..] {
        triangles.push([a, b, c]);
    }
    triangles
}

/// How good a corner is: whether its edge is free and it has an area, whether it turns like the loop and has no other vertex
/// of it inside, and the square of its height over its longest edge in units of that edge.
type Score = (bool, bool, f64);

fn corner(rest: &[usize], i: usize) -> TriangleCorners {
    [rest[(i + rest.len() - 1) % rest.len()], rest[i], rest[(i + 1) % rest.len()]]
}

fn score(rest: &[usize], i: usize, turn: f64, points: &Points) -> Score {
    let corners = corner(rest, i);
    let [a, b, c] = corners.map(|point| points.places[point]);
    let doubled_area = turn * (b - a).perp_dot(c - b);
    let is_inside =
        |p: DVec2| [(a, b), (b, c), (c, a)].iter().all(|(from, to)| turn * (*to - *from).perp_dot(p - *from) >= 0.0);
    let is_empty = || rest.iter().all(|point| corners.contains(point) || !is_inside(points.places[*point]));
    let longest = [a - b, b - c, c - a].map(DVec2::length_squared).into_iter().fold(0.0, f64::max);
    let shape = if longest == 0.0 { 0.0 } else { (doubled_area / longest).abs() };
    let is_sound = (points.may_join)(corners[0], corners[2]) && (points.has_area)(corners);
    (is_sound, doubled_area > 0.0 && is_empty(), shape)
}
