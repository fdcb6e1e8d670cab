//! The two parts of a triangle with corners on both sides of a plane.

use super::key::VertexKey;
use super::sides::{BACK, FRONT, ON_PLANE, VertexSides};

/// The corners of the parts in front and behind, in the winding of the triangle: 3 or 4, or less where vertices were
/// merged.
pub(super) fn parts(triangle: [u32; 3], sides: &VertexSides) -> [Vec<VertexKey>; 2] {
    let mut parts = [Vec::with_capacity(4), Vec::with_capacity(4)];
    let place = triangle.map(|vertex| sides.place(vertex));
    for i in 0..3 {
        let next = (i + 1) % 3;
        for (part, other_side) in parts.iter_mut().zip([BACK, FRONT]) {
            if place[i] != other_side {
                part.push(VertexKey::Vertex(triangle[i]));
            }
        }
        if place[i] | place[next] == FRONT | BACK {
            let [from, to] = [triangle[i].min(triangle[next]), triangle[i].max(triangle[next])];
            let new = sides.merged.last(VertexKey::Edge(from, to));
            for part in &mut parts {
                part.push(new);
            }
        }
    }
    for part in &mut parts {
        part.dedup();
        if part.len() > 1 && part.first() == part.last() {
            part.pop();
        }
    }
    parts
}

/// The triangles of a part: a fan from its first corner. A part of four corners has the fan from its second one where
/// only that one has no triangle without area.
pub(super) fn triangles(part: &[VertexKey], has_area: impl Fn([VertexKey; 3]) -> bool) -> Vec<[VertexKey; 3]> {
    let fan = |first: usize| -> Vec<[VertexKey; 3]> {
        let at = |i: usize| part[(first + i) % part.len()];
        (2..part.len()).map(|i| [at(0), at(i - 1), at(i)]).collect()
    };
    let is_good = |triangles: &[[VertexKey; 3]]| triangles.iter().all(|&triangle| has_area(triangle));
    let first = fan(0);
    if part.len() == 4 && !is_good(&first) {
        let second = fan(1);
        if is_good(&second) {
            return second;
        }
    }
    first
}

impl VertexSides {
    /// Whether a corner of a part is on the plane.
    pub(super) fn is_on_plane(&self, key: VertexKey) -> bool {
        match key {
            VertexKey::Vertex(vertex) => self.place(vertex) == ON_PLANE,
            VertexKey::Edge(..) => true,
        }
    }
}
