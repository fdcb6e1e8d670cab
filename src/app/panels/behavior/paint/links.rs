//! Lines from parents to children with elbows half way, and the path of the last abort along them.
//!
//! Points are computed as in a tree that is drawn top down: x is across the levels, y along them. In a tree from left to
//! right both are swapped when a line is drawn.

use eframe::egui::{Pos2, Stroke, pos2, vec2};

use super::outline::{along, arrowhead, circle, draw};
use super::tree_canvas::TreePainter;
use crate::app::panels::behavior::chart::{HEIGHT, NodeBox, STEP};
use crate::behavior::Status;
use crate::picture::Style;

/// Distance between the path of an abort and the lines, at a zoom of 1.
const ASIDE: f32 = 5.0;

/// Draws all visible lines. Those of the running path are strong.
pub(super) fn all(canvas: &TreePainter<'_>) {
    let TreePainter { chart, sight, shown, painter, colors, .. } = canvas;
    let part = sight.part();
    let [low, high] = [sight.view.min, sight.view.max].map(|corner| turned(canvas, corner).x);
    let thin = Stroke::new(canvas.stroke(1.2), colors.line(Status::Inactive).gamma_multiply(0.75));
    for (parent, ends) in chart.parents_within(&part) {
        let (exit, y) = (exit_point(canvas, parent), elbow(canvas, parent));
        line(canvas, [exit, pos2(exit.x, y)], thin);
        if let Some(x) = spine(canvas, parent) {
            line(canvas, [pos2(x, y), pos2(exit.x, y)], thin);
            line(canvas, [pos2(x, y), pos2(x, entry_point(canvas, ends[1]).y)], thin);
            continue;
        }
        let [from, to] = ends.map(|end| entry_point(canvas, end).x.clamp(low - 9.0, high + 9.0));
        line(canvas, [pos2(from, y), pos2(to, y)], thin);
    }
    let strong = Stroke::new(canvas.stroke(3.0), colors.line(Status::Running));
    let mut last = pos2(f32::NEG_INFINITY, 0.0);
    for one in chart.within(&part) {
        let Some(parent) = chart.parent(one) else { continue };
        let (at, end) = (branch_point(canvas, one, parent), entry_point(canvas, one));
        if (at - last).abs().max_elem() >= 0.7 {
            line(canvas, [at, end], thin);
            last = at;
        }
    }
    for one in chart.within(&part) {
        let Some(parent) = chart.parent(one).filter(|_| shown.statuses[one.node] == Status::Running) else { continue };
        let (exit, at) = (exit_point(canvas, parent), branch_point(canvas, one, parent));
        let y = elbow(canvas, parent);
        let line = [exit, pos2(exit.x, y), pos2(at.x, y), at, entry_point(canvas, one)];
        // For children side by side the two points in the middle coincide.
        let line: Vec<Pos2> = if at.y > y { line.to_vec() } else { [&line[..3], &line[4..]].concat() };
        let line: Vec<Pos2> = line.into_iter().map(|point| turned(canvas, point)).collect();
        along(painter, &line, strong, Style::Solid);
    }
}

/// The path from the node that caused an abort to all nodes that it halted: along the lines up, then down.
pub(super) fn aborts(canvas: &TreePainter<'_>) {
    let TreePainter { shown, painter, colors, .. } = canvas;
    // An abort of an earlier tick is drawn fainter.
    let color = if shown.is_aborted() { colors.abort() } else { colors.abort().gamma_multiply(0.45) };
    let stroke = Stroke::new(canvas.stroke(if shown.is_aborted() { 2.2 } else { 1.4 }), color);
    for abort_record in &shown.abort_records {
        for &left in &abort_record.left {
            let Some(way) = way(canvas, abort_record.cause, left) else { continue };
            let way: Vec<Pos2> = way.into_iter().map(|point| turned(canvas, point)).collect();
            along(painter, &way, stroke, Style::Dashed);
            if let [.., before, tip] = way[..] {
                arrowhead(painter, tip, tip - before, canvas.long(9.0).max(5.0), color);
            }
            if let Some(&start) = way.first() {
                draw(painter, circle(start, canvas.long(3.0).max(2.0)), color, Stroke::NONE, Style::Solid);
            }
        }
    }
}

/// The path along the lines from one node to another, with a small offset. `None` when both are in one box.
fn way(canvas: &TreePainter<'_>, from: usize, to: usize) -> Option<Vec<Pos2>> {
    let TreePainter { chart, shown, .. } = canvas;
    let (start, end) = (chart.of_node(from)?, chart.of_node(to)?);
    let holds_end = |one: &NodeBox| (one.node..shown.tree.end(one.node)).contains(&end.node);
    let (mut top, mut way) = (start, Vec::new());
    while !holds_end(top) {
        let parent = chart.parent(top)?;
        extend_to_parent(canvas, top, parent, &mut way);
        top = parent;
    }
    if top.node == start.node {
        way.push(exit_point(canvas, start) + vec2(canvas.long(ASIDE), 0.0));
    }
    let (mut at, mut descent) = (end, Vec::new());
    while at.node != top.node {
        let parent = chart.parent(at)?;
        extend_to_parent(canvas, at, parent, &mut descent);
        at = parent;
    }
    way.extend(descent.into_iter().rev());
    (start.node != end.node).then_some(way)
}

/// Extends a path from the box at its end to the elbow below the parent's box.
fn extend_to_parent(canvas: &TreePainter<'_>, one: &NodeBox, parent: &NodeBox, way: &mut Vec<Pos2>) {
    let aside = canvas.long(ASIDE);
    let (entry, y) = (entry_point(canvas, one), (elbow(canvas, parent) - aside).max(exit_point(canvas, parent).y));
    if let Some(spine) = spine(canvas, parent) {
        let x = spine + aside;
        if let Some(below) = way.last().copied() {
            // From the leaf of a decorator, along the line below the decorator's left edge.
            way.push(pos2(entry.x, below.y));
        }
        way.extend([pos2(entry.x, entry.y - aside), pos2(x, entry.y - aside), pos2(x, y)]);
        return;
    }
    let x = entry.x + aside;
    if let Some(below) = way.last().copied() {
        way.push(pos2(x, below.y));
    }
    way.extend([pos2(x, entry.y), pos2(x, y)]);
}

/// The end of the line from the parent: the middle of the box's upper edge, or of its left edge in a column.
fn entry_point(canvas: &TreePainter<'_>, one: &NodeBox) -> Pos2 {
    if one.is_stacked() {
        return canvas.sight.point(one.left(), one.top() + f64::from(HEIGHT) / 2.0);
    }
    let (x, y) = if canvas.chart.is_sideways() {
        (one.left(), one.top() + f64::from(HEIGHT) / 2.0)
    } else {
        (one.centre(), one.top())
    };
    turned(canvas, canvas.sight.point(x, y))
}

/// The point where the line to a box branches off the line that its siblings share.
fn branch_point(canvas: &TreePainter<'_>, one: &NodeBox, parent: &NodeBox) -> Pos2 {
    let entry = entry_point(canvas, one);
    spine(canvas, parent).map_or(pos2(entry.x, elbow(canvas, parent)), |x| pos2(x, entry.y))
}

/// The x of the vertical line to a box's children, if they are in a column.
fn spine(canvas: &TreePainter<'_>, parent: &NodeBox) -> Option<f32> {
    parent.spine().map(|x| canvas.sight.point(x, 0.0).x)
}

/// The middle of the lower edge of a box; in a column, the point of the lower edge above the line to its child.
fn exit_point(canvas: &TreePainter<'_>, one: &NodeBox) -> Pos2 {
    if let Some(x) = one.spine().filter(|_| one.is_stacked()) {
        return canvas.sight.point(x, one.top() + f64::from(HEIGHT));
    }
    let (x, y) = if canvas.chart.is_sideways() {
        (one.right(), one.top() + f64::from(HEIGHT) / 2.0)
    } else {
        (one.centre(), one.top() + f64::from(HEIGHT))
    };
    turned(canvas, canvas.sight.point(x, y))
}

/// A point on screen with x across the levels, or back.
fn turned(canvas: &TreePainter<'_>, point: Pos2) -> Pos2 {
    if canvas.chart.is_sideways() { pos2(point.y, point.x) } else { point }
}

fn line(canvas: &TreePainter<'_>, ends: [Pos2; 2], stroke: Stroke) {
    canvas.painter.line_segment(ends.map(|end| turned(canvas, end)), stroke);
}

/// The y of the horizontal line to a box's children.
fn elbow(canvas: &TreePainter<'_>, parent: &NodeBox) -> f32 {
    if let Some(x) = canvas.chart.turn(parent) {
        return canvas.sight.point(x, 0.0).x;
    }
    let gap = if parent.is_stacked() { 0.0 } else { (STEP - HEIGHT) / 2.0 };
    exit_point(canvas, parent).y + canvas.long(gap)
}
