//! Triangles of a mesh that cross, and faces inside of solids, in words.

use std::sync::Arc;

use super::list::{Elements, Problem, Problems, listed_words};
use crate::budget::OverBudget;
use crate::crossing::{Crossings, FoundMesh, Hidden};
use crate::geometry::narrate::counted;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::Item;

/// The pairs and triangles that a message names.
const FEW: usize = 3;

impl Problems {
    /// The same with the triangles that cross, and the faces inside of solids.
    #[must_use]
    pub(super) fn with_crossings(mut self, report: &Report, found: &Result<Crossings, OverBudget>) -> Self {
        let found = match found {
            Ok(found) => found,
            Err(over) => {
                let words = format!("Triangles that cross, and hidden faces, were not searched: {over}");
                self.unfinished.push((LevelProblem::SelfIntersections, words));
                return self;
            }
        };
        if found.is_cut {
            let words = "The search for hidden faces ended early: too many objects overlap".to_owned();
            self.unfinished.push((LevelProblem::HiddenFaces, words));
        }
        for mesh in found.meshes.iter().filter(|mesh| mesh.found.is_cut) {
            let words = format!(
                "The search for triangles of {} that cross ended early: too many triangles are near to each other",
                report.name(mesh.body)
            );
            self.unfinished.push((LevelProblem::SelfIntersections, words));
        }
        let crossing = found.meshes.iter().filter(|mesh| mesh.found.count > 0);
        self.take(LevelProblem::SelfIntersections, crossing, |mesh| Problem {
            kind: LevelProblem::SelfIntersections,
            image: None,
            item: Item::Object(mesh.body),
            count: mesh.found.count,
            elements: Elements::Crossings(Arc::clone(&mesh.mesh), Arc::clone(&mesh.found)),
            message: of_crossing(mesh, report.name(mesh.body)),
        });
        self.take(LevelProblem::HiddenFaces, found.hidden.iter(), |hidden| Problem {
            kind: LevelProblem::HiddenFaces,
            image: None,
            item: Item::Object(hidden.body),
            count: hidden.count,
            elements: Elements::Hidden(Arc::new(hidden.clone())),
            message: of_hidden(hidden, report, sharers(hidden, report, &found.meshes)),
        });
        self
    }
}

/// The number of objects with the mesh of faces that are inside of a part of that mesh; else 1.
fn sharers(hidden: &Hidden, report: &Report, meshes: &[FoundMesh]) -> usize {
    let own = report.marks.each.get(hidden.body).and_then(|mark| mark.mesh.as_ref());
    let own = own.filter(|_| hidden.body == hidden.inside);
    let of = meshes.iter().find(|mesh| own.is_some_and(|own| Arc::ptr_eq(own, &mesh.mesh)));
    of.map_or(1, |mesh| mesh.sharers)
}

/// "; 3 objects have this mesh".
fn shared(sharers: usize) -> String {
    if sharers > 1 { format!("; {sharers} objects have this mesh") } else { String::new() }
}

fn of_crossing(mesh: &FoundMesh, name: &str) -> String {
    let pairs = match mesh.found.count {
        1 => "a pair of triangles that cross".to_owned(),
        count => format!("{count} pairs of triangles that cross"),
    };
    let first: Vec<String> = mesh
        .found
        .pairs
        .iter()
        .take(FEW)
        .map(|pair| format!("{} and {}", pair.triangles[0], pair.triangles[1]))
        .collect();
    let more = if mesh.found.count > FEW { " …" } else { "" };
    let listed = listed_words(mesh.found.count);
    format!("{name} has {pairs}: {}{more}{}{listed}", first.join(", "), shared(mesh.sharers))
}

fn of_hidden(hidden: &Hidden, report: &Report, sharers: usize) -> String {
    let [name, inside] = [hidden.body, hidden.inside].map(|object| report.name(object));
    if hidden.is_whole {
        let triangles =
            if hidden.count > 1 { format!(" ({})", counted(hidden.count, "triangle")) } else { String::new() };
        return format!("{name} is wholly inside {inside}{triangles}");
    }
    let first: Vec<String> = hidden.triangles.iter().take(FEW).map(u32::to_string).collect();
    let more = if hidden.count > FEW { " …" } else { "" };
    let inside = if hidden.body == hidden.inside { "another closed part of its mesh" } else { inside };
    let triangles = counted(hidden.count, "triangle");
    let listed = listed_words(hidden.count);
    format!("{name} has {triangles} inside {inside}: {}{more}{}{listed}", first.join(", "), shared(sharers))
}
