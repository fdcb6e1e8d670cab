//! Notices above the 3D view. They stay until the user closes them.
//!
//! Errors and warnings of the scene are shown completely, unless there are many. Then the first one is shown, and a button
//! opens the list of all, so that the view stays visible.

use eframe::egui::{Align, Button, Color32, Label, Layout, RichText, Ui};

use super::notices::{monospace, symbol};
use crate::app::command::{Commands, ProblemCommand};
use crate::app::kit::callout::callout;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::counted;
use crate::workspace::{Notice, Workspace};

/// The largest number of errors, and of warnings, that are all shown completely. Of more, the first one is shown.
const MOST_WHOLE: usize = 2;

/// Whether there is a notice that the user has not closed.
pub(in crate::app) fn has_banner(workspace: &Workspace) -> bool {
    workspace.notices().iter().any(|notice| !notice.is_dismissed)
}

/// All notices that the user has not closed, one below the other, each with a close button.
pub(in crate::app) fn banner(ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
    let mut read = Vec::new();
    ui.add_space(6.0);
    let unread = workspace.notices().iter().enumerate().filter(|(_, notice)| !notice.is_dismissed);
    let (warnings, others): (Vec<_>, Vec<_>) = unread.partition(|(_, notice)| is_warning(notice));
    let whole = |count: usize| if count <= MOST_WHOLE { count } else { count.min(1) };
    if let [(_, first), ..] = &warnings[..] {
        let (symbol, tone) = symbol(first);
        let color = theme::text_color(ui.ctx(), tone);
        callout(ui, color, |ui| {
            let (shown, rest) = warnings.split_at(whole(warnings.len()));
            for (nth, (_, warning)) in shown.iter().enumerate() {
                let text = format!("{symbol} {}", theme::quoted(&warning.text));
                if nth > 0 {
                    ui.add(Label::new(RichText::new(text).strong().color(color)).wrap());
                } else if head(ui, &text, color) {
                    read.extend(warnings.iter().map(|(i, _)| *i));
                }
            }
            rest_of(ui, rest.len(), "warning", commands);
        });
        ui.add_space(6.0);
    }
    let (shown, rest) = others.split_at(whole(others.len()));
    for (i, notice) in shown {
        if one(ui, notice) {
            read.push(*i);
        }
        ui.add_space(6.0);
    }
    if !rest.is_empty() {
        let color = theme::text_color(ui.ctx(), Tone::Fail);
        callout(ui, color, |ui| {
            if head(ui, &format!("✖ {}", counted(rest.len(), "more message")), color) {
                read.extend(rest.iter().map(|(i, _)| *i));
            }
            rest_of(ui, rest.len(), "message", commands);
        });
        ui.add_space(6.0);
    }
    for notice in read {
        workspace.notices_mut().dismiss(notice);
    }
}

/// A button that opens the list, if messages are left out.
fn rest_of(ui: &mut Ui, count: usize, noun: &str, commands: &mut Commands) {
    if count > 0 {
        let words = format!("Show {} in the Problems panel", counted(count, &format!("more {noun}")));
        if ui.add(Button::new(words).small()).clicked() {
            commands.push(ProblemCommand::Show);
        }
    }
}

/// Whether it is about a location in the open scene. The Problems panel then lists it with its location.
fn is_warning(notice: &Notice) -> bool {
    notice.place.is_some() && !notice.is_error
}

/// Shows a notice. Returns whether it was closed.
fn one(ui: &mut Ui, notice: &Notice) -> bool {
    let (symbol, tone) = symbol(notice);
    let color = theme::text_color(ui.ctx(), tone);
    let mut is_read = false;
    callout(ui, color, |ui| {
        is_read = head(ui, &format!("{symbol} {}", theme::quoted(&notice.title)), color);
        match &notice.excerpt {
            Some(excerpt) => monospace(ui, excerpt),
            None => {
                ui.add(Label::new(theme::quoted(&notice.text)).wrap());
            }
        }
    });
    is_read
}

/// The first line, with a button at its end. Returns whether the button was clicked.
fn head(ui: &mut Ui, text: &str, color: Color32) -> bool {
    let end_first = Layout::right_to_left(Align::Min);
    let line = ui.horizontal(|ui| {
        ui.with_layout(end_first, |ui| {
            let button = ui.add(Button::new("Dismiss").small());
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.add(Label::new(RichText::new(text).strong().color(color)).wrap());
            });
            button.on_hover_text("Hide this message. The Problems panel still lists it.").clicked()
        })
    });
    line.inner.inner
}
