//! The selection: the querier, its subject, and the active item.
//!
//! The selection contains ids. So its items stay selected when they are renamed or moved in their lists, and when an
//! edit is undone or a file is read again. [`Selected`] is the same selection as indices of the current world.

use std::cell::OnceCell;

use super::Session;
use crate::picture::{Querier, Selected};
use crate::report::explain::ExplainError;
use crate::scene::{Entry, ThingId};
use crate::world::{Thing, World};

/// The selected items by their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    /// The querier: the camera or ray whose answers are shown.
    querier: Option<ThingId>,
    /// The agent whose tree is shown.
    agent: Option<ThingId>,
    /// The occlusion query whose steps and depth cameras are shown.
    occlusion: Option<ThingId>,
    /// The subject: the object, image or model for which the querier's answer is shown.
    subject: Option<ThingId>,
    /// The active item: the one selected last. Keys and menus act on it.
    active: Option<ThingId>,
    /// The selection as indices of the world, with the open step.
    pub(super) selected: Selected,
}

impl Selection {
    /// The selection of a scene that was just opened: the one in the scene file, else the first camera or ray. In the
    /// second case no item is active.
    pub(super) fn opening(world: &World, names: &[String]) -> Self {
        let selection = Self::on(world, names).unwrap_or_else(|_| Self::of(world, &Selected::of(world)));
        if names.is_empty() { Self { active: None, ..selection } } else { selection }
    }

    /// The selection of the items with these names.
    pub(super) fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        Ok(Self::of(world, &Selected::on(world, names)?))
    }

    fn of(world: &World, selected: &Selected) -> Self {
        let querier = selected.querier.and_then(|querier| world.id_of(querier.into()));
        let agent = selected.agent.and_then(|agent| world.id_of(Thing::Agent(agent)));
        let occlusion = selected.occlusion.and_then(|query| world.id_of(Thing::Occlusion(query)));
        let subject = selected.subject_thing().and_then(|thing| world.id_of(thing));
        let active = subject.or(agent).or(occlusion).or(querier);
        Self { querier, agent, occlusion, subject, active, selected: *selected }
    }

    /// The selection with another camera or ray as the querier.
    fn asked_by(self, querier: Querier, world: &World) -> Self {
        let querier = world.id_of(querier.into());
        Self { querier, agent: None, occlusion: None, active: querier, ..self }.placed(world)
    }

    /// The selection of only an agent.
    fn of_agent(agent: usize, world: &World) -> Self {
        let agent = world.id_of(Thing::Agent(agent));
        Self { agent, active: agent, ..Self::default() }.placed(world)
    }

    /// The selection of only an occlusion query.
    fn of_occlusion(query: usize, world: &World) -> Self {
        let occlusion = world.id_of(Thing::Occlusion(query));
        Self { occlusion, active: occlusion, ..Self::default() }.placed(world)
    }

    /// The selection with another subject, or without one.
    fn about(self, thing: Option<Thing>, world: &World) -> Self {
        let subject = thing.and_then(|thing| world.id_of(thing));
        let selection = Self { subject, active: subject, ..self };
        // While an agent is selected, its camera is the querier of an object.
        let camera = || world.id_of(Thing::Camera(self.selected.agent_camera(world)?));
        match thing {
            Some(Thing::Model(_)) => Self { agent: None, ..selection },
            Some(Thing::Image(_)) => selection,
            _ => Self { querier: self.querier.or_else(camera), ..selection },
        }
        .placed(world)
    }

    /// Deselects items that are not in the world. Without querier, agent and occlusion query, the first camera or ray
    /// becomes the querier.
    fn retain(&mut self, world: &World) {
        let is_there = |id: &mut ThingId| world.find(*id).is_none();
        self.querier.take_if(is_there);
        self.agent.take_if(is_there);
        self.occlusion.take_if(is_there);
        self.subject.take_if(is_there);
        self.active.take_if(is_there);
        if self.querier.is_none() && self.agent.is_none() && self.occlusion.is_none() {
            self.querier = Selected::of(world).querier.and_then(|querier| world.id_of(querier.into()));
        }
    }

    /// The selection with its indices in a world.
    fn placed(self, world: &World) -> Self {
        Self { selected: self.selected_in(world), ..self }
    }

    /// The selection as indices of the world.
    fn selected_in(&self, world: &World) -> Selected {
        let find = |id: Option<ThingId>| id.and_then(|id| world.find(id));
        let querier = match find(self.querier) {
            Some(Thing::Camera(i)) => Some(Querier::Camera(i)),
            Some(Thing::Ray(i)) => Some(Querier::Ray(i)),
            _ => None,
        };
        let mut selected = Selected { querier, ..Selected::default() };
        if let Some(Thing::Agent(i)) = find(self.agent) {
            selected.agent = Some(i);
        }
        if let Some(Thing::Occlusion(i)) = find(self.occlusion) {
            selected.occlusion = Some(i);
        }
        match find(self.subject) {
            Some(Thing::Object(i)) => selected.object = Some(i),
            Some(Thing::Image(i)) => selected.image = Some(i),
            Some(Thing::Model(i)) => selected.model = Some(i),
            _ => {}
        }
        selected
    }
}

impl Session {
    /// Selects an item as a click does. A camera or ray is selected without a subject; with `keeps_subject`, the
    /// current subject stays.
    pub fn choose(&mut self, thing: Thing, keeps_subject: bool) {
        match thing {
            Thing::Camera(i) => self.choose_querier(Querier::Camera(i), keeps_subject),
            Thing::Ray(i) => self.choose_querier(Querier::Ray(i), keeps_subject),
            Thing::Agent(i) => self.show_agent(i),
            Thing::Occlusion(i) => self.select_occlusion(i),
            // The querier stays. It has an answer for the item if it has answers for items of that kind.
            _ => self.set_selection(self.selection.about(Some(thing), &self.world)),
        }
    }

    /// Selects a camera or ray as a click does: for all objects, or with `keeps_subject` for the selected one.
    pub fn choose_querier(&mut self, querier: Querier, keeps_subject: bool) {
        if !keeps_subject {
            self.ask_about_nothing();
        }
        self.select_querier(querier);
    }

    /// Deselects the object, image or model. The querier stays.
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
    pub fn select_querier(&mut self, querier: Querier) {
        self.set_selection(self.selection.asked_by(querier, &self.world));
    }

    /// Selects an agent. The explanation is then about it.
    pub fn select_agent(&mut self, agent: usize) {
        self.set_selection(Selection::of_agent(agent, &self.world));
    }

    /// Selects an occlusion query. The explanation is then about it.
    pub fn select_occlusion(&mut self, query: usize) {
        self.set_selection(Selection::of_occlusion(query, &self.world));
    }

    /// Selects an object, or with `None` deselects it. The querier stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.set_selection(self.selection.about(object.map(Thing::Object), &self.world));
    }

    /// Selects an image in place of an object, or with `None` deselects it. The querier stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.set_selection(self.selection.about(image.map(Thing::Image), &self.world));
    }

    /// Selects a whole model in place of an object. The querier stays; an agent is deselected.
    pub fn select_model(&mut self, model: usize) {
        self.set_selection(self.selection.about(Some(Thing::Model(model)), &self.world));
    }

    /// Shows the previous or the next step of the explanation.
    pub(crate) fn step_in_story(&mut self, is_back: bool) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        let step = match self.selection.selected.step {
            None if is_back => count.saturating_sub(1),
            None => 0,
            Some(step) if is_back => step.saturating_sub(1),
            Some(step) => step + 1,
        };
        self.show_step(Some(step));
    }

    /// Shows one step of the explanation, or with `None` all steps.
    pub fn show_step(&mut self, step: Option<usize>) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        self.selection.selected.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    fn set_selection(&mut self, selection: Selection) {
        if selection.selected.subject() != self.selection.selected.subject()
            || selection.subject != self.selection.subject
        {
            self.explanation = OnceCell::new();
            self.refusal = None;
            self.put_problem_away();
        }
        self.selection = selection;
    }

    /// Updates the selection after a change of the world. Items that still exist stay selected, and the open step stays
    /// open.
    pub(super) fn follow_selection(&mut self) {
        let step = self.selection.selected.step;
        self.selection.retain(&self.world);
        self.selection = self.selection.placed(&self.world);
        if step.is_some() {
            self.show_step(step);
        }
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or when no answer is about these names.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), ExplainError> {
        self.set_selection(Selection::on(&self.world, names)?);
        Ok(())
    }

    /// Selects an item by its id. Has no effect when the item does not exist.
    pub(crate) fn select(&mut self, id: ThingId) {
        if let Some(thing) = self.world.find(id) {
            self.choose(thing, false);
        }
    }

    /// The active item: the one selected last. Keys and menus act on it.
    pub(crate) fn active(&self) -> Option<ThingId> {
        self.selection.active
    }

    /// The active item in the world.
    pub(crate) fn active_thing(&self) -> Option<Thing> {
        self.world.find(self.selection.active?)
    }

    /// The entry of the document that is edited for the active item. For a part of a model it is the model.
    pub(crate) fn active_entry(&self) -> Option<Entry> {
        self.entry_of(self.active_thing()?)
    }

    /// Whether the active item is a part of a model. The model's file defines it, so it cannot be edited separately.
    pub(crate) fn is_part_active(&self) -> bool {
        self.selection.active.is_some_and(ThingId::is_part)
    }

    /// The entry of an item of the world. For a part of a model it is the model.
    pub(crate) fn entry_of(&self, thing: Thing) -> Option<Entry> {
        let id = self.world.owner(thing).or_else(|| self.world.id_of(thing))?;
        self.scene().find(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::Scene;

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } },
            { "name": "box", "shape": { "box": { "half_extents": [1, 1, 1] } } }] }"#;

    fn scene() -> Scene {
        crate::scene::parse(SCENE, "a.json").unwrap()
    }

    fn world(scene: &Scene) -> World {
        World::at(scene, &Files::default(), 0)
    }

    #[test]
    fn a_selection_changes_without_a_session() {
        let world = world(&scene());
        let name = |id: Option<ThingId>| world.find(id?).and_then(|thing| world.name_of(thing)).map(|name| &**name);
        let start = Selection::opening(&world, &[]);
        assert_eq!((start.selected.querier, name(start.active)), (Some(Querier::Camera(0)), None));
        let asked = start.about(Some(Thing::Object(0)), &world).asked_by(Querier::Ray(0), &world);
        assert_eq!((asked.selected.object, name(asked.active)), (Some(0), Some("aim")));
        let named = Selection::on(&world, &["aim".into(), "ball".into()]).unwrap();
        assert_eq!(asked, Selection { active: asked.querier, ..named });
        let nothing = asked.about(None, &world);
        assert_eq!(
            (nothing.subject, nothing.selected.object, nothing.selected.querier),
            (None, None, Some(Querier::Ray(0)))
        );
        assert!(Selection::on(&world, &["nothing".into()]).is_err());
    }

    #[test]
    fn a_selection_keeps_its_items() {
        let mut scene = scene();
        let mut selection = Selection::on(&world(&scene), &["aim".into(), "ball".into()]).unwrap();
        scene.objects.swap(0, 1);
        scene.objects[1].name = "globe".into();
        selection.retain(&world(&scene));
        assert_eq!(selection.placed(&world(&scene)).selected.object, Some(1), "moved and renamed");
        scene.objects.remove(1);
        scene.rays.clear();
        let world = world(&scene);
        selection.retain(&world);
        let left = selection.placed(&world).selected;
        assert_eq!((left.object, left.querier), (None, Some(Querier::Camera(0))), "deleted: the first camera asks");
    }
}
