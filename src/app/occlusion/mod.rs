//! Do they touch, asked of the depth buffer: the three methods side by side, live while something moves.
//!
//! ```text
//! asking     queries that were issued, and their results some frames later
//! table      one row a pair, one column a method
//! ```

mod asking;
mod table;

use eframe::egui::{Label, RichText, ScrollArea, Slider, Ui};

use self::asking::Asking;
use super::Host;
use super::session::Session;

/// Points that the panel is readable in.
pub(super) const HEIGHT: f32 = 250.0;

/// What the panel remembers.
#[derive(Default)]
pub(super) struct OcclusionPanel {
    asking: Asking,
    /// Takes the place of the resolutions of the scene.
    resolution: Option<u32>,
}

/// Whether a scene is about occlusion queries before all else.
pub(super) fn is_about(session: &Session) -> bool {
    !session.scene().occlusion.is_empty()
}

impl OcclusionPanel {
    /// The whole panel.
    pub(super) fn ui(&mut self, ui: &mut Ui, session: &mut Session, host: &dyn Host) {
        if session.scene().occlusion.is_empty() {
            ui.add_space(6.0);
            let text = "This scene has no occlusion query. `\"occlusion\": [{ \"name\": \"touch\", \"a\": \"crate\", \"b\": \
                        \"ball\" }]` in the scene file asks the depth buffer whether two objects touch.";
            ui.add(Label::new(RichText::new(text).weak()).wrap());
            return;
        }
        self.asking.advance(ui, session, host, self.resolution);
        session.set_occlusion_marks(self.asking.marks(session));
        ScrollArea::both().id_salt("occlusion").auto_shrink([false, false]).show(ui, |ui| {
            self.controls(ui, session);
            self.counts(ui);
            if let Some(error) = self.asking.error() {
                super::theme::failure(ui, error);
            }
            if let Some(answers) = self.asking.answers() {
                table::show(ui, answers);
            }
        });
    }

    /// Deletes what is in OpenGL, while its context is still there.
    pub(super) fn close(&mut self) {
        self.asking = Asking::default();
    }

    fn controls(&mut self, ui: &mut Ui, session: &Session) {
        ui.horizontal_wrapped(|ui| {
            let written = session.scene().occlusion.first().map_or(256, |query| query.resolution);
            let mut resolution = self.resolution.unwrap_or(written);
            ui.label(RichText::new("Resolution").weak());
            let slider = ui.add(Slider::new(&mut resolution, 1..=1024).logarithmic(true).suffix(" pixels"));
            let slider = slider.on_hover_text(
                "Pixels along each side of the depth pictures, in this panel only. At a low resolution thin bodies are missed.",
            );
            if slider.changed() {
                self.resolution = Some(resolution);
            }
            let reset = ui.add_enabled(self.resolution.is_some(), eframe::egui::Button::new("As in the scene"));
            if reset.on_hover_text("Each query with the resolution that the scene gives it.").clicked() {
                self.resolution = None;
            }
        });
    }

    fn counts(&self, ui: &mut Ui) {
        let Some(answers) = self.asking.answers() else { return };
        let frames = if answers.latency == 1 { "frame" } else { "frames" };
        let text = format!(
            "{} draw calls and {} queries in one batch; results after {} {frames}. Each pair of lamps: B behind A's front, A \
             behind B's front.",
            answers.draws, answers.queries, answers.latency
        );
        ui.add(Label::new(RichText::new(text).weak()).wrap());
    }
}
