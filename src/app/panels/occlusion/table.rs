//! One row for each pair, one column for each method: the verdict, and two indicators for each view.

use std::sync::Arc;

use eframe::egui::{Grid, Id, RichText, TextWrapMode, Ui};

use crate::app::kit::{theme, units};
use crate::escape;
use crate::geometry::Tone;
use crate::occlusion::{Method, QueryAnswer, ViewAnswer};
use crate::report::occlusion::ComparedAnswers;
use crate::scene::ItemId;
use crate::workspace::Workspace;

/// The table of all pairs. Returns the lower end of each row, in points below the top of the table.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace) -> Vec<f32> {
    let Some(answers) = workspace.judging().occlusion() else { return Vec::new() };
    let (top, mut ends) = (ui.min_rect().top(), Vec::with_capacity(answers.pairs.len()));
    let shown = workspace.judging().shown_pair().map(|(pair, _)| pair);
    let is_twice = |pair: &ComparedAnswers| {
        answers.pairs.iter().filter(|other| other.tested.bodies == pair.tested.bodies).count() > 1
    };
    // To the row of another pair than in the last frame.
    let scrolls = shown.is_some_and(|shown| is_other(ui, shown));
    let mut chosen = None;
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    Grid::new("occlusion pairs").striped(true).num_columns(5).spacing([18.0, 4.0]).show(ui, |ui| {
        for title in ["Pair", "view", "fixed", "axes (X, Y, Z)", "Exact"] {
            ui.label(RichText::new(title).strong());
        }
        ui.end_row();
        for pair in &answers.pairs {
            let tested = &pair.tested;
            let name = match &tested.bodies {
                Some([a, b]) if is_twice(pair) => format!("{a} + {b}, {}", tested.picture_in_words()),
                Some([a, b]) => format!("{a} + {b}"),
                None => tested.queries.first().map_or(String::new(), |query| query.entry.to_string()),
            };
            let is_shown = shown.is_some_and(|shown| std::ptr::eq(shown, pair));
            let row = ui.selectable_label(is_shown, escape::shown(&name));
            if is_shown && scrolls {
                row.scroll_to_me(None);
            }
            if row.on_hover_text("Show the depth cameras and the steps of this pair.").clicked() {
                chosen = Some((tested.queries.first().map(|query| query.query), tested.bodies.clone()));
            }
            if let Err(error) = &tested.pairs {
                let words = ui.colored_label(theme::text_color(ui.ctx(), Tone::Fail), theme::quoted(error));
                ends.push(words.rect.bottom() - top);
                ui.end_row();
                continue;
            }
            let mut end: f32 = 0.0;
            for (answer, method) in pair.answers.iter().zip(Method::ALL) {
                end = end.max(cell(ui, answer, method, tested.has_method(method)) - top);
            }
            ends.push(end);
            let distance = pair.answers.first().map_or(0.0, |answer| answer.separation);
            let text = if distance > 0.0 { format!("{} apart", length(ui, distance)) } else { "they touch".to_owned() };
            ui.colored_label(theme::text_color(ui.ctx(), Tone::Exact), text);
            ui.end_row();
        }
    });
    if let Some((query, bodies)) = chosen {
        workspace.judging_mut().show_pair(bodies);
        if let Some(query) = query {
            workspace.selection_mut().select(query);
        }
    }
    ends
}

/// Whether another pair is shown than in the last frame.
fn is_other(ui: &Ui, shown: &ComparedAnswers) -> bool {
    let of = (shown.tested.queries.iter().map(|source| source.query).collect::<Vec<_>>(), shown.tested.bodies.clone());
    let id = Id::unique("the shown pair of occlusion queries");
    ui.data_mut(|data| {
        let is_other = data.get_temp::<(Vec<ItemId>, Option<[Arc<str>; 2]>)>(id).as_ref() != Some(&of);
        data.insert_temp(id, of);
        is_other
    })
}

/// The verdict of a method. Returns the lower end of the cell.
fn cell(ui: &mut Ui, answer: &QueryAnswer, method: Method, is_own: bool) -> f32 {
    let verdict = answer.verdict.word().replace('_', " ");
    let tone = match (answer.verdict.is_true(), answer.collides) {
        (false, _) => Tone::Exact,
        (true, true) => Tone::Pass,
        (true, false) => Tone::Fail,
    };
    let sign = if answer.verdict.is_true() { "" } else { "⚠ " };
    let text = RichText::new(format!("{sign}{verdict}")).color(theme::text_color(ui.ctx(), tone));
    let cell = ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let limits = answer.limits_in_words();
        let limits = if limits.is_empty() { "none".to_owned() } else { limits };
        let written = if is_own { "The scene uses this method." } else { "The scene does not use this method." };
        ui.label(if is_own { text.strong() } else { text }).on_hover_text(format!(
            "Method {}, {} pixels. Possible causes of a wrong answer: {limits}. {written}",
            method.word(),
            answer.views.first().map_or(0, |view| view.view.resolution)
        ));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for view in &answer.views {
                indicators(ui, view);
            }
        });
    });
    cell.response.rect.bottom()
}

/// The two conditions of a view.
fn indicators(ui: &mut Ui, view: &ViewAnswer) {
    let indicator = |passes: bool| if passes { "●" } else { "○" };
    let tone = Tone::pass_or_fail(view.collides());
    let text = format!("{}{}", indicator(view.a_before_b_back), indicator(view.b_before_a_back));
    let word = |passes: bool| if passes { "passes" } else { "fails" };
    ui.colored_label(theme::text_color(ui.ctx(), tone), text).on_hover_text(format!(
        "Back faces of B against the front of A: {}. Back faces of A against the front of B: {}. A pixel is {} wide.",
        word(view.a_before_b_back),
        word(view.b_before_a_back),
        length(ui, view.pixel_size)
    ));
}

/// One condition of a view: an indicator that is lit when the test passes.
pub(super) fn indicator(ui: &mut Ui, passes: bool) {
    let (text, tone) = if passes { ("●", Tone::Pass) } else { ("○", Tone::Fail) };
    ui.colored_label(theme::text_color(ui.ctx(), tone), text);
}

/// A length with its unit.
#[expect(clippy::cast_possible_truncation, reason = "a few digits are shown")]
fn length(ui: &Ui, metres: f64) -> String {
    units::in_use(ui.ctx()).length(metres as f32)
}
