//! The button beside an answer that deselects the object: the camera or ray then answers for all objects.

use eframe::egui::{Button, RichText, Ui, vec2};

use crate::app::command;
use crate::app::command::{Commands, SelectCommand};

/// Width of the button, points.
pub(in crate::app) const WIDTH: f32 = 22.0;

/// Shows the button.
pub(in crate::app) fn button(ui: &mut Ui, commands: &mut Commands) {
    let button = Button::new(RichText::new("×").size(16.0)).frame_when_inactive(false).min_size(vec2(WIDTH, 20.0));
    command::button(ui, button, "Clear the selected object", SelectCommand::Deselect, commands);
}
