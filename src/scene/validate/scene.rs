//! Checks a whole scene, or what a change of a valid scene has changed.

use super::check::Check;
use super::violation::Violation;
use super::words::{ABOVE_0, IN_RANGE, UP_TO_LAST_TICK, is_in_range};
use crate::parallel;
use crate::scene::changed::Changed;
use crate::scene::document::{LAST_TICK, ProjectCheck, Scene};
use crate::scene::levels::{Levels, NoLevels};
use crate::scene::names::{Names, named_beside_objects};
use crate::scene::read::hint::such_as;
use crate::source::folder::Folder;
use crate::source::place::ValuePath;

/// The supported version of the format.
pub(crate) const VERSION: u32 = 1;

/// All violations of a scene, in no particular order. File names are checked in `folder`; without a folder, only their
/// text is checked. Names of parts of models are looked up in `levels`.
pub fn validate(scene: &Scene, levels: &dyn Levels, folder: Option<&Folder>) -> Vec<Violation> {
    let mut check = Check::new(Names::indexed(scene, levels), scene, levels, folder, None);
    check.whole(scene);
    check.finish()
}

/// The violations of a scene's settings of `eyeline check` after those of the project file were added: names of cameras,
/// objects and views, and rectangles outside of pictures.
pub fn check_settings(scene: &Scene, levels: &dyn Levels) -> Vec<Violation> {
    let mut check = Check::new(Names::indexed(scene, levels), scene, levels, None, None);
    if let Some(settings) = &scene.check {
        check.settings_in(settings, scene, &ValuePath::default().key("check"), true);
    }
    check.finish()
}

/// The violations of a scene's expectations, such as those that were taken from another scene.
pub fn check_expectations(scene: &Scene, levels: &dyn Levels) -> Vec<Violation> {
    let mut check = Check::new(Names::indexed(scene, levels), scene, levels, None, None);
    check.each(|scene| &scene.expect, scene, "expect", Check::expectation);
    check.finish()
}

/// The violations of the settings of a project file, which are valid in any scene or in none.
pub(crate) fn check_project(settings: &ProjectCheck) -> Vec<Violation> {
    let scene = Scene::empty();
    let mut check = Check::new(Names::indexed(&scene, &NoLevels), &scene, &NoLevels, None, None);
    let at = ValuePath::default().key("check");
    check.settings(&settings.of_scenes(), &at);
    check.renderers(settings.renderers.as_deref().unwrap_or_default(), &at.key("renderers"));
    check.finish()
}

/// All violations of a scene that was made by changing the valid scene `before`. Unchanged parts are not checked again,
/// as long as every name refers to the same item.
pub fn check_change(
    before: &ValidBefore,
    scene: &Scene,
    levels: &dyn Levels,
    folder: Option<&Folder>,
) -> Vec<Violation> {
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
pub struct ValidBefore<'s> {
    /// The scene.
    pub scene: &'s Scene,
    /// Whether its levels are the same as after the change. Then names of parts of models refer to the same parts.
    pub has_same_levels: bool,
}

impl<'s> Check<'s> {
    /// Checks all names and all entries. The index of the names is built while objects are checked, most of which need no name.
    fn whole(&mut self, scene: &'s Scene) {
        let ((), in_objects) = parallel::join(|| self.names.build_index(), || self.in_objects(scene));
        self.names(scene);
        self.scene(scene);
        self.violations.extend(in_objects);
    }

    /// Checks all entries except objects.
    fn scene(&mut self, scene: &'s Scene) {
        let root = ValuePath::default();
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
        self.each(|scene| &scene.leaks, scene, "leaks", Self::leak);
        self.each(|scene| &scene.colliders, scene, "colliders", Self::collider);
        if let Some(trace) = &scene.trace {
            let at = root.key("trace");
            self.file(&trace.file, at.key("file"));
            if trace.name.as_deref() == Some("") {
                self.push_value(at.key("name"), "`name` must not be empty", such_as("trace"));
            }
        }
        self.select(&scene.select, &root.key("select"));
        if let Some(check) = &scene.check {
            self.guarded(check, scene, &root.key("check"));
        }
        self.each(|scene| &scene.ignore, scene, "ignore", Self::ignored);
        self.each(|scene| &scene.expect, scene, "expect", Self::expectation);
    }

    /// Checks the objects that changed; all of them after a change that affects all.
    fn changed_objects(&mut self, scene: &'s Scene) {
        let Some(before) = self.before else { return self.violations.extend(self.in_objects(scene)) };
        let list_place = ValuePath::default().key("objects");
        for i in scene.objects.changes_since(&before.objects).indices() {
            self.object(&scene.objects[i], &list_place.index(i));
        }
    }

    /// The violations of all objects.
    fn in_objects(&self, scene: &'s Scene) -> Vec<Violation> {
        let list_place = ValuePath::default().key("objects");
        let parts = scene.objects.len().div_ceil(OBJECTS_OF_A_PART);
        parallel::flat_map(parts, |part| {
            let mut check = Self { violations: Vec::new(), ..self.clone() };
            let from = part * OBJECTS_OF_A_PART;
            for i in from..scene.objects.len().min(from + OBJECTS_OF_A_PART) {
                check.object(&scene.objects[i], &list_place.index(i));
            }
            check.violations
        })
    }
}

/// The objects that a thread checks at once.
const OBJECTS_OF_A_PART: usize = 2048;

/// Whether both scenes have the same names in the same order of the same lists.
fn has_same_names(before: &ValidBefore, b: &Scene) -> bool {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::Mesh;
    use crate::scene::levels::InLevel;

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
            let violations = validate(&scene, levels, None);
            let violation = violations.into_iter().find(|violation| violation.place.to_string() == place).unwrap();
            (violation.message, violation.help.unwrap())
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
        let violations = validate(&scene, &NoLevels, None);
        let helps =
            |list| violations.iter().filter(move |violation| violation.place.list() == Some(list)).map(|p| &p.help);
        assert_eq!((violations.len(), helps("cameras").flatten().count()), (1001, 16));
        let near = Some("did you mean `crate`?".to_owned());
        assert_eq!([helps("cameras").next(), helps("expect").next()], [Some(&near), Some(&near)]);
    }

    /// A change, and the subject of its violation, if it causes one.
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
            let sound = ValidBefore { scene: &before, has_same_levels: true };
            let violations = check_change(&sound, &scene, &NoLevels, None);
            assert_eq!(violations, validate(&scene, &NoLevels, None), "case {i}");
            assert_eq!(violations.first().map(|violation| violation.place.to_string()).as_deref(), place, "case {i}");
        }
    }
}
