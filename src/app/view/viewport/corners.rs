//! What is in the corners of the view: the caption, the button of the legend, and the inset with a camera's picture.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Button, Color32, CursorIcon, FontId, Painter, Popup, Pos2, Rect, RectAlign, Role, Sense, Stroke,
    StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::prepare::{placed_camera, prepare};
use super::state::{MARGIN, ViewportState};
use crate::app::command::{self, Commands, ViewCommand};
use crate::app::kit::host::Host;
use crate::app::kit::theme;
use crate::escape;
use crate::picture::{self, LegendEntry, Palette, Viewpoint};
use crate::render::overlay;
use crate::workspace::Workspace;
use crate::world::{CameraAt, Item};

/// Width of the inset as a part of the view's, and in points at most.
const INSET_PART: f32 = 0.27;
const INSET_MOST: f32 = 320.0;
/// In a view lower or narrower than this the legend is closed, points.
const LEAST_FOR_LEGEND: f32 = 380.0;
/// The legend is also closed where it would take more than this part of the view.
const MOST_FOR_LEGEND: f32 = 0.1;
/// In a view lower than this there is no button for the legend, points.
const LEAST_FOR_KEY: f32 = 110.0;
/// The greatest width of the button with the pinned querier, points.
pub(super) const KEPT_WIDTH: f32 = 170.0;
/// Width of the button that says that navigation moves the camera, points.
pub(super) const LOCKED_WIDTH: f32 = 200.0;
/// Width of the button that looks through the camera of an inset that takes taps, points.
const LOOK: f32 = 24.0;
/// An inset narrower than this has no caption, points.
const LEAST_FOR_CAPTION: f32 = 100.0;

impl ViewportState {
    /// The legend of the picture, with the count of the triangles that face away.
    pub(super) fn legend(&self, palette: &Palette) -> Vec<LegendEntry> {
        let of_picture = self.main.picture().legend.iter().cloned();
        of_picture.chain(self.sides.legend_entry(palette)).collect()
    }

    /// The place of the button that opens the legend, in a view too small to have it open.
    pub(super) fn legend_key(&self, painter: &Painter, rect: Rect) -> Option<Rect> {
        let legend = self.legend(&theme::palette(painter.ctx()));
        let size = overlay::legend_size(painter, &legend);
        let is_small = rect.size().min_elem() < LEAST_FOR_LEGEND || size.x * size.y > MOST_FOR_LEGEND * rect.area();
        let has_legend = !self.hides_legend && self.side.is_none() && !legend.is_empty();
        let size = vec2(62.0, 22.0);
        let corner = rect.left_bottom() + vec2(MARGIN, -MARGIN - size.y);
        (is_small && has_legend && rect.height() > LEAST_FOR_KEY).then(|| Rect::from_min_size(corner, size))
    }

    /// The camera of the inset: the selected one or that of the selected tap, unless the view looks
    /// through a camera. Only the main view has it.
    pub(super) fn inset_camera<'s>(&self, workspace: &'s Workspace) -> Option<(usize, &'s CameraAt)> {
        if self.through.is_some() || self.side.is_some() {
            return None;
        }
        let world = workspace.world();
        let of_tap = || {
            let Some(Item::Tap(tap)) = workspace.selected().explained_alone() else { return None };
            let name = &world.taps.get(tap)?.camera;
            world.cameras.iter().position(|camera| camera.name == *name)
        };
        let index = workspace.selected().camera().or_else(of_tap)?;
        Some((index, placed_camera(workspace, index)?))
    }

    /// The picture of the selected camera in its own aspect, in the lower right corner. Returns its place.
    ///
    /// A click looks through the camera. On the picture of a camera that follows a session it makes a tap, and a button
    /// looks through the camera.
    pub(super) fn show_inset(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        workspace: &mut Workspace,
        palette: &Palette,
        host: &mut dyn Host,
        commands: &mut Commands,
    ) -> Option<Rect> {
        let (index, camera) = self.inset_camera(workspace)?;
        let place = inset_place(rect, camera.camera.aspect())?;
        prepare(&mut self.inset, workspace, Some(index), palette);
        let mut viewpoint = picture::through(camera, place.aspect_ratio(), workspace.world());
        let takes_taps = workspace.selection().takes_taps(&camera.name);
        if takes_taps {
            // A tap has no greatest distance, so what is beyond the far plane is shown too.
            let extent = picture::extent(workspace.world());
            let reach = viewpoint.eye.distance(extent.centre()) + extent.half_extents().length();
            viewpoint.depth[1] = viewpoint.depth[1].max(reach);
        }
        let painter = ui.painter_at(rect);
        let response = ui.interact(place, ui.scope_id().with("inset"), Sense::click());
        let shown_name = escape::shown(&camera.name).into_owned();
        let look = format!("Look through {shown_name}");
        let name = if takes_taps { format!("Tap on the picture of {shown_name}") } else { look.clone() };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let border = if response.hovered() { palette.text } else { palette.neutral };
        painter.rect_filled(place.expand(1.0), 5.0, theme::color(palette.background[1]));
        self.inset.show(&painter, place, &viewpoint, host).ok()?;
        painter.rect_stroke(place, 4.0, Stroke::new(1.0, theme::color(border)), StrokeKind::Outside);
        if place.width() >= LEAST_FOR_CAPTION {
            let name = format!("through {shown_name}");
            let room = place.width() - 16.0 - if takes_taps { LOOK + 6.0 } else { 0.0 };
            caption(&painter, place.left_top() + vec2(8.0, 8.0), &name, room, palette);
        }
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
        if !takes_taps {
            response.on_hover_text("What this camera sees, in its own aspect. Click to look through it.");
            if clicked.is_some() {
                commands.push(ViewCommand::LookThrough);
            }
            return Some(place);
        }
        let at =
            |at: Pos2| [(at.x - place.left()) / place.width(), (at.y - place.top()) / place.height()].map(f64::from);
        let tapped = clicked.and_then(|pointer| picture::on_picture(camera, place.aspect_ratio(), at(pointer)));
        let name = Arc::clone(&camera.name);
        let response = response.on_hover_cursor(CursorIcon::Crosshair);
        response.on_hover_text(
            "What this camera sees at this time, and what is beyond its far plane. Click to add a tap at this point.",
        );
        if place.width() >= LEAST_FOR_CAPTION {
            let button = Rect::from_min_size(place.right_top() + vec2(-8.0 - LOOK, 8.0), vec2(LOOK, 20.0));
            if ui
                .put(button, Button::new("⛶"))
                .on_hover_text("Look through this camera.")
                .accessible_name(look)
                .clicked()
            {
                self.look_through(Some(camera.id));
                ui.ctx().request_repaint();
            }
        }
        if let Some(screen) = tapped {
            workspace.edits().add_tap(&name, screen);
            ui.ctx().request_repaint();
        }
        Some(place)
    }

    /// The name of the view in its upper left corner, with the Back button of a camera view.
    pub(super) fn show_caption(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        workspace: &Workspace,
        (viewpoint, palette): (&Viewpoint, &Palette),
        commands: &mut Commands,
    ) {
        let corner = rect.left_top() + vec2(MARGIN, MARGIN);
        let Some(camera) = self.camera(workspace) else {
            let text = self.name(viewpoint);
            caption(ui.painter(), corner, &text, rect.width() - 2.0 * MARGIN, palette);
            let is_low = self.tools_place(rect).is_some_and(|tools| tools.width() > tools.height());
            let beside = if is_low { vec2(0.0, 30.0) } else { vec2(self.name_width(viewpoint), 0.0) };
            self.show_kept(ui, corner + beside, workspace, commands);
            return;
        };
        let builder = UiBuilder::new().max_rect(Rect::from_min_size(corner, vec2(460.0, 26.0)));
        ui.scope_builder(builder, |ui| {
            ui.horizontal(|ui| {
                let text = format!("⏴ Back from {}", camera.name);
                command::button(ui, Button::new(&*text), &text, ViewCommand::LeaveCamera, commands);
                if self.locks_camera {
                    let name = "Navigation moves the camera ×";
                    command::button(ui, Button::new(name), name, ViewCommand::LockCamera, commands);
                }
                let corner = ui.cursor().min;
                self.show_kept(ui, corner, workspace, commands);
            });
        });
    }

    /// In the main view, the pinned querier, as a button that unpins it.
    fn show_kept(&self, ui: &mut Ui, corner: Pos2, workspace: &Workspace, commands: &mut Commands) {
        let name = workspace.selection().pinned_querier().and_then(|querier| workspace.world().name_of(querier));
        let Some(name) = name.filter(|_| self.side.is_none()) else { return };
        let builder = UiBuilder::new().max_rect(Rect::from_min_size(corner, vec2(KEPT_WIDTH, 22.0)));
        ui.scope_builder(builder, |ui| {
            let text = format!("Answers of {} ×", escape::shown(name));
            let button = Button::new(&*text).truncate();
            command::button(ui, button, "Select whose answers are shown", ViewCommand::KeepAnswers, commands);
        });
    }
}

/// The place of the inset in the lower right corner; `None` in a view too small for it.
pub(super) fn inset_place(rect: Rect, aspect: f32) -> Option<Rect> {
    let width = (rect.width() * INSET_PART).min(INSET_MOST);
    let height = (rect.height() * 0.36).min(240.0);
    let size = if width / aspect <= height { vec2(width, width / aspect) } else { vec2(height * aspect, height) };
    let size = size.round();
    let corner = (rect.right_bottom() - vec2(MARGIN, MARGIN)).round();
    (size.x >= 60.0 && size.y >= 24.0).then(|| Rect::from_min_max(pos2(corner.x - size.x, corner.y - size.y), corner))
}

/// The button that opens and closes the legend.
pub(super) fn legend_key(ui: &Ui, place: Rect, legend: &[LegendEntry], palette: &Palette) {
    let response = ui.interact(place, ui.scope_id().with("legend"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Legend"));
    let painter = ui.painter();
    overlay::paint_plate(painter, place, 4, palette, 1.0);
    let font = FontId::proportional(12.0);
    painter.text(place.center(), Align2::CENTER_CENTER, "Legend", font, theme::color(palette.text));
    Popup::from_toggle_button_response(&response)
        .align(RectAlign::TOP_START)
        .show(|ui| overlay::show_legend(ui, legend));
    response.on_hover_text("What colours and lines mean.");
}

/// A text on a plate of at most that width, cut with … where it does not fit.
pub(super) fn caption(painter: &Painter, corner: Pos2, text: &str, width: f32, palette: &Palette) {
    let color = theme::color(palette.text);
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(12.0), color);
    job.wrap = TextWrapping::truncate_at_width((width - 12.0).max(8.0));
    let galley = painter.layout_job(job);
    let plate = Rect::from_min_size(corner, galley.size() + vec2(12.0, 5.0));
    overlay::paint_plate(painter, plate, 4, palette, 1.0);
    painter.galley(corner + vec2(6.0, 2.5), galley, Color32::PLACEHOLDER);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inset_keeps_its_camera_s_aspect_and_the_view_s_borders() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(900.0, 600.0));
        for aspect in [0.3, 1.0, 16.0 / 9.0, 4.0] {
            let place = inset_place(rect, aspect).unwrap();
            assert!((place.aspect_ratio() / aspect - 1.0).abs() < 0.03, "{aspect}: {place:?}");
            assert!(rect.contains_rect(place), "{aspect}: {place:?}");
            assert!(place.area() < rect.area() * 0.15, "{aspect}: {place:?}");
        }
        assert_eq!(inset_place(Rect::from_min_size(pos2(0.0, 0.0), vec2(80.0, 60.0)), 1.5), None);
    }
}
