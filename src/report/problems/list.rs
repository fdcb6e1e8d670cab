//! The list of problems in words: kind by kind, each in the order of the scene.

use std::collections::HashMap;

use super::kind::Kind;
use super::mark::IN_ONE_PLANE;
use super::meshes::PlacedMesh;
use super::spacing::furthest;
use super::{Marks, spacing};
use crate::geometry::narrate::num;
use crate::report::TestedObject;
use crate::scene::Ignored;
use crate::world::Item;

/// The most problems of one kind in a list; [`Problems::left_out`] counts the others.
pub const MOST_OF_A_KIND: usize = 10_000;

/// The most items of one problem. Where there are more, the message states how many are listed.
pub const MOST_ELEMENTS: usize = 100_000;

/// The problems of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems {
    /// Kind by kind, each in the order of the objects.
    pub listed: Vec<Problem>,
    /// The number of problems that are not listed, for each kind with too many.
    pub left_out: Vec<(Kind, usize)>,
    /// The number of problems that the scene ignores.
    pub ignored: usize,
    /// The entries of the scene's `ignore` that match no problem at this tick. Without the search for problems of meshes, all
    /// entries for these are among them.
    pub unused: Vec<Ignored>,
}

/// One problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The kind.
    pub kind: Kind,
    /// What it is about: an object, of several objects the first for which the scene does not ignore it; a session or a camera.
    pub item: Item,
    /// The number of its elements: the objects with one pose, the triangles of a mesh; 1 for a problem of a single object.
    pub count: usize,
    /// The first [`MOST_ELEMENTS`] of them.
    pub elements: Elements,
    /// The problem in one sentence.
    pub message: String,
}

/// What a problem consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Elements {
    /// The item alone.
    #[default]
    Object,
    /// Objects of the world.
    Objects(Vec<usize>),
    /// Triangles of the mesh, in file order from 0.
    Triangles(Vec<u32>),
    /// Edges, each by its first two triangles; twice the same for an edge with one triangle.
    Edges(Vec<[u32; 2]>),
    /// Vertices of the mesh.
    Vertices(Vec<u32>),
}

impl Elements {
    /// ": triangles 4, 7, 9 …", of `count` elements.
    pub(super) fn words(&self, count: usize) -> String {
        const FEW: usize = 3;
        let (what, numbers): (&str, Vec<String>) = match self {
            Self::Object | Self::Objects(_) | Self::Edges(_) => return String::new(),
            Self::Triangles(numbers) => ("", numbers.iter().take(FEW).map(u32::to_string).collect()),
            Self::Vertices(numbers) if count == 1 => ("vertex ", numbers.iter().map(u32::to_string).collect()),
            Self::Vertices(numbers) => ("vertices ", numbers.iter().take(FEW).map(u32::to_string).collect()),
        };
        let more = if count > FEW { " …" } else { "" };
        format!(": {what}{}{more}", numbers.join(", "))
    }
}

/// "; the first 100,000 are listed", for a problem with more elements.
pub(super) fn listed_words(count: usize) -> String {
    if count > MOST_ELEMENTS { format!("; the first {MOST_ELEMENTS} are listed") } else { String::new() }
}

impl Problems {
    /// The problems of objects, which are in the order of their marks, and of their meshes.
    pub fn of(marks: &Marks, objects: &[TestedObject]) -> Self {
        let mut all = Self::of_objects(marks, objects);
        let placed = PlacedMesh::all(marks);
        for kind in Kind::OF_MESHES {
            all.take(kind, placed.iter().filter_map(|mesh| mesh.problem(kind, objects)), |problem| problem);
        }
        all
    }

    /// The same without the problems of meshes, whose first search may take long.
    pub fn of_objects(marks: &Marks, objects: &[TestedObject]) -> Self {
        if marks.is_clean() {
            return Self::default();
        }
        let mut all = Self::default();
        let without_volume = marks.each.iter().zip(objects).enumerate();
        let without_volume = without_volume.filter(|(_, (mark, _))| mark.flat != 0 || mark.is_below_spacing);
        all.take(Kind::ZeroVolume, without_volume, |(i, (mark, object))| {
            let why = if mark.is_below_spacing {
                let step = num(spacing(&object.aabb));
                format!("it is smaller than {step} m, the spacing of f32 at its position")
            } else if mark.flat == IN_ONE_PLANE {
                "all its triangles lie in one plane".to_owned()
            } else {
                format!("it has no extent along its own {}", axes(mark.flat))
            };
            alone(Kind::ZeroVolume, i, format!("{} has no volume: {why}", object.name))
        });
        let groups = groups(marks);
        all.take(Kind::Coincident, groups.into_iter(), |members| {
            let names: Vec<&str> = members.iter().take(4).map(|&i| &*objects[i].name).collect();
            let more = if members.len() > 4 { format!(" and {} more", members.len() - 4) } else { String::new() };
            let listed = listed_words(members.len());
            let message =
                format!("{} objects have the same shape and pose: {}{more}{listed}", members.len(), names.join(", "));
            Problem {
                kind: Kind::Coincident,
                item: Item::Object(members[0]),
                count: members.len(),
                elements: Elements::Objects(members.into_iter().take(MOST_ELEMENTS).collect()),
                message,
            }
        });
        let far = marks.each.iter().zip(objects).enumerate().filter(|(_, (mark, _))| mark.is_far);
        all.take(Kind::FarFromOrigin, far, |(i, (_, object))| {
            let (out, step) = (num(furthest(&object.aabb)), millimetres(spacing(&object.aabb)));
            let message =
                format!("{} reaches {out} m from the origin, where the spacing of f32 is {step}", object.name);
            alone(Kind::FarFromOrigin, i, message)
        });
        all
    }

    pub(super) fn take<T>(&mut self, kind: Kind, mut found: impl Iterator<Item = T>, problem: impl Fn(T) -> Problem) {
        self.listed.extend(found.by_ref().take(MOST_OF_A_KIND).map(problem));
        let rest = found.count();
        if rest > 0 {
            self.left_out.push((kind, rest));
        }
    }

    /// The number of problems, listed or not.
    pub fn count(&self) -> usize {
        self.listed.len() + self.left_out.iter().map(|(_, count)| count).sum::<usize>()
    }
}

fn alone(kind: Kind, object: usize, message: String) -> Problem {
    Problem { kind, item: Item::Object(object), count: 1, elements: Elements::Object, message }
}

/// The groups of objects with the same shape and pose, each at the place of its first object.
fn groups(marks: &Marks) -> Vec<Vec<usize>> {
    if marks.shared == 0 {
        return Vec::new();
    }
    let is_shared = |key: &u64| marks.alike.get(key).is_some_and(|count| *count > 1);
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, mark) in marks.each.iter().enumerate().filter(|(_, mark)| is_shared(&mark.key)) {
        let place = *places.entry(mark.key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(i);
    }
    groups
}

/// "X and Z".
fn axes(bits: u8) -> String {
    let names: Vec<&str> =
        ["X", "Y", "Z"].into_iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, name)| name).collect();
    names.join(" and ")
}

fn millimetres(metres: f32) -> String {
    if metres < 0.1 { format!("{} mm", num(metres * 1000.0)) } else { format!("{} m", num(metres)) }
}
