//! Errors and warnings of files in the panel. Each stays until its cause is removed.

use eframe::egui::{CornerRadius, Frame, Label, Margin, RichText, ScrollArea, Ui, vec2};

use super::row::{INDENT, ProblemRow};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::workspace::{Notice, Workspace};
use crate::world::World;

/// Width of the button beside a message, points.
const COPY: f32 = 60.0;

/// All notices, one below the other.
pub(super) fn all(ui: &mut Ui, workspace: &mut Workspace) {
    let mut sought = None;
    for (i, notice) in workspace.notices().iter().enumerate() {
        if one(ui, workspace.world(), notice, i) {
            sought = notice.subject;
        }
    }
    if let Some(id) = sought {
        workspace.selection_mut().select(id);
    }
}

/// A row. Returns whether it was clicked.
fn one(ui: &mut Ui, world: &World, notice: &Notice, number: usize) -> bool {
    let (symbol, tone) = symbol(notice);
    let text = theme::quoted(&notice.text);
    // The message, unless the excerpt contains it.
    let words = match (&notice.place, notice.is_error) {
        (Some(_), false) => text.clone(),
        (Some(_), true) => format!("{}: {text}", theme::quoted(&notice.title)),
        (None, _) => theme::quoted(&notice.title),
    };
    // The item may have been deleted since.
    let name = notice.subject.and_then(|id| world.name_of(world.find(id)?));
    let help = name.map(|name| format!("Select “{}”.", escape::shown(name)));
    let row = ProblemRow {
        symbol,
        tone,
        words: &words,
        place: notice.place.as_deref().unwrap_or_default(),
        help: help.as_deref(),
        is_selected: false,
    };
    let is_clicked = row.add(ui, ("notice", number));
    match &notice.excerpt {
        Some(excerpt) => boxed(ui, excerpt),
        None if notice.place.is_none() => {
            ui.horizontal(|ui| {
                ui.add_space(INDENT);
                ui.add(Label::new(RichText::new(text).weak()).wrap());
            });
        }
        None => {}
    }
    is_clicked
}

/// The symbol and the tone of a notice.
pub(super) fn symbol(notice: &Notice) -> (&'static str, Tone) {
    if notice.is_error { ("✖", Tone::Fail) } else { ("⚠", Tone::Partial) }
}

/// The source line with its caret, as the command line shows it.
fn boxed(ui: &mut Ui, excerpt: &str) {
    let frame = Frame::new().fill(ui.visuals().extreme_bg_color).corner_radius(CornerRadius::same(5));
    let frame = frame.outer_margin(Margin { left: 26, right: 6, top: 0, bottom: 4 });
    frame.inner_margin(Margin::symmetric(10, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            let room = (ui.available_width() - COPY).max(40.0);
            ui.allocate_ui(vec2(room, 0.0), |ui| {
                ui.set_width(room);
                monospace(ui, excerpt);
            });
            if ui.button("Copy").on_hover_text("Copy the whole message.").clicked() {
                ui.ctx().copy_text(excerpt.to_owned());
            }
        });
    });
}

/// A message in a monospaced font.
pub(super) fn monospace(ui: &mut Ui, text: &str) {
    ScrollArea::horizontal().id_salt(text).show(ui, |ui| {
        ui.add(Label::new(RichText::new(quoted_but_source(text)).monospace()).extend());
    });
}

/// A message with its names in quotes. Its source lines are unchanged.
fn quoted_but_source(text: &str) -> String {
    // The layout of the command line: "12 | ..." is source, "   | ^^^ words" is not.
    let is_source = |line: &str| line.split_once('|').is_some_and(|(number, _)| number.trim().parse::<u32>().is_ok());
    let line = |line: &str| if is_source(line) { line.to_owned() } else { theme::quoted(line) };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_source_is_not() {
        let text = "error: unknown key `a`\n --> x.json:3:5\n  |\n3 |   \"about\": \"`b`\",\n  |   ^ `a` or `b`";
        let shown = "error: unknown key “a”\n --> x.json:3:5\n  |\n3 |   \"about\": \"`b`\",\n  |   ^ “a” or “b”";
        assert_eq!(quoted_but_source(text), shown);
    }
}
