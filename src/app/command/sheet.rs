//! The window with all shortcuts and gestures.

use eframe::egui::{self, Align2, Grid, Id, RichText, ScrollArea, Ui, Vec2, Window, vec2};

use super::gestures::GESTURES;
use super::menu::is_mac;
use super::{Command, Context};

/// A heading, and what is done by which keys.
pub(super) type Section = (&'static str, Vec<(String, String)>);

/// Room that both columns need, points.
const BOTH_COLUMNS: f32 = 880.0;
/// Round about the table: title, frame and a border, points.
const AROUND: Vec2 = vec2(64.0, 96.0);

/// The window, as long as `is_open`.
pub(in crate::app) fn show(ctx: &egui::Context, is_open: &mut bool, context: &Context) {
    if !*is_open {
        return;
    }
    let sections = sections(context, is_mac(ctx));
    let window = Window::new("Shortcuts").id(window_id()).open(is_open).collapsible(false).resizable(false);
    let room = ctx.content_rect().size() - AROUND;
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        ScrollArea::vertical().max_height(room.y).min_scrolled_height(room.y).show(ui, |ui| {
            if room.x < BOTH_COLUMNS {
                show_sections(ui, &sections);
                return;
            }
            let (left, right) = sections.split_at(half(&sections));
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| show_sections(ui, left));
                ui.add_space(24.0);
                ui.vertical(|ui| show_sections(ui, right));
            });
        });
    });
}

/// Its id.
pub(in crate::app) fn window_id() -> Id {
    Id::unique("shortcuts")
}

/// The commands that have keys, by their groups, and the gestures.
pub(super) fn sections(context: &Context, is_mac: bool) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for command in Command::all() {
        let entry = command.entry(context);
        if entry.shortcuts.is_empty() {
            continue;
        }
        let words: Vec<String> = entry.shortcuts.iter().map(|shortcut| shortcut.words(is_mac)).collect();
        let row = (entry.name.trim_end_matches('…').to_owned(), words.join(", "));
        let group = command.group();
        match sections.iter_mut().find(|(title, _)| *title == group) {
            Some((_, rows)) => rows.push(row),
            None => sections.push((group, vec![row])),
        }
    }
    let gestures = GESTURES
        .into_iter()
        .map(|(title, rows)| (title, rows.iter().map(|(what, how)| ((*what).to_owned(), (*how).to_owned())).collect()));
    sections.extend(gestures);
    sections
}

/// Where the second column begins, so that both are about as long.
fn half(sections: &[Section]) -> usize {
    let lines = |sections: &[Section]| sections.iter().map(|(_, rows)| rows.len() + 2).sum::<usize>();
    let difference = |at: &usize| lines(&sections[..*at]).abs_diff(lines(&sections[*at..]));
    (0..=sections.len()).min_by_key(difference).unwrap_or_default()
}

fn show_sections(ui: &mut Ui, sections: &[Section]) {
    for (title, rows) in sections {
        ui.add_space(4.0);
        ui.label(RichText::new(*title).strong());
        Grid::new(*title).num_columns(2).min_col_width(174.0).spacing([16.0, 3.0]).show(ui, |ui| {
            for (what, keys) in rows {
                ui.weak(what);
                ui.label(keys);
                ui.end_row();
            }
        });
    }
}
