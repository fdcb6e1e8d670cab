//! Selects items, and extends the selection. Another subject drops what belongs to the one before: its explanation, the
//! explained vertex, the marked problem and the reason of a refused change.

use std::sync::Arc;

use glam::Vec3;

use super::items::SelectionRef;
use super::state::{Role, Selection};
use crate::picture::{Selected, SkinLook, Weights};
use crate::report::explain::{ExplainError, Explanation};
use crate::report::problems::Problem;
use crate::scene::{ItemId, Scene};
use crate::workspace::document::refusal::Refusal;
use crate::workspace::judging::answers::Judging;
use crate::workspace::judging::occlusion::{OcclusionAnswers, OcclusionKey};
use crate::workspace::view::state::View;
use crate::world::{Item, ItemKind, World};

/// The step of an explained skin that is about one vertex.
const VERTEX_STEP: usize = 1;

/// The selection with what depends on it.
pub struct SelectionMut<'a> {
    pub(in crate::workspace) selection: &'a mut Selection,
    pub(in crate::workspace) world: &'a World,
    pub(in crate::workspace) scene: &'a Scene,
    pub(in crate::workspace) judging: &'a mut Judging,
    pub(in crate::workspace) view: &'a mut View,
    pub(in crate::workspace) refusal: &'a mut Option<Refusal>,
}

impl SelectionMut<'_> {
    fn items(&self) -> SelectionRef<'_> {
        SelectionRef { selection: self.selection, world: self.world, scene: self.scene }
    }

    fn explanation(&self) -> Option<&Explanation> {
        self.judging.explanation(self.world, &self.selection.in_world, self.view.skin_look())
    }

    /// Selects an item as a click does. A camera or ray is selected without a subject, or with `keeps_subject` with the
    /// current ones.
    pub fn choose(&mut self, item: Item, keeps_subject: bool) {
        match item {
            Item::Camera(_) | Item::Ray(_) => self.choose_querier(item, keeps_subject),
            Item::Agent(i) => self.show_agent(i),
            Item::Occlusion(i) => self.select_occlusion(i),
            // The querier stays, and is asked about it where it has answers about such items.
            _ if Role::of(item) == Role::Subject => {
                self.set_selection(self.selection.clone().about(Some(item), self.world));
            }
            _ => self.set_selection(Selection::of_lone_querier(item, self.world)),
        }
    }

    /// Selects an object to show the answer about its skin, without a camera or ray.
    pub fn select_skin(&mut self, object: usize) {
        self.set_selection(Selection::on_skin(object, self.world));
    }

    /// Adds an item to the selected ones as Ctrl + click does, or removes it. A camera or ray that is added becomes the
    /// querier about the selected objects, which stay.
    pub fn toggle(&mut self, item: Item) {
        let Some(id) = self.world.id_of(item) else { return };
        if !self.selection.changes(id) {
            self.extend(&[item]);
        } else if self.items().set_len() > 1 || Role::of(item) == Role::Subject {
            // The last querier cannot be deselected.
            self.set_selection(self.selection.clone().without(id, self.world));
        }
    }

    /// Adds items to the selected ones. The last one becomes the active one.
    pub fn extend(&mut self, items: &[Item]) {
        self.set_selection(self.selection.clone().extended(items, self.world));
    }

    /// Selects all items of all kinds, models as a whole. The active one stays the active one; without one it is an object.
    pub fn select_all(&mut self) {
        let active = self.items().active_item();
        let subjects = [ItemKind::Unplaced, ItemKind::Image, ItemKind::Model, ItemKind::Object];
        let kinds = ItemKind::ALL.into_iter().filter(|kind| !subjects.contains(kind)).chain(subjects);
        let of_kind = |kind: ItemKind| (0..self.world.own_count(kind)).map(move |index| kind.item(index));
        let items: Vec<Item> = kinds.flat_map(of_kind).filter(|item| Some(*item) != active).chain(active).collect();
        self.extend(&items);
    }

    /// Selects these items and no others. The active item stays the active one if it is among them, else it is the last.
    pub fn select_only(&mut self, items: &[Item]) {
        let Some(&first) = items.first() else { return };
        let active = self.items().active_item().filter(|active| items.contains(active));
        self.choose(first, false);
        let others = items.iter().copied().filter(|item| Some(*item) != active);
        let items: Vec<Item> = others.chain(active).collect();
        self.extend(&items);
    }

    /// Makes a selected item the active one, as a right click does. Other items are selected alone.
    pub(crate) fn activate(&mut self, item: Item, keeps_subject: bool) {
        match self.world.id_of(item) {
            Some(id) if self.items().set_len() > 1 && self.selection.changes(id) => {
                self.extend(&[item]);
            }
            _ => self.choose(item, keeps_subject),
        }
    }

    /// Deselects the subjects; without subjects, all items but the active one.
    pub(crate) fn deselect(&mut self) {
        if self.items().is_about_something() {
            self.clear_subjects();
        } else if let Some(active) = self.items().active_item() {
            self.choose(active, false);
        }
    }

    /// Selects a camera or ray as a click does: for all objects, or with `keeps_subject` for the selected one.
    pub fn choose_querier(&mut self, querier: Item, keeps_subject: bool) {
        if !keeps_subject {
            self.clear_subjects();
        }
        self.select_querier(querier);
    }

    /// Asks a camera what it sees of the selected object; with `None`, asks again where the object is in the view volume.
    pub fn ask_why(&mut self, camera: Option<usize>) {
        let selection = self.selection.clone();
        let selection = match camera {
            Some(camera) => selection.asked_by(Item::Camera(camera), self.world),
            None => selection,
        };
        let selection = Selection { asks_why: camera.is_some(), ..selection };
        self.set_selection(selection.placed(self.world));
    }

    /// Deselects all objects, images and models. The querier stays.
    pub fn clear_subjects(&mut self) {
        if self.items().is_about_something() {
            self.select_object(None);
        }
    }

    /// Pins the querier: its answers stay while other cameras and rays are selected, moved and looked through. The
    /// second call unpins it, and the active camera or ray becomes the querier.
    pub fn pin_querier(&mut self) {
        if self.selection.pinned.take().is_none() {
            self.selection.pinned = self.selection.querier(self.world);
            return;
        }
        let selection = match self.selection.last_querier(self.world) {
            Some(item @ (Item::Camera(_) | Item::Ray(_))) => self.selection.clone().asked_by(item, self.world),
            _ => self.selection.clone(),
        };
        self.set_selection(selection.placed(self.world));
    }

    /// Makes a camera or ray the querier. The selected objects stay.
    pub fn select_querier(&mut self, querier: Item) {
        self.set_selection(self.selection.clone().with_querier_only(querier, self.world));
    }

    /// Selects an agent. The explanation is then about it.
    pub fn select_agent(&mut self, agent: usize) {
        self.set_selection(Selection::of_lone_querier(Item::Agent(agent), self.world));
    }

    /// Selects an occlusion query. The explanation is then about it.
    pub fn select_occlusion(&mut self, query: usize) {
        self.set_selection(Selection::of_lone_querier(Item::Occlusion(query), self.world));
    }

    /// Selects an object, or with `None` deselects it. The querier stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.set_selection(self.selection.clone().about(object.map(Item::Object), self.world));
    }

    /// Selects an image in place of an object, or with `None` deselects it. The querier stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.set_selection(self.selection.clone().about(image.map(Item::Image), self.world));
    }

    /// Selects a whole model in place of an object. The querier stays; an agent is deselected.
    pub fn select_model(&mut self, model: usize) {
        self.set_selection(self.selection.clone().about(Some(Item::Model(model)), self.world));
    }

    /// Shows the previous or the next step of the explanation.
    pub(crate) fn step_in_story(&mut self, is_back: bool) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        let step = match self.selection.in_world.step {
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
        self.selection.in_world.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    pub(in crate::workspace) fn set_selection(&mut self, selection: Selection) {
        let Selection { pinned, shown_agent, count, .. } = *self.selection;
        let selection = Selection { pinned, shown_agent, count: count + 1, ..selection };
        let question = |selection: &Selection| selection.in_world.question(self.world);
        let is_same = question(&selection) == question(self.selection) && selection.subject == self.selection.subject;
        let vertex = self.selection.in_world.vertex.filter(|_| is_same);
        *self.selection = selection;
        self.selection.in_world.vertex = vertex;
        if !is_same {
            self.judging.explain_again();
            *self.refusal = None;
            self.view.clear_problem();
        }
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or when no answer is about these names.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), ExplainError> {
        self.set_selection(Selection::on(self.world, names)?);
        Ok(())
    }

    /// Selects an item by its id. Has no effect when the item does not exist.
    pub(crate) fn select(&mut self, id: ItemId) {
        if let Some(item) = self.world.find(id) {
            self.choose(item, false);
        }
    }

    /// Selects an agent, which shows its tree.
    pub(crate) fn show_agent(&mut self, agent: usize) {
        self.selection.shown_agent = self.world.agents.get(agent).map(|agent| agent.id);
        self.select_agent(agent);
    }

    /// Sets what is drawn of the skin of the selected object. This is not a change of the scene.
    pub fn set_skin_look(&mut self, look: SkinLook) {
        if look.joint() != self.view.skin_look().joint() {
            self.judging.explain_again();
        }
        self.view.set_skin_look(look);
    }

    /// Shows the weights of a joint of the selected object.
    pub(crate) fn show_joint(&mut self, joint: usize) {
        self.set_skin_look(SkinLook { weights: Weights::Joint(joint), ..*self.view.skin_look() });
    }

    /// Explains the vertex of a skinned object that is nearest to a point of its surface.
    pub(crate) fn pick_vertex(&mut self, object: usize, point: Vec3) {
        let Some(skin) = self.view.displayed(self.world).objects.get(object).and_then(|object| object.skin.clone())
        else {
            return;
        };
        let posed = skin.posed(&skin.bind(), &skin.matrices());
        let distance = |vertex: usize| posed[vertex].distance_squared(point.as_dvec3());
        let nearest = (0..posed.len()).min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        self.select_skin(object);
        if nearest != self.selection.in_world.vertex {
            self.judging.explain_again();
        }
        self.selection.in_world.vertex = nearest;
        self.show_step(Some(VERTEX_STEP));
    }

    /// Selects what a problem is about, and marks it and its first place until something else is selected.
    pub(crate) fn show_problem(&mut self, problem: Problem) {
        match problem.item {
            Item::Object(object) => self.select_object(Some(object)),
            item => self.choose(item, false),
        }
        self.view.mark_problem(problem, self.world);
    }

    /// Marks a problem of what is selected; `None` marks none.
    pub(crate) fn mark_problem(&mut self, problem: Option<Problem>) {
        match problem {
            Some(problem) => self.view.mark_problem(problem, self.world),
            None => self.view.clear_problem(),
        }
    }

    /// Shows another place of the shown problem, and selects its object. `false` when the problem has no such place.
    pub(crate) fn show_place(&mut self, at: usize) -> bool {
        let places = self.view.problem_places().to_vec();
        let (Some(problem), Some(place)) = (self.view.problem().cloned(), places.get(at)) else { return false };
        if self.selection.in_world.object() != Some(place.object) {
            self.select_object(Some(place.object));
        }
        self.view.mark_place(problem, places, at);
        true
    }

    /// Selects the answer with these names. Names that the scene does not have are ignored.
    pub(crate) fn show_answer_of(&mut self, names: &[String]) {
        let known = names.iter().filter(|name| self.world.named(name).is_some());
        let known: Vec<String> = known.take(2).cloned().collect();
        if !known.is_empty() {
            // If there is no answer about these names, the selection does not change.
            let _no_question = self.select_names(&known);
        }
    }

    /// Shows a change of the open comparison by selecting its answer.
    pub(crate) fn show_change(&mut self, index: usize) {
        if let Some(names) = self.judging.comparing.go_to(index) {
            self.show_answer_of(&names);
        }
    }

    /// Shows the next or the previous change. After the last one comes the first.
    pub(crate) fn step_to_change(&mut self, is_back: bool) {
        if let Some(next) = self.judging.comparing.next(is_back) {
            self.show_change(next);
        }
    }

    /// Takes new answers of occlusion queries, or the reason why there are none. If the selection is about a query, it is
    /// explained again.
    pub(crate) fn take_occlusion(&mut self, of: OcclusionKey, answers: Result<OcclusionAnswers, Arc<str>>) {
        self.judging.occlusion.take(of, answers);
        if self.selection.in_world.is_about_occlusion() {
            self.judging.explain_again();
            self.show_step(self.selection.in_world.step);
        }
    }

    /// Updates the selection after a change of the world. Items that still exist stay selected, with the explained vertex,
    /// and the open step stays open.
    pub(in crate::workspace) fn follow_selection(&mut self) {
        let Selected { step, vertex, .. } = self.selection.in_world;
        let subject = self.selection.subject;
        self.selection.retain(self.world);
        *self.selection = std::mem::take(self.selection).placed(self.world);
        self.selection.in_world.vertex = vertex.filter(|_| self.selection.subject == subject);
        if step.is_some() {
            self.show_step(step);
        }
    }
}
