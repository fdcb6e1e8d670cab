//! Triangles that close both halves.

use std::collections::{HashMap, HashSet};

use glam::{DVec2, DVec3, Vec3};

use super::ears;
use super::halves::{CutMesh, Half};
use super::key::{VertexKey, sorted};
use super::plane::Plane;
use super::source::VertexSource;
use super::stored::CutVertices;
use super::touching;
use super::triangulate::{Points, TriangleCorners, triangulate};
use crate::geometry::has_area;

/// Each loop that crosses another one costs a triangulation of the others. Beyond this number, all are capped alone.
const MOST_CROSSINGS: usize = 32;

/// Adds the caps of all loops to both halves. `others` are edges that no cap may have.
///
/// All loops are triangulated together, so that a loop in another one is a hole. A loop that crosses another one belongs
/// to a body that overlaps another; it gets a cap of its own. A loop that crosses itself, or has two vertices at one
/// place, has no triangulation of its own vertices; triangles that may overlap close it.
pub(super) fn close(cut: &mut CutMesh, mesh: &CutVertices, plane: &Plane, others: &HashSet<[VertexKey; 2]>) {
    let mut sources: Vec<VertexSource> = Vec::new();
    let mut index_of: HashMap<VertexKey, usize> = HashMap::new();
    let mut index = |source: &VertexSource| {
        *index_of.entry(VertexKey::of(source)).or_insert_with(|| {
            sources.push(*source);
            sources.len() - 1
        })
    };
    let mut together: Vec<Vec<usize>> =
        cut.loops.iter().map(|loop_| loop_.vertices.iter().map(&mut index).collect()).collect();
    let places = flat(&sources, mesh.posed, plane);
    let stored: Vec<Vec3> = sources.iter().map(|source| mesh.position(*source)).collect();
    let mut triangles = Vec::new();
    for loop_ in &mut together {
        *loop_ = without_repeats(loop_, &places, &mut triangles);
    }
    let may_join = |a, b| !others.contains(&sorted([a, b].map(|i: usize| VertexKey::of(&sources[i]))));
    let has_area = |corners: TriangleCorners| has_area(corners.map(|i| stored[i]));
    let mut points = Points { places: &places, may_join: &may_join, has_area: &has_area };
    let moved;
    let mut found = triangulate(&together, &points);
    if found.is_err() {
        // Vertices are on the plane within the tolerance, so loops that touch may be so far apart or across.
        moved = touching::apart(&together, &places, 2.0 * cut.tolerance);
        points.places = &moved;
        found = triangulate(&together, &points);
    }
    let mut alone: Vec<Vec<usize>> = Vec::new();
    let found = loop {
        match found {
            Ok(found) => break found,
            Err(_) if alone.len() >= MOST_CROSSINGS => alone.append(&mut together),
            Err(crossed) => alone.push(together.remove(crossed)),
        }
        found = triangulate(&together, &points);
    };
    triangles.extend(found);
    for loop_ in alone {
        match triangulate(std::slice::from_ref(&loop_), &points) {
            Ok(found) => triangles.extend(found),
            Err(_) => triangles.extend(ears::triangulate(&loop_, &points)),
        }
    }
    // The triangles wind like the loops, and the loops like the front half, so its caps wind the other way round.
    add(&mut cut.front, &sources, triangles.iter().map(|&[a, b, c]| [a, c, b]));
    add(&mut cut.back, &sources, triangles.iter().copied());
}

/// The loop with one vertex for each run of neighbours at one place. Such runs occur where a vertex is on the plane
/// except for rounding, and several of its edges are cut. Triangles without area connect the other vertices, so the cap
/// has no gap.
fn without_repeats(loop_: &[usize], points: &[DVec2], triangles: &mut Vec<TriangleCorners>) -> Vec<usize> {
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
fn flat(sources: &[VertexSource], posed: &[DVec3], plane: &Plane) -> Vec<DVec2> {
    let positions: Vec<DVec3> = sources.iter().map(|source| source.position(posed)).collect();
    let middle = positions.iter().sum::<DVec3>() / positions.len().max(1) as f64;
    let x = plane.normal().any_orthonormal_vector();
    let y = plane.normal().cross(x);
    positions.into_iter().map(|position| DVec2::new(x.dot(position - middle), y.dot(position - middle))).collect()
}

/// Adds triangles of loop vertices to a half, which has all these vertices: those of the mesh first, ascending.
fn add(half: &mut Half, sources: &[VertexSource], triangles: impl Iterator<Item = TriangleCorners>) {
    let first_new = half.vertices.partition_point(|source| !source.is_new());
    let (of_mesh, new) = half.vertices.split_at(first_new);
    let index_of: HashMap<VertexKey, usize> = new.iter().map(VertexKey::of).zip(first_new..).collect();
    let index = |source: &VertexSource| match source {
        VertexSource::Vertex(_) => of_mesh.binary_search_by_key(&VertexKey::of(source), VertexKey::of).ok(),
        VertexSource::Edge { .. } => index_of.get(&VertexKey::of(source)).copied(),
    };
    let index: Vec<Option<u32>> = sources.iter().map(|source| u32::try_from(index(source)?).ok()).collect();
    half.triangles.extend(triangles.filter_map(|[a, b, c]| Some([index[a]?, index[b]?, index[c]?])));
}
