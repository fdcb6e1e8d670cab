//! What is read of the expectations of the open scene, and whether the selected answer can be expected.

use serde_json::{Value, json};

use super::judging_ref::JudgingRef;
use crate::geometry::ray;
use crate::report::expected::{ExpectedOutcome, of_present};
use crate::report::explain::Subject;
use crate::report::sessions::SessionSubject;
use crate::report::{OctreeSubject, RayAnswer, RaySubject, ViewSubject, VisibilitySubject};
use crate::scene::{Expectation, LAST_TICK, NAMING_KEYS, VISIBILITY_FIELDS};

impl<'a> JudgingRef<'a> {
    /// The outcome of each expectation, in the order of the scene. During a long evaluation, these are the outcomes
    /// before the last edits.
    pub fn outcomes(self) -> &'a [ExpectedOutcome] {
        self.judging.expectations.found()
    }

    /// Whether an evaluation runs.
    pub(crate) fn is_evaluating(self) -> bool {
        self.judging.expectations.is_evaluating()
    }

    /// The number of expectations that are not met.
    pub(crate) fn unmet_count(self) -> usize {
        self.outcomes().iter().filter(|outcome| !outcome.is_met()).count()
    }

    /// The number of expectations that have no outcome yet.
    pub(crate) fn pending_expectations(self) -> usize {
        if self.outcomes().is_empty() { self.scene.expect.len() } else { 0 }
    }

    /// The reason why the selected answer cannot be expected; `None` when it can.
    pub(crate) fn why_not_expect(self) -> Option<&'static str> {
        let Some(named) = self.named_answer() else {
            return Some("Select a camera and an object, a ray, an agent or an image first.");
        };
        if self.tick > LAST_TICK {
            return Some("An expectation can have a tick of at most 1000000.");
        }
        let is_met = self
            .place_of(&named)
            .is_some_and(|place| self.outcomes().iter().any(|outcome| outcome.index == place && outcome.is_met()));
        is_met.then_some("This answer is already expected.")
    }

    /// The outcome of the expectation of the selected answer at this tick, when it is not met.
    pub(crate) fn unmet_expectation(self) -> Option<&'a ExpectedOutcome> {
        let place = self.place_of(&self.named_answer()?)?;
        self.outcomes().iter().find(|outcome| outcome.index == place && !outcome.is_met())
    }

    /// The expectation of the same answer, with the values that were found in place of those that are not met. Its other
    /// fields and ranges stay. `None` when there is no such expectation, when it has no answer, or while expectations are
    /// evaluated, because the outcomes are then those before the last edits.
    pub(in crate::workspace) fn updated(self, new: &Expectation) -> Option<Expectation> {
        let place = self.place_of(new).filter(|_| !self.is_evaluating())?;
        let outcome = self.outcomes().iter().find(|outcome| outcome.index == place && outcome.error.is_none())?;
        let mut updated = self.scene.expect.get(place)?.clone();
        for field in outcome.fields.iter().filter(|field| !field.is_met) {
            if field.found.is_null() && !new.keys.contains_key(&field.key) {
                // The answer has no such field now, as `t` without a hit.
                updated.keys.shift_remove(&field.key);
            } else {
                updated.keys.insert(field.key.clone(), field.found.clone());
            }
        }
        Some(updated)
    }

    /// The present answers of the selected camera or ray for these objects, as expectations.
    pub(in crate::workspace) fn present_of_objects(self, objects: &[usize]) -> Vec<Expectation> {
        let selected = &self.selection.in_world;
        let subjects = objects.iter().filter_map(|&object| match (selected.camera(), selected.ray()) {
            (Some(camera), _) => Some(Subject::View(ViewSubject::Object(camera, object))),
            (None, Some(ray)) => Some(Subject::Ray(RaySubject::Object(ray, object))),
            (None, None) => None,
        });
        subjects.filter_map(|subject| self.present(subject).ok()).collect()
    }

    /// How many of the expectations of these objects are not met, so that expecting the present answers replaces them.
    pub(crate) fn count_replaced_of_objects(self, objects: &[usize]) -> usize {
        self.count_replaced(&self.present_of_objects(objects))
    }

    /// How many of these answers are expected with other values.
    pub(in crate::workspace) fn count_replaced(self, present: &[Expectation]) -> usize {
        let is_replaced = |new: &&Expectation| {
            self.place_of(new)
                .is_some_and(|place| self.outcomes().iter().any(|one| one.index == place && !one.is_met()))
        };
        present.iter().filter(is_replaced).count()
    }

    /// Whether the selected answer has an expectation at this tick.
    pub(crate) fn has_expectation(self) -> bool {
        self.named_answer().is_some_and(|named| self.place_of(&named).is_some())
    }

    /// Whether this expectation is about the selected answer at this tick.
    pub(crate) fn is_selected_expectation(self, index: usize) -> bool {
        let expected = self.scene.expect.get(index);
        expected.is_some_and(|expected| self.named_answer().is_some_and(|named| is_same_answer(expected, &named)))
    }

    pub(in crate::workspace) fn place_of(self, named: &Expectation) -> Option<usize> {
        self.scene.expect.iter().position(|expected| is_same_answer(expected, named))
    }

    /// The keys that name the selected answer, and of a camera and an object a field of it.
    pub(in crate::workspace) fn named_answer(self) -> Option<Expectation> {
        let subject = self.selection.in_world.question(self.world)?;
        let mut named = self.naming(subject)?;
        let field = match subject {
            Subject::View(_) => "verdict",
            Subject::Visibility(_) => "seen",
            _ => return Some(named),
        };
        named.keys.insert(field.to_owned(), Value::Null);
        Some(named)
    }

    fn naming(self, subject: Subject) -> Option<Expectation> {
        let world = self.world;
        let object = |i: usize| Some(("object", &*world.objects.get(i)?.name));
        let camera = |i: usize| Some(("camera", &*world.cameras.get(i)?.name));
        let ray = |i: usize| Some(("ray", &*world.rays.get(i)?.name));
        let image = |key: &'static str, i: usize| Some((key, &*world.images.get(i)?.name));
        let keys = match subject {
            Subject::View(ViewSubject::Object(c, o))
            | Subject::Visibility(VisibilitySubject { camera: c, object: o }) => {
                vec![camera(c)?, object(o)?]
            }
            Subject::Ray(RaySubject::Ray(r)) => vec![ray(r)?],
            Subject::Ray(RaySubject::Object(r, o)) => vec![ray(r)?, object(o)?],
            Subject::Ray(RaySubject::Image(r, i)) => vec![ray(r)?, image("object", i)?],
            Subject::Agent(i) => vec![("agent", &*world.agents.get(i)?.name)],
            Subject::Image(i) => vec![image("image", i)?],
            Subject::Occlusion(i) => vec![("occlusion", &*world.occlusion.get(i)?.name)],
            Subject::Session(SessionSubject::One(i)) => vec![("session", &*world.sessions.get(i)?.name)],
            Subject::Tap(i) => vec![("tap", &*world.taps.get(i)?.name)],
            Subject::Skin(i) => vec![("skin", &*world.objects.get(i)?.name)],
            Subject::Cut(i) => vec![("cut", &*world.cuts.get(i)?.name)],
            Subject::Leak(i) => vec![("leak", &*world.leaks.get(i)?.name)],
            Subject::Collider(i) => vec![("collider", &*world.colliders.get(i)?.name)],
            Subject::Octree(OctreeSubject::Object(o)) if self.judging.report.octree.is_some() => vec![object(o)?],
            Subject::View(ViewSubject::Camera(_)) | Subject::Octree(_) | Subject::Session(_) => return None,
        };
        let mut named = Expectation::default();
        if matches!(subject, Subject::Octree(_)) {
            named.keys.insert("octree".to_owned(), true.into());
        }
        named.keys.extend(keys.into_iter().map(|(key, name)| (key.to_owned(), name.into())));
        if self.tick > 0 {
            named.keys.insert("tick".to_owned(), self.tick.into());
        }
        Some(named)
    }

    /// The current answer as an expectation.
    pub(in crate::workspace) fn present(self, subject: Subject) -> Result<Expectation, String> {
        let none = || "there is no answer".to_owned();
        let mut named = self.naming(subject).ok_or_else(none)?;
        let report = &self.judging.report;
        let of_ray = |answer: Option<RayAnswer>| {
            let hit = answer?.cast.hit();
            let mut fields = vec![("hit", json!(hit.is_some()))];
            fields.extend(hit.and_then(|hit| ray::bounded(hit.t)).map(|t| ("t", number(t))));
            Some(fields)
        };
        let fields = match subject {
            Subject::View(ViewSubject::Object(camera, object)) => {
                let answer = report.in_view(camera, object).ok_or_else(none)?;
                vec![("verdict", answer.fast.verdict.word().into())]
            }
            Subject::Ray(RaySubject::Ray(ray)) => {
                let answers = report.rays.get(ray).ok_or_else(none)?;
                vec![("nearest", answers.nearest.map(|target| report.target_name(target)).into())]
            }
            Subject::Ray(RaySubject::Object(ray, object)) => of_ray(report.on_ray(ray, object)).ok_or_else(none)?,
            Subject::Ray(RaySubject::Image(ray, image)) => of_ray(report.on_ray_image(ray, image)).ok_or_else(none)?,
            Subject::Visibility(_) => return of_present(self.world, &named, &["seen", "reason"]),
            Subject::Agent(_) => return of_present(self.world, &named, &["status", "running"]),
            Subject::Image(_) => return of_present(self.world, &named, &["solid_cells"]),
            Subject::Session(_) => return of_present(self.world, &named, &["tracked_ratio", "jumps"]),
            Subject::Tap(_) => return of_present(self.world, &named, &["type", "anchor"]),
            Subject::Skin(_) => return of_present(self.world, &named, &["joints", "vertices", "max_influences"]),
            Subject::Cut(_) => return of_present(self.world, &named, &["loops", "open_loops"]),
            Subject::Leak(_) => return of_present(self.world, &named, &["leaks"]),
            Subject::Collider(_) => return of_present(self.world, &named, &["within"]),
            Subject::Occlusion(_) if self.tried_resolution().is_some() => {
                return Err(
                    "the Occlusion panel uses another resolution than the scene; reset the resolution there".to_owned()
                );
            }
            Subject::Occlusion(query) => {
                let id = self.world.occlusion.get(query).ok_or_else(none)?.id;
                let mut answers = self.answers_of(id);
                match (answers.next(), answers.next()) {
                    (Some(Ok(answer)), None) => vec![("collides", answer.collides.into())],
                    (Some(Err(error)), _) => return Err(error.to_owned()),
                    _ => return Err("the query has several pairs, each with its own answer; only a query of one pair can be expected".to_owned()),
                }
            }
            Subject::Octree(_) => return of_present(self.world, &named, &["level", "index"]),
            Subject::View(ViewSubject::Camera(_)) => return Err(none()),
        };
        named.keys.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
        Ok(named)
    }
}

/// A number with as many digits as an f32 needs.
fn number(value: f32) -> Value {
    serde_json::from_str(&value.to_string()).unwrap_or(Value::Null)
}

/// Whether two expectations are about the same answer at the same tick. A camera and an object have two answers: where the
/// object is in the view volume, and what the camera sees of it.
pub(in crate::workspace) fn is_same_answer(one: &Expectation, other: &Expectation) -> bool {
    let has_names = NAMING_KEYS.iter().all(|key| one.keys.get(*key) == other.keys.get(*key));
    let is_about_same = || {
        let [one, other] = [one, other].map(InView::of);
        one.is_of_volume && other.is_of_volume || one.is_seen && other.is_seen
    };
    one.tick() == other.tick() && has_names && (one.name("camera").is_none() || is_about_same())
}

/// Which answers of a camera and an object the fields of an expectation are about.
struct InView {
    /// Where the object is in the view volume.
    is_of_volume: bool,
    /// What the camera sees of it.
    is_seen: bool,
}

impl InView {
    fn of(expectation: &Expectation) -> Self {
        let is_seen = |field: &str| VISIBILITY_FIELDS.contains(&field);
        Self {
            is_of_volume: expectation.fields().any(|(field, _)| !is_seen(field)),
            is_seen: expectation.fields().any(|(field, _)| is_seen(field)),
        }
    }
}
