//! The entries of a document: ids to indices in its lists, and back.

use super::{Scene, ThingId};

/// A camera, ray, object, model, image, agent or occlusion query by its index in the document. It is valid until the document changes; the
/// [`ThingId`] stays valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// In `cameras`.
    Camera(usize),
    /// In `rays`.
    Ray(usize),
    /// In `objects`.
    Object(usize),
    /// In `models`.
    Model(usize),
    /// In `images`.
    Image(usize),
    /// In `agents`.
    Agent(usize),
    /// In `occlusion`.
    Occlusion(usize),
}

impl Scene {
    /// Where the entry with this id is; `None` when the document has none, and for a part of a model.
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
    /// Its identity, if it is there.
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

    /// What it is called, if it is there.
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

    /// Its index in its list.
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

    /// Another one of the same list.
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

    /// How many there are in its list.
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
