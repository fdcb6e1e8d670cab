//! The levels of a scene: the objects of its models, its mesh shapes, and their errors.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::content::Files;
use crate::budget::OverBudget;
use crate::geometry;
use crate::geometry::Mesh;
use crate::import::level::{self, Level};
use crate::scene::{
    AnimationRef, EntryKind, InLevel, InTrace, Levels, MissingAnimation, Model, Scene, SceneTrace, Shape,
};
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::place::ValuePath;

impl Files {
    /// The level in the file of a model; `None` when it was not read or cannot be read.
    pub fn level(&self, file: &str) -> Option<&Level> {
        self.levels.get(file)?.level().ok()
    }

    /// The shape for the queries; `None` for a mesh whose file or node does not exist.
    pub fn solid(&self, shape: &Shape) -> Option<geometry::Shape> {
        match shape {
            Shape::Mesh { file, node } => {
                let level = self.levels.get(file)?;
                level.mesh(node.as_deref()).ok().map(geometry::Shape::Mesh)
            }
            shape => shape.solid(),
        }
    }

    /// The reason why an object of that shape is unplaced; `None` when its mesh exists.
    pub fn why_no_mesh(&self, shape: &Shape) -> Option<String> {
        let Shape::Mesh { file, node } = shape else { return None };
        self.why_no_level(file).or_else(|| self.levels.get(file)?.mesh(node.as_deref()).err())
    }

    /// The reason why a file gives no level; `None` when it can be used.
    pub fn why_no_level(&self, file: &str) -> Option<String> {
        match self.levels.get(file) {
            None => Some(format!("{} has not been read: the scene is not saved yet", quoted(file))),
            Some(read) => read.why_not(),
        }
    }

    /// The errors and warnings of the levels that a scene names, each once, at the first item that names the level.
    pub(crate) fn level_faults(&self, scene: &Scene) -> (Vec<LevelFault>, Vec<SceneWarning>) {
        let (mut faults, mut notes, mut described) = (Vec::new(), Vec::new(), HashSet::new());
        let of_objects = scene.objects.iter().enumerate().filter_map(|(i, object)| {
            let Shape::Mesh { file, .. } = &object.shape else { return None };
            Some((NamingItem::Object(i), &*object.name, &**file))
        });
        let of_models =
            scene.models.iter().enumerate().map(|(i, model)| (NamingItem::Model(i), &*model.name, &*model.file));
        for (by, name, file) in of_objects.chain(of_models) {
            let Some(read) = self.levels.get(file).filter(|_| described.insert(file)) else { continue };
            match read.level() {
                Ok(level) => {
                    let fault = |error: &SceneError| LevelFault {
                        kind: LevelFaultKind::Number,
                        error: error.clone().about(Some(name)),
                        named_at: None,
                    };
                    faults.extend(level.faults.iter().map(fault));
                    notes.extend(
                        level.notes.iter().map(|note| SceneWarning { subject: Some(name.into()), ..note.clone() }),
                    );
                }
                Err(error) => faults.push(LevelFault {
                    kind: LevelFaultKind::Level,
                    error: error.clone().about(Some(name)),
                    named_at: (!read.is_opened() || read.over_budget().is_some()).then(|| by.place()),
                }),
            }
        }
        let mut whole = HashSet::new();
        for (i, object) in scene.objects.iter().enumerate() {
            let Shape::Mesh { file, node: None } = &object.shape else { continue };
            let over = self.levels.get(file).and_then(|read| read.whole_over_budget());
            if let Some(over) = over.filter(|_| whole.insert(file)) {
                let message = format!("merging all objects of {} into one mesh {over}", quoted(file));
                let error = SceneError::unreadable(file, &message, Some(&over.help())).about(Some(&object.name));
                faults.push(LevelFault {
                    kind: LevelFaultKind::Level,
                    error,
                    named_at: Some(NamingItem::Object(i).place()),
                });
            }
        }
        let missing: Vec<(usize, &Model, OverBudget)> = scene
            .models
            .iter()
            .enumerate()
            .filter_map(|(i, model)| Some((i, model, self.placed.model(&model.name)?)))
            .collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (_, model, _) in &missing {
            *counts.entry(&model.file).or_default() += 1;
        }
        for (i, model, over) in missing {
            // One message for each file.
            let Some(count) = counts.remove(&*model.file) else { continue };
            let more = match count {
                1 => String::new(),
                2 => " (and 1 more model that names this file)".to_owned(),
                _ => format!(" (and {} more models that name this file)", count - 1),
            };
            let message = format!("placing the objects of {} {over}{more}", quoted(&model.file));
            let error = SceneError::unreadable(&model.file, &message, Some(&over.help())).about(Some(&model.name));
            faults.push(LevelFault {
                kind: LevelFaultKind::Level,
                error,
                named_at: Some(NamingItem::Model(i).place()),
            });
        }
        for (i, missing) in self.missing_animations(scene) {
            let model = &scene.models[i];
            let error = SceneError::unreadable(&model.file, &missing.message, Some(&missing.help));
            let place = ValuePath::default().key("models").index(i).key("animation");
            faults.push(LevelFault {
                kind: LevelFaultKind::Level,
                error: error.about(Some(&model.name)),
                named_at: Some(place),
            });
        }
        for (i, model) in scene.models.iter().enumerate() {
            let Some(message) = self.missing_joint(model) else { continue };
            let help = "name a joint of its skin, or leave `joint` out for the node of the mesh";
            let error = SceneError::unreadable(&model.file, &message, Some(help));
            let place = ValuePath::default().key("models").index(i).key("bounds").key("joint");
            faults.push(LevelFault {
                kind: LevelFaultKind::Joint,
                error: error.about(Some(&model.name)),
                named_at: Some(place),
            });
        }
        (faults, notes)
    }

    /// The reason why the box of a model cannot be tested: no skin of its file has the joint. `None` for a file that was not read
    /// or cannot be read, which has another fault.
    fn missing_joint(&self, model: &Model) -> Option<String> {
        let joint = model.bounds.given()?.joint.as_deref()?;
        let level = self.level(&model.file)?;
        let rig = level.rig.as_deref();
        let skins = rig.map_or(&[][..], |rig| &rig.skins);
        let mut joints = skins.iter().flat_map(|named| &named.skin.joints);
        let is_named = |node: &usize| rig.and_then(|rig| rig.nodes.get(*node)).is_some_and(|node| *node.name == *joint);
        (!joints.any(is_named)).then(|| {
            format!(
                "no skin of {} has a joint named {}, so the exact box is tested",
                quoted(&model.file),
                quoted(joint)
            )
        })
    }

    /// The models that name an animation that their file does not have, by index. A file that was not read or cannot be
    /// read has another fault, or none yet.
    pub(crate) fn missing_animations(&self, scene: &Scene) -> Vec<(usize, MissingAnimation)> {
        let missing = |(i, model)| Some((i, self.missing_animation(model)?));
        scene.models.iter().enumerate().filter_map(missing).collect()
    }

    /// The reason why a model cannot play its animation: its file was read and does not have it. `None` for a model that
    /// plays none.
    pub(crate) fn missing_animation(&self, model: &Model) -> Option<MissingAnimation> {
        let animation = model.animation.as_ref()?;
        // The names of all are needed only for the message.
        if self.level(&model.file).is_some_and(|level| has_animation(level, animation)) {
            return None;
        }
        MissingAnimation::of(animation, &model.file, &self.animations(&model.file)?)
    }

    /// The reason why the objects of a model are missing in the world; `None` when they are placed.
    pub fn why_not_placed(&self, model: &Model) -> Option<String> {
        let over = || self.placed.model(&model.name);
        let over = || over().map(|over| format!("placing the objects of {} {over}", quoted(&model.file)));
        let missing = || self.missing_animation(model).map(|missing| missing.message);
        self.why_no_level(&model.file).or_else(over).or_else(missing)
    }

    /// The level in the file of a model. `None` also when its objects do not fit into the budget, and when the level does
    /// not have the animation of the model: its objects would be where the scene does not have them.
    pub fn level_of(&self, model: &Model) -> Option<&Level> {
        let plays = |level: &&Level| model.animation.as_ref().is_none_or(|animation| has_animation(level, animation));
        self.level(&model.file).filter(|_| self.placed.model(&model.name).is_none()).filter(plays)
    }
}

fn has_animation(level: &Level, animation: &AnimationRef) -> bool {
    level.rig.as_ref().is_some_and(|rig| match animation {
        AnimationRef::Index(index) => (*index as usize) < rig.animations.len(),
        AnimationRef::Name(name) => rig.find_animation(name).is_some(),
    })
}

impl Levels for Files {
    fn find(&self, file: &str, name: &str) -> Option<InLevel> {
        Some(match self.level(file)?.find(name) {
            Some(level::Named::Object(_)) => InLevel::Object,
            Some(level::Named::Camera(_)) => InLevel::Camera,
            Some(level::Named::Collider(_)) => InLevel::Collider,
            None => InLevel::Missing,
        })
    }

    fn in_trace(&self, file: &str, name: &str) -> Option<InTrace> {
        Some(self.traces.get(file)?.trace().ok()?.kind_of(name).map_or(InTrace::Missing, InTrace::Entry))
    }

    fn awaits_program(&self) -> bool {
        self.is_awaiting_program()
    }

    fn names_in_trace<'a>(&'a self, file: &str, kind: EntryKind) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        match self.traces.get(file).map(|read| read.trace()) {
            Some(Ok(trace)) => Box::new(trace.names_of(kind)),
            Some(Err(_)) | None => Box::new(std::iter::empty()),
        }
    }

    fn name_of_trace(&self, trace: &SceneTrace) -> Option<Arc<str>> {
        Some(super::trace::name_of(trace, self.traces.get(&trace.file)?.trace().ok()?))
    }

    fn names<'a>(&'a self, file: &str) -> Box<dyn Iterator<Item = (InLevel, &'a str)> + 'a> {
        let Some(level) = self.level(file) else { return Box::new(std::iter::empty()) };
        let objects = level.objects.iter().map(|object| (InLevel::Object, &*object.name));
        let cameras = level.cameras.iter().map(|camera| (InLevel::Camera, &*camera.name));
        let colliders = level.colliders.iter().map(|collider| (InLevel::Collider, &*collider.name));
        Box::new(objects.chain(cameras).chain(colliders))
    }

    fn animations<'a>(&'a self, file: &str) -> Option<Vec<Option<&'a str>>> {
        let animations = self.level(file)?.rig.as_ref().map(|rig| &rig.animations);
        Some(animations.into_iter().flatten().map(|named| named.name.as_deref()).collect())
    }

    fn mesh(&self, file: &str, node: Option<&str>) -> Option<Result<Arc<Mesh>, String>> {
        let level = self.levels.get(file).filter(|level| level.level().is_ok())?;
        let mesh = level.find_mesh(node);
        // A level that exceeds the budget is not an error of the scene.
        let is_over = mesh.is_err() && node.is_none() && level.whole_over_budget().is_some();
        (!is_over).then_some(mesh)
    }

    fn node_meant_by(&self, file: &str, node: &str) -> Option<&str> {
        self.levels.get(file)?.node_meant_by(node)
    }
}

/// What is wrong with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelFaultKind {
    /// It cannot be used, or its objects are not placed.
    Level,
    /// It has a number that is NaN or infinite. The rest of it is used.
    Number,
    /// It has no joint that a box given by hand names.
    Joint,
}

/// The error of a level.
#[derive(Clone, Debug)]
pub(crate) struct LevelFault {
    /// What is wrong.
    pub(crate) kind: LevelFaultKind,
    /// The error, for the first object or model that names the level. It is located in the level if the level was read.
    pub(crate) error: SceneError,
    /// The place in the scene that names the file, for a file that does not exist or cannot be opened.
    pub(crate) named_at: Option<ValuePath>,
}

/// The first item that names a level, with its index in its list.
#[derive(Clone, Copy)]
enum NamingItem {
    Object(usize),
    Model(usize),
}

impl NamingItem {
    /// The place of the file's name in the scene.
    fn place(self) -> ValuePath {
        let root = ValuePath::default();
        match self {
            Self::Object(i) => root.key("objects").index(i).key("shape").key("mesh").key("file"),
            Self::Model(i) => root.key("models").index(i).key("file"),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_below_two_models_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let obj = |group: &str| format!("v 0 0 0\nv 1 0 0\nv 0 1 0\ng {group}\nf 1 2 3\n");
        std::fs::write(folder.path().join("a.obj"), obj("b/c")).unwrap();
        std::fs::write(folder.path().join("b.obj"), obj("c")).unwrap();
        let scene = |second: &str| {
            let text = format!(
                r#"{{ "eyeline": 1, "models": [{{ "name": "a", "file": "a.obj" }}, {{ "name": "{second}", "file": "b.obj" }}] }}"#
            );
            super::super::read::parse(&text, "s.json", Some(folder.path()))
        };
        let error = scene("a/b").unwrap_err();
        assert!(error.message.contains("`a/b/c` would be the name of two items"), "{error}");
        scene("a/d").unwrap();
        scene("b").unwrap();
    }
}
