//! The numbers of what is selected, to be read and changed, under the answer that they give.

mod camera;
mod fields;
mod object;
mod ray;
mod summary;

use eframe::egui::{Align, CollapsingHeader, Layout, Margin, RichText, ScrollArea, Ui};

use super::session::Session;
use super::theme;
use crate::picture::Asker;

/// The whole panel.
pub(super) fn show(ui: &mut Ui, session: &mut Session) {
    // The scroll bar stands beside the fields, not on them.
    let beside = Margin { right: 10, ..Margin::ZERO };
    let scroll = ScrollArea::vertical().auto_shrink([false, false]).content_margin(beside);
    scroll.show(ui, |ui| {
        ui.add_space(4.0);
        summary::show(ui, session);
        let focus = *session.focus();
        if let Some(index) = focus.object {
            block(ui, "Object", "object", |ui| object::show(ui, session, index));
        }
        match focus.asker {
            Some(Asker::Camera(index)) => block(ui, "Camera", "camera", |ui| camera::show(ui, session, index)),
            Some(Asker::Ray(index)) => block(ui, "Ray", "ray", |ui| ray::show(ui, session, index)),
            None => {}
        }
        ui.add_space(12.0);
    });
}

/// A part that can be closed.
fn block(ui: &mut Ui, title: &str, id: &str, add_contents: impl FnOnce(&mut Ui)) {
    ui.add_space(6.0);
    ui.separator();
    let header = CollapsingHeader::new(RichText::new(title).strong()).id_salt(id).default_open(true);
    header.show_unindented(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::Min), add_contents);
    });
}

/// The name of the thing that a block edits.
fn name(ui: &mut Ui, name: &str, kind: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).size(14.0).color(ui.visuals().strong_text_color()));
        ui.label(RichText::new(kind).font(theme::small()).color(ui.visuals().weak_text_color()));
    });
}
