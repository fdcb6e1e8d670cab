//! The selection as indices of the world: the querier, its subject, the other items of the set, and the open step of
//! the explanation.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::report::OctreeSubject;
use crate::report::explain::{ExplainError, Subject, items};
use crate::world::{Item, World};

/// The selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// The camera or ray whose answers colour the objects.
    pub querier: Option<Querier>,
    /// Index of the selected object.
    pub object: Option<usize>,
    /// Index of the selected image; only one of object, image and model is selected.
    pub image: Option<usize>,
    /// Index of the selected model, which has no answer itself.
    pub model: Option<usize>,
    /// Index of the selected agent. With no object and no image selected, the explanation is about it.
    pub agent: Option<usize>,
    /// Index of the selected occlusion query. Without a camera or ray the explanation is about it, even while an object is
    /// selected.
    pub occlusion: Option<usize>,
    /// Whether the selected object has a skin. Alone, in a scene without an octree, it is asked about its skin.
    pub has_skin: bool,
    /// The selected session, tap or cut. Without a camera or ray the explanation is about it.
    pub explained_alone: Option<Item>,
    /// The items that are selected together with the active one, in the order of their selection. They are marked, and
    /// commands change them too; the answers are those of the fields above.
    pub others: Arc<IndexSet<Item, FxBuildHasher>>,
    /// Index of the story's step that is shown alone.
    pub step: Option<usize>,
}

/// A camera or ray whose answers about all objects are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Querier {
    /// A camera, by index.
    Camera(usize),
    /// A ray, by index.
    Ray(usize),
}

impl From<Querier> for Item {
    fn from(querier: Querier) -> Self {
        match querier {
            Querier::Camera(i) => Self::Camera(i),
            Querier::Ray(i) => Self::Ray(i),
        }
    }
}

/// Whether an object alone is asked about its skin.
pub(crate) fn asks_skin(world: &World, object: usize) -> bool {
    let alone = Subject::Octree(OctreeSubject::Object(object));
    alone.in_world(world) != alone
}

impl Selected {
    /// The first camera, or else the first ray, is the querier. No object is selected.
    pub fn of(world: &World) -> Self {
        let camera = (!world.cameras.is_empty()).then_some(Querier::Camera(0));
        let ray = (!world.rays.is_empty()).then_some(Querier::Ray(0));
        Self { querier: camera.or(ray), ..Self::default() }
    }

    /// The selection of one or two names, as in a scene's `select`. For an object alone, the first camera or ray is the
    /// querier.
    ///
    /// # Errors
    /// When a name is unknown, or two names are not the subject of a question.
    pub fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        let mut selected = Self::of(world);
        let Some(first) = names.first() else { return Ok(selected) };
        let (items, _) = items(world, first, names.get(1).map(String::as_str))?;
        // The first of two objects is selected.
        for item in items.into_iter().rev() {
            match item {
                Item::Camera(c) => selected.querier = Some(Querier::Camera(c)),
                Item::Ray(r) => selected.querier = Some(Querier::Ray(r)),
                Item::Object(o) => selected.object = Some(o),
                Item::Image(i) => selected.image = Some(i),
                Item::Agent(a) => selected = Self::on_agent(a),
                Item::Occlusion(i) => selected = Self::on_occlusion(i),
                Item::Session(_) | Item::Tap(_) | Item::Cut(_) => selected = Self::on_lone(item),
                // Names of these are errors.
                _ => {}
            }
        }
        selected.has_skin = selected.object.is_some_and(|object| asks_skin(world, object));
        Ok(selected)
    }

    /// The selection of an agent, without a querier: objects have their own colours.
    pub fn on_agent(agent: usize) -> Self {
        Self { agent: Some(agent), ..Self::default() }
    }

    /// On an occlusion query, without a querier: objects have their own colours.
    pub fn on_occlusion(query: usize) -> Self {
        Self { occlusion: Some(query), ..Self::default() }
    }

    /// On a session, tap or cut, without a querier: objects have their own colours.
    pub fn on_lone(item: Item) -> Self {
        Self { explained_alone: Some(item), ..Self::default() }
    }

    /// The camera of the selected agent.
    pub fn agent_camera(&self, world: &World) -> Option<usize> {
        world.agents.get(self.agent?)?.camera
    }

    /// The subject of the selected items; `None` if they are not the subject of a question.
    pub fn subject(&self) -> Option<Subject> {
        let querier = self.querier.map(Item::from);
        let item = self.image.map(Item::Image).or(self.object.map(Item::Object));
        let both = querier.zip(item).and_then(|(querier, item)| Subject::about(querier, Some(item)));
        let query = self.occlusion.map(Subject::Occlusion).or_else(|| Subject::about(self.explained_alone?, None));
        both.or(query.filter(|_| self.querier.is_none()))
            .or_else(|| Subject::about(item.or(self.agent.map(Item::Agent)).or(querier)?, None))
            .map(|subject| match (subject, self.object) {
                (Subject::Octree(_), Some(object)) if self.has_skin => Subject::Skin(object),
                _ => subject,
            })
    }

    /// Whether the item is selected beside the active one.
    pub fn is_other(&self, item: Item) -> bool {
        !self.others.is_empty() && self.others.contains(&item)
    }

    /// Whether the explanation is about an occlusion query.
    pub fn is_about_occlusion(&self) -> bool {
        matches!(self.subject(), Some(Subject::Occlusion(_)))
    }

    /// The selected object, image or model.
    pub fn subject_item(&self) -> Option<Item> {
        let object = self.object.map(Item::Object);
        object.or(self.image.map(Item::Image)).or(self.model.map(Item::Model))
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
