//! What is asked: the camera, the positions, and the number by which they are compared.

use std::sync::Arc;

use eframe::egui::{Button, ComboBox, DragValue, Ui};

use crate::app::timeline::marks;
use crate::cost::{CostMeasure, MOST_GRID, SurveyLens, SurveyOptions};
use crate::escape;
use crate::scene::LAST_TICK;
use crate::workspace::Workspace;

/// A path has at most about so many positions.
const MOST_OF_PATH: u64 = 400;

/// A survey that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Asked {
    /// Of the floor plan.
    Plan(SurveyOptions),
    /// Of the path of a camera, from tick 0 to the last one.
    Path { camera: Arc<str>, last: u64, every: u64 },
}

/// The fields between frames.
#[derive(Default)]
pub(super) struct CostQuestion {
    options: SurveyOptions,
    /// The height below which the highest floor is used, kept while it is off.
    below: f32,
    is_path: bool,
    pub(super) measure: CostMeasure,
}

impl CostQuestion {
    /// The fields and the button. Returns what is asked when the button was clicked.
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, is_running: bool) -> Option<Asked> {
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            self.lens(ui, workspace);
            if self.options.camera.is_some() {
                let help = "The positions of the camera at all ticks of the scene, in place of the floor plan.";
                ui.checkbox(&mut self.is_path, "along its path").on_hover_text(help);
            } else {
                self.is_path = false;
            }
            if !self.is_path {
                self.plan(ui);
            }
            let help = "Looks around at each position, 1.7 m above the floor: what is in the frustum, what is seen, and what is \
                        covered.";
            if ui.add_enabled(!is_running, Button::new("Survey")).on_hover_text(help).clicked() {
                asked = Some(self.asked(workspace));
            }
            self.measure(ui);
        });
        asked
    }

    /// What the fields ask.
    pub(super) fn asked(&self, workspace: &Workspace) -> Asked {
        match &self.options.camera {
            Some(camera) if self.is_path => {
                let seconds = workspace.world().time.max(10.0);
                let usual = || marks::tick_of(seconds, workspace);
                let end = marks::end(workspace);
                let last = if end > 0 { end } else { usual() }.min(LAST_TICK);
                Asked::Path { camera: Arc::clone(camera), last, every: last.div_ceil(MOST_OF_PATH).max(1) }
            }
            _ => Asked::Plan(self.options.clone()),
        }
    }

    fn lens(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let cameras = &workspace.world().cameras;
        if self.options.camera.as_ref().is_some_and(|name| cameras.iter().all(|camera| camera.name != *name)) {
            self.options.camera = None;
        }
        let around = "a view around";
        let shown = self.options.camera.as_deref().map_or(around.into(), escape::shown);
        let help = "The lens, the depth range and the mask of a camera; or a square view as wide as a direction's share of a full \
                    turn, at most 90°.";
        let label = ui.label("Lens of");
        let combo = ComboBox::from_id_salt("lens of costs").selected_text(&*shown).show_ui(ui, |ui| {
            ui.selectable_value(&mut self.options.camera, None, around);
            for camera in cameras.iter().filter(|camera| camera.error.is_none()) {
                let name = Some(Arc::clone(&camera.name));
                ui.selectable_value(&mut self.options.camera, name, &*escape::shown(&camera.name));
            }
        });
        combo.response.labelled_by(label.id).on_hover_text(help);
    }

    fn plan(&mut self, ui: &mut Ui) {
        let drag = DragValue::new(&mut self.options.grid).range(1..=MOST_GRID).speed(0.1);
        ui.label("grid");
        ui.add(drag)
            .accessible_name("grid")
            .on_hover_text("The number of positions along the longer side of the floor plan.");
        let drag = DragValue::new(&mut self.options.directions).range(1..=SurveyLens::MOST_DIRECTIONS).speed(0.05);
        ui.label("directions");
        ui.add(drag).accessible_name("directions").on_hover_text(
            "The number of directions at each position, equal angles apart. The greatest number of all counts.",
        );
        let mut is_below = self.options.below.is_some();
        let help = "Use the highest floor below this height, for an upper storey. Otherwise the lowest floor is used.";
        ui.checkbox(&mut is_below, "floor below").on_hover_text(help);
        if is_below {
            ui.add(DragValue::new(&mut self.below).speed(0.1).suffix(" m")).accessible_name("floor below");
        }
        self.options.below = is_below.then_some(self.below);
    }

    fn measure(&mut self, ui: &mut Ui) {
        let label = ui.label("Colours by");
        let combo = ComboBox::from_id_salt("measure of costs").selected_text(self.measure.name()).show_ui(ui, |ui| {
            for measure in CostMeasure::ALL {
                ui.selectable_value(&mut self.measure, measure, measure.name());
            }
        });
        combo
            .response
            .labelled_by(label.id)
            .on_hover_text("The number that gives the tiles in the 3D view their colours.");
    }
}
