//! Triangles inside closed loops in the plane.

use std::collections::{HashMap, VecDeque};

use glam::DVec2;
use spade::handles::{FixedFaceHandle, FixedVertexHandle, InnerTag};
use spade::{ConstrainedDelaunayTriangulation, Intersection, LineIntersectionIterator, Point2, Triangulation};

/// The corners of a triangle, as indices of the points.
pub(super) type TriangleCorners = [usize; 3];

/// The points of all loops, and what a triangle between them must not be.
pub(super) struct Points<'a> {
    pub(super) places: &'a [DVec2],
    /// Whether a triangle may have an edge that is not one of a loop.
    pub(super) may_join: &'a dyn Fn(usize, usize) -> bool,
    /// Whether a triangle has an area after its corners were rounded.
    pub(super) has_area: &'a dyn Fn(TriangleCorners) -> bool,
}

/// The triangles inside the loops, with the winding of the loops around them. Where the winding number is w, each
/// triangle occurs |w| times: once for each body around it. Loops may have vertices in common.
///
/// # Errors
/// The index of a loop that crosses itself or an earlier one, or has a vertex at a place of another vertex.
pub(super) fn triangulate(loops: &[Vec<usize>], points: &Points) -> Result<Vec<TriangleCorners>, usize> {
    /// Each round adds constraints where the one before found edges to avoid.
    const MOST_ROUNDS: usize = 8;
    let mut cap = Cap::new(loops, points)?;
    let mut winding = cap.winding();
    for _ in 0..MOST_ROUNDS {
        let mut is_better = false;
        for [a, b] in cap.unwanted(&winding, points) {
            is_better |= cap.cross(a, b, points);
        }
        if !is_better {
            break;
        }
        winding = cap.winding();
    }
    Ok(cap.triangles(&winding))
}

/// The winding number of each face; that of the others is 0.
type Winding = HashMap<FixedFaceHandle<InnerTag>, i64>;

struct Cap {
    mesh: ConstrainedDelaunayTriangulation<Point2<f64>>,
    point_of: HashMap<FixedVertexHandle, usize>,
    /// The winding number on the left of an edge less that on its right.
    crossing: HashMap<(usize, usize), i64>,
}

impl Cap {
    fn new(loops: &[Vec<usize>], points: &Points) -> Result<Self, usize> {
        let mut mesh: ConstrainedDelaunayTriangulation<Point2<f64>> = ConstrainedDelaunayTriangulation::new();
        let mut point_of: HashMap<FixedVertexHandle, usize> = HashMap::new();
        let mut crossing: HashMap<(usize, usize), i64> = HashMap::new();
        let mut handles: HashMap<usize, FixedVertexHandle> = HashMap::new();
        for (number, loop_) in loops.iter().enumerate() {
            for &point in loop_ {
                if handles.contains_key(&point) {
                    continue;
                }
                let DVec2 { x, y } = points.places[point];
                let handle = mesh.insert(Point2::new(x, y)).map_err(|_infinite| number)?;
                if point_of.insert(handle, point).is_some() {
                    return Err(number);
                }
                handles.insert(point, handle);
            }
        }
        for (number, loop_) in loops.iter().enumerate() {
            for (i, &from) in loop_.iter().enumerate() {
                let to = loop_[(i + 1) % loop_.len()];
                let (a, b) = (handles[&from], handles[&to]);
                // A vertex on the edge would divide the constraint.
                let is_free = mesh.can_add_constraint(a, b);
                if is_free {
                    mesh.add_constraint(a, b);
                }
                if !is_free || !mesh.exists_constraint(a, b) {
                    return Err(number);
                }
                *crossing.entry((from, to)).or_default() += 1;
                *crossing.entry((to, from)).or_default() -= 1;
            }
        }
        Ok(Self { mesh, point_of, crossing })
    }

    /// From outside to inside, face by face.
    fn winding(&self) -> Winding {
        let mut winding = Winding::new();
        let mut queue: VecDeque<(FixedFaceHandle<InnerTag>, i64)> = VecDeque::new();
        let across = |from: FixedVertexHandle, to: FixedVertexHandle| {
            self.crossing.get(&(self.point_of[&from], self.point_of[&to])).copied().unwrap_or(0)
        };
        for edge in self.mesh.convex_hull() {
            // The hull's edges have the outside on their left, where the winding number is 0.
            let edge = edge.rev();
            if let Some(face) = edge.face().as_inner() {
                queue.push_back((face.fix(), across(edge.from().fix(), edge.to().fix())));
            }
        }
        while let Some((face, number)) = queue.pop_front() {
            if winding.contains_key(&face) {
                continue;
            }
            winding.insert(face, number);
            for edge in self.mesh.face(face).adjacent_edges() {
                let other = edge.rev();
                if let Some(next) = other.face().as_inner() {
                    queue.push_back((next.fix(), number + across(other.from().fix(), other.to().fix())));
                }
            }
        }
        winding
    }

    /// The edges inside of loops that no triangle may have, and the longest edges of triangles without area.
    fn unwanted(&self, winding: &Winding, points: &Points) -> Vec<[FixedVertexHandle; 2]> {
        let mut found = Vec::new();
        for face in self.mesh.inner_faces() {
            if winding.get(&face.fix()).is_none_or(|number| *number == 0) {
                continue;
            }
            let is_flat = !(points.has_area)(face.vertices().map(|vertex| self.point_of[&vertex.fix()]));
            let edges = face.adjacent_edges();
            let longest = edges.iter().fold(0.0, |most, edge| edge.length_2().max(most));
            for edge in edges {
                let ends = edge.vertices().map(|vertex| vertex.fix());
                let [a, b] = ends.map(|end| self.point_of[&end]);
                let is_unwanted = !(points.may_join)(a, b) || (is_flat && edge.length_2() >= longest);
                if is_unwanted && !edge.is_constraint_edge() {
                    found.push(ends);
                }
            }
        }
        found
    }

    /// Replaces an edge by another one that crosses it, as a constraint. Returns whether there is one.
    fn cross(&mut self, a: FixedVertexHandle, b: FixedVertexHandle, points: &Points) -> bool {
        /// The vertices around the edge that are tried on each side.
        const MOST_TRIED: usize = 24;
        let Some(edge) = self.mesh.get_edge_from_neighbors(a, b) else { return false };
        let mut around: [Vec<FixedVertexHandle>; 2] = [Vec::new(), Vec::new()];
        let opposite = [edge, edge.rev()].into_iter().filter_map(|edge| edge.opposite_vertex());
        let first = [a, b].into_iter().chain(opposite.map(|vertex| vertex.fix())).collect();
        for vertex in self.near(first, 4 * MOST_TRIED) {
            let query = edge.side_query(self.mesh.vertex(vertex).position());
            let side = &mut around[usize::from(query.is_on_left_side())];
            if !query.is_on_line() && side.len() < MOST_TRIED {
                side.push(vertex);
            }
        }
        let [right, left] = &around;
        let is_possible = |from: FixedVertexHandle, to: FixedVertexHandle| {
            let mut crosses = false;
            let is_free = LineIntersectionIterator::new_from_handles(&self.mesh, from, to).all(|met| match met {
                Intersection::EdgeIntersection(met) => {
                    crosses |= met.as_undirected() == edge.as_undirected();
                    !met.is_constraint_edge()
                }
                Intersection::VertexIntersection(vertex) => [from, to].contains(&vertex.fix()),
                Intersection::EdgeOverlap(_) => false,
            });
            let [a, b, from, to] = [a, b, from, to].map(|vertex| self.point_of[&vertex]);
            let has_area = |end| (points.has_area)([from, end, to]);
            is_free && crosses && (points.may_join)(from, to) && has_area(a) && has_area(b)
        };
        let pairs = right.iter().flat_map(|from| left.iter().map(move |to| (*from, *to)));
        let Some((from, to)) = pairs.into_iter().find(|&(from, to)| is_possible(from, to)) else { return false };
        self.mesh.add_constraint(from, to)
    }

    /// These vertices, and the nearest ones by the number of edges between them, at most `count` in all.
    fn near(&self, mut found: Vec<FixedVertexHandle>, count: usize) -> Vec<FixedVertexHandle> {
        let mut next = 0;
        while next < found.len() && found.len() < count {
            for out in self.mesh.vertex(found[next]).out_edges() {
                let vertex = out.to().fix();
                if found.len() < count && !found.contains(&vertex) {
                    found.push(vertex);
                }
            }
            next += 1;
        }
        found
    }

    fn triangles(&self, winding: &Winding) -> Vec<TriangleCorners> {
        let mut triangles = Vec::new();
        for face in self.mesh.inner_faces() {
            let [a, b, c] = face.vertices().map(|vertex| self.point_of[&vertex.fix()]);
            let number = winding.get(&face.fix()).copied().unwrap_or(0);
            let corners = if number > 0 { [a, b, c] } else { [a, c, b] };
            triangles.extend((0..number.unsigned_abs()).map(|_| corners));
        }
        triangles
    }
}
