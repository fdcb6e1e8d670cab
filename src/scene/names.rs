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

    /// Where the name of the thing at `index` of its list stands.
    pub(super) fn name_at(self, index: usize) -> Place {
        let list = match self {
            Self::Camera => "cameras",
            Self::Object => "objects",
            Self::Model => "models",
            Self::Ray => "rays",
            Self::Agent => "agents",
            Self::Image => "images",
            Self::Occlusion => "occlusion",
        };
        Place::default().key(list).index(index).key("name")
    }

    pub(super) fn with_article(self) -> String {
        let word = self.word();
        format!("{} {word}", if word.starts_with(['a', 'i', 'o']) { "an" } else { "a" })
    }
}

/// Every name in a scene with what it stands for and its index there, in the order of the document.
pub(super) fn named(scene: &Scene) -> impl Iterator<Item = (&str, Kind, usize)> {
    let objects = scene.objects.iter().enumerate().map(|(i, object)| (&*object.name, Kind::Object, i));
    let mut others = named_beside_objects(scene).peekable();
    let cameras: Vec<_> = std::iter::from_fn(|| others.next_if(|(_, kind, _)| *kind == Kind::Camera)).collect();
    cameras.into_iter().chain(objects).chain(others)
}

/// The same without the objects.
pub(super) fn named_beside_objects(scene: &Scene) -> impl Iterator<Item = (&str, Kind, usize)> {
    fn list<'s, T>(
        items: &'s [T],
        kind: Kind,
        name: impl Fn(&'s T) -> &'s String,
    ) -> impl Iterator<Item = (&'s str, Kind, usize)> {
        items.iter().enumerate().map(move |(i, item)| (&**name(item), kind, i))
    }
    list(&scene.cameras, Kind::Camera, |camera| &camera.name)
        .chain(list(&scene.models, Kind::Model, |model| &model.name))
        .chain(list(&scene.rays, Kind::Ray, |ray| &ray.name))
        .chain(list(&scene.agents, Kind::Agent, |agent| &agent.name))
        .chain(list(&scene.images, Kind::Image, |image| &image.name))
        .chain(list(&scene.occlusion, Kind::Occlusion, |query| &query.name))
}

/// Every name in a scene, in the order of the document.
pub(crate) fn names(scene: &Scene) -> impl Iterator<Item = &str> {
    named(scene).map(|(name, ..)| name)
}

/// What each name stands for; of two that are alike, the first.
pub(super) struct Names<'s> {
    scene: &'s Scene,
    /// Made when many will be asked for.
    index: Option<HashMap<&'s str, (Kind, usize)>>,
}

impl<'s> Names<'s> {
    /// Ready to be asked for many names.
    pub(super) fn indexed(scene: &'s Scene) -> Self {
        let mut index = HashMap::with_capacity(scene.objects.len());
        for (name, kind, i) in named(scene) {
            index.entry(name).or_insert((kind, i));
        }
        Self { scene, index: Some(index) }
    }

    /// Ready at once, and slower to answer.
    pub(super) fn sought(scene: &'s Scene) -> Self {
        Self { scene, index: None }
    }

    /// What the name stands for, with its index there.
    pub(super) fn find(&self, wanted: &str) -> Option<(Kind, usize)> {
        match &self.index {
            Some(index) => index.get(wanted).copied(),
            None => named(self.scene).find(|(name, ..)| *name == wanted).map(|(_, kind, i)| (kind, i)),
        }
    }

    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.find(name).map(|(kind, _)| kind)
    }

    /// Whether a name may be `model/node`; which nodes a model has is known only once its file is read.
    pub(super) fn is_in_model(&self, name: &str) -> bool {
        name.match_indices('/').any(|(i, _)| self.kind(&name[..i]) == Some(Kind::Model))
    }

    /// What could have been meant by a name that is none of the wanted kind.
    pub(super) fn suggestion(&self, name: &str, wanted: Kind) -> Option<String> {
        const FEW: usize = 8;
        let of_kind =
            |(name, kind, _): (&'s str, Kind, usize)| (kind == wanted && !name.trim().is_empty()).then_some(name);
        let mut known: Vec<&str> = named(self.scene).filter_map(of_kind).collect();
        known.sort_unstable();
        known.dedup();
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
