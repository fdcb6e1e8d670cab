//! The tree in its view: dragged, zoomed, folded, pointed at and clicked.

use std::collections::HashSet;

use eframe::egui::{PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo};

use super::chart::{Chart, Leaves};
use super::drop::{self, Landing};
use super::edit::Spot;
use super::overview::Overview;
use super::paint::{self, Extras, Label};
use super::shown::Shown;
use super::sight::Sight;
use super::words;
use crate::app::keys;

/// What is remembered of the view of one tree.
#[derive(Default)]
pub(super) struct Canvas {
    /// Made when first asked for: the one that stands when there is room, and the one whose leaves hang.
    charts: [Option<Chart>; 2],
    /// Whether the latter was shown when the view was fitted last.
    is_hung: bool,
    folded: HashSet<usize>,
    /// Whether all of the tree is shown, smaller than it can be read well.
    is_small: bool,
    /// What is shown of the tree.
    aim: Aim,
    /// The node that is dragged to another place.
    dragged: Option<usize>,
}

/// What a person can ask to see of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// All of it, however small.
    Whole,
    /// The part where something happens, large enough to be read.
    Follow,
}

/// What is shown of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Aim {
    /// All of it where its letters are drawn so, and else the part where something happens.
    #[default]
    Fit,
    /// All of it where it can be read so, and else the part where something happens.
    Follow,
    /// All of it, however small.
    Whole,
    /// Where it was moved to.
    At(Sight),
}

/// What was done to the tree in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) hovered: Option<usize>,
    pub(super) clicked: Option<At>,
    /// The menu was asked for.
    pub(super) menu: Option<At>,
    /// A node was dropped at a place.
    pub(super) dropped: Option<(usize, Spot)>,
}

/// A place of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Node(usize),
    /// Beside all nodes.
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

impl Canvas {
    /// Another tree: its chart is made anew. What is folded stays as far as its nodes are there; `now` says where a node is.
    pub(super) fn renew(&mut self, now: impl Fn(usize) -> Option<usize>) {
        self.charts = [None, None];
        self.folded = self.folded.iter().filter_map(|node| now(*node)).collect();
    }

    /// Shows all of the tree, or the part where something happens.
    pub(super) fn show(&mut self, wish: Wish) {
        self.aim = match wish {
            Wish::Whole => Aim::Whole,
            Wish::Follow => Aim::Follow,
        };
    }

    /// Whether it could go along with what happens and does not: it was moved, or shows all of a tree that is hard to read.
    pub(super) fn is_still(&self) -> bool {
        match self.aim {
            Aim::Fit => self.is_small,
            Aim::Follow => false,
            Aim::Whole | Aim::At(_) => true,
        }
    }

    /// Hides what is below a node, or shows it again.
    pub(super) fn fold(&mut self, node: usize) {
        if !self.folded.remove(&node) {
            self.folded.insert(node);
        }
        self.charts = [None, None];
    }

    /// Shows everything that is folded.
    pub(super) fn unfold_all(&mut self) {
        self.folded.clear();
        self.charts = [None, None];
    }

    pub(super) fn is_folded(&self, node: usize) -> bool {
        self.folded.contains(&node)
    }

    /// Chooses which of both charts is shown in a view, and the part of it that is seen.
    fn fitted(&mut self, ui: &Ui, view: Rect, shown: &Shown<'_>) -> Sight {
        let folded = &self.folded;
        let chart = |leaves| Chart::of(shown.tree, folded, leaves, |node| Label::of(shown.tree, node).width(ui));
        let [standing, hung] = &mut self.charts;
        let standing = standing.get_or_insert_with(|| chart(Leaves::Beside));
        let has_room = Sight::has_room(standing, view);
        if !matches!(self.aim, Aim::At(_)) {
            self.is_hung = !has_room && {
                let hung = hung.get_or_insert_with(|| chart(Leaves::Hung));
                Sight::all(hung, view).zoom > Sight::all(standing, view).zoom
            };
        }
        let chart = if self.is_hung { hung.get_or_insert_with(|| chart(Leaves::Hung)) } else { standing };
        let has_letters = Sight::has_letters(chart, view);
        self.is_small = has_letters && !Sight::has_room(chart, view);
        match self.aim {
            Aim::Follow => Sight::readable(chart, view, Sight::in_reach(chart, view, &shown.interest())),
            Aim::Fit if !has_letters => Sight::readable(chart, view, Sight::in_reach(chart, view, &shown.interest())),
            Aim::Fit | Aim::Whole => Sight::all(chart, view),
            Aim::At(sight) => sight.in_view(view),
        }
    }

    /// The chart that is shown, once it is [fitted](Self::fitted).
    fn chart(&self) -> Option<&Chart> {
        self.charts[usize::from(self.is_hung)].as_ref()
    }

    /// Whether a part of the tree is out of a view, so that a map of all of it helps.
    pub(super) fn needs_map(&mut self, ui: &Ui, view: Rect, shown: &Shown<'_>) -> bool {
        let sight = self.fitted(ui, view, shown);
        self.chart().is_some_and(|chart| !sight.is_whole(chart))
    }

    /// Draws it in all the room of `rect`, and a map of it at another place.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        map: Option<Rect>,
        shown: &Shown<'_>,
        extras: Extras<'_>,
        can_change: bool,
    ) -> (Response, Done) {
        let response = ui.interact(rect, ui.scope_id().with("tree"), Sense::click_and_drag());
        let mut sight = self.fitted(ui, rect, shown);
        let Some(chart) = self.charts[usize::from(self.is_hung)].as_ref() else { return (response, Done::default()) };
        // Farther than that there is nothing more to see.
        let least = (Sight::all(chart, rect).zoom * 0.5).min(0.5);
        let from = ui.input(|i| i.pointer.press_origin());
        if response.drag_started_by(PointerButton::Primary) && can_change {
            // The root has no other place.
            self.dragged = node_at(chart, &sight, from).filter(|node| *node > 0);
        }
        let dragged = self.dragged.filter(|node| *node < shown.tree.len());
        if moved(ui, &response, &mut sight, least, dragged.is_none()) {
            self.aim = Aim::At(sight);
        }
        let drop =
            dragged.and_then(|node| Landing::at(chart, shown.tree, &sight, response.interact_pointer_pos()?, node));
        if response.double_clicked() && node_at(chart, &sight, response.interact_pointer_pos()).is_none() {
            self.aim = Aim::Fit;
        }
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
            self.aim = Aim::At(Sight { middle, ..sight });
        }
        if let Some(node) = done.clicked.and_then(At::node).filter(|_| response.double_clicked()) {
            self.fold(node);
        }
        (response, done)
    }
}

/// Dragging moves, the wheel zooms to the pointer.
fn moved(ui: &Ui, response: &Response, sight: &mut Sight, least: f32, moves_view: bool) -> bool {
    let before = *sight;
    let is_held = response.dragged_by(PointerButton::Primary) && moves_view;
    if is_held || response.dragged_by(PointerButton::Middle) {
        *sight = sight.dragged(response.drag_delta());
    }
    if let Some(pointer) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
        let factor = libm::expf(scroll.y * 0.003) * pinch;
        if (factor - 1.0).abs() > 1e-4 {
            *sight = sight.zoomed(factor, least, pointer);
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
    lines.push("Click selects, drag moves it, double click folds, right click for more".to_owned());
    lines.join("\n")
}
