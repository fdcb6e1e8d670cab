//! One node's box, and the labels at the nodes of an abort.

use eframe::egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, pos2, vec2};

use super::label::{LETTERS, Label, PAD, SMALL, SPACE, STATUS};
use super::outline::{OutlineForm, circle, draw};
use super::tree_canvas::TreePainter;
use crate::app::panels::behavior::chart::NodeBox;
use crate::behavior::Status;
use crate::picture::Style;
use crate::report::agents::why::AbortCause;

/// Draws a box with its contents.
pub(super) fn paint(canvas: &TreePainter<'_>, one: &NodeBox, rect: Rect) {
    let TreePainter { shown, colors, painter, extras, .. } = canvas;
    let tree = shown.tree;
    let (node, status) = (one.node, shown.statuses[one.node]);
    let is_halted = shown.is_halted(node);
    let line = if is_halted { colors.abort() } else { colors.line(status) };
    let style = if is_halted { Style::Dotted } else { colors.style(status) };
    let (width, fill) = match status {
        _ if is_halted => (1.8, 0.10),
        Status::Running => (2.4, 0.26),
        Status::Inactive => (1.0, 0.0),
        _ => (1.6, 0.13),
    };
    if rect.height() < 4.0 {
        painter.rect_filled(rect, 0.0, line.gamma_multiply(if fill > 0.0 { 0.9 } else { 0.45 }));
        return;
    }
    let form = OutlineForm::of(tree.kind(node));
    let is_last = shown.last_event().is_some_and(|event| event.node as usize == node);
    for (is_ringed, color, reach) in
        [(extras.selected == Some(node), colors.selected, 3.5), (is_last, colors.text, 6.0)]
    {
        if is_ringed {
            let ring = form.outline(rect.expand(canvas.stroke(reach)));
            draw(painter, ring, color.gamma_multiply(0.2), Stroke::new(canvas.stroke(1.6), color), Style::Solid);
        }
    }
    let ground = blend(colors.ground, line, fill + if extras.hovered == Some(node) { 0.10 } else { 0.0 });
    draw(painter, form.outline(rect), ground, Stroke::new(canvas.stroke(width), line), style);
    if extras.breaks.contains(&node) {
        let place = rect.left_top() + vec2(canvas.long(1.0), canvas.long(1.0));
        let red = colors.abort();
        draw(painter, circle(place, canvas.long(4.0).max(2.5)), red, Stroke::new(1.0, colors.ground), Style::Solid);
    }
    write(canvas, one, rect, status, is_halted);
}

fn write(canvas: &TreePainter<'_>, one: &NodeBox, rect: Rect, status: Status, is_halted: bool) {
    let TreePainter { shown, colors, painter, sight, .. } = canvas;
    let Some(font) = canvas.font(LETTERS) else { return };
    let label = Label::of(shown.tree, one.node);
    let middle = rect.center().y;
    let mut x = rect.left() + canvas.long(PAD);
    let (symbol, symbol_color) =
        if is_halted { ("⊘", colors.abort()) } else { (colors.symbol(status), colors.letters(status)) };
    painter.text(
        pos2(x + canvas.long(STATUS - SPACE) / 2.0, middle),
        Align2::CENTER_CENTER,
        symbol,
        font.clone(),
        symbol_color,
    );
    x += canvas.long(STATUS);
    let letters = if status == Status::Inactive && !is_halted { colors.weak } else { colors.text };
    let mut word = |text: &str, color: Color32| {
        if !text.is_empty() {
            let place = painter.text(pos2(x, middle), Align2::LEFT_CENTER, text, font.clone(), color);
            x = place.right() + canvas.long(SPACE);
        }
    };
    word(label.sign, colors.text);
    word(&label.title, letters);
    word(label.mark, colors.mark());
    let Some(small) = canvas.font(SMALL) else { return };
    let (number, align) = if one.is_stacked() {
        (rect.left_center() - vec2(canvas.long(2.0), canvas.long(0.5)), Align2::RIGHT_BOTTOM)
    } else {
        (rect.left_top() + vec2(canvas.long(2.0), -canvas.long(0.5)), Align2::LEFT_BOTTOM)
    };
    painter.text(number, align, one.node.to_string(), small.clone(), colors.weak);
    if one.folded > 0 {
        let (place, align) = beside(canvas, one, rect);
        let text = format!("+{} folded", one.folded);
        plate(canvas, place, align, &text, &small, colors.weak, sight.view);
    }
}

/// The position of the label of a box: below it, or to the right in a column.
fn beside(canvas: &TreePainter<'_>, one: &NodeBox, rect: Rect) -> (Pos2, Align2) {
    if one.is_stacked() {
        return (rect.right_center() + vec2(canvas.long(3.0), 0.0), Align2::LEFT_CENTER);
    }
    (pos2(rect.center().x, rect.bottom() + canvas.long(2.0)), Align2::CENTER_TOP)
}

/// The least font size of a label, points.
const LEAST_BADGE: f32 = 9.0;

/// The least font size at which the word “halted” is shown.
const LEAST_HALTED: f32 = 5.5;

/// Draws the status changes of the nodes of the last abort, at their boxes.
pub(super) fn badges(canvas: &TreePainter<'_>) {
    let TreePainter { shown, colors, sight, chart, .. } = canvas;
    let Some(font) = canvas.font(LETTERS).filter(|_| shown.is_aborted()) else { return };
    let font = FontId::proportional((font.size * SMALL / LETTERS).max(LEAST_BADGE));
    let say = |node: usize, text: &str, color: Color32| {
        let Some(one) = chart.of_node(node).filter(|one| one.node == node) else { return };
        let (place, align) = beside(canvas, one, sight.rect(one));
        plate(canvas, place, align, text, &font, color, sight.view);
    };
    for abort_record in &shown.abort_records {
        let (cause, continues_at) = (abort_record.cause, abort_record.continues_at);
        match abort_record.why {
            AbortCause::LowerPriority(now) | AbortCause::Own(now) => {
                let before = now.inverted();
                // Beside a box in a column there is room only for the symbols.
                let words = if chart.of_node(cause).is_some_and(NodeBox::is_stacked) {
                    format!("{} → {}", colors.symbol(before), colors.symbol(now))
                } else {
                    format!("{} → {}", before.word(), now.word())
                };
                say(cause, &words, colors.letters(now));
                say(continues_at, "continues here", colors.text);
            }
            AbortCause::Decided => say(cause, "was decided", colors.text),
            AbortCause::TimedOut => say(cause, "expired", colors.abort()),
            AbortCause::Reactive => say(cause, "continues here", colors.text),
        }
        // At a small font size the words would cover the boxes: ⊘ and the dotted border mark the node instead.
        let has_room = canvas.long(SMALL) >= LEAST_HALTED;
        for &halted in abort_record.halted.iter().filter(|_| has_room) {
            say(halted, "halted", colors.abort());
        }
    }
}

/// Small text on a plate that covers the lines behind it.
fn plate(canvas: &TreePainter<'_>, at: Pos2, align: Align2, text: &str, font: &FontId, color: Color32, view: Rect) {
    let galley = canvas.painter.layout_no_wrap(text.to_owned(), font.clone(), color);
    let rect = align.anchor_size(at, galley.size() + vec2(canvas.long(6.0), 0.0));
    if !rect.intersects(view) {
        return;
    }
    // The plate is moved into the view rather than cut at the border.
    let inside = rect.min.min(view.max - rect.size()).max(view.min);
    let rect = Rect::from_min_size(inside, rect.size());
    canvas.painter.rect_filled(rect, canvas.long(3.0), canvas.colors.plate());
    canvas.painter.galley(rect.min + vec2(canvas.long(3.0), 0.0), galley, color);
}

/// A colour with the opacity `share` over another one, both opaque.
fn blend(below: Color32, above: Color32, share: f32) -> Color32 {
    below.lerp_to_gamma(above, share)
}
