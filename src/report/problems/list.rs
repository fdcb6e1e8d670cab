//! The list of problems in words: kind by kind, each in the order of the scene.

use std::sync::Arc;

use crate::crossing::{FoundInMesh, Hidden};
use crate::flicker::FlickerFinding;
use crate::gaps::GapFinding;
use crate::geometry::Mesh;
use crate::scene::Ignored;
use crate::scene::LevelProblem;
use crate::surface::MissingImage;
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
    pub left_out: Vec<(LevelProblem, usize)>,
    /// The number of problems that the scene ignores.
    pub ignored: usize,
    /// The entries of the scene's `ignore` that match no problem at this tick. Without the search for problems of meshes, all
    /// entries for these are among them.
    pub unused: Vec<Ignored>,
    /// Why problems of faces were not searched, or not all of them: of a kind, a sentence without its full stop.
    pub unfinished: Vec<(LevelProblem, String)>,
}

/// One problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The kind.
    pub kind: LevelProblem,
    /// What it is about: an object, of several objects the first for which the scene does not ignore it; a session or a camera.
    pub item: Item,
    /// The number of its elements: the objects with one pose, the triangles of a mesh; 1 for a problem of a single object.
    pub count: usize,
    /// The first [`MOST_ELEMENTS`] of them.
    pub elements: Elements,
    /// The problem in one sentence.
    pub message: String,
    /// Of a missing texture, the image.
    pub image: Option<Arc<MissingImage>>,
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
    /// Edges, each by its two vertices.
    EdgesOfVertices(Vec<[u32; 2]>),
    /// Joints of the skin, by their indices.
    Joints(Vec<u16>),
    /// Pairs of faces that flicker.
    Faces(Arc<FlickerFinding>),
    /// Pairs of triangles that cross, of a mesh as it was before its vertices moved.
    Crossings(Arc<Mesh>, Arc<FoundInMesh>),
    /// Faces inside of a solid.
    Hidden(Arc<Hidden>),
    /// Rims of two objects that nearly meet.
    Gap(Arc<GapFinding>),
}

impl Elements {
    /// ": triangles 4, 7, 9 …", of `count` elements.
    pub(super) fn words(&self, count: usize) -> String {
        const FEW: usize = 3;
        let (what, numbers): (&str, Vec<String>) = match self {
            Self::Object
            | Self::Objects(_)
            | Self::Edges(_)
            | Self::EdgesOfVertices(_)
            | Self::Joints(_)
            | Self::Faces(_)
            | Self::Crossings(..)
            | Self::Hidden(_)
            | Self::Gap(_) => return String::new(),
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
    pub(super) fn take<T>(
        &mut self,
        kind: LevelProblem,
        mut found: impl Iterator<Item = T>,
        problem: impl Fn(T) -> Problem,
    ) {
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
