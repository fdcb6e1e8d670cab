//! Notices above the 3D view. They stay until the user closes them.
//!
//! Errors are shown completely, unless there are many. The warnings of the open scene share one line, so that the view
//! stays visible.

use eframe::egui::{Align, Button, Color32, Label, Layout, RichText, Ui};

use super::notices::{monospace, symbol};
use crate::app::session::{Notice, Session};
use crate::app::{explain, theme};
use crate::geometry::Tone;

/// The largest number of errors that are shown completely, the first ones.
const MOST_WHOLE: usize = 2;

/// Whether there is a notice that the user has not closed.
pub(in crate::app) fn has_banner(session: &Session) -> bool {
    session.notices().iter().any(|notice| !notice.is_dismissed)
}

/// All notices that the user has not closed, one below the other, each with a close button.
pub(in crate::app) fn banner(ui: &mut Ui, session: &mut Session) {
    let mut read = Vec::new();
    ui.add_space(6.0);
    let unread = session.notices().iter().enumerate().filter(|(_, notice)| !notice.is_dismissed);
    let (warnings, others): (Vec<_>, Vec<_>) = unread.partition(|(_, notice)| is_warning(notice));
    if let [(_, first), rest @ ..] = &warnings[..] {
        let text = if rest.is_empty() {
            theme::quoted(&first.text)
        } else {
            format!("{} warnings about the scene, see the Problems panel", warnings.len())
        };
        let (symbol, tone) = symbol(first);
        let color = theme::text_color(ui.ctx(), tone);
        explain::callout(ui, color, |ui| {
            if head(ui, &format!("{symbol} {text}"), color) {
                read.extend(warnings.iter().map(|(i, _)| *i));
            }
        });
        ui.add_space(6.0);
    }
    let is_shown = |nth: usize| others.len() <= MOST_WHOLE || nth == 0;
    for (_, (i, notice)) in others.iter().enumerate().filter(|(nth, _)| is_shown(*nth)) {
        if one(ui, notice) {
            read.push(*i);
        }
        ui.add_space(6.0);
    }
    if let [_, rest @ ..] = &others[..]
        && others.len() > MOST_WHOLE
    {
        let color = theme::text_color(ui.ctx(), Tone::Fail);
        explain::callout(ui, color, |ui| {
            if head(ui, &format!("✖ {} more, see the Problems panel", rest.len()), color) {
                read.extend(rest.iter().map(|(i, _)| *i));
            }
        });
        ui.add_space(6.0);
    }
    for notice in read {
        session.dismiss(notice);
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
    explain::callout(ui, color, |ui| {
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
    let end_first = Layout::right_to_left(Align::Center);
    let line = ui.horizontal(|ui| {
        ui.with_layout(end_first, |ui| {
            let button = ui.add(Button::new("Dismiss").small());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(text).strong().color(color)).truncate());
            });
            button.on_hover_text("Hide this message. The Problems panel still lists it.").clicked()
        })
    });
    line.inner.inner
}
