//! Diagrams of the selected answer, drawn from what its story told.
//!
//! ```text
//! over_t      what a ray's story says over t
//! distances   what a camera's story says of the six planes
//! paint       both of them with egui_plot
//! ```

mod distances;
mod over_t;
mod paint;

use eframe::egui::{Label, RichText, Ui};

use self::distances::Distances;
use self::over_t::OverT;
use super::glossary;
use super::session::Session;

/// What the tab remembers.
#[derive(Default)]
pub(super) struct Plots {
    /// Shown when last drawn: when that changes, zoom and place begin anew.
    view: Option<[f64; 2]>,
}

impl Plots {
    /// The whole tab.
    pub(super) fn ui(&mut self, ui: &mut Ui, session: &mut Session) {
        let steps = session.explanation().map_or(&[][..], |explanation| &explanation.story.steps);
        let mut pointed = None;
        if let Some(plot) = OverT::of(steps) {
            let parts = if plot.curves.is_empty() { "each slab" } else { "each slab and quadratic" };
            head(ui, &format!("The interval inside {parts}, over t. Point at a t to see it in the scene."));
            let is_new = self.view.replace(plot.view) != Some(plot.view);
            pointed = paint::over_t(ui, &plot, is_new);
        } else if let Some(plot) = Distances::of(steps) {
            head(ui, "Metres in front of each plane: of the p-vertex above, the n-vertex below.");
            let is_new = self.view.replace(plot.view) != Some(plot.view);
            paint::distances(ui, &plot, is_new);
        } else {
            self.view = None;
            ui.add_space(6.0);
            ui.weak("Select an object together with a camera or a ray to see its numbers as a diagram.");
        }
        session.point_at(pointed);
    }
}

fn head(ui: &mut Ui, text: &str) {
    glossary::label(ui, Label::new(RichText::new(text).weak()).truncate());
}
