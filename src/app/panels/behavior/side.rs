//! The tabs beside the tree: events, history, blackboard, the selected node, and breakpoints.

use eframe::egui::{Color32, FontId, RichText, Role, Ui, WidgetInfo};

use super::board::Board;
use super::breakpoints::Breakpoints;
use super::canvas::At;
use super::event_history::blackboard_before;
use super::events::EventList;
use super::history::History;
use super::node;
use super::shown::Moment;
use super::subject::{AgentSubject, Requests};
use crate::behavior::{Blackboard, Event, EventKind, Value};
use crate::workspace::Workspace;

/// Beside the title of a tab, in points: the space in a wide list, and the least space in a narrow one.
const PADDING: f32 = 8.0;
const LEAST_PADDING: f32 = 1.0;
/// The size of the titles, points.
const TITLE: f32 = 12.0;
/// Their size when there would be less than [`CLEAR`] beside them.
const SMALL_TITLE: f32 = 11.0;
const CLEAR: f32 = 3.0;

/// The tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    /// The tree itself, when the panel is too narrow for both.
    #[default]
    Tree,
    Events,
    History,
    Blackboard,
    Node,
    Breakpoints,
}

impl Tab {
    pub(super) const ALL: [Self; 6] =
        [Self::Tree, Self::Events, Self::History, Self::Blackboard, Self::Node, Self::Breakpoints];
    pub(super) const BESIDE: [Self; 5] = [Self::Events, Self::History, Self::Blackboard, Self::Node, Self::Breakpoints];

    fn title(self) -> &'static str {
        match self {
            Self::Tree => "Tree",
            Self::Events => "Events",
            Self::History => "History",
            Self::Blackboard => "Blackboard",
            Self::Node => "Node",
            Self::Breakpoints => "Breakpoints",
        }
    }
}

/// The state of the lists between frames.
#[derive(Default)]
pub(super) struct SideLists {
    pub(super) tab: Tab,
    /// Whether the tree is behind one of the tabs, because the panel is narrow.
    has_tree: bool,
    events: EventList,
    history: History,
    board: Board,
    /// The blackboard before the tick, for a state of the scene.
    was: Option<((u64, u64), Blackboard)>,
    node: node::Story,
    breakpoints: Breakpoints,
}

/// The size of the titles, and the space beside each, with which all tabs fit into the list.
fn fitted(ui: &Ui, tabs: &[Tab]) -> (f32, f32) {
    let gaps = ui.spacing().item_spacing.x * tabs.len().saturating_sub(1) as f32;
    let padding = |size: f32| {
        let width = |tab: &Tab| {
            let font = FontId::proportional(size);
            ui.painter().layout_no_wrap(tab.title().to_owned(), font, Color32::PLACEHOLDER).size().x
        };
        let free = ui.available_width() - tabs.iter().map(width).sum::<f32>() - gaps;
        (free / (2 * tabs.len()) as f32).floor()
    };
    let size = if padding(TITLE) < CLEAR { SMALL_TITLE } else { TITLE };
    (size, padding(size).clamp(LEAST_PADDING, PADDING))
}

impl SideLists {
    /// The open tab, if it is available, else another one.
    pub(super) fn tab_of(&self, tabs: &[Tab]) -> Tab {
        if tabs.contains(&self.tab) { self.tab } else { Tab::Events }
    }

    /// Opens the tab with the tree, if the tree is behind one.
    pub(super) fn show_tree(&mut self) {
        if self.has_tree {
            self.tab = Tab::Tree;
        }
    }

    /// The bar of tabs.
    pub(super) fn tabs(&mut self, ui: &mut Ui, tabs: &[Tab]) {
        ui.spacing_mut().item_spacing.x = 2.0;
        let (size, padding) = fitted(ui, tabs);
        ui.spacing_mut().button_padding.x = padding;
        let open = self.tab_of(tabs);
        self.has_tree = tabs.contains(&Tab::Tree);
        for &tab in tabs {
            let response = ui.selectable_label(open == tab, RichText::new(tab.title()).size(size));
            response.widget_info(|| {
                WidgetInfo::selected(Role::Tab, true, open == tab, format!("{} of the tree", tab.title()))
            });
            if response.clicked() {
                self.tab = tab;
            }
        }
    }

    /// The open list.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        subject: &AgentSubject<'_>,
        selected: Option<usize>,
        refused: Option<&str>,
        requests: &mut Requests<'_>,
    ) {
        let AgentSubject { index, shown, events, revision, .. } = subject;
        match self.tab_of(&Tab::BESIDE) {
            Tab::Tree | Tab::Events => {
                let messages =
                    workspace.world().agents.get(*index).map(|agent| agent.messages.clone()).unwrap_or_default();
                let said = |event: &Event| {
                    let (tick, node) = (u64::from(event.tick), event.node as usize);
                    let first = messages.partition_point(|message| message.tick < tick);
                    let of_tick = messages.range(first..messages.len()).take_while(|message| message.tick == tick);
                    let mut own = of_tick.filter(|message| message.node == node && event.what == EventKind::End);
                    own.next().map(|message| message.text.clone())
                };
                let clicked = self.events.ui(ui, shown, events, selected, *revision, said);
                requests.moment = clicked.or(requests.moment);
            }
            Tab::History => {
                let known = workspace.clock().recording().own_tick(*index, workspace.clock().recording().tick());
                let clicked = self.history.ui(ui, shown, events, known, selected, *revision);
                requests.moment = clicked.moment.or(requests.moment);
                requests.select = clicked.node.map(At::Node).or(requests.select);
            }
            Tab::Blackboard => self.board(ui, workspace, subject, requests),
            Tab::Breakpoints => {
                let Some(agent) = workspace.world().agents.get(*index) else { return };
                let toggled = self.breakpoints.ui(ui, subject, &agent.blackboard, workspace.clock().recording());
                requests.toggles.extend(toggled);
            }
            Tab::Node => node::show(ui, workspace, subject, selected, refused, &mut self.node, requests),
        }
    }

    fn board(&mut self, ui: &mut Ui, workspace: &Workspace, subject: &AgentSubject<'_>, requests: &mut Requests<'_>) {
        let Some(agent) = workspace.world().agents.get(subject.index) else { return };
        let key = (workspace.disk().generation(), workspace.revision());
        if self.was.as_ref().is_none_or(|(of, _)| *of != key) {
            self.was = Some((key, blackboard_before(workspace, subject.index, agent)));
        }
        let Some((_, was)) = &self.was else { return };
        let recording = workspace.clock().recording();
        let last = recording.own_tick(subject.index, recording.tick()) as f64;
        let series = |key: &str| {
            let values = recording.values(subject.index, key).into_iter();
            let mut points: Vec<[f64; 2]> = values
                .filter_map(|(tick, value)| if let Value::Number(y) = value { Some([tick as f64, y]) } else { None })
                .collect();
            // The last value is valid until the next change.
            points.extend(points.last().map(|[_, y]| [last, *y]));
            points
        };
        let done = self.board.ui(ui, [&agent.blackboard, was], agent.tick, &subject.breaks, series);
        requests.toggles.extend(done.toggled);
        requests.moment = done.tick.map(|tick| Moment { tick, step: None }).or(requests.moment);
    }
}
