//! The names of a scene: one space for all lists, and what its references may mean.

use std::collections::HashMap;

use super::document::Scene;
use super::error::quoted;
use super::place::Place;
use super::suggest::nearest;

/// The lists whose items have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Camera,
    Object,
    Model,
    Ray,
    Agent,
    Image,
    Occlusion,
}

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Object => "object",
            Self::Model => "model",
            Self::Ray => "ray",
            Self::Agent => "agent",
            Self::Image => "image",
            Self::Occlusion => "occlusion query",
        }
    }

    pub(super) fn with_article(self) -> String {
        let word = self.word();
        format!("{} {word}", if word.starts_with(['a', 'i', 'o']) { "an" } else { "a" })
    }
}

/// Every name in a scene with what it stands for and where it is, in the order of the document.
pub(super) fn named(scene: &Scene) -> impl Iterator<Item = (&str, Kind, Place)> {
    fn list<'s, T>(
        items: &'s [T],
        key: &'static str,
        kind: Kind,
        name: impl Fn(&'s T) -> &'s String,
    ) -> impl Iterator<Item = (&'s str, Kind, Place)> {
        let list = Place::default().key(key);
        items.iter().enumerate().map(move |(i, item)| (&**name(item), kind, list.index(i).key("name")))
    }
    list(&scene.cameras, "cameras", Kind::Camera, |camera| &camera.name)
        .chain(list(&scene.objects, "objects", Kind::Object, |object| &object.name))
        .chain(list(&scene.models, "models", Kind::Model, |model| &model.name))
        .chain(list(&scene.rays, "rays", Kind::Ray, |ray| &ray.name))
        .chain(list(&scene.agents, "agents", Kind::Agent, |agent| &agent.name))
        .chain(list(&scene.images, "images", Kind::Image, |image| &image.name))
        .chain(list(&scene.occlusion, "occlusion", Kind::Occlusion, |query| &query.name))
}

/// Every name in a scene, in the order of the document.
pub(crate) fn names(scene: &Scene) -> impl Iterator<Item = &str> {
    named(scene).map(|(name, ..)| name)
}

/// What each name stands for.
#[derive(Default)]
pub(super) struct Names<'s>(HashMap<&'s str, (Kind, Place)>);

impl<'s> Names<'s> {
    /// Takes a name, unless it is taken already: then the place of the first one is returned.
    pub(super) fn insert(&mut self, name: &'s str, kind: Kind, place: &Place) -> Option<Place> {
        if let Some((_, first)) = self.0.get(name) {
            return Some(first.clone());
        }
        self.0.insert(name, (kind, place.clone()));
        None
    }

    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.0.get(name).map(|(kind, _)| *kind)
    }

    /// Whether a name may be `model/node`; which nodes a model has is known only once its file is read.
    pub(super) fn is_in_model(&self, name: &str) -> bool {
        name.match_indices('/').any(|(i, _)| self.kind(&name[..i]) == Some(Kind::Model))
    }

    /// What could have been meant by a name that is none of the wanted kind.
    pub(super) fn suggestion(&self, name: &str, wanted: Kind) -> Option<String> {
        const FEW: usize = 8;
        let mut known: Vec<&str> = self.0.keys().copied().filter(|name| self.kind(name) == Some(wanted)).collect();
        known.sort_unstable();
        if let Some(near) = nearest(name, known.iter().copied()) {
            Some(format!("did you mean {}?", quoted(near)))
        } else if known.is_empty() {
            Some(format!("the scene has no {}s", wanted.word()))
        } else if known.len() <= FEW {
            let all = known.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
            Some(format!("the {}s are {all}", wanted.word()))
        } else {
            None
        }
    }
}
