//! Menus and buttons for the entries of the table.

use eframe::egui::containers::menu::{MenuConfig, SubMenuButton, menu_style};
use eframe::egui::os::OperatingSystem;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    self, Align, Button, Checkbox, Color32, Context, Id, Label, LayerId, Order, Popup, PopupCloseBehavior, PopupKind,
    Pos2, Response, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui,
};

use super::commands::Commands;
use super::entry::Entry;
use crate::app::actions::table::{
    ALIGN, ALONG, ClipboardCommand, Command, CompareCommand, DisplayCommand, EditCommand, FileCommand, GizmoCommand,
    HelpCommand, LessonCommand, PlayCommand, ProblemCommand, ReviewCommand, STEPS, SelectCommand, THEMES, ViewCommand,
    WindowCommand,
};
use crate::app::dialogs::editor::Change;
use crate::app::kit::anchors::Anchor;
use crate::app::kit::{anchors, keys, scale, theme};
use crate::app::panels::review;
use crate::app::panels::review::Accept;
use crate::app::shell::layout::Layout;
use crate::app::shell::recent::Recent;
use crate::app::view::gizmo::{Keymap, Tool};
use crate::app::view::navigate::Toward;
use crate::app::view::viewport::Split;
use crate::lessons::SUBJECTS;
use crate::picture::{Display, Labels};
use crate::workspace::comparison::Look;
use crate::workspace::edit::NewItemKind;

/// Whether keys are written as on a Mac.
pub(in crate::app) fn is_mac(ctx: &egui::Context) -> bool {
    matches!(ctx.os(), OperatingSystem::Mac | OperatingSystem::IOS)
}

/// An entry of a menu, with its shortcut. The tooltip describes it, or has the reason why it is disabled.
pub(in crate::app) fn item(ui: &mut Ui, command: impl Into<Command>, commands: &mut Commands) -> Response {
    let command = command.into();
    let entry = command.entry(commands.context());
    show_item(ui, command, &entry, commands)
}

/// The same with a longer name, where its surroundings do not complete it.
fn item_named(ui: &mut Ui, name: &'static str, command: impl Into<Command>, commands: &mut Commands) -> Response {
    let command = command.into();
    let entry = Entry { name: name.into(), ..command.entry(commands.context()) };
    show_item(ui, command, &entry, commands)
}

fn show_item(ui: &mut Ui, command: Command, entry: &Entry, commands: &mut Commands) -> Response {
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
fn check(ui: &mut Ui, command: impl Into<Command>, commands: &mut Commands) {
    let command = command.into();
    let name = command.entry(commands.context()).name;
    check_named(ui, &name, command, commands);
}

/// An entry with a shorter name, for a submenu that completes the name.
pub(in crate::app) fn check_named(ui: &mut Ui, name: &str, command: impl Into<Command>, commands: &mut Commands) {
    let command = command.into();
    let entry = command.entry(commands.context());
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
    let entry = command.entry(commands.context());
    let tooltip = entry.tooltip(is_mac(ui.ctx()));
    let response = ui.add_enabled(entry.why_not.is_none(), button);
    if response.clicked() {
        commands.push(command);
    }
    with_help(response, &entry, &tooltip).accessible_name(name)
}

/// Adds the tooltip. Below a dialog there is none: it would stay above a dialog that a key opens.
fn with_help(response: Response, entry: &Entry, help: &str) -> Response {
    if !response.ctx.memory(|memory| memory.is_above_modal_layer(response.layer_id)) {
        return response;
    }
    let response = if help.is_empty() { response } else { response.on_hover_text(theme::quoted(help)) };
    match &entry.why_not {
        Some(why_not) => response.on_disabled_hover_text(theme::quoted(why_not)),
        None => response,
    }
}

/// The list of items to add, as in every such menu.
pub(in crate::app) fn add_menu(ui: &mut Ui, commands: &mut Commands) {
    ui.set_min_width(120.0);
    for new in NewItemKind::ALL {
        if new == NewItemKind::Box {
            ui.separator();
        }
        item(ui, EditCommand::Change(Change::Add(new)), commands);
    }
}

/// The commands on the selected item, in a context menu. An object can also be asked about.
pub(in crate::app) fn context_menu(ui: &mut Ui, commands: &mut Commands) {
    item_menu(ui, commands);
    if commands.context().is_about_body {
        ui.separator();
        item_named(ui, "Add occlusion query", EditCommand::Change(Change::Add(NewItemKind::Occlusion)), commands);
        item_named(ui, "Cut by a plane", EditCommand::Change(Change::Add(NewItemKind::Cut)), commands);
    }
}

/// The commands on the selected item.
pub(in crate::app) fn item_menu(ui: &mut Ui, commands: &mut Commands) {
    for command in ClipboardCommand::ALL {
        item(ui, command, commands);
    }
    ui.separator();
    for change in Change::OF_ITEM {
        if change == Change::Delete {
            ui.separator();
        }
        item(ui, EditCommand::Change(change), commands);
        if change == Change::Lock {
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
    if commands.context().has_expectation {
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
        let item = commands.context().item.as_ref();
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
    if commands.context().item.is_some() {
        context_menu(ui, commands);
        menu(ui, "Transform", 210.0, |ui| transform_menu(ui, commands));
        ui.separator();
    }
    if commands.context().has_answer {
        expectation_menu(ui, commands);
        ui.separator();
    }
    ui.menu_button("Add", |ui| add_menu(ui, commands));
    item(ui, ViewCommand::Shoot, commands);
    ui.separator();
    for command in [ViewCommand::FrameSelected, ViewCommand::FrameAll, ViewCommand::Orthographic] {
        item(ui, command, commands);
    }
    if commands.context().is_through_camera {
        item(ui, ViewCommand::LeaveCamera, commands);
    } else if commands.context().has_camera {
        item(ui, ViewCommand::LookThrough, commands);
    }
    item(ui, ViewCommand::CameraFromView, commands);
    item(ui, ViewCommand::NewCameraFromView, commands);
    item(ui, SelectCommand::All, commands);
    item(ui, SelectCommand::Deselect, commands);
}

/// In windows at least this high every menu fits, points.
const HIGH: f32 = 460.0;
/// Frame and border of a menu, points.
const AROUND_MENU: f32 = 24.0;

/// A menu of at least that width.
fn menu(ui: &mut Ui, name: &str, width: f32, contents: impl FnOnce(&mut Ui)) {
    follow_focus(&ui.menu_button(name, |ui| in_room(ui, width, contents)).response);
}

/// The contents of a menu. They scroll in a window that is too low for them.
fn in_room(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
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

/// The menus of the bar at the top. Alt and the first letter of a name opens the menu.
pub(in crate::app) fn menu_bar(ui: &mut Ui, recent: &mut Recent, commands: &mut Commands) {
    let letter = keys::menu_letter(ui.ctx());
    top_menu(ui, ("File", letter), 190.0, |ui| file_menu(ui, recent, commands));
    top_menu(ui, ("Edit", letter), 230.0, |ui| {
        for command in [EditCommand::Undo, EditCommand::Redo] {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, SelectCommand::All, commands);
        item(ui, SelectCommand::Deselect, commands);
        item_menu(ui, commands);
        menu(ui, "Transform", 210.0, |ui| transform_menu(ui, commands));
        ui.separator();
        for command in [EditCommand::Expect, EditCommand::ExpectTable, EditCommand::RemoveExpectation] {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, WindowCommand::Settings, commands);
    });
    top_menu(ui, ("Insert", letter), 120.0, |ui| {
        add_menu(ui, commands);
        ui.separator();
        item(ui, ViewCommand::Shoot, commands);
    });
    top_menu(ui, ("View", letter), 210.0, |ui| window_menu(ui, commands));
    top_menu(ui, ("Playback", letter), 190.0, |ui| {
        use PlayCommand::{
            AllSteps, FirstTick, Loop, LoopAll, LoopEnd, LoopStart, NextStep, NextTick, Play, PlaySteps, PreviousStep,
            PreviousTick,
        };
        for command in [Play, FirstTick, PreviousTick, NextTick] {
            item(ui, command, commands);
        }
        ui.separator();
        check(ui, Loop, commands);
        for command in [LoopStart, LoopEnd, LoopAll] {
            item(ui, command, commands);
        }
        ui.separator();
        for command in [PlaySteps, PreviousStep, NextStep, AllSteps] {
            item(ui, command, commands);
        }
    });
    top_menu(ui, ("Lessons", letter), 210.0, |ui| lesson_menu(ui, commands));
    top_menu(ui, ("Help", letter), 210.0, |ui| {
        for command in [HelpCommand::Palette, HelpCommand::Shortcuts, HelpCommand::FirstMinute, HelpCommand::Glossary] {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, HelpCommand::About, commands);
    });
}

/// A menu of the bar. The letter that was pressed with Alt opens it, and underlines the first letter while Alt is held.
fn top_menu(ui: &mut Ui, (name, letter): (&str, Option<char>), width: f32, contents: impl FnOnce(&mut Ui)) {
    let font = TextStyle::Button.resolve(ui.style());
    let plain = TextFormat::simple(font, Color32::PLACEHOLDER);
    let line = if ui.input(|i| i.modifiers.alt) { Stroke::new(1.0, ui.visuals().text_color()) } else { Stroke::NONE };
    let mut title = LayoutJob::default();
    title.append(&name[..1], 0.0, TextFormat { underline: line, ..plain.clone() });
    title.append(&name[1..], 0.0, plain);
    let button = ui.menu_button(title, |ui| in_room(ui, width, contents)).response;
    if name == "Lessons" {
        anchors::note(ui, Anchor::Lessons, button.rect);
    }
    if letter.is_some_and(|letter| name.starts_with(letter)) {
        Popup::open_id(ui.ctx(), Popup::default_response_id(&button));
        button.request_focus();
        ui.ctx().request_repaint();
    }
}

/// The lessons by subject.
fn lesson_menu(ui: &mut Ui, commands: &mut Commands) {
    item(ui, LessonCommand::All, commands);
    ui.separator();
    for subject in &SUBJECTS {
        menu(ui, subject.name, 190.0, |ui| {
            for lesson in subject.lessons {
                item(ui, LessonCommand::Open(lesson), commands);
            }
        });
    }
    ui.separator();
    for command in [LessonCommand::Next, LessonCommand::Previous, LessonCommand::Reset] {
        item(ui, command, commands);
    }
}

/// The tools of the gizmo, their axes and keys.
fn transform_menu(ui: &mut Ui, commands: &mut Commands) {
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

fn file_menu(ui: &mut Ui, recent: &mut Recent, commands: &mut Commands) {
    use FileCommand::{
        AddLevel, Movie, New, Open, OpenImage, OpenPath, Quit, Reload, Save, SaveAs, SaveToPath, Screenshot,
        TrimRecording,
    };
    for command in [New, Open, OpenPath, OpenImage, AddLevel] {
        item(ui, command, commands);
    }
    menu(ui, "Open recent", 220.0, |ui| {
        let files = recent.files(ui.ctx());
        if files.is_empty() {
            ui.add_enabled(false, Button::new("No files yet"));
            return;
        }
        for (path, is_there) in files {
            item(ui, FileCommand::OpenRecent { path, is_there }, commands);
        }
        ui.separator();
        item(ui, FileCommand::ClearRecent, commands);
    });
    item(ui, Reload, commands);
    menu(ui, "Compare with", 230.0, |ui| {
        for command in CompareCommand::ALL {
            if matches!(command, CompareCommand::Next | CompareCommand::Look(Look::Before) | CompareCommand::End) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
    menu(ui, "Review", 230.0, |ui| {
        for command in ReviewCommand::ALL {
            let begins_group = [
                ReviewCommand::Next,
                ReviewCommand::Look(review::Look::SideBySide),
                ReviewCommand::Accept(Accept::Capture),
                ReviewCommand::End,
            ];
            if begins_group.contains(&command) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
    ui.separator();
    for command in [Save, SaveAs, SaveToPath, Screenshot, Movie, TrimRecording] {
        item(ui, command, commands);
    }
    ui.separator();
    item(ui, Quit, commands);
}

fn window_menu(ui: &mut Ui, commands: &mut Commands) {
    // The menu stays open while several panels are opened and closed.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    SubMenuButton::new("Panels").config(stays).ui(ui, |ui| {
        in_room(ui, 150.0, |ui| {
            for pane in Layout::panes_in_order() {
                check(ui, WindowCommand::Panel(pane), commands);
            }
        });
    });
    check(ui, WindowCommand::Hints, commands);
    item(ui, WindowCommand::ResetLayout, commands);
    ui.separator();
    for command in [ViewCommand::FrameAll, ViewCommand::FrameSelected] {
        item(ui, command, commands);
    }
    menu(ui, "Viewpoint", 190.0, |ui| {
        for command in ALONG {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, ViewCommand::SaveView, commands);
    });
    menu(ui, "Orbit, pan, zoom", 150.0, |ui| {
        for command in STEPS {
            if matches!(command, ViewCommand::Pan(Toward::Left) | ViewCommand::ZoomIn) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
    item(ui, ViewCommand::Orthographic, commands);
    menu(ui, "Problems", 190.0, |ui| {
        for command in ProblemCommand::ALL {
            item(ui, command, commands);
        }
    });
    item(ui, DisplayCommand::Measure, commands);
    item(ui, DisplayCommand::CopyDescription, commands);
    ui.separator();
    menu(ui, "Camera", 210.0, |ui| {
        use ViewCommand::{
            CameraFromView, FollowSession, KeepAnswers, LeaveCamera, LockCamera, LookThrough, NewCameraFromView,
        };
        for command in
            [LookThrough, LeaveCamera, CameraFromView, NewCameraFromView, LockCamera, KeepAnswers, FollowSession]
        {
            item(ui, command, commands);
        }
    });
    menu(ui, "Split", 130.0, |ui| {
        for split in Split::ALL {
            check(ui, DisplayCommand::Split(split), commands);
        }
    });
    menu(ui, "Display", 130.0, |ui| {
        for display in Display::ALL {
            check(ui, DisplayCommand::Display(display), commands);
        }
        ui.separator();
        menu(ui, "Labels", 130.0, |ui| {
            for labels in Labels::ALL {
                check_named(ui, labels.name(), DisplayCommand::Labels(labels), commands);
            }
        });
        for command in [DisplayCommand::Grid, DisplayCommand::Boxes, DisplayCommand::Normals, DisplayCommand::Legend] {
            check(ui, command, commands);
        }
    });
    menu(ui, "Scale", 130.0, |ui| {
        for percent in scale::STEPS {
            item(ui, WindowCommand::Scale(percent), commands);
        }
        ui.separator();
        for command in [WindowCommand::Larger, WindowCommand::Smaller, WindowCommand::UsualSize] {
            item(ui, command, commands);
        }
    });
    menu(ui, "Theme", 130.0, |ui| {
        for command in THEMES {
            item(ui, command, commands);
        }
    });
}
