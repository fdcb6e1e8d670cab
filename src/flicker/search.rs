//! The search for pairs of faces that flicker.
//!
//! The boxes of all faces are in one tree. A face looks for others in its box, enlarged by the greatest distance at which a camera
//! may confuse it with a face in front of it, see [`Sight::reach`]. Bodies without another one in this distance, such as the boxes
//! of a scattered scene, have no faces in the tree.

use std::ops::ControlFlow;

use glam::DVec3;

use super::body::{FlickerBody, Place, WorldFace};
use super::coplanar::{Common, TOLERANCE};
use super::covered::Covers;
use super::fight::confused;
use super::finding::FlickerFinding;
use super::found_pair::{FoundKind, FoundPair, findings};
use super::near_faces::{CameraSight, FACE_BYTES, NearFace, faces, near_bodies};
use super::sight::{FlickerCamera, Sight};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::BoxTree;
use crate::opacity::Progress;
use crate::parallel::{self, WorkLimit};

/// The most pairs of faces that are kept.
pub const MOST_PAIRS: usize = 20_000;

/// The cosine of the greatest angle between two faces, 10°: with a greater one they meet at an edge or cross, and what flickers
/// is only a line.
const LEAST_COSINE: f64 = 0.984_807_753_012_208;

/// The most faces that are compared with one face.
const MOST_OF_A_FACE: usize = 50_000;

/// The most work of a search, in comparisons of the boxes of two faces: this number, and for each face the second one more.
const MOST_WORK: usize = 10_000_000;
const MOST_WORK_OF_A_FACE: usize = 100;

/// The work for two faces whose common part is computed, in comparisons of boxes.
const WORK_OF_A_PAIR: usize = 10;

/// Bytes of a body in the tree of bodies, while the tree is built.
const BODY_BYTES: usize = 160;

/// Faces that one thread takes at a time.
const CHUNK: usize = 2048;

/// The faces that flicker.
#[derive(Debug, Default)]
pub struct Flicker {
    /// In the order of the bodies; those in one plane before the others.
    pub findings: Vec<FlickerFinding>,
    /// Whether the search ended early: there are more than [`MOST_PAIRS`], or too many faces are near to each other.
    pub is_cut: bool,
    _memory: Option<Reservation>,
}

/// The faces of bodies that flicker. Of `cameras`, those without an answer are `None`.
///
/// # Errors
/// When the budget has no room for the faces.
pub fn flicker(
    bodies: &[FlickerBody],
    cameras: &[Option<FlickerCamera>],
    budget: &Budget,
    progress: &Progress,
) -> Result<Flicker, OverBudget> {
    flicker_within(bodies, cameras, budget, progress, [MOST_WORK, MOST_WORK_OF_A_FACE])
}

fn flicker_within(
    bodies: &[FlickerBody],
    cameras: &[Option<FlickerCamera>],
    budget: &Budget,
    progress: &Progress,
    [most_of_all, most_of_a_face]: [usize; 2],
) -> Result<Flicker, OverBudget> {
    let sights: Vec<CameraSight> = cameras
        .iter()
        .enumerate()
        .filter_map(|(i, camera)| Some((i, Sight::of(camera.as_ref()?)?, camera.as_ref()?)))
        .collect();
    let _paid_bodies = budget.take_many(bodies.len(), BODY_BYTES)?;
    let body_tree = BoxTree::new(&parallel::collect(bodies.len(), |i| bodies[i].bounds));
    let near = near_bodies(bodies, &body_tree, &sights);
    let count = near.iter().map(|body| bodies[*body].face_count()).sum();
    let _paid_faces = budget.take_many(count, FACE_BYTES)?;
    let faces = faces(bodies, &near, &sights);
    let tree = BoxTree::new(&parallel::collect(faces.len(), |i| faces[i].bounds));
    let covers = Covers { bodies, tree: &body_tree };
    let search = PairSearch { bodies, sights: &sights, faces: &faces, tree: &tree, covers: &covers };
    let mut memory = budget.nothing();
    let (mut found, mut is_cut): (Vec<FoundPair>, bool) = (Vec::new(), false);
    let limit = WorkLimit::new(most_of_all + most_of_a_face * faces.len());
    let chunks = faces.len().div_ceil(CHUNK);
    progress.expect(chunks as u64);
    let ended = parallel::in_order(
        chunks,
        |chunk| if progress.is_cancelled() { Chunk::default() } else { search.chunk(chunk, &limit) },
        |chunk: Chunk| {
            progress.advance(1);
            is_cut |= chunk.is_cut;
            let room = limit.take(chunk.work);
            for (work, pair) in chunk.pairs {
                if work > room || found.len() == MOST_PAIRS {
                    is_cut = true;
                    return Err(None);
                }
                memory.grow(pair.bytes()).map_err(Some)?;
                found.push(pair);
            }
            is_cut |= chunk.work > room;
            if chunk.work > room || progress.is_cancelled() { Err(None) } else { Ok(()) }
        },
    );
    match ended {
        Err(Some(over)) => Err(over),
        Err(None) | Ok(()) => Ok(Flicker { findings: findings(found, cameras), is_cut, _memory: Some(memory) }),
    }
}

#[derive(Default)]
struct Chunk {
    /// Each with the work of the chunk up to its face.
    pairs: Vec<(usize, FoundPair)>,
    work: usize,
    is_cut: bool,
}

struct PairSearch<'s> {
    bodies: &'s [FlickerBody],
    sights: &'s [CameraSight<'s>],
    faces: &'s [NearFace],
    tree: &'s BoxTree,
    covers: &'s Covers<'s>,
}

impl PairSearch<'_> {
    /// The pairs of the faces of a chunk, up to the face with which its work exceeds the limit.
    fn chunk(&self, chunk: usize, limit: &WorkLimit) -> Chunk {
        let mut all = Chunk::default();
        for i in chunk * CHUNK..self.faces.len().min((chunk + 1) * CHUNK) {
            if limit.is_exceeded_by(all.work) || all.pairs.len() > MOST_PAIRS {
                break;
            }
            let mut compared = 0;
            let mut others = Vec::new();
            self.tree.near(&self.faces[i].around(), |other| {
                compared += 1;
                if self.is_candidate(i, other) {
                    others.push(other);
                }
                if compared < MOST_OF_A_FACE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            all.work += compared + others.len() * WORK_OF_A_PAIR;
            all.is_cut |= compared >= MOST_OF_A_FACE;
            if others.is_empty() {
                continue;
            }
            others.sort_unstable();
            let Some(own) = self.world_face(i) else { continue };
            let work = all.work;
            all.pairs.extend(others.into_iter().filter_map(|other| Some((work, self.pair([i, other], &own)?))));
        }
        all
    }

    fn world_face(&self, i: usize) -> Option<WorldFace> {
        let body = &self.bodies[self.faces[i].body as usize];
        body.face(&Place::of(&body.pose), self.faces[i].part)
    }

    /// Whether face `i` is to be compared with another one that its enlarged box overlaps. Each pair is compared once.
    fn is_candidate(&self, i: usize, other: usize) -> bool {
        let [a, b] = [i, other].map(|i| &self.faces[i]);
        let is_of_one = a.body == b.body;
        let [of_a, of_b] = [a, b].map(|face| &self.bodies[face.body as usize]);
        if i == other || (is_of_one && !of_a.may_fight_itself()) || (!is_of_one && of_a.key == of_b.key) {
            return false;
        }
        let cosine = f64::from(a.normal.dot(b.normal));
        let is_parallel =
            cosine >= LEAST_COSINE || (cosine <= -LEAST_COSINE && (a.is_double_sided || b.is_double_sided));
        is_parallel && a.around().overlaps(&b.bounds) && (i < other || !b.around().overlaps(&a.bounds))
    }

    /// A pair of faces, if it flickers.
    fn pair(&self, indices: [usize; 2], own: &WorldFace) -> Option<FoundPair> {
        let faces = indices.map(|i| &self.faces[i]);
        let other = self.world_face(indices[1])?;
        let bodies = faces.map(|face| &self.bodies[face.body as usize]);
        let is_of_one = faces[0].body == faces[1].body;
        if is_of_one && have_the_same_corners(own, &other) {
            return None;
        }
        let tolerance = TOLERANCE * bodies[0].spacing().max(bodies[1].spacing());
        let reach = f64::from(faces[0].reach.max(faces[1].reach)).max(tolerance);
        let heights = other.corners.iter().map(|corner| own.height(*corner));
        let [least, most] = heights.fold([f64::MAX, f64::MIN], |[a, b], height| [a.min(height), b.max(height)]);
        if least > reach || most < -reach {
            return None;
        }
        // Measured in the plane of the larger one.
        let is_larger = own.area() >= other.area();
        let [larger, smaller] = if is_larger { [own, &other] } else { [&other, own] };
        let common = Common::of(larger, smaller, tolerance);
        if common.as_ref().is_some_and(|common| common.is_seam) {
            return None;
        }
        let [small, large] = if is_larger { [1, 0] } else { [0, 1] };
        let why = match common {
            Some(common) if common.is_flat(tolerance) => self.coplanar(common, [larger, smaller], tolerance, {
                [faces[large].is_double_sided, faces[small].is_double_sided]
            })?,
            common => self.fights(common.as_ref(), [larger, smaller], tolerance, [faces[large], faces[small]])?,
        };
        Some(FoundPair {
            bodies: [small, large].map(|i| faces[i].body as usize),
            parts: [small, large].map(|i| faces[i].part),
            why,
        })
    }

    /// Two faces in one plane, unless solids hide the sides that show both.
    fn coplanar(
        &self,
        common: Common,
        faces: [&WorldFace; 2],
        tolerance: f64,
        are_double_sided: [bool; 2],
    ) -> Option<FoundKind> {
        let is_back_to_back = faces[0].normal.dot(faces[1].normal) < 0.0;
        let front = faces[0].normal;
        let is_hidden = |front: DVec3| self.covers.hide(&common.corners, front, common.width, tolerance);
        let is_seen = match (is_back_to_back, are_double_sided) {
            (_, [true, true]) => !is_hidden(front) || !is_hidden(-front),
            // The side to which the front of the one-sided face shows.
            (true, [true, false]) => !is_hidden(-front),
            _ => !is_hidden(front),
        };
        is_seen.then_some(FoundKind::Coplanar { corners: common.corners, area: common.area, is_back_to_back })
    }

    fn fights(
        &self,
        common: Option<&Common>,
        planes: [&WorldFace; 2],
        tolerance: f64,
        faces: [&NearFace; 2],
    ) -> Option<FoundKind> {
        let layers = faces.map(|face| self.bodies[face.body as usize].layers);
        let fights = self.sights.iter().filter(|(_, sight, _)| {
            layers.iter().all(|layers| layers & sight.mask != 0)
                && (0..2).all(|i| sight.shows(planes[i], faces[i].is_double_sided))
        });
        let fights = fights.filter_map(|(camera, sight, _)| {
            let fight = confused(sight, planes)?;
            let on_larger = sight.world(fight.nearest[0]);
            Some((*camera, planes[1].height(on_larger).abs(), sight, fight))
        });
        let fights: Vec<_> = fights.collect();
        let (.., sight, _) = fights.first()?;
        if let Some(common) = common {
            // In front of both faces.
            let front = if sight.shows(planes[0], false) { planes[0].normal } else { -planes[0].normal };
            let most = common.heights.iter().fold(0.0, |most: f64, height| most.max(height.abs()));
            let corners: Vec<DVec3> = common.corners.iter().map(|corner| *corner + front * most).collect();
            if self.covers.hide(&corners, front, common.width, tolerance) {
                return None;
            }
        }
        Some(FoundKind::Fights(fights.into_iter().map(|(camera, gap, _, fight)| (camera, gap, fight)).collect()))
    }
}

/// Whether two faces are duplicates, which are a problem of their own.
fn have_the_same_corners(a: &WorldFace, b: &WorldFace) -> bool {
    a.corners.len() == b.corners.len() && a.corners.iter().all(|corner| b.corners.contains(corner))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Vec3;

    use super::*;
    use crate::geometry::{Aabb, Mesh, Pose, Shape};

    /// Triangles whose boxes overlap those of most others: two that flicker, then many that do not.
    fn crowded() -> FlickerBody {
        let first = |x: f32| [Vec3::X, Vec3::Y, Vec3::ZERO].map(|at| at - Vec3::new(x, 0.0, 0.0));
        let mut positions: Vec<Vec3> = [first(9.0), first(9.1)].concat();
        for i in 0..6000_u16 {
            let (i, j) = (f32::from(i), f32::from(i / 10));
            positions.extend([Vec3::new(i % 10.0, j, 0.0), Vec3::new(i, 1.0, 0.0), Vec3::new(0.0, i, 1.0)]);
        }
        let triangles = (0..6002).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let shape = Shape::Mesh(Arc::new(Mesh::new(positions, triangles).unwrap()));
        let bounds = Aabb::of(&shape, &Pose::IDENTITY);
        FlickerBody { shape, pose: Pose::IDENTITY, bounds, layers: 1, key: 0 }
    }

    #[test]
    fn a_search_that_ends_early_has_the_same_findings_on_any_number_of_threads() {
        let bodies = [crowded()];
        let search = |most| flicker_within(&bodies, &[], &Budget::default(), &Progress::default(), [most, 0]).unwrap();
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for most in [100_000, 3_000_000] {
            let (all, alone) = (search(most), one_thread.install(|| search(most)));
            assert!(all.is_cut && alone.is_cut);
            assert_eq!(all.findings, alone.findings);
            assert_eq!(all.findings.len(), 1);
        }
    }
}
