//! The figures of a path, its losses and its jumps.

use eframe::egui::{Button, Grid, Label, RichText, TextStyle, Ui};

use super::lines::{MOST_LINES, heading, length, link, rest};
use crate::app::command::{self, Commands, FileCommand};
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::fine;
use crate::report::sessions::words;
use crate::workspace::Workspace;
use crate::world::SessionAt;

/// The name of the row with the frame of the tick.
const NOW: &str = "now";

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, at: &SessionAt, commands: &mut Commands) {
    let Some((summary, path)) = at.file.as_ref().ok().and_then(|file| Some((file.summary()?, file.trajectory().ok()?)))
    else {
        return;
    };
    let now = at.held.map(|held| {
        let reason = path.reason_at(workspace.world().time).map_or(String::new(), |reason| format!(", {reason}"));
        format!("frame {}, {}{reason}", held.frame, held.tracking.word())
    });
    let rows = [
        ("frames", summary.frames.to_string(), "The number of poses in the file."),
        (
            "duration",
            format!("{} s, from {} s", fine(summary.duration), fine(summary.start)),
            "From the first frame to the last, and the scene time of the first.",
        ),
        (
            "length",
            length(summary.path_length, workspace.view().units()),
            "The length of the path, without jumps and without steps from or to a lost frame.",
        ),
        (
            "tracked ratio",
            fine(summary.tracked_ratio),
            "The time of frames whose tracking is not lost, over the duration.",
        ),
        (NOW, now.unwrap_or_default(), "The frame whose pose holds at this tick, and the tracking."),
    ];
    Grid::new("figures").num_columns(2).min_row_height(16.0).spacing([10.0, 2.0]).show(ui, |ui| {
        for (name, value, help) in rows {
            ui.weak(name).on_hover_text(help);
            let label = |ui: &mut Ui| ui.add(Label::new(theme::quoted(&value)).wrap()).on_hover_text(help);
            if name == NOW {
                // Two lines at every tick, so that nothing below it moves.
                ui.vertical(|ui| {
                    ui.set_min_height(2.0 * ui.text_style_height(&TextStyle::Body));
                    label(ui);
                });
            } else {
                label(ui);
            }
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    command::button(ui, Button::new("Trim…"), "Trim recording", FileCommand::TrimRecording, commands);
    let (lost, jumps) = (&summary.lost, &summary.jumps);
    count(ui, "Losses", lost.len());
    for one in lost.iter().take(MOST_LINES) {
        link(ui, &words::lost(one), one.from, workspace, commands);
    }
    rest(ui, lost.len());
    count(ui, "Jumps", jumps.len());
    for jump in jumps.iter().take(MOST_LINES) {
        link(ui, &words::jump(jump), jump.time, workspace, commands);
    }
    rest(ui, jumps.len());
}

/// A heading with a count, in the colour of a failure unless it is 0.
fn count(ui: &mut Ui, name: &str, count: usize) {
    if count == 0 {
        heading(ui, &format!("{name}: none"));
        return;
    }
    ui.add_space(4.0);
    let color = theme::text_color(ui.ctx(), Tone::Fail);
    ui.add(Label::new(RichText::new(format!("{name}: {count}")).strong().color(color)).truncate());
}
