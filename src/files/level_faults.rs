//! What the levels mean that a scene names: its models' objects, its mesh shapes, and what is wrong with them.

use std::collections::HashSet;

use crate::geometry;
use crate::import::level::Level;
use crate::scene::document::{Model, Scene, Shape};
use crate::scene::error::{SceneError, SceneWarning, quoted};
use crate::scene::place::Place;

impl Scene {
    /// What stands in the file of a model; `None` when it was not read, or cannot be.
    pub fn level(&self, file: &str) -> Option<&Level> {
        self.assets.levels.get(file)?.level().ok()
    }

    /// A shape as the queries take it; `None` for a mesh whose file or node is not there.
    pub fn solid(&self, shape: &Shape) -> Option<geometry::Shape> {
        match shape {
            Shape::Mesh { file, node } => {
                let level = self.assets.levels.get(file)?;
                level.mesh(node.as_deref()).ok().map(geometry::Shape::Mesh)
            }
            shape => shape.solid(),
        }
    }

    /// Why an object of that shape has no place; `None` when its mesh is there.
    pub fn why_no_mesh(&self, shape: &Shape) -> Option<String> {
        let Shape::Mesh { file, node } = shape else { return None };
        self.why_no_level(file).or_else(|| self.assets.levels.get(file)?.mesh(node.as_deref()).err())
    }

    /// Why a file gives no level; `None` when it can be used.
    pub fn why_no_level(&self, file: &str) -> Option<String> {
        match self.assets.levels.get(file) {
            None => Some(format!("{} has not been read: the scene is not saved yet", quoted(file))),
            Some(read) => read.why_not(),
        }
    }

    /// What is wrong with the levels that it names, and what should be known about them: each once, about the first that
    /// names it.
    pub(crate) fn level_faults(&self) -> (Vec<LevelFault>, Vec<SceneWarning>) {
        let (mut faults, mut notes, mut told) = (Vec::new(), Vec::new(), HashSet::new());
        let of_objects = self.objects.iter().enumerate().filter_map(|(i, object)| {
            let Shape::Mesh { file, .. } = &object.shape else { return None };
            Some((Named::Object(i), &*object.name, &**file))
        });
        let of_models = self.models.iter().enumerate().map(|(i, model)| (Named::Model(i), &*model.name, &*model.file));
        for (by, name, file) in of_objects.chain(of_models) {
            let Some(read) = self.assets.levels.get(file).filter(|_| told.insert(file)) else { continue };
            match read.level() {
                Ok(level) => notes
                    .extend(level.notes.iter().map(|note| SceneWarning { subject: Some(name.into()), ..note.clone() })),
                Err(error) => faults.push(LevelFault {
                    error: error.clone().about(Some(name)),
                    named_at: (!read.is_opened() || read.over_budget().is_some()).then(|| by.place()),
                }),
            }
        }
        let mut whole = HashSet::new();
        for (i, object) in self.objects.iter().enumerate() {
            let Shape::Mesh { file, node: None } = &object.shape else { continue };
            let over = self.assets.levels.get(file).and_then(|read| read.whole_over_budget());
            if let Some(over) = over.filter(|_| whole.insert(file)) {
                let message = format!("putting all objects of {} into one mesh {over}", quoted(file));
                let error = SceneError::unreadable(file, &message, Some(&over.help())).about(Some(&object.name));
                faults.push(LevelFault { error, named_at: Some(Named::Object(i).place()) });
            }
        }
        for (i, model) in self.models.iter().enumerate() {
            if let Some(over) = self.assets.placed.model(&model.name) {
                let message = format!("placing the objects of {} {over}", quoted(&model.file));
                let error = SceneError::unreadable(&model.file, &message, Some(&over.help())).about(Some(&model.name));
                faults.push(LevelFault { error, named_at: Some(Named::Model(i).place()) });
            }
        }
        (faults, notes)
    }

    /// What stands in the file of a model, unless the budget has no room for its objects.
    pub fn level_of(&self, model: &Model) -> Option<&Level> {
        self.level(&model.file).filter(|_| self.assets.placed.model(&model.name).is_none())
    }
}

/// A level that gives nothing to a scene that names it.
#[derive(Clone, Debug)]
pub(crate) struct LevelFault {
    /// What is wrong, about the object or model that names it first. Located in the level where that was read.
    pub(crate) error: SceneError,
    /// Of a file that is not there or cannot be opened: where the scene names it.
    pub(crate) named_at: Option<Place>,
}

/// Who names a level, by its index in its list.
#[derive(Clone, Copy)]
enum Named {
    Object(usize),
    Model(usize),
}

impl Named {
    /// Where the name of the file stands in the scene.
    fn place(self) -> Place {
        let root = Place::default();
        match self {
            Self::Object(i) => root.key("objects").index(i).key("shape").key("mesh").key("file"),
            Self::Model(i) => root.key("models").index(i).key("file"),
        }
    }
}
