//! The lines of the lists of the panel.

use eframe::egui::{Label, RichText, Ui};

use crate::app::command::commands::Commands;
use crate::app::command::table::play::PlayCommand;
use crate::app::kit::theme;
use crate::app::timeline::marks;
use crate::geometry::narrate::fine;
use crate::geometry::units::Units;
use crate::workspace::Workspace;

/// Lists of links have at most so many lines.
pub(super) const MOST_LINES: usize = 200;

/// A length of a recording in the chosen units. It has the digits of `f64` values.
pub(super) fn length(metres: f64, units: Units) -> String {
    format!("{} {}", fine(metres * units.length.per_metre()), units.length.symbol())
}

/// A text that goes to a time of the scene when it is clicked.
pub(super) fn link(ui: &mut Ui, text: &str, time: f64, workspace: &Workspace, commands: &mut Commands) {
    let link = ui.link(theme::quoted(text)).on_hover_text(format!("Go to {} s", fine(time)));
    if link.clicked() {
        commands.push(PlayCommand::GoTo(marks::tick_of(time, workspace)));
    }
}

/// A heading inside the panel.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(text).strong()).truncate());
}

/// How many lines of a list are not shown.
pub(super) fn rest(ui: &mut Ui, count: usize) {
    if count > MOST_LINES {
        ui.weak(format!("… and {} more, which the report has", count - MOST_LINES));
    }
}
