//! The window with all shortcuts and gestures.

use eframe::egui;
use eframe::egui::{Frame, Grid, Id, Margin, RichText, Ui, Vec2, vec2};

use super::commands::CommandTable;
use super::gestures::GESTURES;
use super::menu::is_mac;
use super::table::Command;
use crate::app::kit::tall_window;

/// A heading, and the actions with their keys.
pub(in crate::app) type SheetSection = (&'static str, Vec<(String, String)>);

/// Width of a column, points.
const COLUMN: f32 = 430.0;
/// The least width of the names of actions in a column, points.
const LEAST: f32 = 174.0;
/// The largest number of columns.
const MOST_COLUMNS: usize = 3;
/// Gap between the table and the scroll bar, points.
const BAR_GAP: i8 = 14;
/// The space around the table for title, frame and border, points.
const AROUND: Vec2 = vec2(64.0, 96.0);

/// Shows the window while `is_open`.
pub(in crate::app) fn show(ctx: &egui::Context, is_open: &mut bool, table: &CommandTable) {
    if !*is_open {
        return;
    }
    let sections = sections(table, is_mac(ctx));
    tall_window::show(ctx, ("Shortcuts", window_id()), is_open, AROUND, |ui, room| {
        let count = (1..MOST_COLUMNS).take_while(|count| room.x >= COLUMN * (*count as f32 + 1.0)).count() + 1;
        let margin = Margin { right: BAR_GAP, ..Margin::ZERO };
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 24.0;
                for column in columns(&sections, count) {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.x = 8.0;
                        show_sections(ui, column, room.x - f32::from(BAR_GAP));
                    });
                }
            });
        });
    });
}

/// The id of the window.
pub(in crate::app) fn window_id() -> Id {
    Id::unique("shortcuts")
}

/// The gestures, and the commands that have keys by their groups.
pub(in crate::app) fn sections(table: &CommandTable, is_mac: bool) -> Vec<SheetSection> {
    let gestures = GESTURES
        .into_iter()
        .map(|(title, rows)| (title, rows.iter().map(|(what, how)| ((*what).to_owned(), (*how).to_owned())).collect()));
    let mut sections: Vec<SheetSection> = gestures.collect();
    for command in Command::all() {
        let entry = table.entry(&command);
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
    sections
}

/// The sections in columns of about the same length.
fn columns(sections: &[SheetSection], count: usize) -> Vec<&[SheetSection]> {
    let lines = |sections: &[SheetSection]| sections.iter().map(|(_, rows)| rows.len() + 2).sum::<usize>();
    let mut rest = sections;
    let mut columns = Vec::new();
    for left in (1..=count).rev() {
        let fair = lines(rest) / left;
        let end = (0..=rest.len()).min_by_key(|end| lines(&rest[..*end]).abs_diff(fair)).unwrap_or_default();
        let (column, others) = rest.split_at(if left == 1 { rest.len() } else { end });
        columns.push(column);
        rest = others;
    }
    columns
}

/// Shows sections below each other. In a window narrower than a column, the lines are wrapped.
fn show_sections(ui: &mut Ui, sections: &[SheetSection], room: f32) {
    const GAP: f32 = 16.0;
    let half = 0.5 * (room - GAP);
    let (least, most) = if room < COLUMN { (half.min(LEAST), half) } else { (LEAST, f32::INFINITY) };
    for (title, rows) in sections {
        ui.add_space(4.0);
        ui.label(RichText::new(*title).strong());
        let grid = Grid::new(*title).num_columns(2).min_col_width(least).max_col_width(most);
        grid.spacing([GAP, 3.0]).show(ui, |ui| {
            for (what, keys) in rows {
                ui.weak(what);
                ui.label(keys);
                ui.end_row();
            }
        });
    }
}
