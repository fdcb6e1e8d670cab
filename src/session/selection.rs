//! What is selected: the camera, ray or agent that asks, what it asks about, the active one of both, and the open step.
//!
//! [`Selection`] is a value that is changed without a session. Its indices count in the world; stable ids of things will
//! take their place here and in the document.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Session;
use crate::picture::{Asker, Focus};
use crate::report::explain::ExplainError;
use crate::scene::Object;
use crate::session::edit::Item;
use crate::world::{ObjectAt, World};

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
pub(crate) enum Meant {
    Camera(usize),
    Ray(usize),
    Object(usize),
    /// In `absent` of the world.
    Absent(usize),
    Model(usize),
    Image(usize),
    Agent(usize),
}

/// The selection, with indices of the world.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Selection {
    pub(super) focus: Focus,
    pub(super) active: Active,
    /// The object without a place that is meant while [`Active::Absent`] is so.
    pub(super) absent: Option<usize>,
}

impl Selection {
    /// As a scene opens: with what it selects, else with the first camera or ray.
    pub(super) fn opening(world: &World, names: &[String]) -> Self {
        let focus = Focus::on(world, names).unwrap_or_else(|_| Focus::of(world));
        let active = if names.is_empty() { Active::Neither } else { Active::of(&focus) };
        Self { focus, active, absent: None }
    }

    /// Selects by names.
    pub(super) fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        let focus = Focus::on(world, names)?;
        Ok(Self { active: Active::of(&focus), focus, absent: None })
    }

    /// Whether an object, an image or a model is selected.
    pub(super) fn is_about_something(&self) -> bool {
        let Focus { object, image, model, .. } = self.focus;
        object.is_some() || image.is_some() || model.is_some() || self.active == Active::Absent
    }

    /// The same with another camera or ray that asks.
    pub(super) fn asked_by(&self, asker: Asker) -> Self {
        let focus = Focus { asker: Some(asker), agent: None, step: None, ..self.focus };
        Self { focus, active: Active::Asker, absent: self.absent }
    }

    /// An agent alone.
    pub(super) fn of_agent(&self, agent: usize) -> Self {
        Self { focus: Focus::on_agent(agent), active: Active::Agent, absent: self.absent }
    }

    /// The same about an object, or about nothing.
    pub(super) fn about_object(&self, object: Option<usize>, world: &World) -> Self {
        let active = if object.is_some() { Active::Object } else { Active::Neither };
        // While an agent is selected, its camera asks about an object.
        let asker = self.focus.asker.or(self.focus.agent_camera(world).map(Asker::Camera));
        let focus = Focus { asker, object, image: None, model: None, step: None, ..self.focus };
        Self { focus, active, absent: self.absent }
    }

    /// The same about an object without a place.
    pub(super) fn about_absent(&self, absent: usize, world: &World) -> Self {
        Self { active: Active::Absent, absent: Some(absent), ..self.about_object(None, world) }
    }

    /// The same about an image, or about none.
    pub(super) fn about_image(&self, image: Option<usize>) -> Self {
        let active = if image.is_some() { Active::Image } else { Active::Neither };
        let focus = Focus { object: None, image, model: None, step: None, ..self.focus };
        Self { focus, active, absent: self.absent }
    }

    /// The same about a model as a whole.
    pub(super) fn about_model(&self, model: usize) -> Self {
        let focus = Focus { object: None, image: None, model: Some(model), agent: None, step: None, ..self.focus };
        Self { focus, active: Active::Model, absent: self.absent }
    }

    /// What was selected last.
    pub(super) fn meant(&self) -> Option<Meant> {
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
        self.selection.is_about_something()
    }

    /// Lets a camera or ray ask; the selected object stays.
    pub fn select_asker(&mut self, asker: Asker) {
        self.set_selection(self.selection.asked_by(asker));
    }

    /// Selects an agent: what is told is about it.
    pub fn select_agent(&mut self, agent: usize) {
        self.set_selection(self.selection.of_agent(agent));
    }

    /// Selects an object, or nothing to ask about; who asks stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.set_selection(self.selection.about_object(object, &self.world));
    }

    /// Selects an object that has no place, by its index among those of the world.
    pub(crate) fn select_absent(&mut self, absent: usize) {
        self.set_selection(self.selection.about_absent(absent, &self.world));
    }

    /// Selects an image in place of an object, or none; who asks stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.set_selection(self.selection.about_image(image));
    }

    /// Selects a model as a whole in place of an object; who asks stays.
    pub fn select_model(&mut self, model: usize) {
        self.set_selection(self.selection.about_model(model));
    }

    /// Shows one step of the story, or with `None` all of them.
    pub fn show_step(&mut self, step: Option<usize>) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        self.selection.focus.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    fn set_selection(&mut self, selection: Selection) {
        let (old, new) = (&self.selection.focus, &selection.focus);
        if new.subject() != old.subject() || new.model != old.model {
            self.explanation = OnceCell::new();
            self.refusal = None;
            self.put_problem_away();
        }
        self.selection = selection;
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), ExplainError> {
        self.set_selection(Selection::on(&self.world, names)?);
        Ok(())
    }

    /// Selects a thing of the document.
    pub(crate) fn select(&mut self, item: Item) {
        match item {
            Item::Camera(i) => self.choose_asker(Asker::Camera(i), false),
            Item::Ray(i) => self.choose_asker(Asker::Ray(i), false),
            Item::Image(i) => self.select_image(Some(i)),
            Item::Agent(i) => self.ask_for_agent(i),
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
    pub(crate) fn meant(&self) -> Option<Meant> {
        self.selection.meant()
    }

    /// The same in the document: of an object or a camera of a model, the model.
    pub(crate) fn active(&self) -> Option<Item> {
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
    pub(crate) fn active_name(&self) -> Option<Arc<str>> {
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
    pub(crate) fn means_part_of_model(&self) -> bool {
        match self.meant() {
            Some(Meant::Camera(i)) => self.world.model_of_camera(i).is_some(),
            Some(Meant::Object(i)) => self.world.model_of(i).is_some(),
            _ => false,
        }
    }

    /// An object of the world in the document, whose list is longer when one cannot be placed; of a model's, the model.
    pub(crate) fn written(&self, object: usize) -> Option<Item> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn a_selection_is_changed_without_a_session() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let world = World::at(&crate::scene::parse(text, "a.json").unwrap(), &Files::default(), 0);
        let start = Selection::opening(&world, &[]);
        assert_eq!((start.focus.asker, start.meant()), (Some(Asker::Camera(0)), None));
        let asked = start.about_object(Some(0), &world).asked_by(Asker::Ray(0));
        assert_eq!((asked.focus.object, asked.meant()), (Some(0), Some(Meant::Ray(0))));
        assert_eq!(
            asked,
            Selection { active: Active::Asker, ..Selection::on(&world, &["aim".into(), "ball".into()]).unwrap() }
        );
        let image = asked.about_image(Some(3));
        assert_eq!(
            (image.focus.object, image.focus.asker, image.meant()),
            (None, Some(Asker::Ray(0)), Some(Meant::Image(3)))
        );
        assert!(image.is_about_something() && !image.about_object(None, &world).is_about_something());
        assert!(Selection::on(&world, &["nobody".into()]).is_err());
    }
}
