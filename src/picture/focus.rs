//! What the picture is about: who asks, about whom, and which step of the story is shown.

use crate::report::explain::{ExplainError, Subject, subject};
use crate::world::{Thing, World};

/// What is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// Whose answers colour the objects.
    pub asker: Option<Asker>,
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
pub enum Asker {
    /// "Is it in view?" by index.
    Camera(usize),
    /// "Do I hit it?" by index.
    Ray(usize),
}

impl From<Asker> for Thing {
    fn from(asker: Asker) -> Self {
        match asker {
            Asker::Camera(i) => Self::Camera(i),
            Asker::Ray(i) => Self::Ray(i),
        }
    }
}

impl Focus {
    /// The first camera, or else the first ray, asks; no object is selected.
    pub fn of(world: &World) -> Self {
        let camera = (!world.cameras.is_empty()).then_some(Asker::Camera(0));
        let ray = (!world.rays.is_empty()).then_some(Asker::Ray(0));
        Self { asker: camera.or(ray), ..Self::default() }
    }

    /// What one or two names select, as in a scene's `select`; the first camera or ray asks about a lone object.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        let mut focus = Self::of(world);
        let Some(first) = names.first() else { return Ok(focus) };
        match subject(world, first, names.get(1).map(String::as_str))? {
            Subject::CameraObject(c, o) => (focus.asker, focus.object) = (Some(Asker::Camera(c)), Some(o)),
            Subject::RayObject(r, o) => (focus.asker, focus.object) = (Some(Asker::Ray(r)), Some(o)),
            Subject::Camera(c) => focus.asker = Some(Asker::Camera(c)),
            Subject::Ray(r) => focus.asker = Some(Asker::Ray(r)),
            Subject::Agent(a) => focus = Self::on_agent(a),
            Subject::Object(o) | Subject::Pair(o, _) => focus.object = Some(o),
            Subject::Image(i) => focus.image = Some(i),
            Subject::RayImage(r, i) => (focus.asker, focus.image) = (Some(Asker::Ray(r)), Some(i)),
        }
        Ok(focus)
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
        match (self.asker, self.image) {
            (Some(Asker::Ray(r)), Some(i)) => return Some(Subject::RayImage(r, i)),
            (_, Some(i)) => return Some(Subject::Image(i)),
            (_, None) => {}
        }
        if let (Some(agent), None) = (self.agent, self.object) {
            return Some(Subject::Agent(agent));
        }
        match (self.asker, self.object) {
            (Some(Asker::Camera(c)), Some(o)) => Some(Subject::CameraObject(c, o)),
            (Some(Asker::Ray(r)), Some(o)) => Some(Subject::RayObject(r, o)),
            (Some(Asker::Camera(c)), None) => Some(Subject::Camera(c)),
            (Some(Asker::Ray(r)), None) => Some(Subject::Ray(r)),
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
        match self.asker {
            Some(Asker::Camera(i)) => Some(i),
            _ => None,
        }
    }

    /// The ray that asks.
    pub fn ray(&self) -> Option<usize> {
        match self.asker {
            Some(Asker::Ray(i)) => Some(i),
            _ => None,
        }
    }
}
