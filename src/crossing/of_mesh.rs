//! What is found in one mesh, in its own space: triangles that cross each other, and triangles inside a closed part of it.

use std::ops::ControlFlow;

use glam::{DVec3, Vec3};

use super::closed_parts::{NO_PART, PartsOfMesh};
use super::triangle_pair::{TOLERANCE, line_of_crossing};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::{Aabb, Mesh, spacing};
use crate::opacity::Progress;
use crate::parallel::{self, WorkLimit};

/// The most pairs of triangles of a mesh that are kept; all are counted.
pub const MOST_PAIRS: usize = 100_000;

/// The most triangles that are compared with one triangle.
const MOST_OF_A_TRIANGLE: usize = 50_000;

/// The most comparisons of two triangles of a mesh: this number, and for each triangle of the mesh the second one more.
const MOST_COMPARED: usize = 10_000_000;
const MOST_COMPARED_OF_A_TRIANGLE: usize = 30;

/// The work for the line on which two triangles cross, in comparisons.
const WORK_OF_A_PAIR: usize = 4;

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
    of_triangles: Vec<FoundOfTriangle>,
    compared: usize,
    is_cut: bool,
}

/// What is found of one triangle. Triangles without anything have none.
struct FoundOfTriangle {
    /// The comparisons of the chunk up to this triangle.
    compared: usize,
    pairs: Vec<CrossingPair>,
    /// The number of pairs, of which not all may be kept.
    count: usize,
    hidden: Option<u32>,
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
        let most = MOST_COMPARED + MOST_COMPARED_OF_A_TRIANGLE * parts.numbers.len();
        Self::search_within(mesh, parts, budget, progress, most)
    }

    fn search_within(
        mesh: &Mesh,
        parts: &PartsOfMesh,
        budget: &Budget,
        progress: &Progress,
        most_compared: usize,
    ) -> Result<Self, OverBudget> {
        let mut memory = budget.nothing();
        let mut all = Self::default();
        let limit = WorkLimit::new(most_compared);
        let chunks = parts.numbers.len().div_ceil(CHUNK);
        progress.expect(chunks as u64);
        let ended = parallel::in_order(
            chunks,
            |chunk| {
                let is_cancelled = progress.is_cancelled();
                if is_cancelled { FoundInChunk::default() } else { in_chunk(mesh, parts, chunk, &limit) }
            },
            |chunk: FoundInChunk| {
                progress.advance(1);
                let room = limit.take(chunk.compared);
                let is_last = chunk.compared > room;
                all.is_cut |= chunk.is_cut || is_last;
                for found in chunk.of_triangles.into_iter().take_while(|found| found.compared <= room) {
                    let kept = MOST_PAIRS.saturating_sub(all.pairs.len()).min(found.pairs.len());
                    memory.grow(2 * (kept * size_of::<CrossingPair>() + size_of::<u32>()) as u64).map_err(Some)?;
                    all.count += found.count;
                    all.pairs.extend(found.pairs.into_iter().take(kept));
                    all.hidden.extend(found.hidden);
                }
                if is_last || progress.is_cancelled() { Err(None) } else { Ok(()) }
            },
        );
        match ended {
            Err(Some(over)) => Err(over),
            Err(None) | Ok(()) => Ok(Self { _memory: Some(memory), ..all }),
        }
    }
}

/// What is found of the triangles of a chunk, up to the triangle with which the comparisons exceed the limit.
fn in_chunk(mesh: &Mesh, parts: &PartsOfMesh, chunk: usize, limit: &WorkLimit) -> FoundInChunk {
    let tolerance = tolerance(mesh);
    let may_hide_itself = parts.may_hide_itself();
    let mut all = FoundInChunk::default();
    let last = parts.numbers.len().min((chunk + 1) * CHUNK);
    let mut kept = 0;
    for place in chunk * CHUNK..last {
        if limit.is_exceeded_by(all.compared) {
            break;
        }
        let own = parts.corners(mesh, place);
        let [a, b, c] = own;
        let around = Aabb { min: a.min(b).min(c), max: a.max(b).max(c) };
        let wide = own.map(Vec3::as_dvec3);
        let (mut compared, mut pairs) = (0, Vec::new());
        parts.tree.near(&around, |other| {
            compared += 1;
            if other > place {
                let corners = parts.corners(mesh, other);
                let is_neighbour = own.iter().any(|corner| corners.contains(corner));
                let line =
                    if is_neighbour { None } else { line_of_crossing(&wide, &corners.map(Vec3::as_dvec3), tolerance) };
                if let Some(line) = line {
                    pairs.push(CrossingPair { triangles: [place, other].map(|place| parts.numbers[place]), line });
                }
            }
            if compared < MOST_OF_A_TRIANGLE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        all.compared += compared + pairs.len() * WORK_OF_A_PAIR;
        all.is_cut |= compared >= MOST_OF_A_TRIANGLE;
        let number = parts.numbers[place];
        let part = parts.part[number as usize];
        let is_hidden = may_hide_itself && part != NO_PART && parts.contain_own(mesh, &wide, tolerance, part);
        if pairs.is_empty() && !is_hidden {
            continue;
        }
        let count = pairs.len();
        pairs.sort_unstable_by_key(|pair| pair.triangles);
        pairs.truncate(MOST_PAIRS - kept);
        pairs.shrink_to_fit();
        kept += pairs.len();
        let hidden = is_hidden.then_some(number);
        all.of_triangles.push(FoundOfTriangle { compared: all.compared, pairs, count, hidden });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangles around one line: each crosses all others.
    fn star(count: u16) -> Mesh {
        let corners = |i: u16| {
            let angle = f32::from(i) / f32::from(count);
            let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
            let lift = f32::from(i) / 1e5;
            [Vec3::new(cos, lift, sin), Vec3::new(-cos, lift, -sin), Vec3::new(cos, 2.0 + lift, sin)]
        };
        let triangles = (0..u32::from(count)).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new((0..count).flat_map(corners).collect(), triangles).unwrap()
    }

    #[test]
    fn all_pairs_are_counted_and_the_first_are_kept() {
        let mesh = star(1000);
        let parts = PartsOfMesh::of(&mesh);
        let found = FoundInMesh::search(&mesh, &parts, &Budget::default(), &Progress::default()).unwrap();
        assert_eq!((found.count, found.pairs.len(), found.is_cut), (1000 * 999 / 2, MOST_PAIRS, false));
        assert!(found.pairs.is_sorted_by_key(|pair| pair.triangles));
        assert_eq!(found.pairs[MOST_PAIRS - 1].triangles[0], 105);
    }

    #[test]
    fn a_search_that_ends_early_finds_the_same_on_any_number_of_threads() {
        let mesh = star(1500);
        let parts = PartsOfMesh::of(&mesh);
        let search =
            |most| FoundInMesh::search_within(&mesh, &parts, &Budget::default(), &Progress::default(), most).unwrap();
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for most in [10_000, 100_000, 2_000_000] {
            let (all, alone) = (search(most), one_thread.install(|| search(most)));
            assert!(all.is_cut && all.count > 0 && all.count <= most, "{}", all.count);
            assert_eq!(all, alone);
        }
    }
}
