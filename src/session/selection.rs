//! What is selected: the querier, the thing that it asks about, and the active one of them.
//!
//! The selection holds ids. So it stays with its things when they are renamed or moved in their lists, and when an edit is
//! undone or a file is read again. [`Focus`] is the same selection as indices of the world that is shown now.

use std::cell::OnceCell;

use super::Session;
use crate::picture::{Asker, Focus};
use crate::scene::{Entry, ThingId};
use crate::world::{Thing, World};

/// The selected things by their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    /// The camera or ray whose answers are shown.
    querier: Option<ThingId>,
    /// The agent whose tree is shown.
    agent: Option<ThingId>,
    /// The object, image or model that the querier is asked about.
    subject: Option<ThingId>,
    /// The one of these that was selected last. Keys and menus act on it.
    active: Option<ThingId>,
}

impl Selection {
    /// The selection of a scene that was just opened. Nothing is active unless the scene selects it.
    pub(super) fn of(world: &World, focus: &Focus, is_chosen: bool) -> Self {
        let mut selection = Self {
            querier: focus.asker.and_then(|asker| world.id_of(asker.into())),
            agent: focus.agent.and_then(|agent| world.id_of(Thing::Agent(agent))),
            subject: focus.subject_thing().and_then(|thing| world.id_of(thing)),
            active: None,
        };
        if is_chosen {
            selection.active = selection.subject.or(selection.agent).or(selection.querier);
        }
        selection
    }

    /// Lets go of everything that is not in the world. Without querier and agent, the first camera or ray becomes the
    /// querier.
    fn retain(&mut self, world: &World) {
        let is_there = |id: &mut ThingId| world.find(*id).is_none();
        self.querier.take_if(is_there);
        self.agent.take_if(is_there);
        self.subject.take_if(is_there);
        self.active.take_if(is_there);
        if self.querier.is_none() && self.agent.is_none() {
            self.querier = Focus::of(world).asker.and_then(|asker| world.id_of(asker.into()));
        }
    }

    /// The selection as indices of the world.
    fn focus(&self, world: &World) -> Focus {
        let find = |id: Option<ThingId>| id.and_then(|id| world.find(id));
        let asker = match find(self.querier) {
            Some(Thing::Camera(i)) => Some(Asker::Camera(i)),
            Some(Thing::Ray(i)) => Some(Asker::Ray(i)),
            _ => None,
        };
        let mut focus = Focus { asker, ..Focus::default() };
        if let Some(Thing::Agent(i)) = find(self.agent) {
            focus.agent = Some(i);
        }
        match find(self.subject) {
            Some(Thing::Object(i)) => focus.object = Some(i),
            Some(Thing::Image(i)) => focus.image = Some(i),
            Some(Thing::Model(i)) => focus.model = Some(i),
            _ => {}
        }
        focus
    }
}

impl Session {
    /// Selects a thing as a click does. A camera or ray asks about all objects, or with `keeps_subject` about the selected
    /// one.
    pub fn choose(&mut self, thing: Thing, keeps_subject: bool) {
        match thing {
            Thing::Camera(i) => self.choose_asker(Asker::Camera(i), keeps_subject),
            Thing::Ray(i) => self.choose_asker(Asker::Ray(i), keeps_subject),
            Thing::Agent(i) => self.show_agent(i),
            Thing::Object(i) => self.select_object(Some(i)),
            Thing::Unplaced(_) => {
                self.select_object(None);
                self.set_subject(Some(thing));
            }
            Thing::Image(i) => self.select_image(Some(i)),
            Thing::Model(i) => self.select_model(i),
        }
    }

    /// Selects a camera or ray as a click does: it asks about all objects, or with `keeps_subject` about the selected one.
    pub fn choose_asker(&mut self, asker: Asker, keeps_subject: bool) {
        if !keeps_subject {
            self.ask_about_nothing();
        }
        self.select_asker(asker);
    }

    /// Clears the object, image or model that is asked about. The querier stays.
    pub fn ask_about_nothing(&mut self) {
        if self.is_about_something() {
            self.select_object(None);
        }
    }

    /// Whether an object, an image or a model is selected.
    pub fn is_about_something(&self) -> bool {
        self.selection.subject.is_some()
    }

    /// Makes a camera or ray the querier. The selected object stays.
    pub fn select_asker(&mut self, asker: Asker) {
        let id = self.world.id_of(asker.into());
        self.set_selection(Selection { querier: id, agent: None, active: id, ..self.selection });
    }

    /// Selects an agent. The explanation is about it.
    pub fn select_agent(&mut self, agent: usize) {
        let id = self.world.id_of(Thing::Agent(agent));
        self.set_selection(Selection { agent: id, active: id, ..Selection::default() });
    }

    /// Selects an object, or nothing to ask about. The querier stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        // While an agent is selected, its camera asks about an object.
        let camera = || self.world.id_of(Thing::Camera(self.focus.agent_camera(&self.world)?));
        self.selection.querier = self.selection.querier.or_else(camera);
        self.set_subject(object.map(Thing::Object));
    }

    /// Selects an image in place of an object, or none. The querier stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.set_subject(image.map(Thing::Image));
    }

    /// Selects a model as a whole in place of an object. The querier stays, an agent does not.
    pub fn select_model(&mut self, model: usize) {
        let id = self.world.id_of(Thing::Model(model));
        self.set_selection(Selection { subject: id, agent: None, active: id, ..self.selection });
    }

    fn set_subject(&mut self, thing: Option<Thing>) {
        let id = thing.and_then(|thing| self.world.id_of(thing));
        self.set_selection(Selection { subject: id, active: id, ..self.selection });
    }

    /// Shows the previous or the next step of the explanation.
    pub(crate) fn step_in_story(&mut self, is_back: bool) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        let step = match self.focus.step {
            None if is_back => count.saturating_sub(1),
            None => 0,
            Some(step) if is_back => step.saturating_sub(1),
            Some(step) => step + 1,
        };
        self.show_step(Some(step));
    }

    /// Shows one step of the explanation, or with `None` all of them.
    pub fn show_step(&mut self, step: Option<usize>) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        self.focus.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    fn set_selection(&mut self, selection: Selection) {
        let focus = selection.focus(&self.world);
        if focus.subject() != self.focus.subject() || selection.subject != self.selection.subject {
            self.explanation = OnceCell::new();
            self.refusal = None;
            self.put_problem_away();
        }
        (self.selection, self.focus) = (selection, focus);
    }

    /// After the world has changed: what is still there stays selected, and so does the open step.
    pub(super) fn follow_selection(&mut self) {
        let step = self.focus.step;
        self.selection.retain(&self.world);
        self.focus = self.selection.focus(&self.world);
        if step.is_some() {
            self.show_step(step);
        }
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or two do not make a question.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), crate::report::explain::ExplainError> {
        let focus = Focus::on(&self.world, names)?;
        self.set_selection(Selection::of(&self.world, &focus, true));
        Ok(())
    }

    /// Selects a thing by its id. Nothing happens when it is not there.
    pub(crate) fn select(&mut self, id: ThingId) {
        if let Some(thing) = self.world.find(id) {
            self.choose(thing, false);
        }
    }

    /// The thing that was selected last. Keys and menus act on it.
    pub(crate) fn active(&self) -> Option<ThingId> {
        self.selection.active
    }

    /// Its place in the world.
    pub(crate) fn active_thing(&self) -> Option<Thing> {
        self.world.find(self.selection.active?)
    }

    /// What can be edited of it in the document: the model, if it is a part of one.
    pub(crate) fn active_entry(&self) -> Option<Entry> {
        self.entry_of(self.active_thing()?)
    }

    /// Whether it is a part of a model. Its file defines it, so it cannot be edited by itself.
    pub(crate) fn is_part_active(&self) -> bool {
        self.selection.active.is_some_and(ThingId::is_part)
    }

    /// Where a thing of the world is in the document. For a part of a model, where the model is.
    pub(crate) fn entry_of(&self, thing: Thing) -> Option<Entry> {
        let id = self.world.owner(thing).or_else(|| self.world.id_of(thing))?;
        self.scene().find(id)
    }
}
