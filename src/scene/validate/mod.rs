//! Checks that types cannot express: ranges, names and references, written as a table of rules for each kind of item.
//!
//! A check needs only the document, so an edited scene is checked by the same rules as a scene from a file.

mod agent;
mod camera;
mod cut;
mod expect;
mod object;
mod occlusion;
mod problem;
mod session;
mod views;

use std::sync::Arc;

use glam::Vec3;

use super::changed::Changed;
use super::document::{Ignored, Image, LAST_TICK, LevelProblem, Octree, Ray, Scene};
use super::levels::Levels;
use super::names::{InModel, Kind, Names, named, named_beside_objects};
use super::read::hint::{such_as, such_as_within};
use crate::parallel;
use crate::source::error::quoted;
use crate::source::folder::{self, Folder};
use crate::source::place::Place;
use crate::source::suggest::nearest;
use problem::Seeks;
pub use problem::{Problem, ProblemKind};

/// All problems of a scene, in no particular order. File names are checked in `folder`; without a folder, only their
/// text is checked. Names of parts of models are looked up in `levels`.
pub fn validate(scene: &Scene, levels: &dyn Levels, folder: Option<&Folder>) -> Vec<Problem> {
    let mut check = Check::new(Names::indexed(scene, levels), scene, levels, folder, None);
    check.whole(scene);
    check.finish()
}

/// All problems of a scene that was made by changing the valid scene `before`. Unchanged parts are not checked again,
/// as long as every name refers to the same item.
pub fn check_change(before: &Before, scene: &Scene, levels: &dyn Levels, folder: Option<&Folder>) -> Vec<Problem> {
    if !has_same_names(before, scene) {
        let new = Check::new(Names::indexed(scene, levels), scene, levels, folder, None);
        let mut check = Check { is_change: true, ..new };
        check.whole(scene);
        return check.finish();
    }
    let new = Check::new(Names::sought(scene, levels), scene, levels, folder, Some(before.scene));
    let mut check = Check { is_change: true, ..new };
    check.scene(scene);
    check.changed_objects(scene);
    check.finish()
}

/// A valid scene before a change.
#[derive(Clone, Copy, Debug)]
pub struct Before<'s> {
    /// The scene.
    pub scene: &'s Scene,
    /// Whether its levels are the same as after the change. Then names of parts of models refer to the same parts.
    pub has_same_levels: bool,
}

/// The supported version of the format.
pub(crate) const VERSION: u32 = 1;

#[derive(Clone)]
struct Check<'s> {
    names: Arc<Names<'s>>,
    levels: &'s dyn Levels,
    folder: Option<&'s Folder>,
    /// A valid scene with the same names in the same order, from before the change.
    before: Option<&'s Scene>,
    /// Whether the change is an edit in the window; otherwise a file was read.
    is_change: bool,
    /// The tick rate of the scene.
    tick_rate: f64,
    problems: Vec<Problem>,
}

/// A rule: its condition, the key that it checks, and the rest of the message "`key` …".
type Rule = (bool, &'static str, &'static str);

impl<'s> Check<'s> {
    fn new(
        names: Names<'s>,
        scene: &'s Scene,
        levels: &'s dyn Levels,
        folder: Option<&'s Folder>,
        before: Option<&'s Scene>,
    ) -> Self {
        // A change of the scene's tick rate affects every agent.
        let before = before.filter(|before| before.tick_rate.to_bits() == scene.tick_rate.to_bits());
        Self {
            names: Arc::new(names),
            levels,
            folder,
            before,
            is_change: false,
            tick_rate: scene.tick_rate,
            problems: Vec::new(),
        }
    }

    /// Checks all names and all entries. The index of the names is built while objects are checked, most of which need no name.
    fn whole(&mut self, scene: &'s Scene) {
        let ((), in_objects) = parallel::join(|| self.names.build_index(), || self.in_objects(scene));
        self.names(scene);
        self.scene(scene);
        self.problems.extend(in_objects);
    }

    /// Checks all entries except objects.
    fn scene(&mut self, scene: &'s Scene) {
        let root = Place::default();
        self.rules(
            &root,
            &[
                (scene.eyeline == VERSION, "eyeline", "must be 1"),
                (scene.tick_rate > 0.0, "tick_rate", ABOVE_0),
                (is_in_range(scene.tick_rate), "tick_rate", IN_RANGE),
                (scene.opens_at <= LAST_TICK, "opens_at", UP_TO_LAST_TICK),
            ],
        );
        if let Some(view) = &scene.view {
            self.view(view, &root.key("view"));
        }
        self.each(|scene| &scene.cameras, scene, "cameras", Self::camera);
        self.each(|scene| &scene.models, scene, "models", Self::model);
        self.each(|scene| &scene.rays, scene, "rays", Self::ray);
        if let Some(octree) = &scene.octree {
            self.octree(octree, &root.key("octree"));
        }
        self.each(|scene| &scene.agents, scene, "agents", Self::agent);
        self.each(|scene| &scene.images, scene, "images", Self::image);
        self.each(|scene| &scene.occlusion, scene, "occlusion", Self::occlusion);
        self.each(|scene| &scene.sessions, scene, "sessions", Self::session);
        self.each(|scene| &scene.taps, scene, "taps", Self::tap);
        self.each(|scene| &scene.cuts, scene, "cuts", Self::cut);
        self.select(&scene.select, &root.key("select"));
        if let Some(check) = &scene.check {
            self.guarded(check, scene, &root.key("check"));
        }
        self.each(|scene| &scene.ignore, scene, "ignore", Self::ignored);
        self.each(|scene| &scene.expect, scene, "expect", Self::expectation);
    }

    fn ignored(&mut self, ignored: &'s Ignored, at: &Place) {
        if !LevelProblem::WORDS.contains(&&*ignored.problem) {
            let message = format!("there is no kind of problem named {}", quoted(&ignored.problem));
            let help = match nearest(&ignored.problem, LevelProblem::WORDS) {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => format!("the kinds are {}", LevelProblem::WORDS.join(", ")),
            };
            self.push(at.key("problem"), message, Some(help));
        }
        let Some(name) = &ignored.object else { return };
        let is_there = self.names.kind(name).is_some()
            || matches!(self.names.in_model(name), Some(InModel::Found(_) | InModel::Unread));
        if !is_there {
            self.reference(name, Kind::Object, at.key("object"));
        }
    }

    fn ray(&mut self, ray: &'s Ray, at: &Place) {
        self.rules(at, &[(!is_zero(&ray.direction), "direction", NOT_ZERO)]);
        self.layers(ray.mask.as_deref().unwrap_or_default(), &at.key("mask"));
    }

    fn octree(&mut self, octree: &Octree, at: &Place) {
        if octree.depth > 10 {
            self.push_value(at.key("depth"), "`depth` must be from 0 to 10", such_as_within("octree", "depth"));
        }
        if octree.min.is_some() != octree.max.is_some() {
            let help = Some("give both, or neither for a region around all objects");
            self.push(at.key("min"), "`min` and `max` belong together", help);
            self.or_place(at.key("max"));
        }
        if let (Some(min), Some(max)) = (octree.min, octree.max) {
            let extent = (Vec3::from(max) - Vec3::from(min)).to_array();
            self.rules(
                at,
                &[
                    (min.iter().zip(&max).all(|(min, max)| min < max), "max", "must be above `min` on every axis"),
                    (extent.iter().all(|e| e.is_finite()), "max", "is too far from `min` for 32-bit numbers"),
                ],
            );
        }
    }

    fn image(&mut self, image: &'s Image, at: &Place) {
        // An error in the file is not an error of the scene: see `Files::image_faults`.
        self.rules(
            at,
            &[
                (image.divisions.iter().all(|&n| n >= 1), "divisions", "must be at least 1 on both axes"),
                ((0.0..=1.0).contains(&image.threshold), "threshold", "must be from 0 to 1"),
                (image.size.is_none_or(|size| size.iter().all(|&s| s > 0.0)), "size", ALL_ABOVE_0),
            ],
        );
    }

    /// The selection: one item, or a camera or ray and an object, or a ray and an image. A model is no item: its objects are.
    fn select(&mut self, names: &'s [String], at: &Place) {
        let kind = |name: &String| match (self.names.kind(name), self.names.in_model(name)) {
            (None, Some(InModel::Found(kind))) => Some(kind),
            (None, Some(InModel::Unread)) => Some(Kind::Object),
            (kind, _) => kind,
        };
        let kinds: Vec<_> = names.iter().map(kind).collect();
        let can_be = |kind: &Option<Kind>| kind.is_some_and(|kind| kind != Kind::Model);
        if let Some(i) = kinds.iter().position(|kind| !can_be(kind)) {
            if kinds[i] == Some(Kind::Model) {
                let message = format!("{} is a model, and a model cannot be selected", quoted(&names[i]));
                let object = quoted(&self.names.object_of_model(&names[i]));
                return self.push(at.index(i), message, Some(format!("select one of its objects, such as {object}")));
            }
            let words: Vec<_> = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Model).map(Kind::word).collect();
            let (last, others) = words.split_last().unwrap_or((&"", &[]));
            let message = format!("there is no {} or {last} named {}", others.join(", "), quoted(&names[i]));
            let help = self.names.suggestion(&names[i], Kind::Object);
            return self.push(at.index(i), message, help);
        }
        let is_question = match kinds[..] {
            [Some(one), Some(other)] => {
                let is = |a, b| [(one, other), (other, one)].contains(&(a, b));
                is(Kind::Camera, Kind::Object) || is(Kind::Ray, Kind::Object) || is(Kind::Ray, Kind::Image)
            }
            _ => names.len() <= 1,
        };
        if !is_question {
            let message =
                "`select` must be one name, a camera or ray together with an object, or a ray together with an image";
            self.push(at.clone(), message, such_as("select"));
        }
    }

    /// Checks the name of a file. A file that is missing or outside the root is not an error of the scene: see
    /// `Files::level_faults`. An edit in the window to a name that leads out of the root is refused.
    fn file(&mut self, file: &str, at: Place) {
        let found = match self.folder {
            Some(folder) => folder.resolve(file).map(drop),
            None => folder::check_written(file),
        };
        match found {
            Err(error) if error.is_refused() || (self.is_change && error.leads_out()) => {
                self.push_kind(ProblemKind::File(file.into()), at, error.to_string(), Some(error.help()));
            }
            Ok(()) | Err(_) => {}
        }
    }

    /// Checks that names are not empty, and unique over all lists.
    fn names(&mut self, scene: &'s Scene) {
        let of = |name: &str| ProblemKind::Name(name.into());
        for (name, kind, index) in named(scene) {
            if name.trim().is_empty() {
                self.push_kind(of(name), kind.name_at(index), "a name must not be empty", such_as("name"));
            } else if let Some((first_kind, first)) = self.names.first_other(name, (kind, index)) {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("the name {} is taken", quoted(name)),
                    Some("names are unique in a scene, over all its lists together"),
                );
                if let Some(problem) = self.problems.last_mut() {
                    problem.other = Some(first_kind.name_at(first));
                }
            } else if let Some(twice) = (kind == Kind::Model).then(|| self.names.given_twice(name)).flatten() {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("{} would be the name of two items: one of this model and one of another", quoted(&twice)),
                    Some("give the model another name, such as one without `/`"),
                );
            } else if self.names.is_half(name) {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("the name {} is taken by a half of a cut", quoted(name)),
                    Some("halves are named after their object and their cut"),
                );
            } else if let Some(InModel::Found(other)) = self.names.in_model(name) {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("the name {} is taken by {} of a model", quoted(name), other.with_article()),
                    Some("objects and cameras of models are named after the model and their node"),
                );
            }
        }
    }

    /// Checks a reference to an object or a camera.
    fn reference(&mut self, name: &str, wanted: Kind, at: Place) {
        let in_model = || self.names.in_model(name);
        let message = match self.names.kind(name).map(InModel::Found).or_else(in_model) {
            Some(InModel::Unread) => return,
            Some(InModel::Found(kind)) if kind == wanted => return,
            Some(InModel::Found(kind)) => {
                format!("{} is {}, not {}", quoted(name), kind.with_article(), wanted.with_article())
            }
            Some(InModel::Missing) | None => format!("there is no {} named {}", wanted.word(), quoted(name)),
        };
        self.push_kind(ProblemKind::Reference(name.into()), at, message, None::<String>);
        self.seek(Seeks::Item(wanted));
    }

    fn each<T: PartialEq + 's>(
        &mut self,
        list: impl Fn(&'s Scene) -> &'s Vec<T>,
        scene: &'s Scene,
        key: &'static str,
        one: impl Fn(&mut Self, &'s T, &Place),
    ) {
        let list_place = Place::default().key(key);
        let before = self.before.map_or(&[][..], |before| list(before));
        for (i, item) in list(scene).iter().enumerate().filter(|(i, item)| before.get(*i) != Some(item)) {
            one(self, item, &list_place.index(i));
        }
    }

    /// Checks the objects that changed; all of them after a change that affects all.
    fn changed_objects(&mut self, scene: &'s Scene) {
        let Some(before) = self.before else { return self.problems.extend(self.in_objects(scene)) };
        let list_place = Place::default().key("objects");
        for i in scene.objects.changes_since(&before.objects).indices() {
            self.object(&scene.objects[i], &list_place.index(i));
        }
    }

    /// The problems of all objects.
    fn in_objects(&self, scene: &'s Scene) -> Vec<Problem> {
        let list_place = Place::default().key("objects");
        let parts = scene.objects.len().div_ceil(OBJECTS_OF_A_PART);
        parallel::flat_map(parts, |part| {
            let mut check = Self { problems: Vec::new(), ..self.clone() };
            let from = part * OBJECTS_OF_A_PART;
            for i in from..scene.objects.len().min(from + OBJECTS_OF_A_PART) {
                check.object(&scene.objects[i], &list_place.index(i));
            }
            check.problems
        })
    }
}

/// The objects that a thread checks at once.
const OBJECTS_OF_A_PART: usize = 2048;

/// Whether both scenes have the same names in the same order of the same lists.
fn has_same_names(before: &Before, b: &Scene) -> bool {
    let a = before.scene;
    let changed = b.objects.changes_since(&a.objects);
    let Changed::At(indices) = changed else { return false };
    // The names of parts of models depend on the model's file.
    let files = |scene: &Scene| scene.models.iter().map(|model| model.file.clone()).collect::<Vec<_>>();
    if files(a) != files(b) || (!b.models.is_empty() && !before.has_same_levels) {
        return false;
    }
    let others = |scene| named_beside_objects(scene).map(|(name, kind, _)| (name, kind));
    others(a).eq(others(b)) && indices.into_iter().all(|i| a.objects[i].name == b.objects[i].name)
}

const ABOVE_0: &str = "must be above 0";
const IN_RANGE: &str = "must be finite in 32 bits: at most about 3.4e38";
const ALL_ABOVE_0: &str = "must be above 0 on every axis";
const NOT_ZERO: &str = "must not be zero";
const UP_TO_LAST_TICK: &str = "must be at most 1000000";
const FIELD_OF_VIEW: &str = "must be between 0 and 180 degrees";

/// Whether a number in `f64` is in the range of `f32`, as every number of a scene file.
fn is_in_range(number: f64) -> bool {
    number.abs() <= f64::from(f32::MAX)
}

fn is_zero(components: &[f32]) -> bool {
    components.iter().all(|&component| component == 0.0)
}

#[expect(clippy::float_cmp, reason = "points that differ at all give a direction")]
fn differs(a: &[f32; 3], b: &[f32; 3]) -> bool {
    a != b
}

fn is_field_of_view(degrees: f32) -> bool {
    degrees > 0.0 && degrees < 180.0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::levels::{InLevel, NoLevels};
    use super::*;
    use crate::geometry::Mesh;

    const SCENE: &str = r#"{ "eyeline": 1,
        "cameras": [{ "name": "eye" }, { "name": "carried", "attach": "crate" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, 1] }],
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } } },
                    { "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;

    /// Levels with the object `fox` and the camera `eye`.
    struct Fox;

    impl Levels for Fox {
        fn find(&self, _: &str, name: &str) -> Option<InLevel> {
            Some(match name {
                "fox" => InLevel::Object,
                "eye" => InLevel::Camera,
                _ => InLevel::Missing,
            })
        }

        fn names<'a>(&'a self, _: &str) -> Box<dyn Iterator<Item = (InLevel, &'a str)> + 'a> {
            Box::new([(InLevel::Object, "fox"), (InLevel::Camera, "eye")].into_iter())
        }

        fn mesh(&self, _: &str, _: Option<&str>) -> Option<Result<Arc<Mesh>, String>> {
            None
        }

        fn animations(&self, _: &str) -> Option<Vec<Option<&str>>> {
            Some(Vec::new())
        }
    }

    #[test]
    fn names_of_objects_of_models_are_suggested() {
        let text = r#"{ "eyeline": 1, "select": ["f"], "models": [{ "name": "f", "file": "fox.glb" }],
            "cuts": [{ "name": "c", "object": "crate", "point": [0, 0, 0], "normal": [0, 1, 0] }] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        let help = |levels: &dyn Levels, place: &str| {
            let problems = validate(&scene, levels, None);
            let problem = problems.into_iter().find(|problem| problem.place.to_string() == place).unwrap();
            (problem.message, problem.help.unwrap())
        };
        let (message, of_unread) = help(&NoLevels, "select[0]");
        assert_eq!(message, "`f` is a model, and a model cannot be selected");
        assert_eq!(of_unread, "select one of its objects, such as `f/NODE`");
        assert_eq!(help(&Fox, "select[0]").1, "select one of its objects, such as `f/fox`");
        let of_unread = "the scene itself has no objects; those of the model `f` are named `f/NODE`";
        assert_eq!(help(&NoLevels, "cuts[0].object").1, of_unread);
        assert_eq!(help(&Fox, "cuts[0].object").1, "the objects are `f/fox`");
    }

    #[test]
    fn the_first_problems_of_a_list_have_suggestions() {
        let camera = |i: usize| format!(r#"{{ "name": "c{i}", "attach": "crat{i}" }}"#);
        let cameras: Vec<String> = (0..1000).map(camera).collect();
        let text = format!(
            r#"{{ "eyeline": 1, "cameras": [{}], "objects": [{{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }} }}],
                "expect": [{{ "camera": "c0", "object": "crat", "verdict": "outside" }}] }}"#,
            cameras.join(", ")
        );
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let problems = validate(&scene, &NoLevels, None);
        let helps = |list| problems.iter().filter(move |problem| problem.place.list() == Some(list)).map(|p| &p.help);
        assert_eq!((problems.len(), helps("cameras").flatten().count()), (1001, 16));
        let near = Some("did you mean `crate`?".to_owned());
        assert_eq!([helps("cameras").next(), helps("expect").next()], [Some(&near), Some(&near)]);
    }

    /// A change, and the subject of its problem, if it causes one.
    type Case = (fn(&mut Scene), Option<&'static str>);

    #[test]
    fn a_change_has_the_problems_of_the_whole_scene() {
        let cases: [Case; 14] = [
            (|_| (), None),
            (|scene| scene.cameras[0].near = 3.0, None),
            (|scene| scene.cameras[0].near = -3.0, Some("cameras[0].near")),
            (|scene| scene.cameras[0].attach = Some("ball".into()), None),
            (|scene| scene.cameras[0].attach = Some("aim".into()), Some("cameras[0].attach")),
            (|scene| scene.objects[1].scale = [0.0; 3], Some("objects[1].scale")),
            (|scene| scene.objects[0].name = "chest".into(), Some("cameras[1].attach")),
            (|scene| scene.objects[1].name = "aim".into(), Some("rays[0].name")),
            (|scene| drop(scene.objects.remove(0)), Some("cameras[1].attach")),
            (|scene| scene.objects.push(scene.objects[0].clone()), Some("objects[2].name")),
            (|scene| scene.rays[0].direction = [0.0; 3], Some("rays[0].direction")),
            (|scene| scene.tick_rate = 0.0, Some("tick_rate")),
            (|scene| scene.opens_at = 1_000_001, Some("opens_at")),
            (|scene| scene.opens_at = 1_000_000, None),
        ];
        let before: Scene = serde_json::from_str(SCENE).unwrap();
        for (i, (change, place)) in cases.into_iter().enumerate() {
            let mut scene = before.clone();
            change(&mut scene);
            let sound = Before { scene: &before, has_same_levels: true };
            let problems = check_change(&sound, &scene, &NoLevels, None);
            assert_eq!(problems, validate(&scene, &NoLevels, None), "case {i}");
            assert_eq!(problems.first().map(|problem| problem.place.to_string()).as_deref(), place, "case {i}");
        }
    }
}
