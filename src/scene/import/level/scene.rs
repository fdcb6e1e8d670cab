//! What the levels mean that a scene names: its models' objects, its mesh shapes, and what is wrong with them.

use std::collections::HashSet;

use super::Level;
use crate::geometry;
use crate::scene::check::Problem;
use crate::scene::document::{Object, Scene, Shape};
use crate::scene::error::{SceneError, SceneWarning};
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

    /// What is wrong with the levels that it names, and what should be known about them: each once, about the first that
    /// names it.
    pub(crate) fn level_faults(&self) -> (Vec<SceneError>, Vec<SceneWarning>) {
        let (mut faults, mut notes, mut told) = (Vec::new(), Vec::new(), HashSet::new());
        let of_objects = self.objects.iter().filter_map(|object| Some((&*object.name, mesh_file(object)?)));
        let of_models = self.models.iter().map(|model| (&*model.name, &*model.file));
        for (name, file) in of_objects.chain(of_models) {
            let Some(level) = self.assets.levels.get(file).filter(|_| told.insert(file)) else { continue };
            match level.level() {
                Ok(level) => notes
                    .extend(level.notes.iter().map(|note| SceneWarning { subject: Some(name.into()), ..note.clone() })),
                Err(error) => faults.push(error.clone().about(Some(name))),
            }
        }
        (faults, notes)
    }

    /// Mesh shapes whose file can be read but gives them no mesh, each at its place.
    pub(in crate::scene) fn mesh_faults(&self) -> Vec<Problem> {
        let objects = Place::default().key("objects");
        let fault = |(i, object): (usize, &Object)| {
            let Shape::Mesh { file, node } = &object.shape else { return None };
            let level = self.assets.levels.get(file).filter(|level| level.level().is_ok())?;
            let message = level.mesh(node.as_deref()).err()?;
            let mesh = objects.index(i).key("shape").key("mesh");
            Some(Problem {
                place: mesh.key("node"),
                or_place: Some(mesh.key("file")),
                message,
                wants_value: false,
                help: None,
                other: None,
            })
        };
        self.objects.iter().enumerate().filter_map(fault).collect()
    }
}

fn mesh_file(object: &Object) -> Option<&str> {
    match &object.shape {
        Shape::Mesh { file, .. } => Some(file),
        _ => None,
    }
}
