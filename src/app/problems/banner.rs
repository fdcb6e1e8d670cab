//! Notices above the view, so that none is missed, until somebody puts them away.

use eframe::egui::{Align, Button, Label, Layout, RichText, Ui};

use super::notices::{monospace, symbol};
use crate::app::session::{Notice, Session};
use crate::app::{explain, theme};

/// Whether there is something that nobody has read.
pub(in crate::app) fn has_banner(session: &Session) -> bool {
    session.notices().iter().any(|notice| !notice.is_put_away)
}

/// All notices that nobody has put away, one below the other, each with its button to do so.
pub(in crate::app) fn banner(ui: &mut Ui, session: &mut Session) {
    let mut read = None;
    ui.add_space(6.0);
    for (i, notice) in session.notices().iter().enumerate().filter(|(_, notice)| !notice.is_put_away) {
        if one(ui, notice) {
            read = Some(i);
        }
        ui.add_space(6.0);
    }
    if let Some(notice) = read {
        session.put_away(notice);
    }
}

/// Says whether it was put away.
fn one(ui: &mut Ui, notice: &Notice) -> bool {
    let (symbol, tone) = symbol(notice);
    let color = theme::text_color(ui.ctx(), tone);
    let mut is_read = false;
    explain::callout(ui, color, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("{symbol} {}", notice.title)).strong().color(color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = ui.add(Button::new("Dismiss").small());
                is_read = button.on_hover_text("Put it away; the tab Problems keeps it.").clicked();
                if let Some(place) = notice.place.as_ref().filter(|_| notice.excerpt.is_none()) {
                    ui.add(Label::new(RichText::new(place).monospace().weak()).truncate());
                }
            });
        });
        match &notice.excerpt {
            Some(excerpt) => monospace(ui, excerpt),
            None => {
                ui.add(Label::new(theme::quoted(&notice.text)).wrap());
            }
        }
    });
    is_read
}
