//! The selection as indices of the world: the querier, its subject, and the open step of the explanation.

use crate::report::explain::{ExplainError, Subject, things};
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
    /// Index of the selected agent. With no object and no image selected, the explanation is about it.
    pub agent: Option<usize>,
    /// Index of the story's step that is shown alone.
    pub step: Option<usize>,
}

/// A camera or ray whose answers about all objects are shown.
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
    /// The first camera, or else the first ray, is the querier. No object is selected.
    pub fn of(world: &World) -> Self {
        let camera = (!world.cameras.is_empty()).then_some(Querier::Camera(0));
        let ray = (!world.rays.is_empty()).then_some(Querier::Ray(0));
        Self { querier: camera.or(ray), ..Self::default() }
    }

    /// What one or two names select, as in a scene's `select`; a lone object has the first camera or ray as querier.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        let mut selected = Self::of(world);
        let Some(first) = names.first() else { return Ok(selected) };
        let (things, _) = things(world, first, names.get(1).map(String::as_str))?;
        // Of two objects the first is selected.
        for thing in things.into_iter().rev() {
            match thing {
                Thing::Camera(c) => selected.querier = Some(Querier::Camera(c)),
                Thing::Ray(r) => selected.querier = Some(Querier::Ray(r)),
                Thing::Object(o) => selected.object = Some(o),
                Thing::Image(i) => selected.image = Some(i),
                Thing::Agent(a) => selected = Self::on_agent(a),
                // Names of these are errors.
                _ => {}
            }
        }
        Ok(selected)
    }

    /// On an agent, without a querier: objects have their own colours.
    pub fn on_agent(agent: usize) -> Self {
        Self { agent: Some(agent), ..Self::default() }
    }

    /// The camera of the selected agent.
    pub fn agent_camera(&self, world: &World) -> Option<usize> {
        world.agents.get(self.agent?)?.camera
    }

    /// The question about the selected things, if there is one.
    pub fn subject(&self) -> Option<Subject> {
        let querier = self.querier.map(Thing::from);
        let thing = self.image.map(Thing::Image).or(self.object.map(Thing::Object));
        let both = querier.zip(thing).and_then(|(querier, thing)| Subject::about(querier, Some(thing)));
        both.or_else(|| Subject::about(thing.or(self.agent.map(Thing::Agent)).or(querier)?, None))
    }

    /// The object, image or model that is asked about.
    pub fn subject_thing(&self) -> Option<Thing> {
        let object = self.object.map(Thing::Object);
        object.or(self.image.map(Thing::Image)).or(self.model.map(Thing::Model))
    }

    /// The camera that is the querier.
    pub fn camera(&self) -> Option<usize> {
        match self.querier {
            Some(Querier::Camera(i)) => Some(i),
            _ => None,
        }
    }

    /// The ray that is the querier.
    pub fn ray(&self) -> Option<usize> {
        match self.querier {
            Some(Querier::Ray(i)) => Some(i),
            _ => None,
        }
    }
}
