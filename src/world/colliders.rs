//! Colliders with the objects that are drawn in their place: those of the scene, and after them those that files of models have for
//! their objects.

use std::sync::Arc;

use glam::{Affine3A, DAffine3};

use super::occlusion::{BodyAt, QueryNames};
use super::placed::ObjectAt;
use crate::files::Content;
use crate::geometry::{Pose, Shape};
use crate::import::level::{AttachedShape, LevelCollider};
use crate::scene::{self, ItemId, PartKind, default};

/// A comparison of a collider at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// What is drawn.
    pub render: BodyAt,
    /// What collides. For a collider of a model its name, without objects.
    pub collider: BodyAt,
    /// The parts of a collider of a model.
    pub of_model: Option<ColliderOfModel>,
    /// The greatest distance that is accepted, metres.
    pub tolerance: f64,
}

/// What a collider of a model is made of. No object of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderOfModel {
    /// The model.
    pub model: ItemId,
    /// Its parts, in the space of the first object that is drawn.
    pub shapes: Arc<[AttachedShape]>,
}

impl ColliderAt {
    /// The parts of a collider of a model among the objects of its world; those without an inverse are left out. Empty for a
    /// collider of objects.
    pub fn placed_shapes(&self, objects: &[ObjectAt]) -> Vec<(Shape, Pose)> {
        let Some(ColliderOfModel { shapes, .. }) = &self.of_model else { return Vec::new() };
        let Some(object) = self.render.objects.first().and_then(|first| objects.get(*first)) else {
            return Vec::new();
        };
        let Affine3A { matrix3, translation } = object.pose.world_from_local();
        let world_from_object = DAffine3 { matrix3: matrix3.as_dmat3(), translation: translation.as_dvec3() };
        let placed = shapes.iter().filter_map(|AttachedShape { shape, object_from_shape }| {
            Some((shape.clone(), Pose::from_affine(world_from_object * *object_from_shape)?))
        });
        placed.collect()
    }
}

/// All colliders of a scene, in file order, and those of its models.
pub(super) fn colliders(content: Content, named: &QueryNames) -> Vec<ColliderAt> {
    let own = |written: &scene::Collider| ColliderAt {
        id: written.id.get(),
        name: written.name.as_str().into(),
        render: named.body(&written.render),
        collider: joined(&written.names(), |name| named.body(name)),
        of_model: None,
        tolerance: written.tolerance,
    };
    let mut all: Vec<ColliderAt> = content.scene.colliders.iter().map(own).collect();
    for model in &content.scene.models {
        let Some(level) = content.files.level_of(model) else { continue };
        all.extend(level.colliders.iter().map(|collider| of_model(model, collider, named)));
    }
    all
}

fn of_model(model: &scene::Model, collider: &LevelCollider, named: &QueryNames) -> ColliderAt {
    let objects: Vec<String> = collider.objects.iter().map(|object| format!("{}/{object}", model.name)).collect();
    let drawn: Vec<&str> = objects.iter().map(String::as_str).collect();
    let name: Arc<str> = format!("{}/{}", model.name, collider.name).into();
    ColliderAt {
        id: model.id.get().part(PartKind::Collider, &collider.name),
        render: joined(&drawn, |name| named.body(name)),
        collider: BodyAt { name: Arc::clone(&name), objects: Vec::new(), error: None },
        name,
        of_model: Some(ColliderOfModel { model: model.id.get(), shapes: collider.shapes.as_slice().into() }),
        tolerance: default::collider_tolerance(),
    }
}

/// Several bodies as one. Of several errors the first counts.
fn joined(names: &[&str], body: impl Fn(&str) -> BodyAt) -> BodyAt {
    if let [only] = names {
        return body(only);
    }
    let bodies: Vec<BodyAt> = names.iter().map(|name| body(name)).collect();
    let mut objects: Vec<usize> = bodies.iter().flat_map(|body| &body.objects).copied().collect();
    objects.dedup();
    let failed = bodies.iter().find_map(|body| Some((&body.name, body.error.as_ref()?)));
    let error = failed.map(|(name, error)| format!("`{name}`: {error}").into());
    let name = match names {
        [first, second] => format!("{first} and {second}"),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        [] => String::new(),
    };
    BodyAt { name: name.into(), objects, error }
}
