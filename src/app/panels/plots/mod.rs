//! Diagrams of the selected answer, drawn from its steps.
//!
//! ```text
//! over_t      the intervals of a ray over t
//! distances   the distances from a camera's six planes
//! paint       both of them with egui_plot
//! ```

mod distances;
mod over_t;
mod paint;

use eframe::egui::{Align, Label, Layout, RichText, TextStyle, TextWrapMode, Ui, WidgetText, vec2};

use crate::app::kit::glossary;
use crate::report::explain::Subject;
use crate::workspace::Workspace;
use distances::Distances;
use over_t::OverT;

/// How to move the diagram.
const HINT: &str = "Wheel zooms · drag moves · double click fits";
/// The hint is left out where it would leave less than this to the title, or cut it, points.
const LEAST_HEAD: f32 = 220.0;
/// Room for rounding beside the title, points.
const TITLE_GAP: f32 = 4.0;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct Plots {
    /// The question that was drawn last: another question resets zoom and position.
    subject: Option<(u64, Subject)>,
}

impl Plots {
    /// Shows the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace) {
        let steps = workspace.explanation().map_or(&[][..], |explanation| &explanation.story.steps);
        let subject =
            workspace.selected().question(workspace.world()).map(|subject| (workspace.disk().generation(), subject));
        let is_new = std::mem::replace(&mut self.subject, subject) != subject;
        let mut pointed = None;
        if let Some(plot) = OverT::of(steps) {
            let parts = if plot.curves.is_empty() { "each slab" } else { "each slab and quadratic" };
            head(ui, &format!("The interval inside {parts}, over t. Point at a t to see it in the 3D view."));
            pointed = paint::over_t(ui, &plot, is_new);
        } else if let Some(plot) = Distances::of(steps, workspace.selected().step) {
            let of_several = match plot.test {
                [_, 1] => String::new(),
                [test, count] => format!(" Test {test} of {count} in this tick. Select a step to see its test."),
            };
            let units = workspace.view().units();
            let mut unit = units.length.name().to_owned();
            if let Some(first) = unit.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let what = format!("{unit} in front of each plane: of the p-vertex above, the n-vertex below.");
            head(ui, &format!("{what}{of_several}"));
            paint::distances(ui, &plot, units, is_new);
        } else {
            ui.add_space(6.0);
            ui.weak("Select an object together with a camera or a ray to see its numbers as a diagram.");
        }
        workspace.view_mut().point_at(pointed);
    }
}

/// The title of the diagram, and at the right how to move it.
fn head(ui: &mut Ui, text: &str) {
    let hint = WidgetText::from(RichText::new(HINT).small().weak());
    let hint = hint.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Small);
    let rest = ui.available_width() - hint.size().x - ui.spacing().item_spacing.x;
    let title = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
    let text = Label::new(RichText::new(text).weak()).truncate();
    if rest < LEAST_HEAD.max(title.size().x + TITLE_GAP) {
        glossary::label(ui, text);
        return;
    }
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(rest, 18.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_width(rest);
            glossary::label(ui, text);
        });
        ui.label(hint);
    });
}
