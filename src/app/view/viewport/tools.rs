//! The buttons of the gizmo's tools, below the caption of the view.

use eframe::egui::{
    Align, Button, Color32, Layout, Painter, Rect, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2,
};

use super::state::{MARGIN, ViewportState};
use crate::app::command::tool::{Axes, Tool};
use crate::app::command::{self, Commands, GizmoCommand};
use crate::picture::Palette;
use crate::render::overlay;

/// Width and height of a button, points.
const SIDE: f32 = 26.0;
/// Space between buttons, points.
const GAP: f32 = 2.0;
/// From the upper border of the view to the first button, points.
const TOP: f32 = 44.0;
/// The number of buttons: the tools and the axes.
const COUNT: f32 = 6.0;
/// A view lower or narrower than this has no buttons, points.
const LEAST: Vec2 = vec2(420.0, 150.0);
/// The same for one of several views, where the buttons are always below the caption, points.
const LEAST_BESIDE: Vec2 = vec2(240.0, 224.0);
/// In a view lower than this the buttons are beside the caption, points.
const LOW: f32 = 300.0;
/// A low view that is narrower than this has no buttons, because trees of agents need the room, points.
const LEAST_LOW: f32 = 560.0;
/// From the left border of a low view to the first button, points.
const LEFT: f32 = 162.0;

impl ViewportState {
    /// The place of the buttons, if this is the main view and large enough.
    pub(super) fn tools_place(&self, rect: Rect) -> Option<Rect> {
        let least = if self.has_neighbours { LEAST_BESIDE } else { LEAST };
        if self.side.is_some() || rect.width() < least.x || rect.height() < least.y {
            return None;
        }
        let [short, long] = [SIDE + 4.0, COUNT * (SIDE + GAP) + 4.0];
        if rect.height() >= LOW || self.has_neighbours {
            return Some(Rect::from_min_size(rect.left_top() + vec2(MARGIN, TOP), vec2(short, long)));
        }
        // The button that leaves a camera needs the room beside it.
        (self.through.is_none() && rect.width() >= LEAST_LOW)
            .then(|| Rect::from_min_size(rect.left_top() + vec2(LEFT, MARGIN - 4.0), vec2(long, short)))
    }
}

impl ViewportState {
    /// Shows the buttons.
    pub(super) fn show_tools(&self, ui: &mut Ui, rect: Rect, palette: &Palette, commands: &mut Commands) {
        let Some(place) = self.tools_place(rect) else { return };
        overlay::paint_plate(ui.painter(), place, 5, palette, 1.0);
        let is_row = place.width() > place.height();
        let layout = if is_row { Layout::left_to_right(Align::Min) } else { Layout::top_down(Align::Min) };
        ui.scope_builder(UiBuilder::new().max_rect(place.shrink(2.0)).layout(layout), |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            ui.spacing_mut().button_padding = Vec2::ZERO;
            for tool in Tool::ALL {
                let is_on = self.gizmo.tool == tool;
                let name = format!("{} tool", tool.name());
                let place = button(ui, is_on, &name, GizmoCommand::Tool(tool), commands);
                icon(ui.painter(), place, tool, color(ui, is_on));
            }
            let is_local = self.gizmo.axes == Axes::Local;
            let place = button(ui, is_local, "Local axes", GizmoCommand::Axes, commands);
            axes_icon(ui.painter(), place, is_local, color(ui, is_local));
        });
    }
}

fn button(ui: &mut Ui, is_on: bool, name: &str, command: GizmoCommand, commands: &mut Commands) -> Rect {
    let button = Button::new("").selected(is_on).frame_when_inactive(is_on).min_size(vec2(SIDE, SIDE));
    command::button(ui, button, name, command, commands).rect
}

fn color(ui: &Ui, is_on: bool) -> Color32 {
    let visuals = ui.visuals();
    if is_on { visuals.selection.stroke.color } else { visuals.text_color() }
}

fn icon(painter: &Painter, place: Rect, tool: Tool, color: Color32) {
    let middle = place.center();
    let stroke = Stroke::new(1.5, color);
    let arrow = |from: Vec2, to: Vec2| {
        let along = (to - from).normalized() * 3.5;
        let aside = along.rot90();
        painter.line_segment([middle + from, middle + to], stroke);
        for side in [aside, -aside] {
            painter.line_segment([middle + to, middle + to - along + side], stroke);
        }
    };
    match tool {
        Tool::Select => {
            let points = [(-4.0, -8.0), (6.0, 1.5), (1.0, 2.0), (3.5, 7.5), (1.0, 8.5), (-1.2, 3.0), (-4.0, 6.0)];
            let points = points.into_iter().map(|(x, y)| middle + vec2(x, y)).collect();
            painter.add(Shape::closed_line(points, stroke));
        }
        Tool::Move => {
            for to in [vec2(8.5, 0.0), vec2(-8.5, 0.0), vec2(0.0, 8.5), vec2(0.0, -8.5)] {
                arrow(Vec2::ZERO, to);
            }
        }
        Tool::Rotate => {
            let at = |degrees: f32| {
                let (sine, cosine) = libm::sincosf(degrees.to_radians());
                vec2(cosine, sine) * 7.0
            };
            let points: Vec<_> = (0..=20_u8).map(|k| middle + at(f32::from(k) * 14.0 - 60.0)).collect();
            painter.add(Shape::line(points, stroke));
            arrow(at(215.0), at(232.0));
        }
        Tool::Size => {
            let square = Rect::from_center_size(middle, vec2(15.0, 13.0));
            painter.rect_stroke(square, 0.0, stroke, StrokeKind::Middle);
            for at in [square.left_center(), square.right_center(), square.center_top(), square.center_bottom()] {
                painter.circle_filled(at, 2.2, color);
            }
        }
        Tool::Scale => {
            let small = Rect::from_min_max(middle + vec2(-8.0, 1.0), middle + vec2(-1.0, 8.0));
            painter.rect_stroke(small, 0.0, stroke, StrokeKind::Middle);
            arrow(vec2(0.0, 0.0), vec2(8.0, -8.0));
        }
    }
}

/// Two axes, upright for the world and oblique for an item.
fn axes_icon(painter: &Painter, place: Rect, is_local: bool, color: Color32) {
    let middle = place.center();
    let stroke = Stroke::new(1.5, color);
    let turn = if is_local { 0.6_f32 } else { 0.0 };
    let corner = pos2(middle.x - 5.0, middle.y + 5.0);
    for angle in [-turn, -turn - std::f32::consts::FRAC_PI_2] {
        let (sine, cosine) = libm::sincosf(angle);
        let along = vec2(cosine, sine);
        painter.line_segment([corner, corner + along * 12.0], stroke);
        painter.circle_filled(corner + along * 12.0, 2.0, color);
    }
}
