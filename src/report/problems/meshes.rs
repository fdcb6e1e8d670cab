//! Problems of the triangles of meshes: one problem for all objects with the same mesh.
//!
//! The faults of a mesh are computed once and kept, so that a list after an edit takes no time. For millions of
//! triangles this takes some seconds, and the window does it on another thread.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Elements, Kind, MOST_ELEMENTS, Marks, Problem};
use crate::geometry::Mesh;
use crate::geometry::mesh::{Faults, FaultyEdge, Found};
use crate::geometry::narrate::counted;
use crate::report::TestedObject;
use crate::world::Item;

/// A mesh with its objects.
pub(super) struct PlacedMesh<'m> {
    pub(super) mesh: &'m Arc<Mesh>,
    /// The first of them.
    first: usize,
    count: usize,
}

impl PlacedMesh<'_> {
    /// Every mesh once, in the order of the objects.
    pub(super) fn all(marks: &Marks) -> Vec<PlacedMesh<'_>> {
        let mut all: Vec<PlacedMesh<'_>> = Vec::new();
        let mut places: HashMap<*const Mesh, usize> = HashMap::new();
        let marked = if marks.meshed > 0 { &marks.each[..] } else { &[] };
        for (first, mark) in marked.iter().enumerate() {
            let Some(mesh) = &mark.mesh else { continue };
            let place = *places.entry(Arc::as_ptr(mesh)).or_insert(all.len());
            match all.get_mut(place) {
                Some(known) => known.count += 1,
                None => all.push(PlacedMesh { mesh, first, count: 1 }),
            }
        }
        all
    }

    /// Its problem of a kind; `None` without one.
    pub(super) fn problem(&self, kind: Kind, objects: &[TestedObject]) -> Option<Problem> {
        let (count, elements) = found(self.mesh.faults(), kind)?;
        let name = &objects[self.first].name;
        let what = match kind {
            Kind::DegenerateTriangles => format!("{} without area", counted(count, "triangle")),
            Kind::DuplicateTriangles => counted(count, "duplicate triangle"),
            Kind::NonManifoldEdges => format!("{} with more than two triangles", counted(count, "edge")),
            Kind::OpenEdges => counted(count, "open edge"),
            Kind::FlippedWinding => format!("{} with inconsistent winding", counted(count, "edge")),
            Kind::VerticesNotFinite if count == 1 => "1 non-finite vertex".to_owned(),
            Kind::VerticesNotFinite => format!("{count} non-finite vertices"),
            Kind::InsideOut => "a negative volume: all its triangles face inwards".to_owned(),
            _ => return None,
        };
        let shared = if self.count == 1 { String::new() } else { format!("; {} objects have this mesh", self.count) };
        let message = format!("{name} has {what}{}{shared}", elements.words(count));
        Some(Problem { kind, item: Item::Object(self.first), count, elements, message })
    }
}

/// The number of faults of a kind, and the first of them; `None` without faults.
fn found(faults: &Faults, kind: Kind) -> Option<(usize, Elements)> {
    let few = |numbers: Vec<u32>| numbers.into_iter().take(MOST_ELEMENTS).collect();
    let edges = |found: &Found<FaultyEdge>| {
        (found.count, Elements::Edges(found.first.iter().take(MOST_ELEMENTS).map(|edge| edge.triangles).collect()))
    };
    let found = match kind {
        Kind::InsideOut if faults.is_closed && faults.flipped_edges.count == 0 && faults.volume < 0.0 => {
            (1, Elements::Object)
        }
        Kind::DegenerateTriangles => {
            let first = faults.degenerate.first.iter().map(|one| one.triangle).collect();
            (faults.degenerate.count, Elements::Triangles(few(first)))
        }
        Kind::DuplicateTriangles => {
            let first = faults.duplicates.first.iter().map(|one| one.triangle).collect();
            (faults.duplicates.count, Elements::Triangles(few(first)))
        }
        Kind::NonManifoldEdges => edges(&faults.non_manifold_edges),
        Kind::OpenEdges => edges(&faults.open_edges),
        Kind::FlippedWinding => edges(&faults.flipped_edges),
        Kind::VerticesNotFinite => {
            let first = faults.not_finite.first.iter().map(|one| one.vertex).collect();
            (faults.not_finite.count, Elements::Vertices(few(first)))
        }
        _ => return None,
    };
    (found.0 > 0).then_some(found)
}
