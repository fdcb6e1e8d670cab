//! The story of the selected answer: its steps at the left, the step shown at the right.

use eframe::egui::{
    self, Align, Align2, Color32, Context, CornerRadius, FontId, Frame, Key, Label, Layout, Margin, RichText, Role,
    ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::session::Session;
use super::{playback, theme};
use crate::geometry::{Step, Tone};
use crate::report::explain::Explanation;

/// Height of a row in the list of steps, points.
const ROW: f32 = 21.0;
/// Width of the list of steps where there is room, points.
const LIST: f32 = 230.0;
/// With all steps shown as text, more than these are left to the list.
const MOST_AT_ONCE: usize = 100;

/// The whole panel.
pub(super) fn show(ui: &mut Ui, session: &mut Session) {
    let shown = session.focus().step;
    let mut wanted = shown;
    let Some(explanation) = session.explanation() else {
        ui.add_space(8.0);
        ui.weak("Select a camera or a ray, and an object, to see how the answer comes about.");
        return;
    };
    let count = explanation.story.steps.len();
    head(ui, explanation, shown, count, &mut wanted);
    ui.add_space(2.0);
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        let down = Layout::top_down(Align::Min);
        let list_width = LIST.min(ui.available_width() * 0.38);
        ui.allocate_ui_with_layout(vec2(list_width, height), down, |ui| list(ui, explanation, shown, &mut wanted));
        ui.allocate_ui_with_layout(vec2(ui.available_width(), height), down, |ui| {
            let scroll = ScrollArea::vertical().id_salt("step").auto_shrink([false, false]);
            scroll.show(ui, |ui| match shown.and_then(|step| explanation.story.steps.get(step)) {
                Some(step) => one(ui, step),
                None => all(ui, explanation),
            });
        });
    });
    if wanted != shown {
        session.show_step(wanted);
    }
}

/// Comma and period lead through the steps, whichever panel is open.
pub(super) fn keys(ctx: &Context, session: &mut Session) {
    if ctx.text_edit_focused() {
        return;
    }
    let is_plain = |i: &egui::InputState| !(i.modifiers.command || i.modifiers.ctrl || i.modifiers.alt);
    let pressed = |key| ctx.input(|i| is_plain(i) && i.key_pressed(key));
    let [back, on] = [Key::Comma, Key::Period].map(pressed);
    if !(back || on) {
        return;
    }
    let count = session.explanation().map_or(0, |explanation| explanation.story.steps.len());
    let step = match session.focus().step {
        None if back => count.saturating_sub(1),
        None => 0,
        Some(step) if back => step.saturating_sub(1),
        Some(step) => step + 1,
    };
    session.show_step(Some(step));
}

/// Question, answer, and the way through the steps.
fn head(ui: &mut Ui, explanation: &Explanation, shown: Option<usize>, count: usize, wanted: &mut Option<usize>) {
    ui.add_space(3.0);
    ui.horizontal(|ui| {
        let last = count.saturating_sub(1);
        let back = ui.add_enabled(count > 0 && shown != Some(0), egui::Button::new("⏴"));
        if back.on_hover_text("The step before (,)").accessible_name("Step back").clicked() {
            *wanted = Some(shown.map_or(last, |step| step.saturating_sub(1)));
        }
        playback::button(ui, shown, count, wanted);
        let forward = ui.add_enabled(count > 0 && shown != Some(last), egui::Button::new("⏵"));
        if forward.on_hover_text("The next step (.)").accessible_name("Step forward").clicked() {
            *wanted = Some(shown.map_or(0, |step| step + 1));
        }
        let all = ui.selectable_label(shown.is_none(), "All");
        if all.on_hover_text("All steps as text, and the whole answer in the scene").clicked() {
            *wanted = None;
        }
        let place = shown.map_or(format!("{count} steps"), |step| format!("{} of {count}", step + 1));
        ui.add_sized([56.0, 20.0], Label::new(RichText::new(place).small().weak()));
        let symbol = theme::palette(ui.ctx()).symbol(explanation.tone);
        ui.label(RichText::new(symbol).color(theme::text_color(ui.ctx(), explanation.tone)));
        ui.add(Label::new(RichText::new(theme::quoted(&explanation.title)).strong()).truncate());
        ui.add(Label::new(theme::quoted(&explanation.answer)).truncate());
    });
}

fn list(ui: &mut Ui, explanation: &Explanation, shown: Option<usize>, wanted: &mut Option<usize>) {
    ui.set_width(ui.available_width());
    ui.spacing_mut().item_spacing.y = 0.0;
    let steps = &explanation.story.steps;
    let scroll = ScrollArea::vertical().id_salt("steps").auto_shrink([false, false]);
    scroll.show_rows(ui, ROW, steps.len(), |ui, range| {
        for i in range {
            let is_shown = shown == Some(i);
            if row(ui, i, &steps[i], is_shown) {
                *wanted = (!is_shown).then_some(i);
            }
        }
    });
}

fn row(ui: &mut Ui, number: usize, step: &Step, is_shown: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let label = format!("Step {}: {}", number + 1, step.title);
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_shown, &label));
    let visuals = ui.visuals();
    let text = if is_shown { visuals.selection.stroke.color } else { visuals.text_color() };
    if is_shown {
        ui.painter().rect_filled(rect, 3.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, visuals.widgets.hovered.bg_fill.gamma_multiply(0.5));
    }
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let middle = rect.center().y;
    let weak = if is_shown { text } else { visuals.weak_text_color() };
    painter.text(
        pos2(rect.left() + 22.0, middle),
        Align2::RIGHT_CENTER,
        (number + 1).to_string(),
        theme::small(),
        weak,
    );
    let palette = theme::palette(ui.ctx());
    let tone = if step.tone == Tone::Note { weak } else { theme::text_color(ui.ctx(), step.tone) };
    // The exact reference is a step like others: only a disagreement deserves the warning sign.
    let symbol = if step.tone == Tone::Exact { "◆" } else { palette.symbol(step.tone) };
    painter.text(pos2(rect.left() + 36.0, middle), Align2::CENTER_CENTER, symbol, FontId::proportional(11.5), tone);
    painter.text(pos2(rect.left() + 48.0, middle), Align2::LEFT_CENTER, &step.title, FontId::proportional(12.5), text);
    response.on_hover_text("Show this step alone, with its marks in the scene; again to show all.").clicked()
}

/// One step, large enough to be read at a distance.
fn one(ui: &mut Ui, step: &Step) {
    let tone = if step.tone == Tone::Note { ui.visuals().text_color() } else { theme::text_color(ui.ctx(), step.tone) };
    ui.label(RichText::new(&step.title).heading().color(ui.visuals().strong_text_color()));
    ui.add_space(2.0);
    for (text, is_weak) in [(&step.formula, true), (&step.numbers, false)] {
        if !text.is_empty() {
            formula(ui, text, is_weak, 13.0);
        }
    }
    ui.add_space(2.0);
    ui.label(RichText::new(&step.outcome).size(14.0).color(tone));
}

/// The whole answer as text.
fn all(ui: &mut Ui, explanation: &Explanation) {
    if let Some(disagreement) = &explanation.disagreement {
        let purple = theme::text_color(ui.ctx(), Tone::Exact);
        callout(ui, purple, |ui| {
            ui.label(RichText::new("⚠ Fast and exact answer differ").strong().color(purple));
            ui.label(theme::quoted(disagreement));
        });
        ui.add_space(4.0);
    }
    let steps = &explanation.story.steps;
    for (i, step) in steps.iter().take(MOST_AT_ONCE).enumerate() {
        let is_note = step.tone == Tone::Note;
        let tone = if is_note { ui.visuals().text_color() } else { theme::text_color(ui.ctx(), step.tone) };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{}.", i + 1)).weak());
            ui.label(RichText::new(&step.title).strong());
            ui.label(RichText::new(&step.outcome).color(tone));
        });
        for (text, is_weak) in [(&step.formula, true), (&step.numbers, false)] {
            if !text.is_empty() {
                formula(ui, text, is_weak, 12.0);
            }
        }
        ui.add_space(5.0);
    }
    if steps.len() > MOST_AT_ONCE {
        ui.weak(format!("{} more steps are in the list.", steps.len() - MOST_AT_ONCE));
    }
}

fn formula(ui: &mut Ui, text: &str, is_weak: bool, size: f32) {
    let color = if is_weak { ui.visuals().weak_text_color() } else { ui.visuals().text_color() };
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        ui.add(Label::new(RichText::new(text).monospace().size(size).color(color)).wrap());
    });
}

/// A box with a coloured edge, for what must not be missed.
pub(super) fn callout(ui: &mut Ui, color: Color32, add_contents: impl FnOnce(&mut Ui)) {
    Frame::new()
        .fill(color.gamma_multiply(0.12))
        .stroke(Stroke::new(1.0, color.gamma_multiply(0.6)))
        .corner_radius(CornerRadius::same(5))
        .inner_margin(Margin::symmetric(10, 6))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add_contents(ui);
        });
}
