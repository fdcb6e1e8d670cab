//! The selection as indices of the world: what asks, what it is asked about, the other selected items, the explained
//! vertex, and the open step of the explanation.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::report::explain::{ExplainError, Subject, items};
use crate::report::{ViewSubject, VisibilitySubject};
use crate::world::{Item, World};

/// The selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// What asks. The answers of a camera or ray colour the objects. Of an agent, occlusion query, session, tap or cut
    /// the own answer is shown, and of an object the answer about its skin.
    pub asker: Option<Item>,
    /// A camera that asks in place of an asker that is neither a camera nor a ray: the agent's camera while an object is
    /// selected beside the agent, or the camera that a picture is drawn through.
    pub asking_camera: Option<usize>,
    /// The selected object, image or model, which the asker is asked about. A model has no answer itself.
    pub subject: Option<Item>,
    /// The vertex of the subject's mesh whose place in its skin is explained, by its index.
    pub vertex: Option<usize>,
    /// Whether a camera is asked what it sees of an object, in place of where the object is in its view volume.
    pub asks_why: bool,
    /// The items that are selected together with the asker and its subject, in the order of their selection. They are
    /// marked, and commands change them too.
    pub others: Arc<IndexSet<Item, FxBuildHasher>>,
    /// Index of the story's step that is shown alone.
    pub step: Option<usize>,
}

impl Selected {
    /// The first camera, or else the first ray, asks. Nothing is selected.
    pub fn of(world: &World) -> Self {
        let camera = (!world.cameras.is_empty()).then_some(Item::Camera(0));
        let ray = (!world.rays.is_empty()).then_some(Item::Ray(0));
        Self { asker: camera.or(ray), ..Self::default() }
    }

    /// The selection of one or two names, as in a scene's `select`. About an object alone, the first camera or ray is
    /// asked. A camera of which the scene expects what it sees is asked that.
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
                Item::Camera(_) | Item::Ray(_) => selected.asker = Some(item),
                Item::Object(_) | Item::Image(_) => selected.subject = Some(item),
                // Without a camera or ray, objects have their own colours.
                Item::Agent(_)
                | Item::Occlusion(_)
                | Item::Session(_)
                | Item::Tap(_)
                | Item::Cut(_)
                | Item::Leak(_)
                | Item::Collider(_) => {
                    selected = Self { asker: Some(item), ..Self::default() };
                }
                // Names of these are errors.
                Item::Unplaced(_) | Item::Model(_) => {}
            }
        }
        selected.asks_why = selected.camera().is_some_and(|camera| world.is_asked_what_it_sees(camera));
        Ok(selected)
    }

    /// The same without the answers of a camera or ray.
    #[must_use]
    pub fn without_querier(self) -> Self {
        Self { asker: self.asker.filter(|asker| !is_querier(*asker)), asking_camera: None, ..self }
    }

    /// The same with the answers of a camera.
    #[must_use]
    pub fn with_camera(self, camera: usize) -> Self {
        match self.asker.filter(|asker| !is_querier(*asker)) {
            Some(_) => Self { asking_camera: Some(camera), ..self },
            None => Self { asker: Some(Item::Camera(camera)), ..self },
        }
    }

    /// The camera or ray whose answers colour the objects.
    pub fn querier(&self) -> Option<Item> {
        self.asking_camera.map(Item::Camera).or(self.asker.filter(|asker| is_querier(*asker)))
    }

    /// The camera whose answers colour the objects.
    pub fn camera(&self) -> Option<usize> {
        match self.querier()? {
            Item::Camera(camera) => Some(camera),
            _ => None,
        }
    }

    /// The ray whose answers colour the objects.
    pub fn ray(&self) -> Option<usize> {
        match self.querier()? {
            Item::Ray(ray) => Some(ray),
            _ => None,
        }
    }

    /// The selected agent. With no object and no image selected, the explanation is about it.
    pub fn agent(&self) -> Option<usize> {
        match self.asker? {
            Item::Agent(agent) => Some(agent),
            _ => None,
        }
    }

    /// The camera of the selected agent.
    pub fn camera_of_agent(&self, world: &World) -> Option<usize> {
        world.agents.get(self.agent()?)?.camera
    }

    /// The selected occlusion query. Without a camera or ray the explanation is about it, even while an object is selected.
    pub fn occlusion(&self) -> Option<usize> {
        match self.asker? {
            Item::Occlusion(query) => Some(query),
            _ => None,
        }
    }

    /// The selected session, tap or cut, or the object whose skin is explained. Without a camera or ray the explanation is
    /// about it.
    pub fn explained_alone(&self) -> Option<Item> {
        self.asker.filter(|asker| !is_querier(*asker) && !matches!(asker, Item::Agent(_) | Item::Occlusion(_)))
    }

    /// The selected object.
    pub fn object(&self) -> Option<usize> {
        match self.subject? {
            Item::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The selected image.
    pub fn image(&self) -> Option<usize> {
        match self.subject? {
            Item::Image(image) => Some(image),
            _ => None,
        }
    }

    /// The selected model.
    pub fn model(&self) -> Option<usize> {
        match self.subject? {
            Item::Model(model) => Some(model),
            _ => None,
        }
    }

    /// What the explanation is about; `None` if no question is about the selected items. An object alone with a skin is
    /// asked about its skin in a world without an octree.
    pub fn question(&self, world: &World) -> Option<Subject> {
        Some(self.question_of_items()?.in_world(world))
    }

    fn question_of_items(&self) -> Option<Subject> {
        let querier = self.querier();
        let item = self.subject.filter(|subject| !matches!(subject, Item::Model(_)));
        let both = querier.zip(item).and_then(|(querier, item)| Subject::about(querier, Some(item)));
        let alone = self.occlusion().map(Item::Occlusion).or(self.explained_alone()).filter(|_| querier.is_none());
        both.map(|both| self.why(both))
            .or_else(|| Subject::about(alone?, None))
            .or_else(|| Subject::about(item.or(self.agent().map(Item::Agent)).or(querier)?, None))
    }

    /// The question what a camera sees, in place of the one about its view volume.
    fn why(&self, subject: Subject) -> Subject {
        match subject {
            Subject::View(ViewSubject::Object(camera, object)) if self.asks_why => {
                Subject::Visibility(VisibilitySubject { camera, object })
            }
            other => other,
        }
    }

    /// Whether the item is selected beside the asker and its subject.
    pub fn is_other(&self, item: Item) -> bool {
        !self.others.is_empty() && self.others.contains(&item)
    }

    /// Whether the explanation is about an occlusion query.
    pub fn is_about_occlusion(&self) -> bool {
        matches!(self.question_of_items(), Some(Subject::Occlusion(_)))
    }
}

/// Whether the answers of an item colour the objects.
fn is_querier(item: Item) -> bool {
    matches!(item, Item::Camera(_) | Item::Ray(_))
}
