//! The target of a dragged node. Over the left or right part of a box the node is dropped before or after that box's
//! node; over the middle of a composite it is dropped into the composite. In a column, of leaves or of a tree from left to
//! right, the upper and lower parts count instead. A bar or a frame marks the target.

use eframe::egui::{CursorIcon, Painter, Pos2, Rect, Stroke, StrokeKind, Ui};

use super::chart::Chart;
use super::paint::TreeColors;
use super::sight::ChartView;
use crate::app::command::tree_edit::{Spot, SpotSide};
use crate::behavior::{Arity, NodeKind, Tree};

/// A target for a dropped node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Landing {
    pub(super) spot: Spot,
    /// The box of the target node, on screen.
    rect: Rect,
    /// Whether the target's siblings are above and below it.
    is_stacked: bool,
}

/// The part of a composite's box, at either end, where a drop is beside it. The middle drops into it.
const BESIDE: f32 = 0.25;

impl Landing {
    /// The target for a node that is dropped at a point on screen. `None` beside all boxes, and over the node itself
    /// and its descendants.
    pub(super) fn at(chart: &Chart, tree: &Tree, sight: &ChartView, pointer: Pos2, dragged: usize) -> Option<Self> {
        let [x, y] = sight.place(pointer);
        let one = chart.at(x, y)?;
        if (dragged..tree.end(dragged)).contains(&one.node) {
            return None;
        }
        let rect = sight.rect(one);
        let is_stacked = one.is_stacked() || chart.is_sideways();
        let axis = usize::from(is_stacked);
        let part = (pointer[axis] - rect.min[axis]) / rect.size()[axis].max(1.0);
        let can_hold = holds_more(tree.kind(one.node));
        let can_stand_beside = tree.parent(one.node).is_some_and(|parent| holds_more(tree.kind(parent)));
        let side = match (can_hold, can_stand_beside) {
            (false, false) => return None,
            (true, false) => SpotSide::Inside,
            (true, true) if (BESIDE..=1.0 - BESIDE).contains(&part) => SpotSide::Inside,
            _ if part < 0.5 => SpotSide::Before,
            _ => SpotSide::After,
        };
        Some(Self { spot: Spot { node: one.node, side }, rect, is_stacked })
    }
}

fn holds_more(kind: &NodeKind) -> bool {
    kind.arity() == Arity::Some
}

/// Draws the mark of the target, and the outline of the dragged node.
pub(super) fn paint(
    ui: &Ui,
    painter: &Painter,
    chart: &Chart,
    sight: &ChartView,
    dragged: usize,
    drop: Option<&Landing>,
) {
    let colors = TreeColors::of(ui);
    ui.ctx().set_cursor_icon(if drop.is_some() { CursorIcon::Grabbing } else { CursorIcon::NoDrop });
    if let Some(one) = chart.of_node(dragged) {
        let rect = sight.rect(one);
        painter.rect_filled(rect, 4.0, colors.selected.gamma_multiply(0.25));
        painter.rect_stroke(rect, 4.0, Stroke::new(1.5, colors.selected), StrokeKind::Outside);
    }
    let Some(Landing { spot, rect, is_stacked }) = drop else { return };
    let stroke = Stroke::new(3.0, colors.selected);
    let around = rect.expand(4.0);
    let bar = match (spot.side, is_stacked) {
        (SpotSide::Inside, _) => {
            painter.rect_stroke(rect.expand(3.0), 5.0, stroke, StrokeKind::Outside);
            return;
        }
        (SpotSide::Before, false) => [around.left_top(), around.left_bottom()],
        (SpotSide::After, false) => [around.right_top(), around.right_bottom()],
        (SpotSide::Before, true) => [around.left_top(), around.right_top()],
        (SpotSide::After, true) => [around.left_bottom(), around.right_bottom()],
    };
    painter.line_segment(bar, stroke);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use eframe::egui::{pos2, vec2};

    use super::super::chart::Arrangement;
    use super::*;
    use crate::behavior::{Abort, Status};
    use crate::report::agents::sample;

    #[test]
    fn a_place_is_before_after_or_inside_and_never_within_what_is_dragged() {
        // 0 selector, 1 attack (2 sees, 3 chase), 4 patrol (5 walk)
        let run = sample::guard(Abort::None, &[Status::Success], 0);
        let chart = Chart::of(&run.tree, &HashSet::new(), Arrangement::Beside, |_| 60.0);
        let sight = ChartView::all(&chart, Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 300.0)));
        let over = |node: usize, part: f32, dragged: usize| {
            let rect = sight.rect(chart.of_node(node).unwrap());
            let pointer = pos2(rect.left() + part * rect.width(), rect.center().y);
            Landing::at(&chart, &run.tree, &sight, pointer, dragged).map(|drop| (drop.spot.node, drop.spot.side))
        };
        assert_eq!(over(1, 0.1, 5), Some((1, SpotSide::Before)));
        assert_eq!(over(1, 0.5, 5), Some((1, SpotSide::Inside)));
        assert_eq!(over(1, 0.9, 5), Some((1, SpotSide::After)));
        assert_eq!(over(3, 0.4, 5), Some((3, SpotSide::Before)), "a leaf has nothing inside");
        assert_eq!(over(3, 0.6, 5), Some((3, SpotSide::After)));
        assert_eq!(over(0, 0.1, 5), Some((0, SpotSide::Inside)), "nothing can be beside the root");
        assert_eq!([over(1, 0.5, 1), over(3, 0.5, 1)], [None, None]);
        assert_eq!(Landing::at(&chart, &run.tree, &sight, pos2(-50.0, -50.0), 5), None);
    }
    #[test]
    fn in_a_column_before_is_above() {
        let run = sample::guard(Abort::None, &[Status::Success], 0);
        let chart = Chart::of(&run.tree, &HashSet::new(), Arrangement::Stacked, |_| 60.0);
        let sight = ChartView::all(&chart, Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 300.0)));
        let over = |node: usize, part: f32| {
            let rect = sight.rect(chart.of_node(node).unwrap());
            let pointer = pos2(rect.center().x, rect.top() + part * rect.height());
            let drop = Landing::at(&chart, &run.tree, &sight, pointer, 5);
            drop.map(|drop| (drop.spot.node, drop.spot.side, drop.is_stacked))
        };
        let sideways = Chart::of(&run.tree, &HashSet::new(), Arrangement::Sideways, |_| 60.0);
        let sight = ChartView::all(&sideways, Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 300.0)));
        let rect = sight.rect(sideways.of_node(1).unwrap());
        let drop = Landing::at(&sideways, &run.tree, &sight, rect.center_bottom() - vec2(20.0, 1.0), 5).unwrap();
        assert_eq!((drop.spot.node, drop.spot.side, drop.is_stacked), (1, SpotSide::After, true));
        assert_eq!(over(3, 0.2), Some((3, SpotSide::Before, true)));
        assert_eq!(over(3, 0.8), Some((3, SpotSide::After, true)));
    }
}
