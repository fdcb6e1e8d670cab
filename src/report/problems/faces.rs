//! The search for problems of faces, which needs the world and takes up to a second: faces that flicker, triangles that cross, faces
//! inside of solids, gaps between objects, copies beside their originals, and objects smaller than a pixel. The window runs it on another thread.

use std::collections::HashSet;

use glam::DVec3;

use super::copies::{NearCopies, near_copies};
use super::list::{Elements, Problem, Problems};
use super::tiny::{TinyObject, tiny_objects};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::crossing::{CrossingBody, Crossings, FoundMesh, crossings};
use crate::flicker::{Flicker, FlickerBody, FlickerCamera, flicker};
use crate::gaps::{GapBody, Gaps, gaps};
use crate::geometry::Shape;
use crate::opacity::Progress;
use crate::parallel;
use crate::report::all_answers::Report;
use crate::report::colliders::is_collider;
use crate::surface::Alpha;
use crate::world::{CameraAt, Item, ObjectAt, World};

/// What the search for problems of faces is computed from.
#[derive(Debug)]
pub struct FaceInput {
    bodies: Result<FaceBodies, OverBudget>,
    cameras: Vec<Option<FlickerCamera>>,
    /// The results for meshes of an earlier search.
    known: Vec<FoundMesh>,
    budget: Budget,
}

/// All objects, as each of the searches needs them.
#[derive(Debug)]
struct FaceBodies {
    flicker: Vec<FlickerBody>,
    crossing: Vec<CrossingBody>,
    gap: Vec<GapBody>,
    _memory: Reservation,
}

/// The outcome of the search.
#[derive(Debug)]
pub struct FaceFindings {
    pub(super) flicker: Result<Flicker, OverBudget>,
    pub(super) crossings: Result<Crossings, OverBudget>,
    pub(super) gaps: Result<Gaps, OverBudget>,
    copies: NearCopies,
    tiny: Vec<TinyObject>,
}

impl FaceInput {
    /// All objects and cameras of a world, which has the report. Meshes that an earlier search has searched are not searched again.
    pub fn of(world: &World, report: &Report, earlier: Option<&FaceFindings>) -> Self {
        let key = |i: usize| report.marks.each.get(i).map_or(i as u64, |mark| mark.key);
        let flicker_body = |i: usize| {
            let object = &world.objects[i];
            FlickerBody {
                shape: object.shape.clone(),
                pose: object.pose,
                bounds: object.aabb,
                layers: object.layers,
                key: key(i),
            }
        };
        let camera = |at: &CameraAt| {
            at.error.is_none().then_some(FlickerCamera {
                camera: at.camera,
                depth_bits: at.depth_bits,
                size: at.size,
                mask: at.mask,
            })
        };
        let count = world.objects.len();
        let memory =
            world.budget.take_many(count, size_of::<FlickerBody>() + size_of::<CrossingBody>() + size_of::<GapBody>());
        Self {
            bodies: memory.map(|memory| {
                let still = Still::of(world);
                let crossing_body = |i: usize| still.body(i, &world.objects[i]);
                let gap_body = |i: usize| {
                    let object = &world.objects[i];
                    let (shape, pose, bounds) = (object.shape.clone(), object.pose, object.aabb);
                    GapBody { shape, pose, bounds, key: key(i), is_part: still.is_still(i, object) }
                };
                FaceBodies {
                    flicker: parallel::collect(count, flicker_body),
                    crossing: parallel::collect(count, crossing_body),
                    gap: parallel::collect(count, gap_body),
                    _memory: memory,
                }
            }),
            cameras: world.cameras.iter().map(camera).collect(),
            known: earlier
                .and_then(|found| found.crossings.as_ref().ok())
                .map_or_else(Vec::new, |of| of.meshes.clone()),
            budget: world.budget.clone(),
        }
    }

    /// Searches.
    pub fn search(&self, progress: &Progress) -> FaceFindings {
        let bodies = match &self.bodies {
            Ok(bodies) => bodies,
            Err(over) => {
                let (copies, tiny) = (NearCopies::default(), Vec::new());
                return FaceFindings { flicker: Err(*over), crossings: Err(*over), gaps: Err(*over), copies, tiny };
            }
        };
        let eyes: Vec<DVec3> = self.cameras.iter().flatten().map(|camera| camera.camera.position.as_dvec3()).collect();
        FaceFindings {
            flicker: flicker(&bodies.flicker, &self.cameras, &self.budget, progress),
            crossings: crossings(&bodies.crossing, &eyes, &self.known, &self.budget, progress),
            gaps: gaps(&bodies.gap, &self.budget, progress),
            copies: near_copies(&bodies.gap),
            tiny: tiny_objects(&bodies.gap, &self.cameras),
        }
    }
}

/// The objects that do not move against others, and are drawn.
struct Still {
    /// The bodies of agents, and colliders of the scene.
    others: HashSet<usize>,
}

impl Still {
    fn of(world: &World) -> Self {
        let agents = world.agents.iter().filter_map(|agent| agent.body);
        let colliders = world.colliders.iter().flat_map(|of| &of.collider.objects).copied();
        Self { others: agents.chain(colliders).collect() }
    }

    fn is_still(&self, i: usize, object: &ObjectAt) -> bool {
        let is_deformed = object.skin.is_some() || matches!(&object.shape, Shape::Mesh(mesh) if mesh.is_moved());
        !(object.moves || is_deformed || self.others.contains(&i) || is_collider(&object.name))
    }

    fn body(&self, i: usize, object: &ObjectAt) -> CrossingBody {
        CrossingBody {
            shape: object.shape.clone(),
            pose: object.pose,
            bounds: object.aabb,
            layers: object.layers,
            is_drawn_still: self.is_still(i, object),
            is_opaque: is_opaque(&object.shape),
        }
    }
}

/// Whether no material lets light through.
fn is_opaque(shape: &Shape) -> bool {
    let Shape::Mesh(mesh) = shape else { return true };
    mesh.surface().is_none_or(|surface| surface.parts.iter().all(|part| part.material.alpha == Alpha::Opaque))
}

impl Problems {
    /// The same with the problems of faces.
    #[must_use]
    pub(super) fn with_faces(self, report: &Report, cameras: &[CameraAt], found: &FaceFindings) -> Self {
        self.with_flicker(report, cameras, &found.flicker)
            .with_crossings(report, &found.crossings)
            .with_gaps(report, &found.gaps)
            .with_copies(report, &found.copies)
            .with_tiny(report, cameras, &found.tiny)
    }
}

impl Problem {
    /// The objects of a problem of faces, of which each may be named where the scene ignores it: that with the faces, and the other
    /// one or the same. `None` for another problem.
    pub fn objects_of_faces(&self) -> Option<[usize; 2]> {
        match (&self.elements, self.item) {
            (Elements::Faces(finding), _) => Some(finding.bodies),
            (Elements::Hidden(hidden), _) => Some([hidden.body, hidden.inside]),
            (Elements::Gap(gap), _) => Some(gap.bodies),
            (Elements::Crossings(..), Item::Object(object)) => Some([object; 2]),
            _ => None,
        }
    }

    /// Whether pictures of a selected object show it: faces that flicker with it, or its own faces that cross or are hidden. The parts
    /// of a character cross on purpose in most cases, so they are shown only when the problem is chosen.
    pub fn is_shown_with(&self, object: usize, world: &World) -> bool {
        let objects = self.objects_of_faces();
        let has_skin = || world.objects.get(object).is_some_and(|object| object.skin.is_some());
        match &self.elements {
            Elements::Faces(_) => objects.is_some_and(|both| both.contains(&object)),
            _ => objects.is_some_and(|[own, _]| own == object) && !has_skin(),
        }
    }
}
