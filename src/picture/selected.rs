//! What the picture is about: who asks, about whom, and which step of the story is shown.

use crate::report::explain::{ExplainError, Subject, subject};
use crate::world::{Thing, World};

/// What is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// Whose answers colour the objects.
    pub querier: Option<Querier>,
    /// Index of the selected object.
    pub object: Option<usize>,
    /// Index of the selected image; only one of object, image and model is selected.
    pub image: Option<usize>,
    /// Index of the selected model, which is asked about as little as its name is.
    pub model: Option<usize>,
    /// Index of the selected agent. With no object and no image selected, what is told is about it.
    pub agent: Option<usize>,
    /// Index of the story's step that is shown alone.
    pub step: Option<usize>,
}

/// Someone with a question about every object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Querier {
    /// "Is it in view?" by index.
    Camera(usize),
    /// "Do I hit it?" by index.
    Ray(usize),
}

impl From<Querier> for Thing {
    fn from(querier: Querier) -> Self {
        match querier {
            Querier::Camera(i) => Self::Camera(i),
            Querier::Ray(i) => Self::Ray(i),
        }
    }
}

impl Selected {
    /// The first camera, or else the first ray, asks; no object is selected.
    pub fn of(world: &World) -> Self {
        let camera = (!world.cameras.is_empty()).then_some(Querier::Camera(0));
        let ray = (!world.rays.is_empty()).then_some(Querier::Ray(0));
        Self { querier: camera.or(ray), ..Self::default() }
    }

    /// What one or two names select, as in a scene's `select`; the first camera or ray asks about a lone object.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        let mut selected = Self::of(world);
        let Some(first) = names.first() else { return Ok(selected) };
        match subject(world, first, names.get(1).map(String::as_str))? {
            Subject::CameraObject(c, o) => (selected.querier, selected.object) = (Some(Querier::Camera(c)), Some(o)),
            Subject::RayObject(r, o) => (selected.querier, selected.object) = (Some(Querier::Ray(r)), Some(o)),
            Subject::Camera(c) => selected.querier = Some(Querier::Camera(c)),
            Subject::Ray(r) => selected.querier = Some(Querier::Ray(r)),
            Subject::Agent(a) => selected = Self::on_agent(a),
            Subject::Object(o) | Subject::Pair(o, _) => selected.object = Some(o),
            Subject::Image(i) => selected.image = Some(i),
            Subject::RayImage(r, i) => (selected.querier, selected.image) = (Some(Querier::Ray(r)), Some(i)),
        }
        Ok(selected)
    }

    /// On an agent. Nobody asks: what things look like by themselves says more about what it does.
    pub fn on_agent(agent: usize) -> Self {
        Self { agent: Some(agent), ..Self::default() }
    }

    /// The camera of the selected agent.
    pub fn agent_camera(&self, world: &World) -> Option<usize> {
        world.agents.get(self.agent?)?.camera
    }

    /// The question that this asks, if any. Cameras ask nothing of images.
    pub fn subject(&self) -> Option<Subject> {
        match (self.querier, self.image) {
            (Some(Querier::Ray(r)), Some(i)) => return Some(Subject::RayImage(r, i)),
            (_, Some(i)) => return Some(Subject::Image(i)),
            (_, None) => {}
        }
        if let (Some(agent), None) = (self.agent, self.object) {
            return Some(Subject::Agent(agent));
        }
        match (self.querier, self.object) {
            (Some(Querier::Camera(c)), Some(o)) => Some(Subject::CameraObject(c, o)),
            (Some(Querier::Ray(r)), Some(o)) => Some(Subject::RayObject(r, o)),
            (Some(Querier::Camera(c)), None) => Some(Subject::Camera(c)),
            (Some(Querier::Ray(r)), None) => Some(Subject::Ray(r)),
            (None, Some(o)) => Some(Subject::Object(o)),
            (None, None) => None,
        }
    }

    /// The object, image or model that is asked about.
    pub fn subject_thing(&self) -> Option<Thing> {
        let object = self.object.map(Thing::Object);
        object.or(self.image.map(Thing::Image)).or(self.model.map(Thing::Model))
    }

    /// The camera that asks.
    pub fn camera(&self) -> Option<usize> {
        match self.querier {
            Some(Querier::Camera(i)) => Some(i),
            _ => None,
        }
    }

    /// The ray that asks.
    pub fn ray(&self) -> Option<usize> {
        match self.querier {
            Some(Querier::Ray(i)) => Some(i),
            _ => None,
        }
    }
}
