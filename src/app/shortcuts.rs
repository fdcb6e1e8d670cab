//! Every key and mouse gesture, in one table that the help window shows.

use eframe::egui::{
    Align2, Context, Grid, Id, Key, KeyboardShortcut, Modifiers, RichText, ScrollArea, Ui, Vec2, Window, vec2,
};

/// Begins a scene.
pub(super) const NEW: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::N);
/// Draws the view to a file.
pub(super) const SCREENSHOT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F12);
/// Opens a scene.
pub(super) const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);
/// Opens a file whose path is typed in the window.
pub(super) const OPEN_PATH: KeyboardShortcut = KeyboardShortcut::new(COMMAND_SHIFT, Key::O);
/// Saves it.
pub(super) const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
/// Saves it elsewhere.
pub(super) const SAVE_AS: KeyboardShortcut = KeyboardShortcut::new(COMMAND_SHIFT, Key::S);
/// Reads it again.
pub(super) const RELOAD: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::R);
/// Closes the window.
pub(super) const QUIT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Q);
/// Takes the last step back.
pub(super) const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
/// Takes the undo back.
pub(super) const REDO: KeyboardShortcut = KeyboardShortcut::new(COMMAND_SHIFT, Key::Z);
/// Draws everything in the window larger,
pub(super) const LARGER: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Plus);
/// also where + needs Shift,
pub(super) const LARGER_TOO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Equals);
/// smaller,
pub(super) const SMALLER: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Minus);
/// or at 100 %.
pub(super) const USUAL_SIZE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Num0);

/// Copies the selected thing.
pub(super) const DUPLICATE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::D);
/// Gives it another name.
pub(super) const RENAME: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F2);
/// Takes it up its list.
pub(super) const MOVE_UP: KeyboardShortcut = KeyboardShortcut::new(Modifiers::ALT, Key::ArrowUp);
/// Takes it down its list.
pub(super) const MOVE_DOWN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::ALT, Key::ArrowDown);
/// Draws it no more, or again.
pub(super) const HIDE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::H);
/// Takes it out of the scene.
pub(super) const DELETE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Delete);

const COMMAND_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// A heading, and what is done by which keys.
type Section = (&'static str, &'static [(&'static str, &'static str)]);

const TABLE: [Section; 5] = [
    (
        "View",
        &[
            ("Orbit", "Middle drag, or Alt + left drag"),
            ("Pan", "Shift + middle drag, or right drag"),
            ("Zoom to the pointer", "Wheel"),
            ("Fly", "Hold right, then W A S D Q E; Shift is faster"),
            ("Frame the selection, everything", "F, Home"),
            ("Frame an object", "Double click it in the scene"),
            ("Front, right, top", "1, 3, 7; Ctrl for the other side"),
            ("From the end of an axis", "Click it in the upper right corner"),
            ("Orthographic", "5"),
            ("Back from a camera", "Esc"),
        ],
    ),
    (
        "Selection",
        &[
            ("Select", "Click in the scene or in the list"),
            ("Ask about the same object", "Ctrl + click a camera or a ray"),
            ("Ask about all objects", "Esc, or click at nothing"),
            ("Next in the list, fold a model", "↑ ↓, ← →"),
            ("Look through a camera", "Click its inset"),
        ],
    ),
    ("Time and steps", &[("Play, pause", "Space"), ("Step of the story back, on", "Comma, period")]),
    (
        "Panels",
        &[
            ("Move a panel", "Drag its tab"),
            ("Close it", "Its cross, or a middle click on its tab"),
            ("Next tab under the pointer", "Ctrl+Tab"),
            ("Larger, smaller, at 100 %", "Ctrl++, Ctrl+−, Ctrl+0"),
        ],
    ),
    (
        "File and edit",
        &[
            ("New, open, reload", "Ctrl+N, Ctrl+O, Ctrl+R"),
            ("Open by path", "Ctrl+Shift+O"),
            ("Save, save as", "Ctrl+S, Ctrl+Shift+S"),
            ("Screenshot of the view", "F12"),
            ("Undo, redo", "Ctrl+Z, Ctrl+Shift+Z"),
            ("Duplicate, delete", "Ctrl+D, Delete"),
            ("Rename", "F2, or double click in the list"),
            ("Move up, down the list", "Alt+↑, Alt+↓"),
            ("Hide, show", "H, or the eye in the list"),
            ("Quit", "Ctrl+Q"),
            ("This window", "?"),
            ("Close a help window", "Esc"),
        ],
    ),
];

/// Room that both columns need, points.
const BOTH_COLUMNS: f32 = 880.0;
/// Round about the table: title, frame and a border, points.
const AROUND: Vec2 = vec2(64.0, 96.0);

/// The help window, as long as `is_open`.
pub(super) fn show(ctx: &Context, is_open: &mut bool) {
    let window = Window::new("Shortcuts").id(window_id()).open(is_open).collapsible(false).resizable(false);
    let room = ctx.content_rect().size() - AROUND;
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        ScrollArea::vertical().max_height(room.y).min_scrolled_height(room.y).show(ui, |ui| {
            if room.x < BOTH_COLUMNS {
                show_sections(ui, &TABLE);
                return;
            }
            // Two columns, so that the smallest window has room for all of it at a scale of 100 %.
            let (left, right) = TABLE.split_at(3);
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| show_sections(ui, left));
                ui.add_space(24.0);
                ui.vertical(|ui| show_sections(ui, right));
            });
        });
    });
}

/// Of the help window.
pub(super) fn window_id() -> Id {
    Id::unique("shortcuts")
}

fn show_sections(ui: &mut Ui, sections: &[Section]) {
    for (title, rows) in sections {
        ui.add_space(4.0);
        ui.label(RichText::new(*title).strong());
        Grid::new(*title).num_columns(2).min_col_width(174.0).spacing([16.0, 4.0]).show(ui, |ui| {
            for (what, keys) in *rows {
                ui.weak(*what);
                ui.label(*keys);
                ui.end_row();
            }
        });
    }
}
