//! The expectations of the open scene: their outcomes, evaluated after each edit, and changes of the list.
//!
//! Expectations are evaluated on another thread. An edit waits for it for a short time, so that most outcomes are
//! available in the same frame. At most one evaluation runs. A change during an evaluation is evaluated after it.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use serde_json::{Value, json};

use super::Workspace;
use super::job::Job;
use super::loading::FIRST_WAIT;
use crate::files::{Content, Files, Pace};
use crate::geometry::ray;
use crate::report::expected::{Outcome, of_present, outcomes};
use crate::report::explain::Subject;
use crate::report::occlusion::without_depth;
use crate::report::sessions::SessionSubject;
use crate::report::{OctreeSubject, RayAnswer, RaySubject, ViewSubject};
use crate::scene::{Expectation, LAST_TICK, NAMING_KEYS, Scene};

/// The inputs of an evaluation.
type Input = (Arc<Scene>, Files);

/// The outcomes, and the running evaluation.
#[derive(Default)]
pub(super) struct Expectations {
    outcomes: Vec<Outcome>,
    /// The inputs from which the outcomes were computed.
    made_for: Option<Input>,
    running: Option<(Input, Job<Vec<Outcome>>)>,
}

impl Workspace {
    /// The outcome of each expectation, in the order of the scene. During a long evaluation, these are the outcomes
    /// before the last edits.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.expectations.outcomes
    }

    /// The number of expectations that are not met.
    pub(crate) fn unmet_count(&self) -> usize {
        self.outcomes().iter().filter(|outcome| !outcome.is_met()).count()
    }

    /// Whether an evaluation that uses the depth buffer is running or pending.
    pub(super) fn expects_occlusion(&self) -> bool {
        self.uses_depth() && (self.is_evaluating() || self.expectations.made_for.is_none())
    }

    /// Whether some expectation is about an occlusion query.
    fn uses_depth(&self) -> bool {
        self.scene().expect.iter().any(|expected| expected.name("occlusion").is_some())
    }

    /// Requests that all expectations are evaluated again, if some expectation uses the depth buffer.
    pub(super) fn forget_outcomes(&mut self) {
        if self.uses_depth() {
            self.expectations.made_for = None;
        }
    }

    /// Drops the outcomes that were computed without a depth buffer, because the window connects one.
    pub(super) fn await_depth(&mut self) {
        if self.uses_depth() && self.depth_link().is_none() {
            self.expectations = Expectations::default();
        }
    }

    /// Whether an evaluation runs.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.expectations.running.is_some()
    }

    /// The number of expectations that have no outcome yet.
    pub(crate) fn pending_expectations(&self) -> usize {
        if self.outcomes().is_empty() { self.scene().expect.len() } else { 0 }
    }

    /// Evaluates the expectations if scene or files have changed. Waits at most `most`, or until the end when files are
    /// read at once. Returns whether an evaluation still runs.
    pub(super) fn evaluate(&mut self, most: Duration) -> bool {
        let link = self.depth_link();
        // The window answers depth tests between its frames, so it must not wait for the evaluation.
        let is_shared = link.is_some() && self.uses_depth();
        // The window connects its depth buffer in its first frame.
        let awaits_link = link.is_none() && self.uses_depth() && self.pace() == Pace::Later;
        let most = if self.pace() == Pace::AtOnce && !is_shared { Duration::from_hours(1) } else { most };
        loop {
            let scene = Arc::clone(self.scene());
            let Expectations { outcomes: known, made_for, running } = &mut self.expectations;
            if let Some((input, job)) = running.take() {
                match job.wait(most) {
                    Poll::Pending => {
                        *running = Some((input, job));
                        return true;
                    }
                    Poll::Ready(found) => {
                        *known = found.unwrap_or_default();
                        *made_for = Some(input);
                    }
                }
            } else if scene.expect.is_empty() {
                *known = Vec::new();
                *made_for = None;
                return false;
            } else if made_for.as_ref().is_some_and(|(of, files)| Arc::ptr_eq(of, &scene) && *files == self.files) {
                return false;
            } else if awaits_link {
                *known = Vec::new();
                return true;
            } else {
                let (of, files) = (Arc::clone(&scene), self.files.clone());
                let link = link.clone();
                let job = Job::quietly(move |_| {
                    let content = Content { scene: &of, files: &files };
                    match link {
                        Some(mut link) => outcomes(content, &mut |world| link.answers(&of, world)),
                        None => outcomes(content, &mut without_depth),
                    }
                });
                *running = Some(((scene, self.files.clone()), job));
            }
        }
    }

    /// Evaluates the expectations after an edit. Does not wait for a running evaluation of an earlier state.
    pub(super) fn evaluate_at_once(&mut self) {
        let most = if self.is_evaluating() || self.uses_depth() { Duration::ZERO } else { FIRST_WAIT };
        self.evaluate(most);
    }

    /// The reason why the selected answer cannot be expected; `None` when it can.
    pub(crate) fn why_not_expect(&self) -> Option<&'static str> {
        let Some(named) = self.named_answer() else {
            return Some("Select a camera and an object, a ray, an agent or an image first.");
        };
        if self.tick() > LAST_TICK {
            return Some("An expectation can have a tick of at most 1000000.");
        }
        let is_met = self.place_of(&named).is_some_and(|place| {
            self.expectations.outcomes.iter().any(|outcome| outcome.index == place && outcome.is_met())
        });
        is_met.then_some("This answer is already expected.")
    }

    /// Adds an expectation of the selected answer as it is now. An expectation of the same answer at the same tick is
    /// replaced.
    pub(crate) fn expect_selected(&mut self) {
        let expected = match self.selected().subject() {
            Some(subject) => self.present(subject),
            None => return,
        };
        match expected {
            Ok(expected) => self.expect(vec![expected]),
            Err(reason) => {
                let field = "expectation".to_owned();
                self.refusal = Some(super::change::Refusal { field, reason });
            }
        }
    }

    /// Adds expectations of the current answers of the selected camera or ray for these objects, as one undo step.
    pub(crate) fn expect_objects(&mut self, objects: &[usize]) {
        let selected = self.selected().clone();
        let subjects = objects.iter().filter_map(|&object| match (selected.camera(), selected.ray()) {
            (Some(camera), _) => Some(Subject::View(ViewSubject::Object(camera, object))),
            (None, Some(ray)) => Some(Subject::Ray(RaySubject::Object(ray, object))),
            (None, None) => None,
        });
        let expected = subjects.filter_map(|subject| self.present(subject).ok()).collect();
        self.expect(expected);
    }

    /// Removes expectations by their indices.
    pub(crate) fn remove_expectation(&mut self, index: usize) {
        let Some(expected) = self.scene().expect.get(index) else { return };
        let label = format!("remove expectation of {}", words(expected));
        self.command(&label, |scene, _| drop(scene.expect.remove(index)));
    }

    /// Removes the expectation of the selected answer at this tick.
    pub(crate) fn remove_selected_expectation(&mut self) {
        if let Some(place) = self.named_answer().and_then(|named| self.place_of(&named)) {
            self.remove_expectation(place);
        }
    }

    /// Whether the selected answer has an expectation at this tick.
    pub(crate) fn has_expectation(&self) -> bool {
        self.named_answer().is_some_and(|named| self.place_of(&named).is_some())
    }

    /// Whether this expectation is about the selected answer at this tick.
    pub(crate) fn is_selected_expectation(&self, index: usize) -> bool {
        let expected = self.scene().expect.get(index);
        expected.is_some_and(|expected| self.named_answer().is_some_and(|named| is_same_answer(expected, &named)))
    }

    /// Selects the answer of an expectation and goes to its tick.
    pub(crate) fn show_expectation(&mut self, index: usize) {
        let Some(expected) = self.scene().expect.get(index).cloned() else { return };
        self.set_tick(expected.tick());
        self.show_answer_of(&names_of(&expected));
    }

    /// Selects the answer with these names. Names that the scene does not have are ignored.
    pub(crate) fn show_answer_of(&mut self, names: &[String]) {
        let known = names.iter().filter(|name| self.world().named(name).is_some());
        let known: Vec<String> = known.take(2).cloned().collect();
        if !known.is_empty() {
            // If there is no answer about these names, the selection does not change.
            let _no_question = self.select_names(&known);
        }
    }

    fn expect(&mut self, expected: Vec<Expectation>) {
        let label = match &expected[..] {
            [] => return,
            [one] => format!("expect {}", words(one)),
            more => format!("expect {} answers", more.len()),
        };
        self.command(&label, |scene, _| {
            for new in expected {
                match scene.expect.iter_mut().find(|old| is_same_answer(old, &new)) {
                    Some(old) => *old = new,
                    None => scene.expect.push(new),
                }
            }
        });
    }

    fn place_of(&self, named: &Expectation) -> Option<usize> {
        self.scene().expect.iter().position(|expected| is_same_answer(expected, named))
    }

    /// The keys that name the selected answer.
    fn named_answer(&self) -> Option<Expectation> {
        self.naming(self.selected().subject()?)
    }

    fn naming(&self, subject: Subject) -> Option<Expectation> {
        let world = self.world();
        let object = |i: usize| Some(("object", &*world.objects.get(i)?.name));
        let camera = |i: usize| Some(("camera", &*world.cameras.get(i)?.name));
        let ray = |i: usize| Some(("ray", &*world.rays.get(i)?.name));
        let image = |key: &'static str, i: usize| Some((key, &*world.images.get(i)?.name));
        let keys = match subject {
            Subject::View(ViewSubject::Object(c, o)) => vec![camera(c)?, object(o)?],
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
            Subject::Octree(OctreeSubject::Object(o)) if self.report().octree.is_some() => vec![object(o)?],
            Subject::View(ViewSubject::Camera(_)) | Subject::Octree(_) | Subject::Session(_) => return None,
        };
        let mut named = Expectation::default();
        if matches!(subject, Subject::Octree(_)) {
            named.keys.insert("octree".to_owned(), true.into());
        }
        named.keys.extend(keys.into_iter().map(|(key, name)| (key.to_owned(), name.into())));
        if self.tick() > 0 {
            named.keys.insert("tick".to_owned(), self.tick().into());
        }
        Some(named)
    }

    /// The current answer as an expectation.
    fn present(&self, subject: Subject) -> Result<Expectation, String> {
        let none = || "there is no answer".to_owned();
        let mut named = self.naming(subject).ok_or_else(none)?;
        let report = self.report();
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
            Subject::Agent(_) => return of_present(self.world(), &named, &["status", "running"]),
            Subject::Image(_) => return of_present(self.world(), &named, &["solid_cells"]),
            Subject::Session(_) => return of_present(self.world(), &named, &["tracked_ratio", "jumps"]),
            Subject::Tap(_) => return of_present(self.world(), &named, &["type", "anchor"]),
            Subject::Skin(_) => return of_present(self.world(), &named, &["joints", "vertices", "max_influences"]),
            Subject::Cut(_) => return of_present(self.world(), &named, &["loops", "open_loops"]),
            Subject::Occlusion(_) if self.tried_resolution().is_some() => {
                return Err(
                    "the Occlusion panel uses another resolution than the scene; reset the resolution there".to_owned()
                );
            }
            Subject::Occlusion(query) => {
                let id = self.world().occlusion.get(query).ok_or_else(none)?.id;
                let mut answers = self.answers_of(id);
                match (answers.next(), answers.next()) {
                    (Some(Ok(answer)), None) => vec![("collides", answer.collides.into())],
                    (Some(Err(error)), _) => return Err(error.to_owned()),
                    _ => return Err("the query has several pairs, each with its own answer; only a query of one pair can be expected".to_owned()),
                }
            }
            Subject::Octree(_) => return of_present(self.world(), &named, &["level", "index"]),
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

/// Whether two expectations are about the same answer at the same tick.
fn is_same_answer(one: &Expectation, other: &Expectation) -> bool {
    one.tick() == other.tick() && NAMING_KEYS.iter().all(|key| one.keys.get(*key) == other.keys.get(*key))
}

fn names_of(expected: &Expectation) -> Vec<String> {
    let names = NAMING_KEYS.into_iter().filter_map(|key| expected.name(key));
    names.map(str::to_owned).collect()
}

fn words(expected: &Expectation) -> String {
    let names = names_of(expected);
    if names.is_empty() { "octree".to_owned() } else { names.join(" · ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{ "eyeline": 1, "octree": {},
        "cameras": [{ "name": "guard" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
        "agents": [{ "name": "g", "tree": { "action": { "name": "hold", "wait": { "ticks": 100 } } } }],
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 9, 5] }] }"#;

    fn workspace() -> Workspace {
        Workspace::new(crate::scene::parse(SCENE, "a.json").unwrap(), None)
    }

    fn lines(workspace: &Workspace) -> Vec<String> {
        workspace.outcomes().iter().map(Outcome::line).collect()
    }

    #[test]
    fn an_answer_is_expected_and_not_met_after_an_edit() {
        for (names, met, after, not_met) in [
            (
                &["guard", "crate"][..],
                "guard · crate: inside as expected",
                [0.0, 0.0, 5.0],
                "expected inside, found outside",
            ),
            (&["aim"], "aim: nearest crate as expected", [0.0, 9.0, 0.0], "expected nearest crate, found nothing"),
            (&["aim", "crate"], "aim · crate: hit true, t 9 as expected", [0.0, 0.0, -6.0], "expected t 9, found 10"),
            (&["aim", "ball"], "aim · ball: hit false as expected", [0.0, 0.0, 0.0], ""),
        ] {
            let mut workspace = workspace();
            workspace.select_names(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).unwrap();
            assert_eq!(workspace.why_not_expect(), None);
            workspace.expect_selected();
            assert_eq!(workspace.refusal(), None);
            assert_eq!(lines(&workspace), [met]);
            assert_eq!(workspace.why_not_expect(), Some("This answer is already expected."));
            workspace.edit("position of crate", |scene| scene.objects[0].position = after);
            assert!(lines(&workspace)[0].ends_with(not_met), "{:?}", lines(&workspace));
            if !not_met.is_empty() {
                assert_eq!(workspace.why_not_expect(), None);
                workspace.expect_selected();
                assert!(workspace.outcomes()[0].is_met(), "the expectation is replaced");
                workspace.undo();
            }
            workspace.undo();
            assert_eq!(lines(&workspace), [met]);
            workspace.undo();
            assert!(workspace.outcomes().is_empty() && workspace.scene().expect.is_empty());
        }
    }

    #[test]
    fn an_agent_is_expected_at_its_tick_and_shown_there() {
        let mut workspace = workspace();
        workspace.select_agent(0);
        workspace.set_tick(3);
        workspace.expect_selected();
        assert_eq!(lines(&workspace), ["g at tick 3: running, running hold as expected"]);
        workspace.set_tick(0);
        workspace.select_names(&["guard".to_owned()]).unwrap();
        workspace.show_expectation(0);
        assert_eq!((workspace.tick(), workspace.selected().agent), (3, Some(0)));
        assert!(workspace.has_expectation());
        workspace.remove_selected_expectation();
        assert_eq!(lines(&workspace), [""; 0]);
    }

    #[test]
    fn all_rows_of_the_table_are_one_step() {
        let mut workspace = workspace();
        workspace.select_names(&["guard".to_owned()]).unwrap();
        assert!(workspace.why_not_expect().is_some(), "a camera alone has no answer");
        workspace.expect_objects(&[0, 1]);
        assert_eq!(lines(&workspace), ["guard · crate: inside as expected", "guard · ball: outside as expected"]);
        assert_eq!(workspace.undo_label(), Some("expect 2 answers"));
        workspace.remove_expectation(0);
        assert_eq!(lines(&workspace), ["guard · ball: outside as expected"]);
        workspace.undo();
        workspace.undo();
        assert!(workspace.outcomes().is_empty());
    }
}
