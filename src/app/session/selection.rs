//! What is selected: who asks, about whom, and which of it keys and menus mean.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Session;
use crate::app::edit::Item;
use crate::picture::{Asker, Focus};
use crate::scene::Object;
use crate::world::ObjectAt;

/// Which part of the selection was chosen last, so that keys and menus mean it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Active {
    Neither,
    Asker,
    Object,
    /// An object without a place, by `absent` of the session.
    Absent,
    Image,
    Model,
    Agent,
}

impl Active {
    /// After several were chosen at once.
    pub(super) fn of(focus: &Focus) -> Self {
        match (focus.asker, focus.object) {
            _ if focus.image.is_some() => Self::Image,
            (_, Some(_)) => Self::Object,
            _ if focus.agent.is_some() => Self::Agent,
            (Some(_), None) => Self::Asker,
            (None, None) => Self::Neither,
        }
    }

    /// When the selection has become another one by a change of the scene.
    pub(super) fn after(self, focus: &Focus) -> Self {
        let is_there = match self {
            Self::Neither => true,
            Self::Asker => focus.asker.is_some(),
            Self::Object => focus.object.is_some(),
            Self::Absent => false,
            Self::Image => focus.image.is_some(),
            Self::Model => focus.model.is_some(),
            Self::Agent => focus.agent.is_some(),
        };
        if is_there { self } else { Self::Neither }
    }
}

/// What keys and menus mean, counted in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Meant {
    Camera(usize),
    Ray(usize),
    Object(usize),
    /// In `absent` of the world.
    Absent(usize),
    Model(usize),
    Image(usize),
    Agent(usize),
}

impl Session {
    /// Chooses a camera or ray as a click does: it asks about all objects, or with `keeps_object` about the one that is
    /// selected.
    pub fn choose_asker(&mut self, asker: Asker, keeps_object: bool) {
        if !keeps_object {
            self.ask_about_nothing();
        }
        self.select_asker(asker);
    }

    /// Lets the object, image or model go that is asked about; who asks stays.
    pub fn ask_about_nothing(&mut self) {
        if self.is_about_something() {
            self.select_object(None);
        }
    }

    /// Whether an object, an image or a model is selected.
    pub fn is_about_something(&self) -> bool {
        let Focus { object, image, model, .. } = self.focus;
        object.is_some() || image.is_some() || model.is_some() || self.active == Active::Absent
    }

    /// Lets a camera or ray ask; the selected object stays.
    pub fn select_asker(&mut self, asker: Asker) {
        self.active = Active::Asker;
        self.set_focus(Focus { asker: Some(asker), agent: None, step: None, ..self.focus });
    }

    /// Selects an agent: what is told is about it.
    pub fn select_agent(&mut self, agent: usize) {
        self.active = Active::Agent;
        self.set_focus(Focus::on_agent(agent));
    }

    /// Selects an object, or nothing to ask about; who asks stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.active = if object.is_some() { Active::Object } else { Active::Neither };
        // While an agent is selected, its camera asks about an object.
        let asker = self.focus.asker.or(self.focus.agent_camera(&self.world).map(Asker::Camera));
        self.set_focus(Focus { asker, object, image: None, model: None, step: None, ..self.focus });
    }

    /// Selects an object that has no place, by its index among those of the world.
    pub(in crate::app) fn select_absent(&mut self, absent: usize) {
        self.select_object(None);
        (self.active, self.absent) = (Active::Absent, Some(absent));
    }

    /// Selects an image in place of an object, or none; who asks stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.active = if image.is_some() { Active::Image } else { Active::Neither };
        self.set_focus(Focus { object: None, image, model: None, step: None, ..self.focus });
    }

    /// Selects a model as a whole in place of an object; who asks stays.
    pub fn select_model(&mut self, model: usize) {
        self.active = Active::Model;
        self.set_focus(Focus { object: None, image: None, model: Some(model), agent: None, step: None, ..self.focus });
    }

    /// Shows the previous or the next step of the story.
    pub(in crate::app) fn step_in_story(&mut self, is_back: bool) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        let step = match self.focus.step {
            None if is_back => count.saturating_sub(1),
            None => 0,
            Some(step) if is_back => step.saturating_sub(1),
            Some(step) => step + 1,
        };
        self.show_step(Some(step));
    }

    /// Shows one step of the story, or with `None` all of them.
    pub fn show_step(&mut self, step: Option<usize>) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        self.focus.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    fn set_focus(&mut self, focus: Focus) {
        if focus.subject() != self.focus.subject() || focus.model != self.focus.model {
            self.explanation = OnceCell::new();
            self.refusal = None;
            self.put_problem_away();
        }
        self.focus = focus;
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), crate::report::explain::ExplainError> {
        let focus = Focus::on(&self.world, names)?;
        self.active = Active::of(&focus);
        self.set_focus(focus);
        Ok(())
    }

    /// Selects a thing of the document.
    pub(in crate::app) fn select(&mut self, item: Item) {
        match item {
            Item::Camera(i) => self.choose_asker(Asker::Camera(i), false),
            Item::Ray(i) => self.choose_asker(Asker::Ray(i), false),
            Item::Image(i) => self.select_image(Some(i)),
            Item::Agent(i) => self.show_agent(i),
            Item::Model(i) => self.select_model(i),
            Item::Object(i) => {
                let name = item.name(self.scene());
                let is_it = |object: &ObjectAt| Some(&*object.name) == name;
                let near = self.world.objects.get(i).is_some_and(is_it).then_some(i);
                let object = near.or_else(|| self.world.objects.iter().position(is_it));
                let absent = || self.world.absent.iter().position(|absent| absent.written == i);
                match (object, absent()) {
                    (None, Some(absent)) => self.select_absent(absent),
                    _ => self.select_object(object),
                }
            }
        }
    }

    /// What was selected last and is meant by keys and menus.
    pub(in crate::app) fn meant(&self) -> Option<Meant> {
        let Focus { asker, object, image, model, agent, .. } = self.focus;
        match self.active {
            Active::Neither => None,
            Active::Asker => asker.map(|asker| match asker {
                Asker::Camera(i) => Meant::Camera(i),
                Asker::Ray(i) => Meant::Ray(i),
            }),
            Active::Object => object.map(Meant::Object),
            Active::Absent => self.absent.map(Meant::Absent),
            Active::Image => image.map(Meant::Image),
            Active::Model => model.map(Meant::Model),
            Active::Agent => agent.map(Meant::Agent),
        }
    }

    /// The same in the document: of an object or a camera of a model, the model.
    pub(in crate::app) fn active(&self) -> Option<Item> {
        match self.meant()? {
            Meant::Camera(i) => Some(self.world.model_of_camera(i).map_or(Item::Camera(i), Item::Model)),
            Meant::Ray(i) => Some(Item::Ray(i)),
            Meant::Object(i) => self.written(i),
            Meant::Absent(i) => self.world.absent.get(i).map(|absent| Item::Object(absent.written)),
            Meant::Model(i) => Some(Item::Model(i)),
            Meant::Image(i) => Some(Item::Image(i)),
            Meant::Agent(i) => Some(Item::Agent(i)),
        }
    }

    /// Its name, as the world has it: of an object of a model, its own.
    pub(in crate::app) fn active_name(&self) -> Option<Arc<str>> {
        let world = &self.world;
        match self.meant()? {
            Meant::Camera(i) => world.cameras.get(i).map(|camera| &camera.name),
            Meant::Ray(i) => world.rays.get(i).map(|ray| &ray.name),
            Meant::Object(i) => world.objects.get(i).map(|object| &object.name),
            Meant::Absent(i) => world.absent.get(i).map(|absent| &absent.name),
            Meant::Model(i) => world.models.get(i).map(|model| &model.name),
            Meant::Image(i) => world.images.get(i).map(|image| &image.name),
            Meant::Agent(i) => world.agents.get(i).map(|agent| &agent.name),
        }
        .map(Arc::clone)
    }

    /// Whether that is a part of a model, which stands in its file and cannot be changed by itself.
    pub(in crate::app) fn means_part_of_model(&self) -> bool {
        match self.meant() {
            Some(Meant::Camera(i)) => self.world.model_of_camera(i).is_some(),
            Some(Meant::Object(i)) => self.world.model_of(i).is_some(),
            _ => false,
        }
    }

    /// An object of the world in the document, whose list is longer when one cannot be placed; of a model's, the model.
    pub(in crate::app) fn written(&self, object: usize) -> Option<Item> {
        if let Some(model) = self.world.model_of(object) {
            return Some(Item::Model(model));
        }
        let name = &self.world.objects.get(object)?.name;
        let objects = &self.scene().objects;
        let is_it = |object: &Object| *object.name == **name;
        let near = objects.get(object).is_some_and(is_it).then_some(object);
        near.or_else(|| objects.iter().position(is_it)).map(Item::Object)
    }
}
