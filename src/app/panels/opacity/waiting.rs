//! Replaces an image whose cells are not computed yet: shows the progress, and a button that cancels or restarts.

use eframe::egui::{Align, Layout, Rect, RichText, Ui, UiBuilder, vec2};

use crate::app::kit::{job, theme};
use crate::import::image::ImageError;
use crate::workspace::Workspace;

/// Width, points.
const WIDTH: f32 = 300.0;
const HEIGHT: f32 = 84.0;

/// Shows it in the middle of the image's rectangle.
pub(super) fn show(ui: &mut Ui, rect: Rect, workspace: &mut Workspace, index: usize, error: &ImageError) {
    ui.painter().rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
    let size = vec2(WIDTH, HEIGHT).min(rect.size() - vec2(8.0, 8.0)).max(vec2(1.0, 1.0));
    let place = Rect::from_center_size(rect.center(), size);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min)));
    ui.label(RichText::new(theme::quoted(&error.to_string())).strong());
    if error.is_stopped() {
        let (verb, help) = match error {
            ImageError::NotAdded(_) => ("Add up", "Compute its cells."),
            _ => ("Read", "Read the file."),
        };
        if ui.button(verb).on_hover_text(help).clicked() {
            workspace.disk_mut().load_image(index);
        }
        ui.weak("All other answers are shown.");
        return;
    }
    let file = workspace.scene().images.get(index).map(|image| image.source().into_owned()).unwrap_or_default();
    let Some(working) = workspace.disk().working() else { return };
    if *working.file != *file {
        ui.weak(format!("After {}", working.what.trim_end_matches(" …")));
    } else if job::bar(&mut ui, &format!("{:.0} %", 100.0 * working.fraction), working.fraction) {
        workspace.disk_mut().stop_loading();
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::vec2;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::files::{Files, Pace, Reading, open_watched};
    use crate::opacity::Progress;

    #[test]
    fn work_shows_its_progress_and_can_be_cancelled_and_restarted() {
        let folder = tempfile::tempdir().unwrap();
        image::RgbaImage::new(20, 20).save(folder.path().join("leaf.png")).unwrap();
        let path = folder.path().join("a.json");
        std::fs::write(&path, r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "leaf.png" }] }"#).unwrap();
        let loaded = open_watched(&path, Files::default(), &Reading::at(Pace::Later), &Progress::default()).unwrap();
        let mut workspace = Workspace::on(loaded.scene, loaded.files, Some(path), Reading::at(Pace::Later));
        workspace.disk_mut().stall();
        let size = vec2(400.0, 200.0);
        let draw = |ui: &mut Ui, workspace: &mut Workspace| {
            let rect = Rect::from_min_size(ui.max_rect().min, size);
            let error = workspace.world().images[0].opacity.as_ref().err().cloned();
            match error {
                Some(error) => show(ui, rect, workspace, 0, &error),
                None => drop(ui.label("there it is")),
            }
        };
        let mut harness = Harness::builder().with_size(size).build_ui_state(draw, workspace);
        harness.run();
        harness.get_by_label_contains("is being read");
        harness.get_by_label("Cancel").click();
        harness.run();
        assert!(!harness.state_mut().load(std::time::Duration::from_mins(1)));
        harness.run();
        harness.get_by_label_contains("was cancelled");
        harness.get_by_label("Read").click();
        harness.run();
        assert!(!harness.state_mut().load(std::time::Duration::from_mins(1)));
        harness.run();
        harness.get_by_label("there it is");
    }
}
