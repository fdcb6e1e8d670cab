//! The fields: question, command, number of cases, seed.

use eframe::egui::{Button, ComboBox, DragValue, Grid, TextEdit, Ui};

use crate::app::kit::form::attempt;
use crate::hunt::{ExampleLanguage, HuntOptions};
use crate::mistakes::SpatialQuestion;

/// The most cases of a run in the window.
const MOST_CASES: u64 = 1_000_000_000;

/// What is asked.
#[derive(Clone, Debug)]
pub(super) struct HuntForm {
    pub(super) question: SpatialQuestion,
    pub(super) command: String,
    pub(super) cases: u64,
    pub(super) seed: u64,
}

impl Default for HuntForm {
    fn default() -> Self {
        let HuntOptions { cases, seed, .. } = HuntOptions::default();
        let question = SpatialQuestion::FrustumBox;
        Self { question, command: String::new(), cases: cases.unwrap_or(100_000), seed }
    }
}

impl HuntForm {
    /// Shows the fields. The first one is the command when the window has just opened.
    pub(super) fn show(&mut self, ui: &mut Ui, is_new: bool) {
        Grid::new("hunt").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            ui.label("Question");
            ui.horizontal(|ui| {
                let combo = ComboBox::from_id_salt("question").selected_text(self.question.word());
                let combo = combo.show_ui(ui, |ui| {
                    for question in SpatialQuestion::ALL {
                        ui.selectable_value(&mut self.question, question, question.word());
                    }
                });
                combo.response.accessible_name("Question");
                ui.weak(self.question.about());
            });
            ui.end_row();
            ui.label("Program");
            let field = TextEdit::singleline(&mut self.command).hint_text("python3 answerer.py");
            let field = ui.add(field.desired_width(f32::INFINITY)).accessible_name("Command of the program");
            if is_new {
                field.request_focus();
            }
            ui.end_row();
            ui.label("Cases");
            ui.horizontal(|ui| {
                let drag = DragValue::new(&mut self.cases).range(1..=MOST_CASES).speed(1000.0);
                attempt::field(ui, drag, ui.scope_id().with("cases"), None).accessible_name("Number of cases");
                ui.label("seed");
                let drag = DragValue::new(&mut self.seed);
                attempt::field(ui, drag, ui.scope_id().with("seed"), None).accessible_name("Seed of the cases");
            });
            ui.end_row();
        });
        ui.horizontal_wrapped(|ui| {
            ui.weak("The program reads a case from its standard input and writes its answer, one line each.");
            ui.menu_button("Copy an example", |ui| {
                for language in ExampleLanguage::ALL {
                    if ui.add(Button::new(language.name())).clicked() {
                        ui.ctx().copy_text(language.text().to_owned());
                        ui.close();
                    }
                }
            });
        });
    }

    /// What the run asks.
    pub(super) fn options(&self) -> HuntOptions {
        HuntOptions { cases: Some(self.cases), seed: self.seed, ..HuntOptions::default() }
    }

    /// The same run as a command of the command line, for scripts.
    pub(super) fn as_command(&self) -> String {
        let quoted = shlex::try_quote(&self.command).unwrap_or_default();
        format!("eyeline hunt {} --ask {quoted} --cases {} --seed {}", self.question.word(), self.cases, self.seed)
    }
}
