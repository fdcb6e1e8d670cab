//! The bar below the text of a lesson: its place among all lessons, and the way to the previous and the next one.

use eframe::egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

use crate::app::command::{self, Commands, LessonCommand};
use crate::lessons::{self, Lesson};

/// The height of the bar, points.
pub(in crate::app) const HEIGHT: f32 = 26.0;
/// Width of a button, points.
const BUTTON: f32 = 26.0;

/// Shows the bar. A chosen command is added to the queue.
pub(in crate::app) fn show(ui: &mut Ui, lesson: &Lesson, commands: &mut Commands) {
    ui.allocate_ui_with_layout(vec2(ui.available_width(), HEIGHT), Layout::left_to_right(Align::Center), |ui| {
        let button = |text| Button::new(text).min_size(vec2(BUTTON, 0.0));
        command::button(ui, button("⏴"), "Previous lesson", LessonCommand::Previous, commands);
        command::button(ui, button("⏵"), "Next lesson", LessonCommand::Next, commands);
        command::button(ui, button("↺"), "Reset lesson", LessonCommand::Reset, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            command::button(ui, Button::new("All…"), "All lessons", LessonCommand::All, commands);
            let subject = lesson.subject().map_or("", |subject| subject.name);
            let place = format!("Lesson {} of {}", lesson.number(), lessons::all().count());
            let (rest, height) = (ui.available_width(), ui.available_height());
            ui.allocate_ui_with_layout(vec2(rest, height), Layout::left_to_right(Align::Center), |ui| {
                let label = Label::new(RichText::new(place).small().weak()).truncate();
                ui.add(label).on_hover_text(format!("{subject}: {}", lesson.name));
            });
        });
    });
}
