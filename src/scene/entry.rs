//! The entries of a document: ids to indices in its lists, and back.

use super::{Scene, ThingId};

/// A camera, ray, object, model, image, agent or occlusion query, by its index in the document. The index is valid
/// until the document changes; the [`ThingId`] stays valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An index in `cameras`.
    Camera(usize),
    /// An index in `rays`.
    Ray(usize),
    /// An index in `objects`.
    Object(usize),
    /// An index in `models`.
    Model(usize),
    /// An index in `images`.
    Image(usize),
    /// An index in `agents`.
    Agent(usize),
    /// An index in `occlusion`.
    Occlusion(usize),
}

impl Scene {
    /// The index of the entry with this id. `None` when the document has no such entry, and for a part of a model.
    pub fn find(&self, id: ThingId) -> Option<Entry> {
        let camera = self.cameras.iter().position(|camera| camera.id.get() == id).map(Entry::Camera);
        let ray = || self.rays.iter().position(|ray| ray.id.get() == id).map(Entry::Ray);
        let model = || self.models.iter().position(|model| model.id.get() == id).map(Entry::Model);
        let image = || self.images.iter().position(|image| image.id.get() == id).map(Entry::Image);
        let agent = || self.agents.iter().position(|agent| agent.id.get() == id).map(Entry::Agent);
        let query = || self.occlusion.iter().position(|query| query.id.get() == id).map(Entry::Occlusion);
        // The object list may be long, so it is searched last.
        let object = || self.objects.iter().position(|object| object.id.get() == id).map(Entry::Object);
        camera.or_else(ray).or_else(model).or_else(image).or_else(agent).or_else(query).or_else(object)
    }

    /// The name of the entry with this id.
    pub fn name_of(&self, id: ThingId) -> Option<&str> {
        self.find(id)?.name(self)
    }
}

impl Entry {
    /// The id of the entry, if the entry exists.
    pub fn id(self, scene: &Scene) -> Option<ThingId> {
        let id = match self {
            Self::Camera(i) => scene.cameras.get(i)?.id,
            Self::Ray(i) => scene.rays.get(i)?.id,
            Self::Object(i) => scene.objects.get(i)?.id,
            Self::Model(i) => scene.models.get(i)?.id,
            Self::Image(i) => scene.images.get(i)?.id,
            Self::Agent(i) => scene.agents.get(i)?.id,
            Self::Occlusion(i) => scene.occlusion.get(i)?.id,
        };
        Some(id.get())
    }

    /// The name of the entry, if the entry exists.
    pub fn name(self, scene: &Scene) -> Option<&str> {
        match self {
            Self::Camera(i) => scene.cameras.get(i).map(|camera| &*camera.name),
            Self::Ray(i) => scene.rays.get(i).map(|ray| &*ray.name),
            Self::Object(i) => scene.objects.get(i).map(|object| &*object.name),
            Self::Model(i) => scene.models.get(i).map(|model| &*model.name),
            Self::Image(i) => scene.images.get(i).map(|image| &*image.name),
            Self::Agent(i) => scene.agents.get(i).map(|agent| &*agent.name),
            Self::Occlusion(i) => scene.occlusion.get(i).map(|query| &*query.name),
        }
    }

    /// The index in its list.
    pub fn index(self) -> usize {
        match self {
            Self::Camera(i)
            | Self::Ray(i)
            | Self::Object(i)
            | Self::Model(i)
            | Self::Image(i)
            | Self::Agent(i)
            | Self::Occlusion(i) => i,
        }
    }

    /// An entry of the same list with another index.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        match self {
            Self::Camera(_) => Self::Camera(index),
            Self::Ray(_) => Self::Ray(index),
            Self::Object(_) => Self::Object(index),
            Self::Model(_) => Self::Model(index),
            Self::Image(_) => Self::Image(index),
            Self::Agent(_) => Self::Agent(index),
            Self::Occlusion(_) => Self::Occlusion(index),
        }
    }

    /// The number of entries in its list.
    pub fn count(self, scene: &Scene) -> usize {
        match self {
            Self::Camera(_) => scene.cameras.len(),
            Self::Ray(_) => scene.rays.len(),
            Self::Object(_) => scene.objects.len(),
            Self::Model(_) => scene.models.len(),
            Self::Image(_) => scene.images.len(),
            Self::Agent(_) => scene.agents.len(),
            Self::Occlusion(_) => scene.occlusion.len(),
        }
    }
}
