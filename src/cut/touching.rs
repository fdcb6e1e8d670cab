//! Loops that touch.

use glam::DVec2;

/// Beyond this number of vertices the loops are left as they are, because each vertex is compared with each edge.
const MOST_VERTICES: usize = 3_000;

/// The places of the vertices, with those moved apart from other edges that are within `reach` of them, as where a body touches
/// itself. A vertex moves towards the middle of its neighbours: the tip of a hole into the hole.
pub(super) fn apart(loops: &[Vec<usize>], places: &[DVec2], reach: f64) -> Vec<DVec2> {
    let mut moved = places.to_vec();
    if loops.iter().map(Vec::len).sum::<usize>() > MOST_VERTICES {
        return moved;
    }
    let edges = || loops.iter().flat_map(|loop_| (0..loop_.len()).map(|i| [loop_[i], loop_[(i + 1) % loop_.len()]]));
    for loop_ in loops {
        for (i, &vertex) in loop_.iter().enumerate() {
            let place = places[vertex];
            let others = || edges().filter(|edge| !edge.contains(&vertex));
            if !others().any(|edge| distance(edge.map(|end| places[end]), place) <= reach) {
                continue;
            }
            let neighbours = [loop_[(i + loop_.len() - 1) % loop_.len()], loop_[(i + 1) % loop_.len()]];
            let way = neighbours.map(|neighbour| places[neighbour]).into_iter().sum::<DVec2>() / 2.0 - place;
            moved[vertex] = place + way.clamp_length_max((2.0 * reach).min(way.length() / 4.0));
        }
    }
    moved
}

/// From a line segment to a point.
fn distance([from, to]: [DVec2; 2], point: DVec2) -> f64 {
    let along = to - from;
    let length = along.length_squared();
    let t = if length == 0.0 { 0.0 } else { (along.dot(point - from) / length).clamp(0.0, 1.0) };
    (from + along * t).distance(point)
}
