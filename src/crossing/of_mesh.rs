//! What is found in one mesh, in its own space: triangles that cross each other, and triangles inside a closed part of it.

use std::ops::ControlFlow;

use glam::{DVec3, Vec3};

use super::closed_parts::{NO_PART, PartsOfMesh};
use super::triangle_pair::{TOLERANCE, line_of_crossing};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::{Aabb, Mesh, spacing};
use crate::opacity::Progress;
use crate::parallel;

/// The most pairs of triangles of a mesh that are kept; all are counted.
pub const MOST_PAIRS: usize = 100_000;

/// The most triangles that are compared with one triangle, and with all of them.
const MOST_OF_A_TRIANGLE: usize = 50_000;
const MOST_COMPARED: usize = 100_000_000;

/// Triangles that one thread takes at a time.
const CHUNK: usize = 2048;

/// Two triangles of a mesh that cross.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossingPair {
    /// Their numbers in file order, the smaller one first.
    pub triangles: [u32; 2],
    /// The ends of the line on which they cross, in the space of the mesh.
    pub line: [DVec3; 2],
}

/// What is found in one mesh.
#[derive(Debug, Default)]
pub struct FoundInMesh {
    /// The first [`MOST_PAIRS`] pairs of triangles that cross, in the order of the triangles.
    pub pairs: Vec<CrossingPair>,
    /// The number of all pairs that were found.
    pub count: usize,
    /// The triangles inside another closed part of the mesh, ascending.
    pub hidden: Vec<u32>,
    /// Whether the search ended early: too many triangles are near to each other.
    pub is_cut: bool,
    _memory: Option<Reservation>,
}

impl PartialEq for FoundInMesh {
    fn eq(&self, other: &Self) -> bool {
        let of = |one: &Self| (one.count, one.is_cut);
        of(self) == of(other) && self.pairs == other.pairs && self.hidden == other.hidden
    }
}

impl CrossingPair {
    /// The line on a mesh with the same triangles, whose vertices may have moved: it keeps its place on the first triangle.
    pub fn line_on(&self, was: &Mesh, now: &Mesh) -> [DVec3; 2] {
        if std::ptr::eq(was, now) {
            return self.line;
        }
        let corners = |mesh: &Mesh| mesh.corners(self.triangles[0] as usize).map(Vec3::as_dvec3);
        let ([a, b, c], [x, y, z]) = (corners(was), corners(now));
        let normal = (b - a).cross(c - a);
        self.line.map(|at| {
            let weight = |p: DVec3, q: DVec3| normal.dot((p - at).cross(q - at)) / normal.length_squared();
            x * weight(b, c) + y * weight(c, a) + z * weight(a, b)
        })
    }
}

#[derive(Default)]
struct FoundInChunk {
    pairs: Vec<CrossingPair>,
    hidden: Vec<u32>,
    compared: usize,
    is_cut: bool,
}

/// The spacing of f32 at the corners of a mesh, times [`TOLERANCE`].
fn tolerance(mesh: &Mesh) -> f64 {
    let Aabb { min, max } = mesh.bounds();
    TOLERANCE * f64::from(spacing(min.abs().max(max.abs()).max_element()))
}

impl FoundInMesh {
    /// Searches a mesh, whose memory is paid.
    ///
    /// # Errors
    /// When the budget has no room for what is found.
    pub(super) fn search(
        mesh: &Mesh,
        parts: &PartsOfMesh,
        budget: &Budget,
        progress: &Progress,
    ) -> Result<Self, OverBudget> {
        let mut memory = budget.nothing();
        let mut all = Self::default();
        let mut compared = 0;
        let chunks = parts.numbers.len().div_ceil(CHUNK);
        progress.expect(chunks as u64);
        let ended = parallel::in_order(
            chunks,
            |chunk| if progress.is_cancelled() { FoundInChunk::default() } else { in_chunk(mesh, parts, chunk) },
            |chunk: FoundInChunk| {
                progress.advance(1);
                compared += chunk.compared;
                all.is_cut |= chunk.is_cut || compared > MOST_COMPARED;
                all.count += chunk.pairs.len();
                let room = MOST_PAIRS.saturating_sub(all.pairs.len()).min(chunk.pairs.len());
                let bytes = 2 * (room * size_of::<CrossingPair>() + chunk.hidden.len() * size_of::<u32>());
                memory.grow(bytes as u64).map_err(Some)?;
                all.pairs.extend(chunk.pairs.into_iter().take(room));
                all.hidden.extend(chunk.hidden);
                if compared > MOST_COMPARED || progress.is_cancelled() { Err(None) } else { Ok(()) }
            },
        );
        match ended {
            Err(Some(over)) => Err(over),
            Err(None) | Ok(()) => Ok(Self { _memory: Some(memory), ..all }),
        }
    }
}

fn in_chunk(mesh: &Mesh, parts: &PartsOfMesh, chunk: usize) -> FoundInChunk {
    let tolerance = tolerance(mesh);
    let may_hide_itself = parts.may_hide_itself();
    let mut all = FoundInChunk::default();
    let last = parts.numbers.len().min((chunk + 1) * CHUNK);
    for place in chunk * CHUNK..last {
        let own = parts.corners(mesh, place);
        let [a, b, c] = own;
        let around = Aabb { min: a.min(b).min(c), max: a.max(b).max(c) };
        let wide = own.map(Vec3::as_dvec3);
        let (mut compared, mut found) = (0, Vec::new());
        parts.tree.near(&around, |other| {
            compared += 1;
            if other > place {
                let corners = parts.corners(mesh, other);
                let is_neighbour = own.iter().any(|corner| corners.contains(corner));
                let line =
                    if is_neighbour { None } else { line_of_crossing(&wide, &corners.map(Vec3::as_dvec3), tolerance) };
                if let Some(line) = line {
                    found.push(CrossingPair { triangles: [place, other].map(|place| parts.numbers[place]), line });
                }
            }
            if compared < MOST_OF_A_TRIANGLE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found.sort_unstable_by_key(|pair| pair.triangles);
        all.compared += compared;
        all.is_cut |= compared >= MOST_OF_A_TRIANGLE;
        all.pairs.append(&mut found);
        let number = parts.numbers[place];
        let part = parts.part[number as usize];
        if may_hide_itself && part != NO_PART && parts.contain_own(mesh, &wide, tolerance, part) {
            all.hidden.push(number);
        }
    }
    all
}
