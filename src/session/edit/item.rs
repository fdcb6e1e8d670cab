//! One thing of a scene that can be edited as a whole.

use crate::scene::Scene;

/// A camera, ray, object, model, image or agent by its index in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// In `cameras`.
    Camera(usize),
    /// In `rays`.
    Ray(usize),
    /// In `objects`.
    Object(usize),
    /// In `models`: what objects and cameras of its file are a part of.
    Model(usize),
    /// In `images`.
    Image(usize),
    /// In `agents`.
    Agent(usize),
}

impl Item {
    /// What it is called, if it is there.
    pub(crate) fn name(self, scene: &Scene) -> Option<&str> {
        match self {
            Self::Camera(i) => scene.cameras.get(i).map(|camera| &*camera.name),
            Self::Ray(i) => scene.rays.get(i).map(|ray| &*ray.name),
            Self::Object(i) => scene.objects.get(i).map(|object| &*object.name),
            Self::Model(i) => scene.models.get(i).map(|model| &*model.name),
            Self::Image(i) => scene.images.get(i).map(|image| &*image.name),
            Self::Agent(i) => scene.agents.get(i).map(|agent| &*agent.name),
        }
    }

    /// Its index in its list.
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Camera(i) | Self::Ray(i) | Self::Object(i) | Self::Model(i) | Self::Image(i) | Self::Agent(i) => i,
        }
    }

    /// Another one of the same list.
    #[must_use]
    pub(crate) fn at(self, index: usize) -> Self {
        match self {
            Self::Camera(_) => Self::Camera(index),
            Self::Ray(_) => Self::Ray(index),
            Self::Object(_) => Self::Object(index),
            Self::Model(_) => Self::Model(index),
            Self::Image(_) => Self::Image(index),
            Self::Agent(_) => Self::Agent(index),
        }
    }

    /// How many there are in its list.
    pub(crate) fn count(self, scene: &Scene) -> usize {
        match self {
            Self::Camera(_) => scene.cameras.len(),
            Self::Ray(_) => scene.rays.len(),
            Self::Object(_) => scene.objects.len(),
            Self::Model(_) => scene.models.len(),
            Self::Image(_) => scene.images.len(),
            Self::Agent(_) => scene.agents.len(),
        }
    }
}
