//! Occlusion queries with the objects that they are about.

use std::sync::Arc;

use super::lookup::ByName;
use super::models::ModelAt;
use super::placed::{ObjectAt, Unplaced};
use crate::occlusion::Method;
use crate::scene::{self, ItemId, OcclusionMethod, Scene};

/// An occlusion query at a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OcclusionAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The bodies of the query.
    pub bodies: OcclusionBodies,
    /// From where the depth tests look.
    pub method: Method,
    /// Pixels along each side of a depth picture.
    pub resolution: u32,
    /// Whether both bodies are drawn wider by half the diagonal of a pixel.
    pub fatten: bool,
}

/// What an occlusion query is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OcclusionBodies {
    /// `a` and `b`.
    Pair(Box<[BodyAt; 2]>),
    /// Every pair whose bounds overlap.
    Among(Vec<BodyAt>),
}

impl OcclusionAt {
    /// Everything that is asked about.
    pub fn bodies(&self) -> &[BodyAt] {
        match &self.bodies {
            OcclusionBodies::Pair(both) => both.as_slice(),
            OcclusionBodies::Among(all) => all,
        }
    }
}

/// An object, or a model with all its objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyAt {
    /// As the scene names it.
    pub name: Arc<str>,
    /// Indices into the world's objects.
    pub objects: Vec<usize>,
    /// Why nothing can be answered about it.
    pub error: Option<Arc<str>>,
}

/// All queries of a scene, in file order.
pub(super) fn queries(scene: &Scene, named: &QueryNames) -> Vec<OcclusionAt> {
    let body = |name: &String| named.body(name);
    let query = |written: &scene::Occlusion| OcclusionAt {
        id: written.id.get(),
        name: written.name.as_str().into(),
        bodies: if written.among.is_empty() {
            OcclusionBodies::Pair(Box::new([&written.a, &written.b].map(body)))
        } else {
            OcclusionBodies::Among(written.among.iter().map(body).collect())
        },
        method: match written.method {
            OcclusionMethod::View => Method::View,
            OcclusionMethod::Fixed => Method::Fixed,
            OcclusionMethod::Axes => Method::Axes,
        },
        resolution: written.resolution,
        fatten: written.fatten,
    };
    scene.occlusion.iter().map(query).collect()
}

/// What queries name: objects, models and halves of cuts, by their names.
pub(super) struct QueryNames<'w> {
    objects: ByName<'w>,
    /// With their names.
    unplaced: (&'w [Unplaced], ByName<'w>),
    /// With their names.
    models: (&'w [ModelAt], ByName<'w>),
    /// With the names of the objects that they cut.
    cuts: (&'w [scene::Cut], ByName<'w>),
}

impl<'w> QueryNames<'w> {
    pub(super) fn of(
        scene: &'w Scene,
        objects: &'w [ObjectAt],
        unplaced: &'w [Unplaced],
        models: &'w [ModelAt],
    ) -> Self {
        Self {
            objects: ByName::of(|| objects.iter().map(|object| &*object.name)),
            unplaced: (unplaced, ByName::of(|| unplaced.iter().map(|unplaced| &*unplaced.name))),
            models: (models, ByName::of(|| models.iter().map(|model| &*model.name))),
            cuts: (&scene.cuts, ByName::of(|| scene.cuts.iter().map(|cut| cut.object.as_str()))),
        }
    }

    /// The objects of a name, or why there are none.
    pub(super) fn body(&self, name: &str) -> BodyAt {
        body(name, self)
    }
}

fn body(name: &str, named: &QueryNames) -> BodyAt {
    let found = |objects, error| BodyAt { name: name.into(), objects, error };
    let (models, by_name) = &named.models;
    if let Some(model) = by_name.find(name).map(|i| &models[i]) {
        let is_empty = model.objects.is_empty() && model.error.is_none();
        let error = is_empty.then(|| "the model has no objects".into());
        return found(model.objects.clone().collect(), model.error.clone().or(error));
    }
    if let Some(object) = named.objects.find(name) {
        return found(vec![object], None);
    }
    let unplaced = named.unplaced.1.find(name).map(|i| Arc::clone(&named.unplaced.0[i].error));
    // A part of a model whose file could not be read has no name here.
    let lost = || by_name.find_around(name).first().and_then(|i| models[*i].error.clone());
    let cut = || {
        let cut = named.cuts.1.find(name).map(|i| &named.cuts.0[i]);
        cut.map(|cut| format!("it is cut; name a half, `{name}/{0}+` or `{name}/{0}-`", cut.name).into())
    };
    found(Vec::new(), unplaced.or_else(lost).or_else(cut).or_else(|| Some("there is no such object".into())))
}
