//! One row a pair, one column a method: the verdict, and two lamps for each view.

use eframe::egui::{Grid, RichText, TextWrapMode, Ui};

use super::asking::Answers;
use crate::app::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::num;
use crate::occlusion::{Answer, Limit, Method, ViewAnswer};

/// All pairs.
pub(super) fn show(ui: &mut Ui, answers: &Answers) {
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    Grid::new("occlusion pairs").striped(true).num_columns(5).spacing([18.0, 4.0]).show(ui, |ui| {
        for title in ["Pair", "view", "fixed", "axes (X, Y, Z)", "Exact"] {
            ui.label(RichText::new(title).strong());
        }
        ui.end_row();
        for (asked, found) in &answers.pairs {
            let [a, b] = &asked.names;
            ui.label(format!("{a} + {b}"));
            if let Err(error) = &asked.pairs {
                ui.colored_label(theme::text_color(ui.ctx(), Tone::Fail), &**error);
                ui.end_row();
                continue;
            }
            for (answer, method) in found.iter().zip(Method::ALL) {
                cell(ui, answer, method, asked.methods.contains(&method));
            }
            let distance = found.first().map_or(0.0, |answer| answer.separation);
            let text = if distance > 0.0 { format!("{} m apart", metres(distance)) } else { "they touch".to_owned() };
            ui.colored_label(theme::text_color(ui.ctx(), Tone::Exact), text);
            ui.end_row();
        }
    });
}

fn cell(ui: &mut Ui, answer: &Answer, method: Method, is_own: bool) {
    let verdict = answer.verdict.word().replace('_', " ");
    let tone = match (answer.verdict.is_true(), answer.collides) {
        (false, _) => Tone::Exact,
        (true, true) => Tone::Pass,
        (true, false) => Tone::Fail,
    };
    let sign = if answer.verdict.is_true() { "" } else { "⚠ " };
    let text = RichText::new(format!("{sign}{verdict}")).color(theme::text_color(ui.ctx(), tone));
    ui.vertical(|ui| {
        let limits = answer.limits.iter().map(|limit: &Limit| limit.words()).collect::<Vec<_>>().join("; ");
        let limits = if limits.is_empty() { "nothing".to_owned() } else { limits };
        let written = if is_own { "The scene asks by this method." } else { "The scene does not ask by this method." };
        ui.label(if is_own { text.strong() } else { text }).on_hover_text(format!(
            "Method {}, {} pixels. What could make an answer of this sign wrong: {limits}. {written}",
            method.word(),
            answer.views.first().map_or(0, |view| view.view.resolution)
        ));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for view in &answer.views {
                lamps(ui, view);
            }
        });
    });
}

/// The two conditions of a view.
fn lamps(ui: &mut Ui, view: &ViewAnswer) {
    let lamp = |passes: bool| if passes { "●" } else { "○" };
    let tone = if view.collides() { Tone::Pass } else { Tone::Fail };
    let text = format!("{}{}", lamp(view.a_before_b_back), lamp(view.b_before_a_back));
    let word = |passes: bool| if passes { "passes" } else { "fails" };
    ui.colored_label(theme::text_color(ui.ctx(), tone), text).on_hover_text(format!(
        "Back faces of B against the front of A: {}. Back faces of A against the front of B: {}. A pixel is {} m wide.",
        word(view.a_before_b_back),
        word(view.b_before_a_back),
        metres(view.pixel_size)
    ));
}

/// Four digits.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn metres(length: f64) -> String {
    num(length as f32)
}
