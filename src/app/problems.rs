//! What went wrong with files, above everything else until it is put away.

use eframe::egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui};

use super::session::{Notice, Session};
use super::{explain, theme};
use crate::geometry::Tone;

/// All notices.
pub(super) fn show(ui: &mut Ui, session: &mut Session) {
    let mut dismissed = None;
    ui.add_space(6.0);
    for (i, notice) in session.notices().iter().enumerate() {
        if one(ui, notice) {
            dismissed = Some(i);
        }
        ui.add_space(6.0);
    }
    if let Some(notice) = dismissed {
        session.dismiss(notice);
    }
}

/// Says whether it was put away.
fn one(ui: &mut Ui, notice: &Notice) -> bool {
    let tone = if notice.is_error { Tone::Fail } else { Tone::Partial };
    let color = theme::text_color(ui.ctx(), tone);
    let mut is_dismissed = false;
    explain::callout(ui, color, |ui| {
        ui.horizontal(|ui| {
            let symbol = if notice.is_error { "✖" } else { "⚠" };
            ui.label(RichText::new(format!("{symbol} {}", notice.title)).strong().color(color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                is_dismissed = ui.add(Button::new("Dismiss").small()).clicked();
            });
        });
        ScrollArea::horizontal().id_salt(&notice.text).show(ui, |ui| {
            ui.add(Label::new(RichText::new(&notice.text).monospace()).extend());
        });
    });
    is_dismissed
}
