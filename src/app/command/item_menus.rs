//! The menus that several places show: the commands on the selected item, on an expectation, on the 3D view, and the items
//! to add.

use eframe::egui;
use eframe::egui::containers::menu::menu_style;
use eframe::egui::{Align, Context, Id, Label, LayerId, Order, Popup, PopupKind, Pos2, RichText, Sense, Ui};

use super::change::SceneChange;
use super::commands::Commands;
use super::menu::{in_room, item, item_named, menu};
use super::table::clipboard::ClipboardCommand;
use super::table::edit::EditCommand;
use super::table::gizmo::{ALIGN, GizmoCommand};
use super::table::select::SelectCommand;
use super::table::view::ViewCommand;
use super::tool::{Keymap, Tool};
use crate::workspace::edit::NewItemKind;

/// The list of items to add, as in every such menu.
pub(in crate::app) fn add_menu(ui: &mut Ui, commands: &mut Commands) {
    ui.set_min_width(120.0);
    for new in NewItemKind::ALL {
        if new == NewItemKind::Box {
            ui.separator();
        }
        item(ui, EditCommand::Change(SceneChange::Add(new)), commands);
    }
    ui.separator();
    item(ui, EditCommand::CompareColliders, commands);
}

/// The commands on the selected item, in a context menu. An object can also be asked about.
pub(in crate::app) fn context_menu(ui: &mut Ui, commands: &mut Commands) {
    item_menu(ui, commands);
    if commands.menus().is_about_body {
        ui.separator();
        item(ui, ViewCommand::WhyNotSeen, commands);
        item_named(ui, "Add occlusion query", EditCommand::Change(SceneChange::Add(NewItemKind::Occlusion)), commands);
        item_named(ui, "Cut by a plane", EditCommand::Change(SceneChange::Add(NewItemKind::Cut)), commands);
    }
}

/// The commands on the selected item.
pub(in crate::app) fn item_menu(ui: &mut Ui, commands: &mut Commands) {
    for command in ClipboardCommand::ALL {
        item(ui, command, commands);
    }
    ui.separator();
    for change in SceneChange::OF_ITEM {
        if change == SceneChange::Delete {
            ui.separator();
        }
        item(ui, EditCommand::Change(change), commands);
        if change == SceneChange::Lock {
            menu(ui, "Isolate, show, unlock", 190.0, |ui| {
                for command in [EditCommand::Isolate, EditCommand::ShowAll, EditCommand::UnlockAll] {
                    item(ui, command, commands);
                }
            });
        }
    }
}

/// The commands on the expectation of the selected answer: only those that apply.
pub(in crate::app) fn expectation_menu(ui: &mut Ui, commands: &mut Commands) {
    item(ui, EditCommand::Expect, commands);
    if commands.entry(EditCommand::RemoveExpectation).is_enabled() {
        item(ui, EditCommand::RemoveExpectation, commands);
    }
}

/// The context menu of the 3D view: the selected item, and the view.
pub(in crate::app) fn view_menu(ui: &mut Ui, commands: &mut Commands) {
    in_room(ui, 190.0, |ui| view_items(ui, commands));
}

/// The context menu that a key opens.
fn context_menu_id() -> Id {
    Id::unique("context menu")
}

/// Opens the context menu below the widget with the keyboard focus, else in the middle of the window.
pub(in crate::app) fn open_context_menu(ctx: &Context) {
    let focused = ctx.memory(egui::Memory::focused).and_then(|id| ctx.read_response(id));
    let at = focused.map_or_else(|| ctx.content_rect().center(), |response| response.rect.left_bottom());
    ctx.data_mut(|data| data.insert_temp(context_menu_id(), (at, true)));
    Popup::open_id(ctx, context_menu_id());
    ctx.request_repaint();
}

/// Shows the context menu while it is open. Its heading has the focus at first, so that the arrow keys lead to the entries.
pub(in crate::app) fn show_context_menu(ctx: &Context, commands: &mut Commands) {
    let id = context_menu_id();
    let Some((at, is_new)) = ctx.data(|data| data.get_temp::<(Pos2, bool)>(id)) else { return };
    let popup = Popup::new(id, ctx.clone(), at, LayerId::new(Order::Foreground, id)).kind(PopupKind::Menu);
    let popup = popup.layout(egui::Layout::top_down_justified(Align::Min)).style(menu_style).gap(0.0);
    let given = commands.len();
    let shown = popup.open_memory(None).show(|ui| {
        let item = commands.menus().item.as_ref();
        let name = item.map(|item| item.several.clone().unwrap_or_else(|| item.name.clone()));
        let name = name.unwrap_or_else(|| "3D view".to_owned());
        let heading = ui.add(Label::new(RichText::new(name).strong()).sense(Sense::focusable_noninteractive()));
        if is_new {
            heading.request_focus();
        }
        ui.separator();
        view_menu(ui, commands);
    });
    if shown.is_none() {
        ctx.data_mut(|data| data.remove::<(Pos2, bool)>(id));
        return;
    }
    ctx.data_mut(|data| data.insert_temp(id, (at, false)));
    // Enter on an entry is no click, which would close the menu.
    if commands.len() > given {
        Popup::close_id(ctx, id);
    }
}

fn view_items(ui: &mut Ui, commands: &mut Commands) {
    if commands.menus().item.is_some() {
        context_menu(ui, commands);
        menu(ui, "Transform", 210.0, |ui| transform_menu(ui, commands));
        ui.separator();
    }
    if commands.menus().has_answer {
        expectation_menu(ui, commands);
        ui.separator();
    }
    ui.menu_button("Add", |ui| add_menu(ui, commands));
    item(ui, ViewCommand::Shoot, commands);
    ui.separator();
    for command in [ViewCommand::FrameSelected, ViewCommand::FrameAll, ViewCommand::Orthographic] {
        item(ui, command, commands);
    }
    if commands.entry(ViewCommand::LeaveCamera).is_enabled() {
        item(ui, ViewCommand::LeaveCamera, commands);
    } else if commands.entry(ViewCommand::LookThrough).is_enabled() {
        item(ui, ViewCommand::LookThrough, commands);
    }
    item(ui, ViewCommand::CameraFromView, commands);
    item(ui, ViewCommand::NewCameraFromView, commands);
    item(ui, SelectCommand::All, commands);
    item(ui, SelectCommand::Deselect, commands);
}

/// The tools of the gizmo, their axes and keys.
pub(in crate::app) fn transform_menu(ui: &mut Ui, commands: &mut Commands) {
    for command in GizmoCommand::all() {
        if command == ALIGN[0] {
            menu(ui, "Align", 150.0, |ui| {
                for command in ALIGN {
                    item(ui, command, commands);
                }
            });
        }
        if ALIGN.contains(&command) {
            continue;
        }
        let begins_group = [
            GizmoCommand::Drag(Tool::Move),
            GizmoCommand::Duplicate,
            GizmoCommand::Drop,
            GizmoCommand::Axes,
            GizmoCommand::Keymap(Keymap::Unity),
        ];
        if begins_group.contains(&command) {
            ui.separator();
        }
        item(ui, command, commands);
    }
}
