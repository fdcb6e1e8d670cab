//! Problems of the triangles of meshes: one problem for all objects with the same mesh. It names the first of them; when a
//! scene ignores it for some of them, the first of the others.
//!
//! The faults of a mesh are computed once and kept, so that a list after an edit takes no time. For millions of
//! triangles this takes some seconds, and the window does it on another thread.

use std::collections::HashMap;
use std::sync::Arc;

use super::list::{Elements, MOST_ELEMENTS, Problem, Problems, listed_words};
use super::mark::ObjectData;
use super::marks::Marks;
use crate::geometry::Mesh;
use crate::geometry::mesh::{FaultCount, Faults, FaultyEdge};
use crate::geometry::narrate::counted;
use crate::report::tested::TestedObject;
use crate::scene::{LevelProblem, ProblemSubject};
use crate::world::Item;

impl Problems {
    /// The problems of objects, which are in the order of their marks, and of their meshes.
    pub fn of(marks: &Marks, objects: &[TestedObject]) -> Self {
        let mut all = Self::of_objects(marks, objects);
        let placed = PlacedMesh::all(marks);
        let of_triangles = |kind: &LevelProblem| kind.about() == ProblemSubject::Triangles;
        for kind in LevelProblem::ALL.into_iter().filter(of_triangles) {
            all.take(kind, placed.iter().filter_map(|mesh| mesh.problem(kind, objects)), |problem| problem);
        }
        all
    }
}

impl Marks {
    /// Every mesh once.
    pub fn meshes(&self) -> Vec<Arc<Mesh>> {
        PlacedMesh::all(self).into_iter().map(|placed| Arc::clone(placed.mesh)).collect()
    }
}

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
    pub(super) fn problem(&self, kind: LevelProblem, objects: &[TestedObject]) -> Option<Problem> {
        problem(self.mesh, kind, NamedObject { object: self.first, sharers: self.count, ignored: 0 }, objects)
    }
}

/// The object that the problem of a mesh names.
#[derive(Clone, Copy)]
pub(super) struct NamedObject {
    /// Its index.
    pub(super) object: usize,
    /// The number of objects with the mesh.
    pub(super) sharers: usize,
    /// The number of those for which the scene ignores the problem.
    pub(super) ignored: usize,
}

/// The objects with the same mesh as an object, with that one; it alone when it has no mesh.
pub(super) fn sharing(marks: &Marks, object: usize) -> Vec<usize> {
    let mesh_of = |mark: &ObjectData| mark.mesh.as_ref().map(Arc::as_ptr);
    let Some(mesh) = marks.each.get(object).and_then(mesh_of) else { return vec![object] };
    (0..).zip(&marks.each).filter(|&(_, mark)| mesh_of(mark) == Some(mesh)).map(|(i, _)| i).collect()
}

/// The objects of each mesh that several objects share, by the first of them.
pub(super) fn all_sharing(marks: &Marks) -> HashMap<usize, Vec<usize>> {
    let mut first_of: HashMap<*const Mesh, usize> = HashMap::new();
    let mut shared: HashMap<usize, Vec<usize>> = HashMap::new();
    for (i, mark) in marks.each.iter().enumerate() {
        let Some(mesh) = &mark.mesh else { continue };
        let first = *first_of.entry(Arc::as_ptr(mesh)).or_insert(i);
        if first != i {
            shared.entry(first).or_insert_with(|| vec![first]).push(i);
        }
    }
    shared
}

/// The problem of a mesh, in words about one of its objects; `None` without one.
pub(super) fn problem(
    mesh: &Mesh,
    kind: LevelProblem,
    named: NamedObject,
    objects: &[TestedObject],
) -> Option<Problem> {
    let faults = mesh.faults();
    let (count, elements) = found(faults, kind)?;
    let name = &objects.get(named.object)?.name;
    let what = match kind {
        LevelProblem::DegenerateTriangles => format!("{} without area", counted(count, "triangle")),
        LevelProblem::DuplicateTriangles => counted(count, "duplicate triangle"),
        LevelProblem::NonManifoldEdges => format!("{} with more than two triangles", counted(count, "edge")),
        LevelProblem::OpenEdges => counted(count, "open edge"),
        LevelProblem::TJunctions => format!("{} with a vertex of another edge on it", counted(count, "open edge")),
        LevelProblem::Gaps => format!("{} beside another rim, less than 1 mm apart", counted(count, "open edge")),
        LevelProblem::Slivers => counted(count, "sliver"),
        LevelProblem::FlippedWinding => format!("{} with inconsistent winding", counted(count, "edge")),
        LevelProblem::VerticesNotFinite if count == 1 => "1 non-finite vertex".to_owned(),
        LevelProblem::VerticesNotFinite => format!("{count} non-finite vertices"),
        LevelProblem::InsideOut if faults.inside_out.count == faults.parts => {
            "a negative volume: all its triangles face inwards".to_owned()
        }
        LevelProblem::InsideOut => format!("{count} of {} parts inside out", faults.parts),
        _ => return None,
    };
    let list = elements.words(count);
    let list = match kind {
        LevelProblem::InsideOut if count == 1 => list.replacen(": ", ": that with triangle ", 1),
        LevelProblem::InsideOut => list.replacen(": ", ": those with triangles ", 1),
        _ => list,
    };
    let shared = match (named.sharers, named.ignored) {
        (1, _) => String::new(),
        (sharers, 0) => format!("; {sharers} objects have this mesh"),
        (sharers, ignored) => format!("; {sharers} objects have this mesh, {ignored} of them ignored"),
    };
    let message = format!("{name} has {what}{list}{shared}{}", listed_words(count));
    Some(Problem { image: None, kind, item: Item::Object(named.object), count, elements, message })
}

/// The number of faults of a kind, and the first of them; `None` without faults.
fn found(faults: &Faults, kind: LevelProblem) -> Option<(usize, Elements)> {
    let few = |numbers: Vec<u32>| numbers.into_iter().take(MOST_ELEMENTS).collect();
    let edges = |found: &FaultCount<FaultyEdge>| {
        (found.count, Elements::Edges(found.first.iter().take(MOST_ELEMENTS).map(|edge| edge.triangles).collect()))
    };
    let found = match kind {
        LevelProblem::InsideOut if faults.inside_out.count == faults.parts => {
            (usize::from(faults.inside_out.count > 0), Elements::Object)
        }
        LevelProblem::InsideOut => {
            let first = faults.inside_out.first.iter().map(|one| one.triangle).collect();
            (faults.inside_out.count, Elements::Triangles(few(first)))
        }
        LevelProblem::DegenerateTriangles => {
            let first = faults.degenerate.first.iter().map(|one| one.triangle).collect();
            (faults.degenerate.count, Elements::Triangles(few(first)))
        }
        LevelProblem::DuplicateTriangles => {
            let first = faults.duplicates.first.iter().map(|one| one.triangle).collect();
            (faults.duplicates.count, Elements::Triangles(few(first)))
        }
        LevelProblem::NonManifoldEdges => edges(&faults.non_manifold_edges),
        LevelProblem::OpenEdges => edges(&faults.open_edges),
        LevelProblem::TJunctions => edges(&faults.t_junctions),
        LevelProblem::Gaps => edges(&faults.gaps),
        LevelProblem::Slivers => {
            let first = faults.slivers.first.iter().map(|one| one.triangle).collect();
            (faults.slivers.count, Elements::Triangles(few(first)))
        }
        LevelProblem::FlippedWinding => edges(&faults.flipped_edges),
        LevelProblem::VerticesNotFinite => {
            let first = faults.not_finite.first.iter().map(|one| one.vertex).collect();
            (faults.not_finite.count, Elements::Vertices(few(first)))
        }
        _ => return None,
    };
    (found.0 > 0).then_some(found)
}
