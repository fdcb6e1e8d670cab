//! The slice with egui's painter.

use eframe::egui::{Align2, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::model::Slice;
use crate::app::kit::theme;
use crate::app::panels::octree::facts::Facts;
use crate::app::panels::octree::requests::Requests;
use crate::geometry::narrate::grouped;
use crate::octree::Cell;
use crate::picture::AXIS_COLORS;
use crate::workspace::Workspace;

/// The largest number of boxes that are drawn, for the time of a frame. The slice says how many there are when it draws fewer.
const MOST_BOXES: usize = 2000;

/// Paints the slice. Returns the cell under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    facts: &Facts,
    slice: &Slice,
    side: f32,
    requests: &mut Requests,
) -> Option<Cell> {
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
    let part = |pointer: Pos2| [(pointer.x - rect.left()) / side, (pointer.y - rect.top()) / side];
    let pointed = response.hover_pos().and_then(|pointer| slice.cell_at(part(pointer)));
    if pointed.is_some() {
        requests.pointed = pointed;
    }
    if response.clicked() {
        requests.clicked = pointed;
    }
    let name = format!("Slice {} of level {}", slice.plane.title(), slice.level);
    let name = pointed.map_or(name.clone(), |cell| format!("{name}, {} = {}", cell.octal(), cell.binary()));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    paint(ui, rect, workspace, facts, slice, pointed);
    pointed
}

fn paint(ui: &Ui, rect: Rect, workspace: &Workspace, facts: &Facts, slice: &Slice, pointed: Option<Cell>) {
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter_at(rect);
    let at = |[x, y]: [f32; 2]| rect.min + vec2(x, y) * rect.size();
    let place = |[min, max]: [[f32; 2]; 2]| Rect::from_min_max(at(min), at(max));
    let (neutral, selected) = (theme::color(palette.neutral), theme::color(palette.selected));
    painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    for cell in facts.cells().filter(|cell| cell.level() == slice.level && slice.holds(*cell)) {
        painter.rect_filled(place(slice.place_of(cell)), 0.0, neutral.gamma_multiply(0.22));
    }
    let grid = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    for i in 0..=slice.side() {
        let part = i as f32 / slice.side() as f32;
        painter.line_segment([at([part, 0.0]), at([part, 1.0])], grid);
        painter.line_segment([at([0.0, part]), at([1.0, part])], grid);
    }
    let curve: Vec<Pos2> = slice.curve().map(at).collect();
    if let Some(start) = curve.first().filter(|_| curve.len() > 1) {
        painter.circle_filled(*start, 2.5, neutral);
    }
    painter.add(Shape::line(curve, Stroke::new(1.2, neutral.gamma_multiply(0.75))));
    let focus = workspace.selected().object();
    let objects = workspace.world().objects.iter().enumerate();
    let others = objects.filter(|(i, object)| focus != Some(*i) && slice.meets(&object.aabb));
    let mut count = 0;
    for (_, object) in others {
        count += 1;
        if count <= MOST_BOXES {
            let stroke = Stroke::new(1.0, ui.visuals().text_color());
            painter.rect_stroke(place(slice.place(&object.aabb)), 0.0, stroke, StrokeKind::Middle);
        }
    }
    let home = focus.and_then(|object| workspace.report().octree.as_ref()?.placements.get(object));
    if let Some((placement, object)) = home.zip(focus.and_then(|object| workspace.world().objects.get(object))) {
        let home = place(slice.place_of(placement.cell));
        painter.rect_stroke(home, 0.0, Stroke::new(2.5, selected), StrokeKind::Inside);
        let own = place(slice.place(&object.aabb));
        painter.rect_filled(own, 0.0, selected.gamma_multiply(0.45));
        painter.rect_stroke(own, 0.0, Stroke::new(1.5, selected), StrokeKind::Middle);
    }
    if let Some(cell) = pointed {
        let text = ui.visuals().strong_text_color();
        let cell = place(slice.place_of(cell));
        painter.rect_filled(cell, 0.0, text.gamma_multiply(0.15));
        painter.rect_stroke(cell, 0.0, Stroke::new(2.0, text), StrokeKind::Inside);
    }
    let [right, up, _] = slice.plane.axes();
    let is_down = up == 2;
    let letter = |axis: usize| ["X", "Y", "Z"][axis];
    let color = |axis: usize| theme::color(palette.on_plate(AXIS_COLORS[axis]));
    let name = |corner: Align2, words: String, axis: usize| {
        let galley = painter.layout_no_wrap(words, theme::small(), color(axis));
        let ground = corner.align_size_within_rect(galley.size() + vec2(4.0, 1.0), rect.shrink(1.0));
        painter.rect_filled(ground, 2.0, ui.visuals().extreme_bg_color);
        painter.galley(ground.min + vec2(2.0, 0.5), galley, color(axis));
    };
    let (vertical, horizontal) =
        if is_down { (Align2::LEFT_BOTTOM, Align2::RIGHT_TOP) } else { (Align2::LEFT_TOP, Align2::RIGHT_BOTTOM) };
    name(vertical, format!("{}{}", if is_down { "↓" } else { "↑" }, letter(up)), up);
    name(horizontal, format!("{}→", letter(right)), right);
    if count > MOST_BOXES {
        let words = format!("first {} of {} boxes", grouped(MOST_BOXES as u64), grouped(count as u64));
        let galley = painter.layout_no_wrap(words, theme::small(), ui.visuals().strong_text_color());
        let ground = Align2::CENTER_CENTER.align_size_within_rect(galley.size() + vec2(6.0, 2.0), rect);
        painter.rect_filled(ground, 2.0, ui.visuals().extreme_bg_color);
        painter.galley(ground.min + vec2(3.0, 1.0), galley, ui.visuals().strong_text_color());
    }
}
