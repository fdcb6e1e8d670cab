//! The bar at the top: menus, and what is open.

use std::path::PathBuf;

use eframe::egui::{
    self, Align, Button, Context, Event, Key, KeyboardShortcut, Label, Layout, MenuBar, RichText, ThemePreference, Ui,
};

use super::Files;
use super::adding::{Answer, Came};
use super::dialogs::{Chosen, Purpose};
use super::editor::Change;
use super::help::Help;
use super::layout::Pane;
use super::leave::Leave;
use super::navigate::Axis;
use super::opening::{Joined, takes_long, takes_long_again};
use super::recent::Recent;
use super::session::Session;
use super::viewport::{Request, View};
use super::{keys, layout, opacity, outliner, panels, scale, shortcuts};
use crate::files::is_image;

/// What menus and their keys can do to the scene and the window.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Command {
    New,
    Open,
    OpenPath,
    OpenImage,
    AddLevel,
    OpenRecent(PathBuf),
    Reload,
    Save,
    SaveAs,
    SaveToPath,
    Screenshot,
    Quit,
    Undo,
    Redo,
}

const KEYS: [(KeyboardShortcut, Command); 10] = [
    (shortcuts::OPEN_PATH, Command::OpenPath),
    (shortcuts::SAVE_AS, Command::SaveAs),
    (shortcuts::REDO, Command::Redo),
    (shortcuts::NEW, Command::New),
    (shortcuts::OPEN, Command::Open),
    (shortcuts::RELOAD, Command::Reload),
    (shortcuts::SAVE, Command::Save),
    (shortcuts::SCREENSHOT, Command::Screenshot),
    (shortcuts::QUIT, Command::Quit),
    (shortcuts::UNDO, Command::Undo),
];

/// Shows the bar and does what was chosen, by mouse or key; a change of what the scene is made of is handed on.
pub(super) fn show(
    ui: &mut Ui,
    session: &mut Session,
    view: &mut View,
    layout: &mut layout::Layout,
    files: &mut Files,
    help: &mut Help,
) -> Option<Change> {
    let ctx = ui.ctx().clone();
    // A text field that is being typed in has an undo of its own.
    let is_typing = keys::is_typing(&ctx);
    let is_ours = |command: &Command| !(is_typing && matches!(command, Command::Undo | Command::Redo));
    let by_key = if keys::has_question(&ctx) {
        Vec::new()
    } else {
        keys::take(&ctx, |key, held| {
            let is_pressed = |(shortcut, _): &&(KeyboardShortcut, Command)| keys::is(*shortcut, key, held);
            KEYS.iter().find(is_pressed).map(|(_, command)| command.clone()).filter(is_ours)
        })
    };
    if keys::are_free(&ctx) {
        let by_f1 = keys::take(&ctx, |key, held| (key == Key::F1 && held.is_none()).then_some(())).len();
        let is_sign = |event: &&Event| matches!(event, Event::Text(text) if text == "?");
        let by_sign = ctx.input(|i| i.events.iter().filter(is_sign).count());
        for _ in 0..by_f1 + by_sign {
            help.toggle_shortcuts();
        }
    }
    let by_mouse = MenuBar::new().ui(ui, |ui| {
        let chosen = menus(ui, session, view, layout, &mut files.recent, help);
        title(ui, session);
        chosen
    });
    let (by_mouse, change) = by_mouse.inner;
    for command in by_key.into_iter().chain(by_mouse) {
        run(&ctx, command, session, files);
    }
    let dropped: Vec<PathBuf> = ctx.input(|i| i.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
    match Came::of(&dropped, session) {
        Some(came) => files.adding.ask(came),
        None if dropped.is_empty() => {}
        None => open(&ctx, dropped, session, files),
    }
    let chosen = files.dialogs.poll(&ctx);
    match &chosen {
        Some(Chosen::Open(path)) => {
            open(&ctx, vec![path.clone()], session, files);
            return change;
        }
        Some(Chosen::Level(path)) => add(&ctx, vec![path.clone()], session, files),
        _ => {}
    }
    let Files { dialogs, exit, screenshot, opening, .. } = files;
    match opening.go_on(&ctx, session, exit) {
        Some(Joined::Image) => layout.feature(Pane::Opacity, opacity::HEIGHT),
        Some(Joined::Level) => layout.reveal(Pane::Outliner),
        None => {}
    }
    match chosen {
        Some(Chosen::Save(path)) => {
            if let Err(notice) = exit.save_as(&ctx, session, &path) {
                dialogs.refuse(Purpose::Save, &path, notice.text);
            }
        }
        Some(Chosen::Picture(path)) => screenshot.ask(path),
        Some(Chosen::Open(_) | Chosen::Level(_)) | None => {}
    }
    change
}

/// Opens the first scene among some files in place of the open one; then images from its folder become parts of it.
fn open(ctx: &Context, paths: Vec<PathBuf>, session: &mut Session, files: &mut Files) {
    let (images, scenes): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_image(path));
    let mut scenes = scenes.into_iter();
    if let Some(first) = scenes.next() {
        let others = scenes.collect();
        if takes_long(&first) {
            files.opening.begin_scene(ctx, session, first, others);
        } else {
            files.exit.leave(ctx, session, Leave::Open(first, others));
        }
    }
    if !images.is_empty() {
        files.opening.begin(session, images);
        ctx.request_repaint();
    }
}

/// Adds levels to the open scene where that can be, and else asks what shall become of them.
fn add(ctx: &Context, levels: Vec<PathBuf>, session: &Session, files: &mut Files) {
    if levels.iter().all(|level| session.name_of_file(level).is_some()) {
        files.opening.begin(session, levels);
        ctx.request_repaint();
    } else {
        files.adding.ask(Came::levels(levels));
    }
}

/// Shows the question what shall become of a level, and does what is chosen.
pub(super) fn ask(ctx: &Context, session: &mut Session, files: &mut Files) {
    match files.adding.show(ctx, session) {
        Some(Answer::Open(paths)) => open(ctx, paths, session, files),
        Some(Answer::Add(paths)) => {
            files.opening.begin(session, paths);
            ctx.request_repaint();
        }
        None => {}
    }
}

fn run(ctx: &Context, command: Command, session: &mut Session, files: &mut Files) {
    if let Command::OpenRecent(path) = command {
        return open(ctx, vec![path], session, files);
    }
    let Files { dialogs, exit, opening, .. } = files;
    match command {
        Command::OpenRecent(_) => {}
        Command::New => exit.leave(ctx, session, Leave::New),
        Command::Screenshot => dialogs.ask(ctx, Purpose::Picture, session.path()),
        Command::Open => dialogs.ask(ctx, Purpose::Open, session.path()),
        Command::OpenPath => dialogs.ask_for_path(Purpose::Open, session.path()),
        Command::OpenImage => dialogs.ask(ctx, Purpose::Image, session.path()),
        Command::AddLevel => dialogs.ask(ctx, Purpose::Level, session.path()),
        Command::SaveToPath => dialogs.ask_for_path(Purpose::Save, session.path()),
        Command::Reload if session.path().is_some_and(takes_long_again) => opening.begin_again(ctx, session),
        Command::Reload => {
            session.reload();
        }
        Command::Save if session.saves_in_place() => {
            session.save();
        }
        Command::Save | Command::SaveAs => dialogs.ask(ctx, Purpose::Save, session.path()),
        Command::Quit => exit.leave(ctx, session, Leave::Quit),
        Command::Undo => session.undo(),
        Command::Redo => session.redo(),
    }
}

fn menus(
    ui: &mut Ui,
    session: &Session,
    view: &mut View,
    layout: &mut layout::Layout,
    recent: &mut Recent,
    help: &mut Help,
) -> (Option<Command>, Option<Change>) {
    let (mut chosen, mut change) = (None, None);
    ui.menu_button("File", |ui| {
        ui.set_min_width(190.0);
        let has_file = session.path().is_some();
        let mut entry = |ui: &mut Ui, text, keys, command, is_possible| {
            if item(ui, text, keys, is_possible) {
                chosen = Some(command);
            }
        };
        entry(ui, "New", shortcuts::NEW, Command::New, true);
        entry(ui, "Open…", shortcuts::OPEN, Command::Open, true);
        entry(ui, "Open path…", shortcuts::OPEN_PATH, Command::OpenPath, true);
        let opens_image = ui.button("Open image…").on_hover_text("Where is it solid?").clicked();
        let adds_level =
            ui.button("Add a level…").on_hover_text("A glTF, GLB or OBJ file as a model in this scene").clicked();
        let path = ui.menu_button("Open recent", |ui| recent.menu(ui)).inner.flatten();
        entry(ui, "Reload", shortcuts::RELOAD, Command::Reload, has_file);
        ui.separator();
        entry(ui, "Save", shortcuts::SAVE, Command::Save, true);
        entry(ui, "Save as…", shortcuts::SAVE_AS, Command::SaveAs, true);
        let saves_to_path = ui.button("Save to path…").on_hover_text("Type where, in this window").clicked();
        entry(ui, "Screenshot…", shortcuts::SCREENSHOT, Command::Screenshot, true);
        ui.separator();
        entry(ui, "Quit", shortcuts::QUIT, Command::Quit, true);
        if let Some(path) = path {
            chosen = Some(Command::OpenRecent(path));
        }
        if saves_to_path {
            chosen = Some(Command::SaveToPath);
        }
        if opens_image {
            chosen = Some(Command::OpenImage);
        }
        if adds_level {
            chosen = Some(Command::AddLevel);
        }
    });
    ui.menu_button("Edit", |ui| {
        ui.set_min_width(230.0);
        for (verb, label, keys, command) in [
            ("Undo", session.undo_label(), shortcuts::UNDO, Command::Undo),
            ("Redo", session.redo_label(), shortcuts::REDO, Command::Redo),
        ] {
            let text = label.map_or(verb.to_owned(), |label| format!("{verb} {label}"));
            if item(ui, &text, keys, label.is_some()) {
                chosen = Some(command);
            }
        }
        ui.separator();
        change = outliner::item_menu(ui, session);
    });
    ui.menu_button("Insert", |ui| change = outliner::add_menu(ui).or(change));
    ui.menu_button("View", |ui| view_menu(ui, session, view, layout));
    ui.menu_button("Help", |ui| help.menu(ui));
    (chosen, change)
}

fn view_menu(ui: &mut Ui, session: &Session, view: &mut View, layout: &mut layout::Layout) {
    ui.set_min_width(210.0);
    for (text, keys, request) in [
        ("Everything", "Home", Request::FrameAll),
        ("Selection", "F", Request::FrameSelection),
        ("Front", "1", Request::Along(Axis::Front, false)),
        ("Right", "3", Request::Along(Axis::Right, false)),
        ("Top", "7", Request::Along(Axis::Top, false)),
    ] {
        if ui.add(Button::new(text).shortcut_text(keys)).clicked() {
            view.ask(request);
        }
    }
    let orthographic = Button::selectable(view.is_orthographic(), "Orthographic").shortcut_text("5");
    if ui.add(orthographic).clicked() {
        view.ask(Request::ToggleOrthographic);
    }
    let mut has_legend = !view.hides_legend;
    if ui.checkbox(&mut has_legend, "Legend").on_hover_text("What the colours and lines mean").changed() {
        view.hides_legend = !has_legend;
    }
    ui.separator();
    layout.menu(ui, |pane| panels::is_needed(pane, session));
    scale::menu(ui);
    ui.separator();
    let now = ui.ctx().options(|options| options.theme_preference);
    for (theme, text) in [
        (ThemePreference::Dark, "Dark theme"),
        (ThemePreference::Light, "Light theme"),
        (ThemePreference::System, "Theme of the system"),
    ] {
        if ui.selectable_label(now == theme, text).clicked() {
            ui.ctx().set_theme(theme);
        }
    }
}

fn item(ui: &mut Ui, text: &str, keys: KeyboardShortcut, is_possible: bool) -> bool {
    let keys = ui.ctx().format_shortcut(&keys);
    ui.add_enabled(is_possible, Button::new(text).shortcut_text(keys)).clicked()
}

/// At the right: what is open, and whether it is saved.
fn title(ui: &mut Ui, session: &Session) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(6.0);
        let world = session.world();
        let counts = [(world.cameras.len(), "camera"), (world.rays.len(), "ray"), (world.objects.len(), "object")];
        let counts = counts.map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }));
        ui.weak(counts.join("   "));
        ui.add_space(10.0);
        if session.is_dirty() {
            ui.label("● not saved").on_hover_text("The scene has changes that its file does not have.");
        }
        let text = RichText::new(session.title()).color(ui.visuals().strong_text_color());
        let title = ui.add(Label::new(text).truncate().sense(egui::Sense::hover()));
        if let Some(path) = session.path() {
            title.on_hover_text(path.display().to_string());
        }
    });
}
