//! The answers of one camera about all objects, and their computation.

use std::sync::Arc;

use super::mistaken::MistakenView;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::exact::frustum::Volume;
use crate::geometry::exact::mesh_in_view;
use crate::geometry::exact::view_difference::{self, ViewDifference};
use crate::geometry::frustum::{self, Classification, Frustum, Side, Verdict};
use crate::geometry::{Aabb, Plane};
use crate::parallel;
use crate::report::cameras::Cameras;
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::{MeshAt, TestedObject};
use crate::scene::Changed;
use crate::world::{CameraAt, Changes, World};

/// The answers of one camera.
#[derive(Clone, Debug, PartialEq)]
pub struct FrustumAnswers {
    /// Its name.
    pub camera: Arc<str>,
    /// In plane order.
    pub planes: [Plane; 6],
    /// One per object; empty when they are not stored or do not fit into the budget.
    pub objects: Vec<FrustumAnswer>,
    /// The reason why the camera is unplaced and has no valid answers: see [`CameraAt::error`].
    pub error: Option<Arc<str>>,
    /// The reason why the answers are not stored, when they do not fit into the budget.
    pub over: Option<OverBudget>,
    /// The wrong rule of the camera, when it has one.
    pub mistaken: Option<MistakenView>,
    volume: Volume,
    memory: Option<Arc<Reservation>>,
}

/// The answer of one camera about one object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrustumAnswer {
    /// The answer by p- and n-vertices.
    pub fast: Fast,
    /// The verdict by separating axes.
    pub exact: Verdict,
    /// For a mesh, the verdict for its triangles, not for the box around them. Also `None` when `f64` is not precise
    /// enough.
    pub mesh: Option<Verdict>,
}

/// The answer of the planes, without the distances; see [`FrustumAnswers::classification`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fast {
    /// The answer.
    pub verdict: Verdict,
    /// The first side in plane order that has the whole box behind it.
    pub rejected_by: Option<Side>,
    /// The least p-distance in metres; negative exactly when outside.
    pub margin: f32,
}

/// The reason why the planes about the box `tested` and the exact test about the box `tight` differ.
pub(super) fn difference(volume: &Volume, frustum: &Frustum, tested: &Aabb, tight: &Aabb) -> Option<InViewDifference> {
    let (fast, exact) = (frustum::classify(frustum, tested).verdict, volume.verdict(tight));
    if fast == exact {
        return None;
    }
    // When the exact test gives the tested box the same verdict as the tight box, the box is not the reason.
    let is_same = volume.verdict(tested) == exact;
    let rounded = is_same.then(|| view_difference::view_difference(volume, frustum, tested)).flatten();
    Some(rounded.map_or(InViewDifference::OtherBox, InViewDifference::SameBox))
}

/// The reason why the planes and the exact test about an object differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InViewDifference {
    /// They differ about one box.
    SameBox(ViewDifference),
    /// The planes test another box than the tight one.
    OtherBox,
}

impl FrustumAnswer {
    /// Whether the fast answer agrees with the exact one.
    pub fn agrees(&self) -> bool {
        self.fast.verdict == self.exact
    }

    /// Whether the box is in view but no triangle of the mesh: a test of boxes alone draws the mesh although it is not
    /// visible.
    pub fn is_only_its_box_in_view(&self) -> bool {
        self.exact != Verdict::Outside && self.mesh == Some(Verdict::Outside)
    }
}

impl FrustumAnswers {
    /// The answers of a camera about all objects.
    pub(in crate::report) fn of(camera: &CameraAt, objects: &[TestedObject]) -> Self {
        let empty = Self::unasked(camera);
        if empty.error.is_some() {
            return empty;
        }
        let about = |i: usize| empty.about(&objects[i]);
        let answers = parallel::collect_by_weight(objects.len(), |i| objects[i].weight(), about);
        Self { objects: answers, ..empty }
    }

    /// The same when the list of answers fits into a budget.
    pub(in crate::report) fn within(camera: &CameraAt, objects: &[TestedObject], budget: &Budget) -> Self {
        if camera.error.is_some() {
            return Self::unasked(camera);
        }
        match budget.take_for_answers(objects.len(), size_of::<FrustumAnswer>()) {
            Ok(memory) => Self { memory: Some(Arc::new(memory)), ..Self::of(camera, objects) },
            Err(over) => Self { over: Some(over), ..Self::unasked(camera) },
        }
    }

    /// Answers again after a change of the camera. The list and its reservation are used again when they have the right size.
    pub(in crate::report) fn answer_again(&mut self, camera: &CameraAt, objects: &[TestedObject], budget: &Budget) {
        if camera.error.is_some() || self.error.is_some() || self.over.is_some() || self.objects.len() != objects.len()
        {
            *self = Self::within(camera, objects, budget);
            return;
        }
        let (mut list, memory) = (std::mem::take(&mut self.objects), self.memory.take());
        let empty = Self::unasked(camera);
        parallel::fill_by_weight(&mut list, |i| objects[i].weight(), |i| empty.about(&objects[i]));
        *self = Self { objects: list, memory, ..empty };
    }

    /// The answers of all cameras of a world, of which those of `cameras` are stored. Only the list of a single camera is
    /// stored without a reservation.
    pub(in crate::report) fn all(cameras: Cameras, world: &World, objects: &[TestedObject]) -> Vec<Self> {
        let each = world.cameras.iter().enumerate().map(|(i, camera)| match cameras {
            Cameras::All => Self::within(camera, objects, &world.budget),
            Cameras::One(one) if one == i => Self::of(camera, objects),
            Cameras::One(_) | Cameras::None => Self::unasked(camera),
        });
        each.collect()
    }

    /// The same without stored answers; [`Self::about`] computes the answer about an object.
    pub(in crate::report) fn unasked(camera: &CameraAt) -> Self {
        Self {
            camera: Arc::clone(&camera.name),
            planes: camera.frustum.planes,
            objects: Vec::new(),
            error: camera.error.clone(),
            over: None,
            mistaken: MistakenView::of(camera),
            volume: Volume::of(&camera.camera),
            memory: None,
        }
    }

    /// Updates the answers after a change of the objects. If they did not fit into the budget, they are tried again; if
    /// their number changed, the memory is reserved again.
    pub(in crate::report) fn follow(
        &mut self,
        camera: &CameraAt,
        changed: &Changed,
        objects: &[TestedObject],
        budget: &Budget,
    ) {
        if self.error.is_some() {
            return;
        }
        if self.over.is_some() || self.objects.len() != objects.len() {
            let mut list = std::mem::take(&mut self.objects);
            // The old reservation is released first.
            self.memory = None;
            match budget.take_for_answers(objects.len(), size_of::<FrustumAnswer>()) {
                Err(over) => *self = Self { over: Some(over), ..Self::unasked(camera) },
                Ok(_) if self.over.is_some() => *self = Self::within(camera, objects, budget),
                Ok(memory) => {
                    changed.update_by_weight(&mut list, |i| objects[i].weight(), |i| self.about(&objects[i]));
                    (self.objects, self.memory) = (list, Some(Arc::new(memory)));
                }
            }
            return;
        }
        let mut list = std::mem::take(&mut self.objects);
        changed.update_by_weight(&mut list, |i| objects[i].weight(), |i| self.about(&objects[i]));
        self.objects = list;
    }

    /// Answers when the list did not fit into the budget before and fits now.
    pub(in crate::report) fn try_again(&mut self, camera: &CameraAt, objects: &[TestedObject], budget: &Budget) {
        if self.over.is_some() {
            *self = Self::within(camera, objects, budget);
        }
    }

    /// The reason why the answers are not stored, as a sentence without a full stop, with names in backticks. `None`
    /// when they are stored.
    pub fn why_no_list(&self) -> Option<String> {
        let camera = &self.camera;
        let error = self.error.as_ref().map(|error| format!("`{camera}` has no answer: {error}"));
        error.or_else(|| Some(format!("the list of the answers of `{camera}` {}", self.over?)))
    }

    /// The same with the remedy, in whole sentences.
    pub fn no_list_sentence(&self) -> Option<String> {
        let help = match &self.over {
            _ if self.error.is_some() => {
                "Repair the file of that object, or attach the camera to another object.".to_owned()
            }
            Some(over) => format!(
                "To get the list, {}. The answer about a single object is there when that object is selected.",
                over.help()
            ),
            None => return None,
        };
        Some(format!("{}. {help}", self.why_no_list()?))
    }

    /// The answer about an object.
    pub(in crate::report) fn about(&self, object: &TestedObject) -> FrustumAnswer {
        let Classification { verdict, rejected_by, margin, .. } = self.classification(&object.view_box);
        let exact = self.volume.verdict_from(rejected_by, &object.aabb);
        let mesh = object.mesh.as_deref().and_then(|MeshAt { mesh, pose }| match exact {
            Verdict::Intersect => mesh_in_view::classify(&self.volume, mesh, pose).map(|found| found.verdict),
            // A verdict for the whole box is the verdict for its contents.
            whole => Some(whole),
        });
        FrustumAnswer { fast: Fast { verdict, rejected_by, margin }, exact, mesh }
    }

    /// The reason why fast and exact answer about an object differ; `None` when they agree.
    pub fn difference(&self, object: &TestedObject) -> Option<InViewDifference> {
        difference(&self.volume, &Frustum { planes: self.planes }, &object.view_box, &object.aabb)
    }

    /// The answer of the planes about a box, with all distances.
    pub fn classification(&self, aabb: &Aabb) -> Classification {
        frustum::classify(&Frustum { planes: self.planes }, aabb)
    }

    /// The number of objects with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.objects.iter().filter(|answer| answer.fast.verdict == verdict).count()
    }
}

impl QuestionAnswers for Vec<FrustumAnswers> {
    type Scope = Cameras;

    fn compute(world: &World, objects: &[TestedObject], scope: Cameras) -> Self {
        FrustumAnswers::all(scope, world, objects)
    }

    fn update(&mut self, world: &World, objects: &[TestedObject], changes: &Changes, scope: Cameras) {
        if scope == Cameras::All {
            for (i, answers) in self.iter_mut().enumerate() {
                if let Some(camera) = changes.cameras.now_at(i).and_then(|now| world.cameras.get(now)) {
                    answers.follow(camera, &changes.objects, objects, &world.budget);
                }
            }
            match &changes.cameras {
                Changed::At(indices) => {
                    for &i in indices {
                        self[i].answer_again(&world.cameras[i], objects, &world.budget);
                    }
                }
                range @ Changed::Range { .. } => {
                    range.update(self, |i| FrustumAnswers::within(&world.cameras[i], objects, &world.budget));
                }
            }
            // The lists of later cameras may have released memory that those of earlier ones need.
            for (answers, camera) in self.iter_mut().zip(&world.cameras) {
                answers.try_again(camera, objects, &world.budget);
            }
        } else {
            *self = FrustumAnswers::all(scope, world, objects);
        }
    }
}
