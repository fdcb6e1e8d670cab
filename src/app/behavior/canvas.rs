//! The tree in its view: dragged, zoomed, folded, pointed at and clicked.

use std::collections::HashSet;

use eframe::egui::{PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo};

use super::chart::Chart;
use super::paint::{self, Extras, Label};
use super::shown::Shown;
use super::sight::Sight;
use super::words;
use crate::behavior::Tree;

/// What is remembered of the view of one tree.
#[derive(Default)]
pub(super) struct Canvas {
    chart: Option<Chart>,
    folded: HashSet<usize>,
    /// Where somebody moved it to; without, everything is shown, or what matters of it.
    own: Option<Sight>,
}

/// What was done to the tree in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) hovered: Option<usize>,
    /// `None` inside: beside all nodes.
    pub(super) clicked: Option<Option<usize>>,
    /// The menu was asked for; `None` beside all nodes.
    pub(super) menu: Option<Option<usize>>,
}

impl Canvas {
    /// Another tree: its chart is made anew. What is folded stays as far as its nodes are there.
    pub(super) fn renew(&mut self, tree: &Tree) {
        self.chart = None;
        self.folded.retain(|node| *node < tree.len());
    }

    /// Everything, or what matters of it.
    pub(super) fn fit(&mut self) {
        self.own = None;
    }

    /// Hides what is below a node, or shows it again.
    pub(super) fn fold(&mut self, node: usize) {
        if !self.folded.remove(&node) {
            self.folded.insert(node);
        }
        self.chart = None;
    }

    /// Shows everything that is folded.
    pub(super) fn unfold_all(&mut self) {
        self.folded.clear();
        self.chart = None;
    }

    pub(super) fn is_folded(&self, node: usize) -> bool {
        self.folded.contains(&node)
    }

    pub(super) fn has_folded(&self) -> bool {
        !self.folded.is_empty()
    }

    /// Draws it in all the room there is.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        shown: &Shown<'_>,
        selected: Option<usize>,
        breaks: &[usize],
    ) -> (Response, Done) {
        let response = ui.interact(rect, ui.scope_id().with("tree"), Sense::click_and_drag());
        let widths = |ui: &Ui| Chart::of(shown.tree, &self.folded, |node| Label::of(shown.tree, node).width(ui));
        let chart = self.chart.get_or_insert_with(|| widths(ui));
        let interest = chart.around(shown.interest());
        let fitted = Sight::readable(chart, rect, interest);
        let mut sight = self.own.map_or(fitted, |own| Sight { view: rect, ..own });
        if moved(ui, &response, &mut sight) {
            self.own = Some(sight);
        }
        if response.double_clicked() && node_at(chart, &sight, response.interact_pointer_pos()).is_none() {
            self.own = None;
        }
        let hovered = node_at(chart, &sight, response.hover_pos());
        let mut done = Done { hovered, ..Done::default() };
        if response.clicked() {
            done.clicked = Some(node_at(chart, &sight, response.interact_pointer_pos()));
        }
        if response.secondary_clicked() {
            done.menu = Some(node_at(chart, &sight, response.interact_pointer_pos()));
        }
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
        paint::tree(ui, &painter, shown, chart, &sight, Extras { selected, hovered, breaks });
        describe(ui, &response, shown, chart, &sight);
        if let Some(node) = done.clicked.flatten().filter(|_| response.double_clicked()) {
            self.fold(node);
        }
        (response, done)
    }
}

/// Dragging moves, the wheel zooms to the pointer.
fn moved(ui: &Ui, response: &Response, sight: &mut Sight) -> bool {
    let before = *sight;
    if response.dragged_by(PointerButton::Primary) || response.dragged_by(PointerButton::Middle) {
        *sight = sight.dragged(response.drag_delta());
    }
    if let Some(pointer) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
        let factor = (scroll.y * 0.005).exp() * pinch;
        if (factor - 1.0).abs() > 1e-4 {
            *sight = sight.zoomed(factor, pointer);
        }
    }
    *sight != before
}

fn node_at(chart: &Chart, sight: &Sight, pointer: Option<Pos2>) -> Option<usize> {
    let [x, y] = sight.place(pointer.filter(|pointer| sight.view.contains(*pointer))?);
    chart.at(x, y).map(|one| one.node)
}

/// For those who do not see it: every node in sight with its status, as an element of its own while they are few.
fn describe(ui: &Ui, response: &Response, shown: &Shown<'_>, chart: &Chart, sight: &Sight) {
    const MOST: usize = 200;
    let name = format!("Tree of {} nodes", shown.tree.len());
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
fn spoken(shown: &Shown<'_>, node: usize) -> String {
    let status = if shown.is_halted(node) { "halted" } else { shown.statuses[node].word() };
    format!("{node} {}, {status}", words::title(shown.tree, node))
}

fn hint(shown: &Shown<'_>, node: usize) -> String {
    let tree = shown.tree;
    let kind = tree.kind(node);
    let mut lines = vec![format!("{} · {} · {}", spoken(shown, node), kind.word(), words::deed(tree, node))];
    if kind.is_composite() {
        lines.push(format!("abort {}", words::abort_meaning(kind.abort())));
    }
    lines.push("Click selects, double click folds, right click for more".to_owned());
    lines.join("\n")
}
