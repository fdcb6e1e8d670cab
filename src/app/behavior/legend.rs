//! What the signs of the tree mean, in a few lines below it: only those that are there.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Color32, Label, Rect, Stroke, Ui, vec2};

use super::paint::{Form, Ink, draw};
use super::shown::Shown;
use super::words;
use crate::app::theme;
use crate::behavior::{Abort, Status, Tree};
use crate::picture::Style;

/// Which signs a tree uses; counted once for each tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Legend {
    forms: Vec<Form>,
    signs: Vec<(&'static str, &'static str)>,
    aborts: Vec<Abort>,
}

impl Legend {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut legend = Self::default();
        for node in 0..tree.len() {
            let kind = tree.kind(node);
            add(&mut legend.forms, Form::of(kind));
            add(&mut legend.aborts, kind.abort());
            if let Some(meaning) = words::meaning(kind) {
                add(&mut legend.signs, (words::sign(kind), meaning));
            }
        }
        legend.aborts.retain(|abort| *abort != Abort::None);
        legend.forms.retain(|form| *form != Form::Composite);
        legend
    }

    pub(super) fn ui(&self, ui: &mut Ui, shown: &Shown<'_>) {
        let ink = Ink::of(ui);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(12.0, 1.0);
            for status in [Status::Running, Status::Success, Status::Failure, Status::Inactive] {
                entry(ui, ink.symbol(status), ink.letters(status), status.word());
            }
            if shown.is_interrupted() {
                entry(ui, "⊘", ink.abort(), "halted");
            }
            for (sign, meaning) in &self.signs {
                entry(ui, sign, ink.text, meaning);
            }
            for &abort in &self.aborts {
                entry(ui, words::abort_mark(abort), ink.selected, words::abort_meaning(abort));
            }
            for &form in &self.forms {
                // The sample stands in the room that spaces leave before the word.
                let place = entry(ui, "\u{2003}\u{2003}", ink.text, form.word());
                let sample = Rect::from_center_size(place.left_center() + vec2(8.0, 0.0), vec2(16.0, 10.0));
                let stroke = Stroke::new(1.0, ink.weak);
                draw(ui.painter(), form.outline(sample), Color32::TRANSPARENT, stroke, Style::Solid);
            }
            entry(ui, "3", ink.weak, "order number");
        });
    }

    /// Room that it will need, points.
    pub(super) fn height(&self, width: f32) -> f32 {
        let meanings = self.signs.iter().map(|(_, meaning)| meaning.len() + 3);
        let aborts = self.aborts.iter().map(|abort| words::abort_meaning(*abort).len() + 4);
        let letters: usize = meanings.chain(aborts).sum::<usize>() + self.forms.len() * 14 + 66;
        let lines = (letters as f32 * 5.8 / width.max(1.0)).ceil();
        lines * 16.0
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// A sign with its meaning, which stay together.
fn entry(ui: &mut Ui, sign: &str, color: Color32, meaning: &str) -> Rect {
    let mut job = LayoutJob::default();
    let format = |color| TextFormat { font_id: theme::small(), color, ..TextFormat::default() };
    job.append(sign, 0.0, format(color));
    job.append(meaning, 5.0, format(ui.visuals().weak_text_color()));
    ui.add(Label::new(job).selectable(false).extend()).rect
}
