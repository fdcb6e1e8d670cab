//! The parts of the panel: image, controls, and errors in place of the image.

use std::sync::Arc;

use eframe::egui::{Button, ComboBox, Label, Rect, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::canvas;
use super::controls;
use super::show::Show;
use super::state::OpacityPanel;
use super::subject::OpacitySubject;
use super::waiting;
use crate::app::command;
use crate::app::command::{Commands, FileCommand};
use crate::app::kit::clipped::part;
use crate::app::kit::host::Host;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::import::image::ImageError;
use crate::workspace::Workspace;
use crate::world::ImageAt;

/// The height at which cells and controls are readable, points.
pub(in crate::app) const HEIGHT: f32 = 400.0;
/// Width of the controls: this part of the panel, within these limits, points.
const CONTROLS_PART: f32 = 0.36;
const CONTROLS: [f32; 2] = [190.0, 300.0];
/// The width below which the controls are below the image, points, and the image's part of the height there.
const NARROW: f32 = 300.0;
const IMAGE_ABOVE_PART: f32 = 0.4;

/// Whether the scene is about images: one is selected, or there are no objects.
pub(in crate::app) fn is_about(workspace: &Workspace) -> bool {
    let scene = workspace.scene();
    let is_alone = scene.objects.is_empty() && scene.models.is_empty() && scene.agents.is_empty();
    workspace.selected().image().is_some() || (!scene.images.is_empty() && is_alone)
}

impl OpacityPanel {
    /// Shows the panel.
    pub(in crate::app) fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &dyn Host,
        commands: &mut Commands,
    ) {
        let Some(index) = self.shown(workspace) else {
            ui.add_space(6.0);
            ui.weak(
                "This scene has no image. An image is cut into cells, and its alpha decides which of them are solid.",
            );
            ui.add_space(4.0);
            command::button(ui, Button::new("Open image…"), "Open image…", FileCommand::OpenImage, commands);
            return;
        };
        head(ui, workspace, index, commands);
        let Some(image) = workspace.world().images.get(index).cloned() else { return };
        match &image.opacity {
            Ok(_) => self.parts(ui, workspace, index, host),
            Err(error) if error.is_pending() || error.is_stopped() => self.parts(ui, workspace, index, host),
            Err(error) => fault(ui, workspace, index, &image, error),
        }
    }

    /// Deletes the OpenGL objects while their context exists.
    pub(in crate::app) fn close(&mut self) {
        self.compute.close();
    }

    /// The selected image, or the last selected, or the first.
    fn shown(&mut self, workspace: &Workspace) -> Option<usize> {
        let images = &workspace.world().images;
        let last = || images.iter().position(|image| self.image == Some(image.id));
        let index = workspace.selected().image().or_else(last).or((!images.is_empty()).then_some(0))?;
        let id = images.get(index)?.id;
        if self.image.replace(id) != Some(id) {
            self.canvas.fit();
        }
        Some(index)
    }

    /// Shows the controls at the right, or in a narrow panel below, and the image in the rest. The controls are drawn
    /// first, so that the image is updated in the same frame.
    fn parts(&mut self, ui: &mut Ui, workspace: &mut Workspace, index: usize, host: &dyn Host) {
        let room = ui.available_rect_before_wrap();
        let [of_image, of_controls] = divided(room);
        controls::show(self, &mut part(ui, of_controls, 1.0, "controls"), workspace, index, host);
        let Some(image) = workspace.world().images.get(index) else { return };
        let opacity = match &image.opacity {
            Ok(opacity) => opacity,
            Err(error) => {
                let error = error.clone();
                waiting::show(&mut part(ui, of_image, 1.0, "canvas"), of_image, workspace, index, &error);
                ui.advance_cursor_after_rect(room);
                return;
            }
        };
        let (rays, rays_left_out) =
            canvas::met(workspace.world(), workspace.report(), workspace.selected().querier(), index);
        let subject = OpacitySubject {
            image,
            bitmap: &opacity.bitmap,
            grid: self.compute.grid(opacity),
            show: self.show,
            compared: self.comparison.compared().filter(|_| self.show == Show::Difference),
            rays: &rays,
            rays_left_out,
        };
        self.canvas.ui(&mut part(ui, of_image, 1.0, "canvas"), of_image, &subject);
        ui.advance_cursor_after_rect(room);
    }
}

/// The parts of the panel for the image and for the controls.
fn divided(room: Rect) -> [Rect; 2] {
    let [mut of_image, mut of_controls] = [room, room];
    if room.width() < NARROW {
        of_image.max.y = room.top() + (room.height() * IMAGE_ABOVE_PART).floor();
        of_controls.min.y = (of_image.bottom() + 6.0).min(room.bottom());
    } else {
        let [least, most] = CONTROLS;
        let width = (room.width() * CONTROLS_PART).clamp(least, most);
        of_image.max.x = (room.right() - width - 10.0).max(room.left() + 40.0);
        of_controls.min.x = of_image.right() + 10.0;
    }
    [of_image, of_controls]
}

/// The choice of the image, and the properties of its file.
fn head(ui: &mut Ui, workspace: &mut Workspace, index: usize, commands: &mut Commands) {
    ui.horizontal_wrapped(|ui| {
        let names: Vec<Arc<str>> = workspace.world().images.iter().map(|image| Arc::clone(&image.name)).collect();
        let Some(name) = names.get(index) else { return };
        let mut chosen = index;
        let list = ComboBox::from_id_salt("image").selected_text(escape::shown(name)).width(120.0);
        let shown = list.show_ui(ui, |ui| {
            for (i, name) in names.iter().enumerate() {
                ui.selectable_value(&mut chosen, i, escape::shown(name));
            }
        });
        shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Image shown"));
        if chosen != index {
            workspace.selection_mut().select_image(Some(chosen));
        }
        command::button(ui, Button::new("Open image…"), "Open image…", FileCommand::OpenImage, commands);
        if let Some(Ok(opacity)) = workspace.world().images.get(index).map(|image| &image.opacity) {
            let [width, height] = opacity.bitmap.size();
            let alpha = if opacity.bitmap.has_alpha() { "" } else { ", no alpha" };
            let text = format!("{width} × {height} pixels, {}{alpha}", opacity.bitmap.kind());
            ui.add(Label::new(RichText::new(text).weak()).truncate());
        }
    });
}

/// The reason why an image has no answer, with the location in the file and the remedy. The divisions can be changed
/// here.
fn fault(ui: &mut Ui, workspace: &mut Workspace, index: usize, image: &ImageAt, error: &ImageError) {
    ScrollArea::vertical().id_salt("fault").auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(4.0);
        let color = theme::text_color(ui.ctx(), Tone::Fail);
        ui.label(RichText::new(format!("✖ {}", theme::quoted(&error.to_string()))).color(color));
        ui.label(format!("Remedy: {}.", theme::quoted(&error.help())));
        let is_it = |notice: &&crate::workspace::Notice| notice.is_error && notice.subject == Some(image.id);
        if let Some(place) = workspace.notices().iter().find(is_it).and_then(|notice| notice.place.as_ref()) {
            ui.weak(place);
        }
        if matches!(error, ImageError::Divisions(_)) {
            ui.add_space(4.0);
            controls::cut(ui, workspace, index);
        }
        ui.add_space(4.0);
        ui.weak("The other images of the scene have answers.");
    });
}
