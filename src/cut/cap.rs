//! Triangles that close both halves.

use std::collections::{HashMap, VecDeque};

use glam::{DVec2, DVec3};
use spade::handles::{FixedFaceHandle, FixedVertexHandle, InnerTag};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use super::{Cut, Half, Plane, Source};

/// The corners of a triangle, as indices of the vertices of all loops.
type Corners = [usize; 3];

/// Each loop that crosses another one costs a triangulation of the others. Beyond this number, all are capped alone.
const MOST_CROSSINGS: usize = 32;

/// Adds the caps of all loops to both halves.
///
/// All loops are triangulated together, so that a loop in another one is a hole. A loop that crosses another one belongs
/// to a body that overlaps another; it gets a cap of its own. A loop that crosses itself, or has two vertices at one
/// place, has no triangulation of its own vertices; a fan of triangles from its first vertex closes it.
pub(super) fn close(cut: &mut Cut, posed: &[DVec3], plane: &Plane) {
    let sources: Vec<Source> = cut.loops.iter().flat_map(|loop_| &loop_.vertices).copied().collect();
    let mut first = 0;
    let mut together: Vec<Vec<usize>> = Vec::new();
    for loop_ in &cut.loops {
        together.push((first..first + loop_.vertices.len()).collect());
        first += loop_.vertices.len();
    }
    let points = flat(&sources, posed, plane);
    let mut triangles = Vec::new();
    for loop_ in &mut together {
        *loop_ = without_repeats(loop_, &points, &mut triangles);
    }
    let mut alone: Vec<Vec<usize>> = Vec::new();
    let found = loop {
        match triangulate(&together, &points) {
            Ok(found) => break found,
            Err(_) if alone.len() >= MOST_CROSSINGS => alone.append(&mut together),
            Err(crossed) => alone.push(together.remove(crossed)),
        }
    };
    triangles.extend(found);
    for loop_ in alone {
        match triangulate(std::slice::from_ref(&loop_), &points) {
            Ok(found) => triangles.extend(found),
            Err(_) => triangles.extend(loop_.windows(2).skip(1).map(|edge| [loop_[0], edge[0], edge[1]])),
        }
    }
    // The triangles wind like the loops, and the loops like the front half, so its caps wind the other way round.
    add(&mut cut.front, &sources, triangles.iter().map(|&[a, b, c]| [a, c, b]));
    add(&mut cut.back, &sources, triangles.iter().copied());
}

/// The loop with one vertex for each run of neighbours at one place, as several edges of a vertex leave them that is on
/// the plane but for rounding. Triangles without area connect the others, so that the cap has no gap.
fn without_repeats(loop_: &[usize], points: &[DVec2], triangles: &mut Vec<Corners>) -> Vec<usize> {
    let is_same = |a: usize, b: usize| points[a] == points[b];
    let count = loop_.len();
    // From the first vertex of a run, so that none goes over the end.
    let Some(start) = (0..count).find(|&i| !is_same(loop_[i], loop_[(i + count - 1) % count])) else {
        return loop_.to_vec();
    };
    let mut kept = Vec::with_capacity(count);
    let mut last = loop_[start];
    kept.push(last);
    for i in 1..=count {
        let (before, here) = (loop_[(start + i - 1) % count], loop_[(start + i) % count]);
        if before != last {
            triangles.push([last, before, here]);
        }
        if i < count && !is_same(last, here) {
            kept.push(here);
            last = here;
        }
    }
    kept
}

/// The points on the plane, relative to their middle, with axes so that the normal points to the viewer.
fn flat(sources: &[Source], posed: &[DVec3], plane: &Plane) -> Vec<DVec2> {
    let positions: Vec<DVec3> = sources.iter().map(|source| source.position(posed)).collect();
    let middle = positions.iter().sum::<DVec3>() / positions.len().max(1) as f64;
    let x = plane.normal().any_orthonormal_vector();
    let y = plane.normal().cross(x);
    positions.into_iter().map(|position| DVec2::new(x.dot(position - middle), y.dot(position - middle))).collect()
}

/// Adds triangles of loop vertices to a half, which has all these vertices: those of the mesh first, ascending.
fn add(half: &mut Half, sources: &[Source], triangles: impl Iterator<Item = Corners>) {
    let first_new = half.vertices.partition_point(|source| !source.is_new());
    let (of_mesh, new) = half.vertices.split_at(first_new);
    let edge = |source: &Source| match *source {
        Source::Vertex(vertex) => (vertex, vertex),
        Source::Edge { from, to, .. } => (from, to),
    };
    let index_of: HashMap<_, usize> = new.iter().map(edge).zip(first_new..).collect();
    let index = |source: &Source| match source {
        Source::Vertex(_) => of_mesh.binary_search_by_key(&edge(source), edge).ok(),
        Source::Edge { .. } => index_of.get(&edge(source)).copied(),
    };
    let index: Vec<Option<u32>> = sources.iter().map(|source| u32::try_from(index(source)?).ok()).collect();
    half.triangles.extend(triangles.filter_map(|[a, b, c]| Some([index[a]?, index[b]?, index[c]?])));
}

/// The triangles inside the loops, with the winding of the loops around them. Where the winding number is w, each
/// triangle occurs |w| times: once for each body around it.
///
/// # Errors
/// The index of a loop that crosses itself or an earlier one, or has a vertex at a place of an earlier vertex.
fn triangulate(loops: &[Vec<usize>], points: &[DVec2]) -> Result<Vec<Corners>, usize> {
    let mut mesh: ConstrainedDelaunayTriangulation<Point2<f64>> = ConstrainedDelaunayTriangulation::new();
    let mut vertex_of: HashMap<FixedVertexHandle, usize> = HashMap::new();
    // The winding number on the left of an edge less that on its right.
    let mut crossing: HashMap<(usize, usize), i64> = HashMap::new();
    let mut handles: HashMap<usize, FixedVertexHandle> = HashMap::new();
    for (number, loop_) in loops.iter().enumerate() {
        for &vertex in loop_ {
            let handle = mesh.insert(Point2::new(points[vertex].x, points[vertex].y)).map_err(|_infinite| number)?;
            if vertex_of.insert(handle, vertex).is_some() {
                return Err(number);
            }
            handles.insert(vertex, handle);
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
    // From outside to inside, face by face.
    let mut winding: HashMap<FixedFaceHandle<InnerTag>, i64> = HashMap::new();
    let mut queue: VecDeque<(FixedFaceHandle<InnerTag>, i64)> = VecDeque::new();
    let across = |from: FixedVertexHandle, to: FixedVertexHandle| {
        crossing.get(&(vertex_of[&from], vertex_of[&to])).copied().unwrap_or(0)
    };
    for edge in mesh.convex_hull() {
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
        for edge in mesh.face(face).adjacent_edges() {
            let other = edge.rev();
            if let Some(next) = other.face().as_inner() {
                queue.push_back((next.fix(), number + across(other.from().fix(), other.to().fix())));
            }
        }
    }
    let mut triangles = Vec::new();
    for face in mesh.inner_faces() {
        let [a, b, c] = face.vertices().map(|vertex| vertex_of[&vertex.fix()]);
        let number = winding.get(&face.fix()).copied().unwrap_or(0);
        let corners = if number > 0 { [a, b, c] } else { [a, c, b] };
        triangles.extend((0..number.unsigned_abs()).map(|_| corners));
    }
    Ok(triangles)
}
