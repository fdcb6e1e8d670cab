//! Where rims of a surface do not meet: a vertex on the side of another triangle, and narrow gaps.
//!
//! Only open edges and their vertices count, so a closed surface has none. Vertices are sorted along each axis, and an edge looks at
//! those in its own range of the axis on which it has the fewest.

use glam::Vec3;

use super::fault::{FaultCount, Faults, FaultyEdge};
use super::side::Triangle;
use crate::geometry::mesh::triangles::Triangles;

/// A vertex this near to an edge is on it, of the size of the mesh: some roundings of a coordinate.
const ON_EDGE: f32 = 4.0 * f32::EPSILON;
/// A gap of at most this width should be none, metres: the usual distance at which modelling programs merge vertices is less.
const GAP: f32 = 1e-3;
/// A gap is narrow: its edges are at least so many times as long.
const TIMES: f32 = 20.0;
/// The search ends after so many comparisons. Only a surface of many loose triangles has more.
const MOST_COMPARED: usize = 20_000_000;

/// A vertex of open edges, with the length of the shortest.
struct RimVertex {
    place: Vec3,
    shortest: f32,
}

impl Faults {
    /// Finds vertices of rims on edges of other rims, and narrow gaps between rims. `open` are all open edges: the number of the
    /// triangle of each, and its ends.
    pub(super) fn rims_of(&mut self, mesh: &Triangles, open: &[(u32, [u32; 2])], triangles: &[Triangle]) {
        let positions = mesh.positions();
        let bounds = mesh.bounds();
        let on_edge = ON_EDGE * bounds.min.abs().max(bounds.max.abs()).max_element();
        let vertices = rim_vertices(positions, open);
        let sorted: [Vec<u32>; 3] = std::array::from_fn(|axis| {
            let mut order: Vec<u32> = vertices.iter().map(|(vertex, _)| *vertex).collect();
            order.sort_unstable_by(|a, b| positions[*a as usize][axis].total_cmp(&positions[*b as usize][axis]));
            order
        });
        let rim =
            |vertex: u32| vertices.binary_search_by_key(&vertex, |(vertex, _)| *vertex).ok().map(|i| &vertices[i].1);
        let mut compared = 0;
        for &(triangle, ends) in open {
            let [from, to] = ends.map(|end| positions[end as usize]);
            let length = from.distance(to);
            let reach = GAP.min(length / TIMES).max(on_edge);
            let near = |axis: usize| {
                let (low, high) = (from[axis].min(to[axis]) - reach, from[axis].max(to[axis]) + reach);
                let order = &sorted[axis];
                let first = order.partition_point(|vertex| positions[*vertex as usize][axis] < low);
                let last = order.partition_point(|vertex| positions[*vertex as usize][axis] <= high);
                &order[first..last]
            };
            let Some(few) = (0..3).map(near).min_by_key(|near| near.len()) else { continue };
            compared += few.len();
            if compared > MOST_COMPARED {
                return;
            }
            let own = triangles.get(triangle as usize).map_or([u32::MAX; 3], |triangle| triangle.points);
            let (mut is_on, mut is_near) = (false, false);
            for vertex in few.iter().copied().filter(|vertex| !own.contains(vertex)) {
                let Some(at) = rim(vertex) else { continue };
                let along = ((at.place - from).dot(to - from) / (length * length)).clamp(0.0, 1.0);
                let distance = at.place.distance(from + (to - from) * along);
                let is_inner = along > 0.0 && along < 1.0;
                if distance <= on_edge {
                    is_on |= is_inner;
                } else {
                    is_near |= distance <= GAP.min(length.min(at.shortest) / TIMES);
                }
            }
            let number = triangles.get(triangle as usize).map_or(0, |triangle| triangle.number);
            let edge = FaultyEdge { triangles: [number; 2], count: 1, ends: [from, to] };
            add(&mut self.t_junctions, is_on, edge);
            add(&mut self.gaps, is_near && !is_on, edge);
        }
    }
}

fn add(list: &mut FaultCount<FaultyEdge>, is_one: bool, edge: FaultyEdge) {
    if is_one {
        list.add(edge);
    }
}

/// The vertices of open edges in the order of their numbers.
fn rim_vertices(positions: &[Vec3], open: &[(u32, [u32; 2])]) -> Vec<(u32, RimVertex)> {
    let mut all: Vec<(u32, f32)> = Vec::with_capacity(2 * open.len());
    for (_, ends) in open {
        let length = positions[ends[0] as usize].distance(positions[ends[1] as usize]);
        all.extend(ends.map(|end| (end, length)));
    }
    all.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    all.dedup_by_key(|(vertex, _)| *vertex);
    all.into_iter()
        .map(|(vertex, shortest)| (vertex, RimVertex { place: positions[vertex as usize], shortest }))
        .collect()
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use crate::geometry::mesh::Mesh;

    /// Two squares side by side in a plane, the second of two halves; `x` is where the second begins, and `y` where it is divided.
    fn floor(x: f32, y: f32) -> [usize; 3] {
        let positions = [
            [0.0, 0.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [0.0, 1.0],
            [x, 0.0],
            [2.0, 0.0],
            [2.0, y],
            [x, y],
            [2.0, 1.0],
            [x, 1.0],
        ]
        .map(|[x, y]: [f32; 2]| Vec3::new(x, 0.0, y));
        let quads = [[0, 1, 2, 3], [4, 5, 6, 7], [7, 6, 8, 9]];
        let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
        let mesh = Mesh::new(positions.to_vec(), triangles).unwrap();
        let faults = mesh.faults();
        [faults.t_junctions.count, faults.gaps.count, faults.slivers.count]
    }

    #[test]
    fn rims_that_do_not_meet_are_found() {
        assert_eq!(floor(1.0, 0.5), [1, 0, 0], "a vertex on the side of a square");
        let [junctions, gaps, _] = floor(1.0005, 0.5);
        assert!(junctions == 0 && gaps >= 3, "half a millimetre: {gaps}");
        assert_eq!(floor(1.01, 0.5), [0, 0, 0], "an opening of a centimetre is no gap");
    }

    #[test]
    fn a_closed_surface_has_no_rims_and_slivers_are_found() {
        let thin = |height: f32| {
            let positions = vec![Vec3::ZERO, Vec3::X, Vec3::new(0.5, height, 0.0)];
            Mesh::new(positions, vec![[0, 1, 2]]).unwrap().faults().slivers.count
        };
        assert_eq!([thin(0.5), thin(0.01), thin(0.000_9)], [0, 0, 1]);
        // Half of a long thin rectangle is no sliver.
        let rectangle = vec![Vec3::ZERO, Vec3::X * 10.0, Vec3::new(10.0, 0.01, 0.0)];
        assert_eq!(Mesh::new(rectangle, vec![[0, 1, 2]]).unwrap().faults().slivers.count, 0);
    }
}
