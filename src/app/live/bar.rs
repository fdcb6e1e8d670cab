//! The bar of a running program, above the time bar.

use eframe::egui::{Align, Button, ComboBox, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::program::LiveProgram;
use super::words;
use crate::app::command::{self, Commands, LiveCommand, item};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::workspace::Workspace;

/// The height of the bar, points.
pub(in crate::app) const HEIGHT: f32 = 30.0;
/// A bar that is narrower than this has no rates, points.
const NARROW: f32 = 760.0;
/// The size of the list of messages, points.
const MESSAGES: [f32; 2] = [520.0, 240.0];

/// Shows the bar.
pub(in crate::app) fn show(ui: &mut Ui, program: &LiveProgram, workspace: &Workspace, commands: &mut Commands) {
    let state = program.state();
    let shown = state.clients.iter().find(|client| Some(client.number) == state.shown);
    let is_connected = shown.is_some_and(|client| client.is_connected);
    let is_narrow = ui.available_width() < NARROW;
    ui.horizontal_centered(|ui| {
        dot(ui, if is_connected { Some(Tone::Pass) } else { None });
        ui.label(RichText::new("Live").strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons(ui, program, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let worlds = state.clients.iter().filter(|client| client.has_world).count();
                if worlds > 1 {
                    choice(ui, program, commands);
                }
                messages(ui, program);
                let others = state.clients.iter().filter(|one| one.is_connected && Some(one.number) != state.shown);
                let what = words::state(shown, others.count(), program.place(), program.listens(), state.is_ended);
                let held = program.is_held().then(|| held(program, workspace));
                let rates = is_connected && !is_narrow;
                let rates = rates.then(|| words::rates(state.lines_a_second, state.bytes_a_second));
                let text = [Some(what), words::left_out(state.left_out), rates, held]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join("  ·  ");
                ui.add(Label::new(&text).truncate()).on_hover_text(text);
            });
        });
    });
}

/// "view held at 2.50 s of 9.10 s".
fn held(program: &LiveProgram, workspace: &Workspace) -> String {
    let last = program.trace().map_or(0.0, |trace| trace.span()[1]);
    format!("view held at {:.2} s of {last:.2} s", workspace.world().time)
}

/// A dot in the colour of the state.
fn dot(ui: &mut Ui, tone: Option<Tone>) {
    let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
    let color = match tone {
        Some(tone) => theme::color(theme::palette(ui.ctx()).tone(tone)),
        None => ui.visuals().weak_text_color(),
    };
    ui.painter().circle_filled(rect.center(), 4.5, color);
}

/// The buttons at the right end, the last one first.
fn buttons(ui: &mut Ui, program: &LiveProgram, commands: &mut Commands) {
    ui.spacing_mut().item_spacing.x = 6.0;
    command::button(ui, Button::new("×"), "Disconnect", LiveCommand::Disconnect, commands);
    ui.menu_button("Save ⏷", |ui| {
        ui.set_min_width(190.0);
        for command in LiveCommand::SAVES {
            item(ui, command, commands);
        }
    });
    if program.is_held() {
        command::button(ui, Button::new("⏭ Now"), "Jump to now", LiveCommand::Now, commands);
    } else {
        command::button(ui, Button::new("⏸ Hold view"), "Hold view", LiveCommand::Hold, commands);
    }
}

/// The choice of the shown program.
fn choice(ui: &mut Ui, program: &LiveProgram, commands: &mut Commands) {
    let state = program.state();
    let title = |number: Option<usize>| {
        let client = state.clients.iter().find(|client| Some(client.number) == number);
        client.map_or_else(String::new, |client| format!("{}: {}", client.number, escape::shown(client.title())))
    };
    let mut chosen = state.shown;
    let list = ComboBox::from_id_salt("shown program").width(150.0).selected_text(title(chosen)).show_ui(ui, |ui| {
        for client in state.clients.iter().filter(|client| client.has_world) {
            ui.selectable_value(&mut chosen, Some(client.number), title(Some(client.number)));
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Shown program"));
    if chosen != state.shown
        && let Some(client) = chosen
    {
        commands.push(LiveCommand::Show(client));
    }
}

/// A button with the number of wrong lines, which opens the messages.
fn messages(ui: &mut Ui, program: &LiveProgram) {
    let state = program.state();
    let warnings = state.messages.iter().filter(|message| message.is_warning).count();
    if warnings == 0 {
        return;
    }
    let faults: usize = state.clients.iter().map(|client| client.faults).sum();
    let count = faults.max(warnings);
    let words = if count == 1 { "⚠ 1 message".to_owned() } else { format!("⚠ {count} messages") };
    let color = theme::text_color(ui.ctx(), Tone::Fail);
    ui.menu_button(RichText::new(words).color(color), |ui| {
        ui.set_width(MESSAGES[0]);
        ScrollArea::vertical().max_height(MESSAGES[1]).stick_to_bottom(true).show(ui, |ui| {
            for message in &state.messages {
                let text = RichText::new(escape::shown(&message.text));
                ui.label(if message.is_warning { text.color(color) } else { text.weak() });
            }
        });
    });
}
