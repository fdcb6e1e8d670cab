//! The parts of the panel and their sizes.

use std::sync::Arc;

use eframe::egui::{Rect, Ui, pos2, vec2};

use super::edit::{ChangeRefused, NewNodeValues, TreeChange, change_element};
use super::head;
use super::head::BreakpointSearch;
use super::head::WIDE;
use super::legend;
use super::legend::Legend;
use super::menu;
use super::overview::Overview;
use super::paint::Extras;
use super::shown::ShownAgent;
use super::side::Tab;
use super::state::BehaviorPanel;
use super::state::PanelState;
use super::subject::{AgentSubject, Requests, TreeStorage};
use crate::app::command::tree_edit::NodeEdit;
use crate::app::command::{Commands, TreeCommand};
use crate::app::kit::clipped::part;
use crate::app::kit::theme;
use crate::behavior::{NodeId, Tree};
use crate::import::behavior_tree::{Origin, Template};
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::agents::Breakpoint;

/// Width of the lists beside the tree: this part of the panel, and at most this many points.
const SIDE_PART: f32 = 0.36;
const SIDE_MOST: f32 = 420.0;

/// Gap between the legend and the overview map, points.
const MAP_GAP: f32 = 8.0;

/// The panel's default height; a tree of five levels can be read in it, points.
const HEIGHT: f32 = 400.0;
/// The default height in a scene without anything to draw, points.
const HEIGHT_ALONE: f32 = 560.0;
/// The panel's height in a scene that is about agents.
pub(in crate::app) fn height(workspace: &Workspace) -> f32 {
    let world = workspace.world();
    let is_bare = world.objects.is_empty() && world.cameras.is_empty() && world.rays.is_empty();
    if is_bare { HEIGHT_ALONE } else { HEIGHT }
}
/// Whether the scene has an agent and nothing with a place in space. The panel then takes the place of the 3D view.
pub(in crate::app) fn is_alone(workspace: &Workspace) -> bool {
    let scene = workspace.scene();
    let lists = [scene.objects.len(), scene.cameras.len(), scene.rays.len(), scene.models.len(), scene.images.len()];
    let recorded = [scene.sessions.len(), scene.taps.len()];
    let is_empty = lists.into_iter().chain(recorded).all(|len| len == 0) && scene.octree.is_none();
    is_empty && workspace.selection().shown_agent().is_some()
}
/// Whether the scene is mainly about agents: it has agents, and no cameras or rays with objects.
pub(in crate::app) fn is_about(workspace: &Workspace) -> bool {
    workspace.selection().shown_agent().is_some() && workspace.selected().object().is_none()
}

impl BehaviorPanel {
    /// The whole panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        head::seek(&mut self.searching, ui, workspace);
        let Some((index, agent)) =
            workspace.selection().shown_agent().and_then(|i| Some((i, workspace.world().agents.get(i)?)))
        else {
            ui.add_space(6.0);
            ui.weak("This scene has no agent. Add agents in the scene file, under “agents”.");
            return;
        };
        let (tick, tree, id) = (agent.tick, agent.tree.clone(), agent.id);
        // The statuses can be computed only when all events are known.
        let statuses = agent.is_cut.then(|| agent.statuses.clone());
        let is_cut = agent.is_cut;
        self.turn_to(id);
        let mut requests =
            Requests { moment: None, agent: None, tree: None, select: None, toggles: Vec::new(), commands };
        match tree {
            Ok(tree) => {
                if self.event_history.update(workspace, index, &tree) {
                    self.panel_state.renew(&tree);
                    self.panel_state.origins = workspace.disk().tree_origins(index).into();
                }
                let origins = Arc::clone(&self.panel_state.origins);
                let source = match workspace.disk().tree_file(index) {
                    Some((_, trees)) => TreeStorage::File { trees: trees.clone(), origins: &origins },
                    None if workspace.scene().agents.get(index).is_some_and(|agent| agent.tree.root().is_some()) => {
                        TreeStorage::Written
                    }
                    None => TreeStorage::Fixed,
                };
                let before = statuses.unwrap_or_else(|| self.event_history.before(&tree, tick));
                let step = self.panel_state.inside.filter(|moment| moment.tick == tick).and_then(|moment| moment.step);
                let subject = AgentSubject {
                    index,
                    shown: ShownAgent::of(&tree, self.event_history.events(), before, tick, step),
                    events: self.event_history.events(),
                    revision: self.event_history.revision(),
                    source,
                    breaks: workspace.clock().breaks_of(index).cloned().collect(),
                };
                self.panel_state.ui(ui, workspace, &subject, self.searching.as_ref(), is_cut, &mut requests);
            }
            Err(reason) => {
                ui.horizontal(|ui| head::agents(ui, workspace, index, &mut requests));
                theme::failure(ui, reason.as_ref());
            }
        }
        self.take_over(workspace, index, requests);
    }

    /// Shows an agent. The state of another one is dropped.
    pub(super) fn turn_to(&mut self, agent: ItemId) {
        if self.agent.replace(agent) != Some(agent) {
            self.panel_state = PanelState { side: std::mem::take(&mut self.panel_state.side), ..PanelState::default() };
        }
    }

    fn take_over(&mut self, workspace: &mut Workspace, index: usize, requests: Requests<'_>) {
        for one in requests.toggles {
            workspace.clock_mut().toggle_break(index, one);
        }
        if let Some(node) = requests.select {
            self.panel_state.select(node.node());
            self.panel_state.selected_at = workspace.selection().selection_count();
        }
        if let Some(moment) = requests.moment {
            self.go_to(workspace, index, moment);
        }
        if let Some(tree) = requests.tree {
            workspace.edits().choose_tree_of(index, &tree);
        }
        if let Some(agent) = requests.agent {
            workspace.selection_mut().show_agent(agent);
        }
    }
}

impl PanelState {
    /// Replaces the tree. Selected and folded nodes stay selected and folded, because they are stored by id. The view stays
    /// when the tree was edited.
    fn renew(&mut self, tree: &Arc<Tree>) {
        let selected = self.selected_node().unwrap_or(0);
        if let Some(before) = self.tree.as_ref().filter(|before| ***before != **tree) {
            self.canvas.hold(before, selected);
        }
        self.tree = Some(Arc::clone(tree));
        self.canvas.renew();
        self.legend = Legend::of(tree);
        self.inside = None;
    }

    fn select(&mut self, node: Option<usize>) {
        self.selected = node.and_then(|node| self.id_of(node));
        self.refused = None;
    }

    /// The selected node, if it exists.
    pub(super) fn selected_node(&self) -> Option<usize> {
        self.tree.as_ref()?.find(self.selected?)
    }

    pub(super) fn id_of(&self, node: usize) -> Option<NodeId> {
        self.tree.as_ref().filter(|tree| node < tree.len()).map(|tree| tree.id(node))
    }

    pub(super) fn fold(&mut self, node: usize) {
        if let Some(id) = self.id_of(node) {
            self.canvas.fold(id);
        }
    }

    pub(super) fn change(&mut self, workspace: &mut Workspace, agent: usize, node: usize, change: &TreeChange) {
        let values = NewNodeValues::of(workspace.scene(), workspace.world(), agent);
        let changed = workspace.edits().change_tree(agent, &change.label(), |root| change.apply(root, node, &values));
        self.changed(workspace, agent, changed.unwrap_or(Err(ChangeRefused::Gone)), node);
    }

    pub(super) fn change_file(
        &mut self,
        workspace: &mut Workspace,
        agent: usize,
        node: usize,
        change: &TreeChange<Template>,
    ) {
        let origins = Arc::clone(&self.origins);
        let changed = workspace
            .edits()
            .change_tree_file(agent, &change.label(), |trees| change_element(trees, &origins, node, change))
            .unwrap_or(Err(ChangeRefused::Gone));
        let changed = changed.map(|element| {
            let is_it = |origin: &Origin| (origin.node.document, origin.node.element) == (0, element);
            // A subtree may be used more than once.
            let origins = workspace.disk().tree_origins(agent);
            let places = origins.iter().enumerate().filter(|(_, origin)| is_it(origin)).map(|(place, _)| place);
            places.min_by_key(|place| place.abs_diff(node)).unwrap_or(0)
        });
        self.changed(workspace, agent, changed, node);
    }

    /// Handles the result of a change: selects the changed node, or shows the error beside the node.
    fn changed(&mut self, workspace: &Workspace, agent: usize, outcome: Result<usize, ChangeRefused>, node: usize) {
        self.side.tab = Tab::Node;
        match outcome {
            Ok(changed) => {
                if let Some(before) = &self.tree {
                    self.canvas.hold(before, node);
                }
                // The returned index counts in the current tree.
                self.tree = workspace.world().agents.get(agent).and_then(|agent| agent.tree.clone().ok());
                if let Some(tree) = &self.tree {
                    self.canvas.reveal(tree, changed);
                }
                self.select(Some(changed));
                self.refused = workspace.document().refusal().map(|refusal| refusal.reason.clone());
            }
            Err(refused) => {
                self.selected = self.id_of(node);
                self.refused = Some(refused.to_string());
            }
        }
    }

    fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        subject: &AgentSubject<'_>,
        searching: Option<&BreakpointSearch>,
        is_cut: bool,
        requests: &mut Requests<'_>,
    ) {
        head::show(ui, workspace, subject, searching, is_cut, requests);
        let room = ui.available_rect_before_wrap();
        if room.width() >= WIDE {
            let side = (room.width() * SIDE_PART).min(SIDE_MOST);
            let [mut left, mut right] = [room, room];
            left.max.x -= side + 10.0;
            right.min.x = left.right() + 10.0;
            self.tree(&mut part(ui, left, 1.0, "tree"), subject, requests);
            let mut ui = part(ui, right, 1.0, "side");
            ui.horizontal(|ui| self.side.tabs(ui, &Tab::BESIDE));
            self.lists(&mut ui, workspace, subject, requests);
        } else {
            ui.horizontal(|ui| self.side.tabs(ui, &Tab::ALL));
            if self.side.tab_of(&Tab::ALL) == Tab::Tree {
                let room = ui.available_rect_before_wrap();
                self.tree(&mut part(ui, room, 1.0, "tree"), subject, requests);
            } else {
                self.lists(ui, workspace, subject, requests);
            }
        }
        ui.advance_cursor_after_rect(room);
    }

    /// The tree, and the legend below it.
    fn tree(&mut self, ui: &mut Ui, subject: &AgentSubject<'_>, requests: &mut Requests<'_>) {
        let room = ui.available_rect_before_wrap();
        let above = |height: f32| Rect::from_min_max(room.min, pos2(room.right(), room.bottom() - height));
        let mut signs = self.legend.laid_out(ui, room.size());
        let mut view = above(signs.height());
        let mut map = None;
        if let Some(size) = Overview::size(room.size())
            && room.height() - size.y >= legend::TREE_LEAST
            && self.canvas.needs_map(ui, view, &subject.shown)
        {
            signs = self.legend.laid_out(ui, room.size() - vec2(size.x + MAP_GAP, 0.0));
            view = above(signs.height().max(size.y));
            map = Some(Rect::from_min_max(pos2(room.right() - size.x, view.bottom()), room.max));
        }
        let breaks: Vec<usize> = subject
            .breaks
            .iter()
            .filter_map(|one| match one {
                Breakpoint::Status { node, .. } => subject.shown.tree.find(*node),
                _ => None,
            })
            .collect();
        let can_change = subject.can_change();
        let extras = Extras { selected: self.selected_node(), hovered: None, breaks: &breaks };
        let (response, done) = self.canvas.ui(ui, view, map, &subject.shown, extras, can_change);
        requests.select = done.clicked.or(requests.select);
        if let Some((node, spot)) = done.dropped {
            requests.commands.push(TreeCommand::Edit(Some(node), NodeEdit::Place(spot)));
        }
        if let Some(node) = done.menu {
            self.menu_of = node.node().and_then(|node| self.id_of(node));
        }
        let menu_of = self.menu_of.and_then(|node| subject.shown.tree.find(node));
        response.context_menu(|ui| menu::show(ui, subject, menu_of, requests));
        signs.paint(ui, view.left_bottom());
    }

    fn lists(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        subject: &AgentSubject<'_>,
        requests: &mut Requests<'_>,
    ) {
        let (selected, refused) = (self.selected_node(), self.refused.as_deref());
        self.side.ui(ui, workspace, subject, selected, refused, requests);
    }
}
