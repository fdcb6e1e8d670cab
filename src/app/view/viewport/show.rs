//! One frame of a view.

use eframe::egui;
use eframe::egui::{Painter, Rect, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use super::corners::{KEPT_WIDTH, LOCKED_WIDTH, caption, inset_place, legend_key};
use super::prepare::{prepare, prepare_before};
use super::state::{BLINK, MARGIN, ViewportState};
use crate::app::command::commands::Commands;
use crate::app::command::directions::ViewAxis;
use crate::app::command::table::view::ViewCommand;
use crate::app::kit::anchors::Anchor;
use crate::app::kit::host::Host;
use crate::app::kit::{anchors, theme};
use crate::app::view::{axis_gizmo, probe, selected_place};
use crate::picture::{Palette, Viewpoint};
use crate::render::{RenderError, overlay};
use crate::workspace::Workspace;
use crate::workspace::comparison::{Comparison, ComparisonLook};
use crate::{escape, picture};

impl ViewportState {
    /// Shows the view.
    pub(in crate::app) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &mut dyn Host,
        commands: &mut Commands,
    ) {
        let whole = ui.available_rect_before_wrap();
        let look = workspace.judging().comparison().map(|open| open.look).unwrap_or_default();
        let palette = theme::palette(ui.ctx());
        let is_split = look == ComparisonLook::SideBySide
            && self.side.is_none()
            && prepare_before(&mut self.before, workspace, &palette);
        let [left, rect]: [Rect; 2] =
            if is_split { whole.split_left_right_at_fraction(0.5).into() } else { [Rect::NOTHING, whole] };
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, self.spoken_name()));
        if rect.width() < 2.0 || rect.height() < 2.0 {
            return;
        }
        let extent = picture::extent(workspace.world());
        let aspect = rect.aspect_ratio();
        self.aspect = Some(aspect);
        self.begin(workspace, aspect);
        self.follow(workspace);
        self.navigate(ui, &response, rect, &extent, workspace, aspect);

        let viewpoint = self.viewpoint(ui, workspace, &extent, aspect);
        self.shown = Some((viewpoint, rect));
        self.note_aim(ui, &response);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(self.described(workspace, &viewpoint, rect));
        });
        let is_gizmo = self.gizmo.advance(ui, &response, rect, &viewpoint, workspace);
        if self.is_aside {
            self.gizmo.drop_note();
        }
        let painter = ui.painter_at(rect);
        let inset = self.inset_camera(workspace).and_then(|(_, camera)| inset_place(rect, camera.camera.aspect()));
        self.prepare_main(ui, look, workspace, &palette);
        if is_split {
            self.show_left(ui, left, workspace, &viewpoint, &palette, host);
        }
        self.sides.update(ui.ctx(), workspace, self.main.picture(), &viewpoint);
        let keeps_answers = workspace.selection().pinned_querier().is_some();
        let shown = self.show_main(&painter, rect, &viewpoint, &palette, (inset, keeps_answers), host);
        self.error = shown.err();
        if let Some(error) = &self.error {
            show_error(ui, &painter, rect, error, &palette);
            return;
        }
        self.show_marks(ui, &painter, rect, workspace, (&viewpoint, &palette));
        let taken = self.show_inset(ui, rect, workspace, &palette, host, commands);
        if self.is_plain {
            return;
        }
        self.show_caption(ui, rect, workspace, (&viewpoint, &palette), commands);
        self.show_tools(ui, rect, &palette, commands);
        if let Some(place) = axis_gizmo::place(rect)
            && let Some(direction) = axis_gizmo::show(ui, place, &viewpoint, &palette)
        {
            commands.push(ViewCommand::From(direction));
        }
        // In a low view, the buttons are beside the caption.
        let top = self.tools_place(rect).filter(|tools| tools.width() > tools.height()).map_or(12.0, |_| 46.0);
        self.gizmo.paint(&painter, rect.with_min_y(rect.top() + top), &self.taken, &palette);
        self.show_position(ui, &response, rect, (&viewpoint, &palette), workspace);
        let is_measured = self.measure(ui, &response, rect, (&viewpoint, &palette), workspace);
        let is_box =
            !is_gizmo && !is_measured && self.select_box(ui, &response, rect, (&viewpoint, &palette), workspace);
        if !is_gizmo && !is_box && !is_measured {
            self.point(ui, response, (rect, &viewpoint), workspace, taken, commands);
        }
    }

    /// Prepares the picture of the main view: of the scene, or of the other state of the comparison.
    fn prepare_main(&mut self, ui: &Ui, look: ComparisonLook, workspace: &Workspace, palette: &Palette) {
        let wants_before = match look {
            ComparisonLook::Before => true,
            ComparisonLook::Blink => {
                ui.ctx().request_repaint_after_secs(BLINK);
                ui.input(|i| i.time).rem_euclid(2.0 * f64::from(BLINK)) < f64::from(BLINK)
            }
            ComparisonLook::After | ComparisonLook::SideBySide => false,
        };
        self.shows_before = wants_before && prepare_before(&mut self.main, workspace, palette);
        if !self.shows_before {
            let camera = self.camera_index(workspace);
            prepare(&mut self.main, workspace, camera, palette);
        }
    }

    /// Over the picture: the name of the other state, the probe of a plot, and the button of the legend.
    fn show_marks(
        &self,
        ui: &Ui,
        painter: &Painter,
        rect: Rect,
        workspace: &Workspace,
        (viewpoint, palette): (&Viewpoint, &Palette),
    ) {
        if self.shows_before {
            let name = workspace.judging().comparison().map_or(String::new(), Comparison::caption);
            let beside = self.name_width(viewpoint);
            let at = rect.left_top() + vec2(MARGIN + beside, MARGIN);
            caption(painter, at, &escape::shown(&name), rect.width() - 2.0 * MARGIN - beside, palette);
        }
        if let Some(place) = selected_place::find(workspace, rect, viewpoint, &self.plates) {
            anchors::note(ui, Anchor::Object, place);
        }
        probe::paint(painter, rect, workspace, viewpoint, palette);
        if let Some(place) = self.legend_key(painter, rect).filter(|_| !self.is_plain) {
            legend_key(ui, place, &self.legend(palette), palette);
        }
    }

    /// The name for screen readers.
    fn spoken_name(&self) -> &'static str {
        match self.side {
            None => "3D view",
            Some(ViewAxis::Front) => "3D view from the front",
            Some(ViewAxis::Right) => "3D view from the right",
            Some(ViewAxis::Top) => "3D view from the top",
        }
    }

    /// The other state of the comparison beside the main view, from the same viewpoint.
    fn show_left(
        &mut self,
        ui: &Ui,
        rect: Rect,
        workspace: &Workspace,
        viewpoint: &Viewpoint,
        palette: &Palette,
        host: &mut dyn Host,
    ) {
        let painter = ui.painter_at(rect);
        // The main view shows the error.
        if self.before.show(&painter, rect, viewpoint, host).is_ok() {
            overlay::paint_beside(&painter, rect, &[], &[], self.before.picture(), viewpoint, palette);
        }
        let name = workspace.judging().comparison().map_or(String::new(), Comparison::caption);
        caption(
            &painter,
            rect.left_top() + vec2(MARGIN, MARGIN),
            &escape::shown(&name),
            rect.width() - 2.0 * MARGIN,
            palette,
        );
        painter.vline(rect.right(), rect.y_range(), Stroke::new(2.0, theme::color(palette.neutral)));
    }

    fn show_main(
        &mut self,
        painter: &Painter,
        rect: Rect,
        viewpoint: &Viewpoint,
        palette: &Palette,
        (inset, keeps_answers): (Option<Rect>, bool),
        host: &mut dyn Host,
    ) -> Result<(), RenderError> {
        self.main.show(painter, rect, viewpoint, host)?;
        // Below the labels.
        self.mark_hovered(painter, rect, viewpoint, palette);
        let picture = self.main.picture();
        let key = self.legend_key(painter, rect);
        let has_legend = !self.hides_legend && self.side.is_none() && key.is_none();
        let mut legend = if has_legend { self.legend(palette) } else { Vec::new() };
        // The note about objects that are left out is shown even when the legend is hidden.
        legend.extend(self.main.left_out().legend_entries(palette));
        // Includes the Back button.
        let height = if self.through.is_some() { 44.0 } else { 36.0 };
        let kept = if keeps_answers && self.side.is_none() { KEPT_WIDTH } else { 0.0 };
        let sign = if self.through.is_some() && self.locks_camera { LOCKED_WIDTH } else { 0.0 };
        let size = vec2(self.name_width(viewpoint) + kept + sign + 8.0, height);
        let caption = Rect::from_min_size(rect.min, size);
        let axes = axis_gizmo::place(rect);
        let corners = inset.into_iter().chain(axes).chain(key).chain(self.tools_place(rect));
        let mut taken: Vec<Rect> = corners.map(|corner| corner.expand(4.0)).collect();
        let gizmo = self.gizmo.areas().map(|area| area.expand(4.0));
        let others: Vec<Rect> = taken.iter().copied().chain(gizmo).chain([caption]).collect();
        let overlaid = overlay::paint_beside(painter, rect, &others, &legend, picture, viewpoint, palette);
        let labels = overlaid.plates.iter().map(|plate| plate.place).chain(overlaid.bare_labels);
        taken.extend(labels.chain([caption]));
        (self.plates, self.taken) = (overlaid.plates, taken);
        Ok(())
    }
}

/// Says in place of the picture why it could not be drawn.
fn show_error(ui: &mut Ui, painter: &Painter, rect: Rect, error: &RenderError, palette: &Palette) {
    painter.rect_filled(rect, 0.0, theme::color(palette.background[1]));
    let text = format!("The scene cannot be drawn.\n{error}");
    let text = egui::RichText::new(text).size(14.0).color(theme::color(palette.fail));
    ui.put(rect.shrink(16.0), egui::Label::new(text).wrap().halign(egui::Align::Center).selectable(false));
}
