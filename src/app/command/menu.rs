//! Menus and buttons for commands, with their names, keys and states.

use eframe::egui;
use eframe::egui::os::OperatingSystem;
use eframe::egui::{Button, Checkbox, Response, ScrollArea, Ui};

use super::commands::Commands;
use super::entry::CommandEntry;
use super::table::Command;
use crate::app::kit::theme;

/// Whether keys are written as on a Mac.
pub(in crate::app) fn is_mac(ctx: &egui::Context) -> bool {
    matches!(ctx.os(), OperatingSystem::Mac | OperatingSystem::IOS)
}

/// An entry of a menu, with its shortcut. The tooltip describes it, or has the reason why it is disabled.
pub(in crate::app) fn item(ui: &mut Ui, command: impl Into<Command>, commands: &mut Commands) -> Response {
    let command = command.into();
    let entry = commands.table().entry(&command);
    show_item(ui, command, &entry, commands)
}

/// The same with a longer name, where its surroundings do not complete it.
pub(in crate::app) fn item_named(
    ui: &mut Ui,
    name: &'static str,
    command: impl Into<Command>,
    commands: &mut Commands,
) -> Response {
    let command = command.into();
    let entry = CommandEntry { name: name.into(), ..commands.table().entry(&command) };
    show_item(ui, command, &entry, commands)
}

fn show_item(ui: &mut Ui, command: Command, entry: &CommandEntry, commands: &mut Commands) -> Response {
    let keys = entry.shortcut(is_mac(ui.ctx()));
    let button = match entry.is_on {
        Some(is_on) => Button::selectable(is_on, &*entry.name),
        None => Button::new(&*entry.name),
    };
    // An empty shortcut would lengthen the name that screen readers read.
    let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
    let response = ui.add_enabled(entry.why_not.is_none(), button);
    if response.clicked() {
        commands.push(command);
        // Enter is no click of the mouse, after which egui closes menus.
        ui.close();
    }
    follow_focus(&response);
    with_help(response, entry, &entry.help)
}

/// Scrolls a menu that is too high for the window to the entry that the arrow keys have reached.
fn follow_focus(response: &Response) {
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
}

/// An entry as a check box. The menu stays open after a click.
pub(in crate::app) fn check(ui: &mut Ui, command: impl Into<Command>, commands: &mut Commands) {
    let command = command.into();
    let name = commands.table().entry(&command).name;
    check_named(ui, &name, command, commands);
}

/// An entry with a shorter name, for a submenu that completes the name.
pub(in crate::app) fn check_named(ui: &mut Ui, name: &str, command: impl Into<Command>, commands: &mut Commands) {
    let command = command.into();
    let entry = commands.table().entry(&command);
    let mut is_on = entry.is_on.unwrap_or_default();
    let response = ui.add_enabled(entry.why_not.is_none(), Checkbox::new(&mut is_on, name));
    follow_focus(&response);
    if response.changed() {
        commands.push(command);
    }
    with_help(response, &entry, &entry.help);
}

/// A button outside menus that gives a command. `button` is its appearance, `name` its name for screen readers.
pub(in crate::app) fn button(
    ui: &mut Ui,
    button: Button<'_>,
    name: &str,
    command: impl Into<Command>,
    commands: &mut Commands,
) -> Response {
    let command = command.into();
    let entry = commands.table().entry(&command);
    let tooltip = entry.tooltip(is_mac(ui.ctx()));
    let response = ui.add_enabled(entry.why_not.is_none(), button);
    if response.clicked() {
        commands.push(command);
    }
    with_help(response, &entry, &tooltip).accessible_name(name)
}

/// Adds the tooltip. Below a dialog there is none: it would stay above a dialog that a key opens.
fn with_help(response: Response, entry: &CommandEntry, help: &str) -> Response {
    if !response.ctx.memory(|memory| memory.is_above_modal_layer(response.layer_id)) {
        return response;
    }
    let response = if help.is_empty() { response } else { response.on_hover_text(theme::quoted(help)) };
    match &entry.why_not {
        Some(why_not) => response.on_disabled_hover_text(theme::quoted(why_not)),
        None => response,
    }
}

/// In windows at least this high every menu fits, points.
const HIGH: f32 = 460.0;
/// Frame and border of a menu, points.
const AROUND_MENU: f32 = 24.0;

/// A menu of at least that width.
pub(in crate::app) fn menu(ui: &mut Ui, name: &str, width: f32, contents: impl FnOnce(&mut Ui)) {
    follow_focus(&ui.menu_button(name, |ui| in_room(ui, width, contents)).response);
}

/// The contents of a menu. They scroll in a window that is too low for them.
pub(in crate::app) fn in_room(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.set_min_width(width);
    let height = ui.ctx().content_rect().height();
    if height >= HIGH {
        contents(ui);
    } else {
        ScrollArea::vertical()
            .max_height(height - AROUND_MENU)
            .min_scrolled_height(height - AROUND_MENU)
            .show(ui, contents);
    }
}
