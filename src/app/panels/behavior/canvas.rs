//! The view of the tree: dragging, zooming, folding, pointing and clicking.

use std::collections::HashSet;

use eframe::egui::{Context, Id, PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo};

use super::chart::{Arrangement, Chart, NodeBox};
use super::drop::Landing;
use super::overview::Overview;
use super::paint::{Extras, Label};
use super::shown::{Moment, ShownAgent};
use super::sight::ChartView;
use super::{drop, folds, paint};
use crate::app::command::tree_edit::Spot;
use crate::app::kit::persistent::StoredValue;
use crate::app::kit::{keys, persistent, wheel};
use crate::behavior::{NodeId, Tree};
use crate::geometry::narrate::counted;
use crate::report::agents::words;

/// The view's state for one tree.
#[derive(Default)]
pub(super) struct TreeCanvas {
    /// By arrangement, each made when first needed.
    charts: [Option<Chart>; 3],
    /// The arrangement that was shown when the view was last fitted.
    arrangement: Arrangement,
    folded: HashSet<NodeId>,
    /// Nodes that are folded so that the whole tree can be read, since the user asked for the whole tree.
    fit_folds: HashSet<NodeId>,
    /// Whether `fit_folds` must be computed.
    needs_folds: bool,
    /// The part of the tree that the view keeps in sight.
    aim: Aim,
    /// The view while the tree is edited.
    held: Option<Held>,
    /// The part of the chart that was drawn last.
    seen: Option<ChartView>,
    /// The node that is being dragged.
    dragged: Option<NodeId>,
}

/// The view while the tree is edited: zoom and place stay, so that boxes do not move under the pointer. At another moment of
/// the agent the view follows its [`Aim`] again.
#[derive(Clone, Debug)]
struct Held {
    sight: ChartView,
    /// The node of the edit and the nodes above it, each with the upper left corner of its box on screen. The first that
    /// still exists stays there. Empty after the view was placed on the chart of the edited tree.
    corners: Vec<(NodeId, Pos2)>,
    /// The node that stays visible.
    active: Option<NodeId>,
    /// The moment of the edit, when the view was placed.
    moment: Option<Moment>,
}

impl Held {
    /// The view of the chart of the edited tree.
    fn sight_of(&mut self, chart: &Chart, tree: &Tree, moment: Moment, view: Rect) -> ChartView {
        let corners = std::mem::take(&mut self.corners);
        let own_box = |id: NodeId| own_box(chart, tree.find(id)?);
        if let Some((one, corner)) = corners.into_iter().find_map(|(id, corner)| Some((own_box(id)?, corner))) {
            self.sight = self.sight.with_corner(one, corner);
        }
        self.moment = Some(moment);
        let sight = self.sight.in_view(view);
        let active = self.active.and_then(|id| chart.of_node(tree.find(id)?));
        active.map_or(sight, |active| sight.showing(active))
    }
}

/// The box of a node that is in no folded node.
fn own_box(chart: &Chart, node: usize) -> Option<&NodeBox> {
    chart.of_node(node).filter(|one| one.node == node)
}

/// The part of the tree that the user has chosen to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ViewChoice {
    /// The whole tree, with folded nodes if it could not be read otherwise.
    Whole,
    /// The active part, large enough to be read.
    Follow,
}

/// The part of the tree that the view keeps visible.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Aim {
    /// The whole tree if it can be read at that zoom, else the active part.
    #[default]
    Follow,
    /// The whole tree. If folding cannot make it readable, it is drawn as small as necessary.
    Whole,
    /// The same as [`Follow`](Self::Follow) with a node in place of the active part, while the tree has the node.
    Node(NodeId),
    /// The place to which the user has moved the view.
    At(ChartView),
}

/// The user's input on the tree in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) hovered: Option<usize>,
    pub(super) clicked: Option<At>,
    /// The context menu was opened.
    pub(super) menu: Option<At>,
    /// A node was dropped on a target.
    pub(super) dropped: Option<(usize, Spot)>,
}

/// A target of the pointer in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Node(usize),
    /// The background beside all nodes.
    Beside,
}

impl At {
    pub(super) fn node(self) -> Option<usize> {
        match self {
            Self::Node(node) => Some(node),
            Self::Beside => None,
        }
    }
}

impl From<Option<usize>> for At {
    fn from(node: Option<usize>) -> Self {
        node.map_or(Self::Beside, Self::Node)
    }
}

impl TreeCanvas {
    /// Updates the view after a change of the tree. Folded nodes stay folded, including those that undo restores.
    pub(super) fn renew(&mut self) {
        self.charts = Default::default();
    }

    /// Keeps the view as it is while the tree is edited. `tree` is the tree before the edit. Its node, or the nearest node
    /// above it that the edited tree has, stays at its place on screen.
    pub(super) fn hold(&mut self, tree: &Tree, node: usize) {
        let Some((sight, chart)) = self.seen.zip(self.chart()) else { return };
        let first = (node < tree.len()).then_some(node);
        let nodes = std::iter::successors(first, |node| tree.parent(*node));
        let corner = |node: usize| Some((tree.id(node), sight.rect(own_box(chart, node)?).min));
        let is_visible = |node: &usize| chart.of_node(*node).is_some_and(|one| sight.view.intersects(sight.rect(one)));
        let active = first.filter(is_visible).map(|node| tree.id(node));
        self.held = Some(Held { sight, corners: nodes.filter_map(corner).collect(), active, moment: None });
    }

    /// Shows the whole tree, or the active part.
    pub(super) fn show(&mut self, choice: ViewChoice) {
        self.held = None;
        self.needs_folds = choice == ViewChoice::Whole;
        if !self.fit_folds.is_empty() {
            self.fit_folds.clear();
            self.charts = Default::default();
        }
        self.aim = match choice {
            ViewChoice::Whole => Aim::Whole,
            ViewChoice::Follow => Aim::Follow,
        };
    }

    /// Whether the view does not follow the active part: the user moved the view, a node was asked for, or the whole tree
    /// is shown although it is too large to read.
    pub(super) fn is_still(&self) -> bool {
        matches!(self.aim, Aim::Whole | Aim::Node(_) | Aim::At(_))
    }

    /// Folds or unfolds a node.
    pub(super) fn fold(&mut self, node: NodeId) {
        if !self.fit_folds.remove(&node) && !self.folded.remove(&node) {
            self.folded.insert(node);
        }
        self.held = None;
        self.charts = Default::default();
    }

    /// Unfolds all nodes.
    pub(super) fn unfold_all(&mut self) {
        self.folded.clear();
        self.fit_folds.clear();
        self.held = None;
        self.charts = Default::default();
    }

    /// Unfolds the nodes above a node that an edit has changed, so that it can be seen. Other nodes stay folded.
    pub(super) fn reveal(&mut self, tree: &Tree, node: usize) {
        let above = std::iter::successors(tree.parent(node), |node| tree.parent(*node));
        for node in above {
            self.folded.remove(&tree.id(node));
        }
        if let Some(held) = &mut self.held {
            held.active = Some(tree.id(node));
        }
        self.charts = Default::default();
    }

    /// Shows the part of the tree around a node, and unfolds the nodes above it.
    pub(super) fn show_node(&mut self, tree: &Tree, node: usize) {
        for above in std::iter::successors(tree.parent(node), |above| tree.parent(*above)) {
            self.folded.remove(&tree.id(above));
            self.fit_folds.remove(&tree.id(above));
        }
        self.needs_folds = false;
        self.held = None;
        self.aim = Aim::Node(tree.id(node));
        self.charts = Default::default();
    }

    pub(super) fn is_folded(&self, node: NodeId) -> bool {
        self.folded.contains(&node) || self.fit_folds.contains(&node)
    }

    /// Chooses the layout for a view, and the visible part of the chart.
    fn fitted(&mut self, ui: &Ui, view: Rect, shown: &ShownAgent<'_>) -> ChartView {
        let width = |node| Label::of(shown.tree, node).width(ui);
        let is_sideways = is_sideways(ui.ctx());
        self.held.take_if(|held| held.moment.is_some_and(|edited| edited != shown.moment()));
        if is_sideways != (self.arrangement == Arrangement::Sideways) {
            // The place of the view belongs to the other arrangement.
            if matches!(self.aim, Aim::At(_)) {
                self.aim = Aim::Follow;
            }
            self.held = None;
            self.arrangement = if is_sideways { Arrangement::Sideways } else { Arrangement::Beside };
        }
        if std::mem::take(&mut self.needs_folds) {
            self.fit_folds = folds::to_read(shown, &self.folded, (view, is_sideways), width);
            self.charts = Default::default();
        }
        let (own, fit) = (&self.folded, &self.fit_folds);
        let chart = |arrangement| Chart::of(shown.tree, &own.union(fit).copied().collect(), arrangement, width);
        let [standing, stacked, sideways] = &mut self.charts;
        let chart = if is_sideways {
            &*sideways.get_or_insert_with(|| chart(Arrangement::Sideways))
        } else {
            let standing = standing.get_or_insert_with(|| chart(Arrangement::Beside));
            let has_room = ChartView::has_room(standing, view);
            if !matches!(self.aim, Aim::At(_)) && self.held.is_none() {
                let is_stacked = !has_room && {
                    let stacked = stacked.get_or_insert_with(|| chart(Arrangement::Stacked));
                    ChartView::all(stacked, view).zoom > ChartView::all(standing, view).zoom
                };
                self.arrangement = if is_stacked { Arrangement::Stacked } else { Arrangement::Beside };
            }
            if self.arrangement == Arrangement::Stacked {
                &*stacked.get_or_insert_with(|| chart(Arrangement::Stacked))
            } else {
                &*standing
            }
        };
        if let Some(held) = &mut self.held {
            let sight = held.sight_of(chart, shown.tree, shown.moment(), view);
            if matches!(self.aim, Aim::At(_)) {
                (self.aim, self.held) = (Aim::At(sight), None);
                return sight;
            }
            // A tree that can be read as a whole stays wholly visible.
            if sight.is_whole(chart) || !ChartView::has_room(chart, view) {
                return sight;
            }
            self.held = None;
        }
        let node = if let Aim::Node(id) = self.aim { shown.tree.find(id) } else { None };
        match self.aim {
            Aim::Follow | Aim::Node(_) => {
                let nodes = node.map_or_else(|| shown.interest(), |node| vec![node]);
                ChartView::readable(chart, view, ChartView::in_reach(chart, view, &nodes))
            }
            Aim::Whole => ChartView::all(chart, view),
            Aim::At(sight) => sight.in_view(view),
        }
    }

    /// The shown chart, after [`fitted`](Self::fitted).
    fn chart(&self) -> Option<&Chart> {
        self.charts[self.arrangement as usize].as_ref()
    }

    /// Whether a part of the tree is outside the view. The overview map is useful then.
    pub(super) fn needs_map(&mut self, ui: &Ui, view: Rect, shown: &ShownAgent<'_>) -> bool {
        let sight = self.fitted(ui, view, shown);
        self.chart().is_some_and(|chart| !sight.is_whole(chart))
    }

    /// Draws the tree into `rect`, and the overview map at another place.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        map: Option<Rect>,
        shown: &ShownAgent<'_>,
        extras: Extras<'_>,
        can_change: bool,
    ) -> (Response, Done) {
        let response = ui.interact(rect, ui.scope_id().with("tree"), Sense::click_and_drag());
        let mut sight = self.fitted(ui, rect, shown);
        let Some(chart) = self.charts[self.arrangement as usize].as_ref() else { return (response, Done::default()) };
        // The least zoom is the one at which the whole tree is visible.
        let least = (ChartView::all(chart, rect).zoom * 0.5).min(0.5);
        let from = ui.input(|i| i.pointer.press_origin());
        if response.drag_started_by(PointerButton::Primary) && can_change {
            // The root cannot be moved.
            let node = node_at(chart, &sight, from).filter(|node| *node > 0);
            self.dragged = node.map(|node| shown.tree.id(node));
        }
        let dragged = self.dragged.and_then(|node| shown.tree.find(node));
        if moved(ui, &response, &mut sight, least, dragged.is_none()) {
            (self.aim, self.held) = (Aim::At(sight), None);
        }
        self.seen = Some(sight);
        let drop =
            dragged.and_then(|node| Landing::at(chart, shown.tree, &sight, response.interact_pointer_pos()?, node));
        let is_empty = node_at(chart, &sight, response.interact_pointer_pos()).is_none();
        let asks_for_whole = response.double_clicked() && is_empty;
        let hovered = node_at(chart, &sight, response.hover_pos());
        let mut done = Done { hovered, ..Done::default() };
        if response.clicked() {
            done.clicked = Some(node_at(chart, &sight, response.interact_pointer_pos()).into());
        }
        if response.secondary_clicked() {
            done.menu = Some(node_at(chart, &sight, response.interact_pointer_pos()).into());
        }
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
        paint::tree(ui, &painter, shown, chart, &sight, Extras { hovered, ..extras });
        if let Some(dragged) = dragged {
            drop::paint(ui, &painter, chart, &sight, dragged, drop.as_ref());
            if keys::cancels_drag(ui.ctx()) {
                self.dragged = None;
            } else if response.drag_stopped() {
                done.dropped = drop.map(|drop| (dragged, drop.spot));
            }
        }
        if !response.dragged() {
            self.dragged = None;
        }
        describe(ui, &response, shown, chart, &sight);
        let map = map.map(|place| Overview::of(chart, place));
        let wanted = map.and_then(|map| map.ui(ui, ui.painter(), shown, chart, &sight));
        if let Some(middle) = wanted {
            (self.aim, self.held) = (Aim::At(ChartView { middle, ..sight }), None);
        }
        if let Some(node) = done.clicked.and_then(At::node).filter(|_| response.double_clicked()) {
            self.fold(shown.tree.id(node));
        }
        if asks_for_whole {
            self.show(ViewChoice::Whole);
            ui.ctx().request_repaint();
        }
        (response, done)
    }
}

/// Whether trees are drawn from left to right; top down otherwise.
pub(in crate::app) fn is_sideways(ctx: &Context) -> bool {
    ctx.data_mut(|data| data.get_persisted::<bool>(sideways_id())).unwrap_or_default()
}

/// Chooses the direction of trees, also for the next run.
pub(in crate::app) fn set_sideways(ctx: &Context, is_sideways: bool) {
    ctx.data_mut(|data| data.insert_persisted(sideways_id(), is_sideways));
}

/// The direction of trees stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<bool>(ctx, sideways_id())
}

fn sideways_id() -> Id {
    Id::unique("behaviour trees are drawn from left to right")
}

/// Dragging pans, the wheel zooms to the pointer.
fn moved(ui: &Ui, response: &Response, sight: &mut ChartView, least: f32, moves_view: bool) -> bool {
    let before = *sight;
    let is_held = response.dragged_by(PointerButton::Primary) && moves_view;
    if is_held || response.dragged_by(PointerButton::Middle) {
        *sight = sight.dragged(response.drag_delta());
    }
    if let Some((factor, pointer)) = wheel::zoom(ui, response, 0.003) {
        *sight = sight.zoomed(factor, least, pointer);
    }
    *sight != before
}

fn node_at(chart: &Chart, sight: &ChartView, pointer: Option<Pos2>) -> Option<usize> {
    let [x, y] = sight.place(pointer.filter(|pointer| sight.view.contains(*pointer))?);
    chart.at(x, y).map(|one| one.node)
}

/// The elements for screen readers: each visible node with its status, while they are few.
fn describe(ui: &Ui, response: &Response, shown: &ShownAgent<'_>, chart: &Chart, sight: &ChartView) {
    const MOST: usize = 200;
    let name = format!("Tree of {}", counted(shown.tree.len(), "node"));
    response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, &name));
    for one in chart.within(&sight.part()).take(MOST) {
        let rect = sight.rect(one).intersect(sight.view);
        if !rect.is_positive() {
            continue;
        }
        let node = ui.interact(rect, response.id.with(one.node), Sense::hover());
        node.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, spoken(shown, one.node)));
        if response.hovered() {
            node.on_hover_text_at_pointer(hint(shown, one.node));
        }
    }
}

/// "4 patrol, halted".
fn spoken(shown: &ShownAgent<'_>, node: usize) -> String {
    let status = if shown.is_halted(node) { "halted" } else { shown.statuses[node].word() };
    format!("{node} {}, {status}", words::title(shown.tree, node))
}

fn hint(shown: &ShownAgent<'_>, node: usize) -> String {
    let tree = shown.tree;
    let kind = tree.kind(node);
    let mut lines = vec![format!("{} · {} · {}", spoken(shown, node), kind.word(), words::action_words(tree, node))];
    if kind.is_composite() {
        lines.push(format!("abort {}", words::abort_meaning(kind.abort())));
    }
    lines.push("Click to select, drag to move, double click to fold, right click for the menu".to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use eframe::egui::{pos2, vec2};

    use super::*;
    use crate::scene::tree::Node;

    const WAIT: &str = r#"{ "action": { "wait": { "ticks": 2 } } }"#;

    fn wait() -> Node {
        serde_json::from_str(WAIT).unwrap()
    }

    fn chart(tree: &Tree) -> Chart {
        Chart::of(tree, &HashSet::new(), Arrangement::Beside, |_| 60.0)
    }

    /// A selector of three leaves, before and after a change of its children.
    fn edited(change: impl Fn(&mut Vec<Node>)) -> [Tree; 2] {
        let text = format!(r#"{{ "selector": {{ "children": [{WAIT}, {WAIT}, {WAIT}] }} }}"#);
        let before: Node = serde_json::from_str(&text).unwrap();
        let mut after = before.clone();
        change(after.list_mut().unwrap());
        [before.build().unwrap(), after.build().unwrap()]
    }

    /// A view that has shown the tree before the edit.
    fn canvas(sight: ChartView, chart: &Chart) -> TreeCanvas {
        TreeCanvas { seen: Some(sight), charts: [Some(chart.clone()), None, None], ..TreeCanvas::default() }
    }

    #[test]
    fn a_node_stays_at_its_place_while_the_tree_is_edited() {
        let view = Rect::from_min_size(pos2(10.0, 20.0), vec2(900.0, 300.0));
        let now = Moment { tick: 3, step: None };
        let more: fn(&mut Vec<Node>) = |list| (0..2).for_each(|_| list.insert(0, wait()));
        let fewer: fn(&mut Vec<Node>) = |list| drop(list.remove(1));
        // The third node is deleted by the second change, so the root stays at its place.
        for (change, node, stays) in [(more, 2, 2), (fewer, 2, 0), (fewer, 3, 3)] {
            let [before, after] = edited(change);
            let charts = [&before, &after].map(chart);
            let sight = ChartView::all(&charts[0], view);
            let corner = sight.rect(charts[0].of_node(stays).unwrap()).min;
            let mut canvas = canvas(sight, &charts[0]);
            canvas.hold(&before, node);
            let mut held = canvas.held.unwrap();
            let found = held.sight_of(&charts[1], &after, now, view);
            let one = charts[1].of_node(after.find(before.id(stays)).unwrap()).unwrap();
            let moved = found.rect(one).min.distance(corner);
            assert!(moved < 1e-2 && found.zoom.to_bits() == sight.zoom.to_bits(), "{node}: {moved}");
            assert_eq!(held.sight_of(&charts[1], &after, now, view), found, "it stays there");
            assert_eq!(held.moment, Some(now));
            let refitted = ChartView::all(&charts[1], view).rect(one).min.distance(corner);
            assert!(stays == 0 || refitted > 5.0, "a fit of the whole tree would move it: {refitted}");
        }
    }

    #[test]
    fn a_new_node_is_visible() {
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(220.0, 100.0));
        let [before, after] = edited(|list| list.push(wait()));
        let charts = [&before, &after].map(chart);
        let sight = ChartView::all(&charts[0], view);
        let mut canvas = canvas(sight, &charts[0]);
        canvas.hold(&before, 0);
        let mut held = canvas.held.clone().unwrap();
        let now = Moment { tick: 0, step: None };
        let rect = |sight: ChartView| sight.rect(charts[1].of_node(4).unwrap());
        let without = rect(held.sight_of(&charts[1], &after, now, view));
        assert!(!view.contains_rect(without), "with the root at its place it is not visible: {without}");
        canvas.reveal(&after, 4);
        let found = rect(canvas.held.unwrap().sight_of(&charts[1], &after, now, view));
        assert!(view.contains_rect(found), "{found}");
    }
}
