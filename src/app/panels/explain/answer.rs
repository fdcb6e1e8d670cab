//! The steps of the selected answer at the left, the current step at the right.

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{
    Align, Align2, Button, Color32, FontId, Id, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use super::eye_search::{EndedEyeSearch, EyeSearchRow};
use crate::app::command;
use crate::app::command::{Commands, EditCommand, PlayCommand, deselect_button, next_steps};
use crate::app::kit::anchors::Anchor;
use crate::app::kit::callout::callout;
use crate::app::kit::host::Host;
use crate::app::kit::{anchors, fitted, glossary, playback, theme};
use crate::geometry::narrate::counted;
use crate::geometry::narrate::num;
use crate::geometry::{Plot, Step, Tone};
use crate::report::expected::ExpectedOutcome;
use crate::report::explain::{Explanation, Subject, WRONG_STEP};
use crate::report::{FrustumAnswers, ViewSubject, headline};
use crate::workspace::Workspace;

/// Height of a row in the list of steps, points.
const ROW: f32 = 21.0;
/// Width of the list of steps where there is room, points.
const LIST: f32 = 230.0;
/// The least width of a panel that shows the answer beside the buttons, points.
const ONE_ROW: f32 = 660.0;
/// The least width of a panel with the list of steps beside the text, points. In a narrower panel the list is above.
const LEAST_FOR_LIST: f32 = 340.0;
/// The greatest part of the height for the list above the text.
const NARROW_LIST: f32 = 0.4;
/// The least widths of panels in which the answer takes one line, and two lines, points.
const TWO_LINES: f32 = 480.0;
const THREE_LINES: f32 = 300.0;
/// The height of a line of the answer, points.
const LINE: f32 = 18.0;
/// Font sizes of the answer, the default first. A longer answer gets a smaller size.
const ANSWER: [f32; 5] = [14.5, 13.5, 12.5, 11.0, 9.5];
/// In the list of steps: the left edge of the titles, the distance of their ends from the right border, and the gap
/// between titles and numbers, points.
const TITLE_AT: f32 = 48.0;
const STEP_END: f32 = 10.0;
const NUMBER_GAP: f32 = 6.0;
/// Font sizes of the titles in the list of steps, which have one line.
const STEP: [f32; 4] = [12.5, 11.5, 10.5, 9.5];
/// Height of the title, points: two lines of small letters.
const TITLE: f32 = 26.0;
/// Width of the Expect button, points. A row without room for it leaves it out; the menus contain the command.
const EXPECT: f32 = 84.0;
/// The width that the answer keeps beside that button.
const BESIDE: f32 = 300.0;
/// Least width of the title beside the buttons, points.
const LEAST_FOR_WORDS: f32 = 60.0;
/// The largest number of steps that are shown as text. The list has all steps.
const MOST_AT_ONCE: usize = 100;

/// The whole panel.
pub(in crate::app) fn show(
    ui: &mut Ui,
    workspace: &mut Workspace,
    eye_search: &mut EyeSearchRow,
    host: &dyn Host,
    commands: &mut Commands,
) {
    let shown = workspace.selected().step;
    let Some(explanation) = workspace.explanation() else {
        if let Some(reason) = workspace.judging().unanswered() {
            ui.add_space(8.0);
            ui.label(theme::quoted(&reason));
        } else {
            let sentence = "Select a camera or a ray, and an object, to see how its answer is computed.";
            next_steps::show(ui, workspace, sentence, commands);
        }
        return;
    };
    let sentence =
        workspace.selected().question(workspace.world()).and_then(|subject| headline(workspace.report(), subject));
    let sentence = sentence.unwrap_or_else(|| {
        let colon = if explanation.title.ends_with('?') { "" } else { ":" };
        format!("{}{colon} {}", explanation.title, explanation.answer)
    });
    let width = ui.available_width();
    let is_about_one = workspace.selection().is_about_something();
    let answer = (workspace.disk().generation(), workspace.selection().selection_count());
    let deciding = explanation.deciding();
    let last = ui.data(|data| data.get_temp::<LastShown>(last_shown())).unwrap_or_default();
    let mut wanted = last.step(answer, shown, deciding);
    let opens_deciding = last.opens_deciding(answer, deciding);
    head(ui, explanation, &sentence, shown, is_about_one, workspace.judging().unmet_expectation(), commands);
    if let Some(Subject::View(ViewSubject::Camera(camera))) = workspace.selected().question(workspace.world())
        && let Some(why) = workspace.report().frusta.get(camera).and_then(FrustumAnswers::no_list_sentence)
    {
        theme::failure(ui, &why);
    }
    let eye = eye_search.show(ui, workspace, explanation, !host.has_desktop());
    ui.add_space(2.0);
    if width < LEAST_FOR_LIST {
        let most = ui.available_height() * NARROW_LIST;
        let rows = ROW * explanation.story.steps.len() as f32;
        ui.allocate_ui(vec2(width, rows.min(most)), |ui| {
            list(ui, explanation, shown, &mut wanted, workspace.disk().generation());
        });
        ui.separator();
    }
    let height = ui.available_height();
    let has_deciding_in_view = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        let down = Layout::top_down(Align::Min);
        let mut rest = width;
        if width >= LEAST_FOR_LIST {
            let list_width = LIST.min(width * 0.42);
            rest -= list_width + 12.0;
            ui.allocate_ui_with_layout(vec2(list_width, height), down, |ui| {
                list(ui, explanation, shown, &mut wanted, workspace.disk().generation());
            });
        }
        let text = ui.allocate_ui_with_layout(vec2(rest, height), down, |ui| {
            let scroll =
                ScrollArea::vertical().id_salt(("step", workspace.disk().generation())).auto_shrink([false, false]);
            let text = scroll.show(ui, |ui| match shown.and_then(|step| explanation.story.steps.get(step)) {
                Some(step) => {
                    one(ui, step);
                    false
                }
                None => all(ui, explanation, opens_deciding),
            });
            text.inner
        });
        text.inner
    });
    let now = LastShown { answer: Some(answer), deciding, has_deciding_in_view: has_deciding_in_view.inner };
    ui.data_mut(|data| data.insert_temp(last_shown(), now));
    if let Some(EndedEyeSearch { subject, found }) = eye {
        // Its step is the last one.
        if found.is_some() {
            wanted = Some(explanation.story.steps.len());
        }
        workspace.judging_mut().add_eye(subject, found);
    }
    if wanted != shown {
        workspace.selection_mut().show_step(wanted);
        // The 3D view may have been drawn already.
        ui.ctx().request_repaint();
    }
}

/// The answer and the buttons for its steps, on one row if there is room.
fn head(
    ui: &mut Ui,
    explanation: &Explanation,
    sentence: &str,
    shown: Option<usize>,
    is_about_one: bool,
    unmet: Option<&ExpectedOutcome>,
    commands: &mut Commands,
) {
    let count = explanation.story.steps.len();
    let has_room = ui.available_width() >= ONE_ROW;
    ui.add_space(3.0);
    if !has_room {
        answer_row(ui, explanation.tone, sentence, is_about_one, commands);
    }
    ui.horizontal(|ui| {
        let last = count.saturating_sub(1);
        let mut button = |ui: &mut Ui, button: Button<'_>, name, is_enabled, command| {
            ui.add_enabled_ui(is_enabled, |ui| command::button(ui, button, name, command, commands));
        };
        button(ui, Button::new("⏴"), "Step back", count > 0 && shown != Some(0), PlayCommand::PreviousStep);
        let is_playing = playback::is_playing(ui.ctx());
        let (words, name) = if is_playing { ("⏸ Pause", "Pause steps") } else { ("▶ Play", "Play steps") };
        button(ui, Button::new(words).min_size(vec2(66.0, 0.0)), name, count > 0, PlayCommand::PlaySteps);
        button(ui, Button::new("⏵"), "Step forward", count > 0 && shown != Some(last), PlayCommand::NextStep);
        button(ui, Button::selectable(shown.is_none(), "All"), "All", true, PlayCommand::AllSteps);
        let place = shown.map_or(counted(count, "step"), |step| format!("{} of {count}", step + 1));
        ui.add_sized([56.0, 20.0], Label::new(RichText::new(place).small().weak()));
        if ui.available_width() >= EXPECT {
            expect_button(ui, unmet, has_room, commands);
        }
        if has_room {
            answer_row(ui, explanation.tone, sentence, is_about_one, commands);
        } else if ui.available_width() >= LEAST_FOR_WORDS {
            title(ui, &theme::quoted(&explanation.title));
        }
    });
}

/// The button that expects the answer. When another answer is expected, it says what a click would change, if there is
/// room beside the answer.
fn expect_button(ui: &mut Ui, unmet: Option<&ExpectedOutcome>, is_beside_answer: bool, commands: &mut Commands) {
    let sides = unmet.and_then(ExpectedOutcome::unmet);
    let words = match &sides {
        Some([expected, found]) => {
            let font = TextStyle::Button.resolve(ui.style());
            let room = ui.available_width() - if is_beside_answer { BESIDE } else { 0.0 };
            let fits = |words: &String| {
                let width = ui.painter().layout_no_wrap(words.clone(), font.clone(), Color32::WHITE).size().x;
                width + 2.0 * ui.spacing().button_padding.x <= room
            };
            let words = [format!("✖ Expected {expected} · set to {found}…"), format!("✖ Set to {found}…")];
            words.into_iter().find(fits).unwrap_or_else(|| "✖ Expected…".to_owned())
        }
        None if unmet.is_some() => "✖ Expected…".to_owned(),
        None if commands.entry(EditCommand::RemoveExpectation).is_enabled() => "✔ Expected".to_owned(),
        None => "Expect".to_owned(),
    };
    let mut text = RichText::new(theme::quoted(&words));
    let mut name = "Expect this answer".to_owned();
    if unmet.is_some() {
        text = text.color(theme::text_color(ui.ctx(), Tone::Fail));
    }
    if let Some([expected, found]) = sides {
        name = format!("Expected {expected}, set to {found}");
    }
    command::button(ui, Button::new(text).min_size(vec2(EXPECT, 0.0)), &name, EditCommand::Expect, commands);
}

/// The title in the rest of a row. A long title has a smaller font and two lines.
fn title(ui: &mut Ui, text: &str) {
    let room = vec2(ui.available_width(), TITLE);
    let size = fitted::size_for(ui, &[(text, 1.0)], room, &fitted::PLAIN);
    ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
        ui.set_max_size(room);
        ui.add(Label::new(RichText::new(text).size(size).weak()).wrap());
    });
}

/// The answer, and at the end of the row the button that deselects the object. The height is constant.
fn answer_row(ui: &mut Ui, tone: Tone, sentence: &str, is_about_one: bool, commands: &mut Commands) {
    let width = ui.available_width();
    let height = match lines(width) {
        1 => ui.spacing().interact_size.y,
        lines => LINE * lines as f32 + 2.0,
    };
    ui.horizontal_top(|ui| {
        let beside = if is_about_one { deselect_button::WIDTH + ui.spacing().item_spacing.x } else { 0.0 };
        let rest = (width - beside).max(20.0);
        let align = if lines(width) == 1 { Align::Center } else { Align::Min };
        ui.allocate_ui_with_layout(vec2(rest, height), Layout::left_to_right(align), |ui| {
            ui.set_min_size(vec2(rest, height));
            ui.set_max_height(height);
            answer_label(ui, tone, sentence, lines(width), height);
        });
        if is_about_one {
            deselect_button::button(ui, commands);
        }
    });
}

/// The number of lines of the answer in a panel of this width.
fn lines(width: f32) -> usize {
    match width {
        ..THREE_LINES => 3,
        ..TWO_LINES => 2,
        _ => 1,
    }
}

/// The answer as a sentence.
fn answer_label(ui: &mut Ui, tone: Tone, sentence: &str, lines: usize, height: f32) {
    let color = match tone {
        Tone::Note => ui.visuals().strong_text_color(),
        tone => theme::text_color(ui.ctx(), tone),
    };
    ui.label(RichText::new(theme::palette(ui.ctx()).symbol(tone)).size(13.5).color(color));
    let sentence = theme::quoted(sentence);
    let shown = with_units_kept(&sentence);
    let room = vec2(ui.available_width(), height);
    let size = fitted::size_for(ui, &[(&shown, 1.0)], room, &ANSWER);
    let text = RichText::new(shown).size(size).strong().color(color);
    let label = |ui: &mut Ui, label: Label| {
        // Screen readers get the sentence with usual spaces.
        let response = glossary::label(ui, label);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &sentence));
    };
    if lines == 1 {
        label(ui, Label::new(text).truncate());
        return;
    }
    fitted::room(ui, "answer", room, |ui| label(ui, Label::new(text).wrap()));
}

/// A text in which no line ends between a number and its unit.
fn with_units_kept(text: &str) -> String {
    const UNITS: [&str; 7] = ["m", "cm", "mm", "m²", "m³", "s", "%"];
    let mut words = text.split(' ');
    let mut kept = words.next().unwrap_or_default().to_owned();
    for word in words {
        let is_unit = UNITS.contains(&word.trim_end_matches(['.', ',', ';', ':', ')']));
        let has_number = kept.ends_with(|last: char| last.is_ascii_digit() || last == '∞');
        kept.push(if is_unit && has_number { '\u{a0}' } else { ' ' });
        kept.push_str(word);
    }
    kept
}

fn list(ui: &mut Ui, explanation: &Explanation, shown: Option<usize>, wanted: &mut Option<usize>, generation: u64) {
    ui.set_width(ui.available_width());
    ui.spacing_mut().item_spacing.y = 0.0;
    let steps = &explanation.story.steps;
    let deciding = explanation.deciding();
    // In a narrow list the numbers have no unit. The row's tooltip has it.
    let has_units = ui.available_width() >= LIST;
    // All titles have the same size, at which the longest fits.
    let width = ui.available_width() - TITLE_AT - STEP_END;
    let of_step = |step: &Step| {
        let number = found_words(step, has_units).map_or(0.0, |words| {
            ui.painter().layout_no_wrap(words, theme::small(), Color32::PLACEHOLDER).size().x + NUMBER_GAP
        });
        fitted::size_for(ui, &[(&theme::quoted(&step.title), 1.0)], vec2(width - number, ROW), &STEP)
    };
    let size = steps.iter().take(MOST_AT_ONCE).map(of_step).fold(STEP[0], f32::min);
    let scroll = ScrollArea::vertical().id_salt(("steps", generation)).auto_shrink([false, false]);
    scroll.show_rows(ui, ROW, steps.len(), |ui, range| {
        for i in range {
            let is_shown = shown == Some(i);
            let role = StepRole { decides: deciding == Some(i), is_wrong: explanation.wrong_step == Some(i) };
            if row(ui, i, &steps[i], is_shown, role, (has_units, size)) {
                *wanted = (!is_shown).then_some(i);
            }
        }
    });
}

/// The distance that a step computed, in metres, if it has one.
fn found(step: &Step) -> Option<String> {
    match step.plot() {
        Some(Plot::PlaneDistances { p, .. }) => Some(num(p)),
        _ => None,
    }
}

/// The distance with its unit if there is room.
fn found_words(step: &Step, has_units: bool) -> Option<String> {
    let found = found(step)?;
    Some(if has_units { format!("{found} m") } else { found })
}

/// What a step is in its explanation.
#[derive(Clone, Copy)]
struct StepRole {
    /// It decides the answer.
    decides: bool,
    /// The known mistake of the querier is in it.
    is_wrong: bool,
}

fn row(
    ui: &mut Ui,
    number: usize,
    step: &Step,
    is_shown: bool,
    role: StepRole,
    (has_units, size): (bool, f32),
) -> bool {
    let StepRole { decides, is_wrong } = role;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let label = format!("Step {}: {}", number + 1, theme::quoted(&step.title));
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_shown, &label));
    let visuals = ui.visuals();
    let text = if is_shown { visuals.selection.stroke.color } else { visuals.text_color() };
    theme::row_back(ui, rect, is_shown, response.hovered());
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
    // The exact reference is a step like others. Only a disagreement has the warning sign.
    let symbol = if step.tone == Tone::Exact { "◆" } else { palette.symbol(step.tone) };
    painter.text(pos2(rect.left() + 36.0, middle), Align2::CENTER_CENTER, symbol, FontId::proportional(11.5), tone);
    let title = if decides && !is_shown { visuals.strong_text_color() } else { text };
    let mut end = rect.right() - STEP_END;
    if is_wrong {
        let red = theme::text_color(ui.ctx(), Tone::Mistaken);
        let symbol = palette.symbol(Tone::Mistaken);
        let line = painter.layout_no_wrap(format!("{symbol} mistake"), theme::small(), red);
        end -= line.size().x;
        painter.galley(pos2(end, middle - line.size().y / 2.0), line, red);
        end -= NUMBER_GAP;
    }
    let title_at = rect.left() + TITLE_AT;
    if let Some(text) = found_words(step, has_units) {
        let color = if decides { tone } else { weak };
        let line = painter.layout_no_wrap(text, theme::small(), color);
        end -= line.size().x;
        painter.galley(pos2(end, middle - line.size().y / 2.0), line, color);
        end -= NUMBER_GAP;
    }
    let words = theme::quoted(&step.title);
    let line = theme::one_line(ui, &words, FontId::proportional(size), title, end - title_at);
    painter.galley(pos2(title_at, middle - line.size().y / 2.0), line, title);
    if decides {
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 1.5, tone);
        anchors::note(ui, Anchor::DecidingStep, rect);
    }
    let settles = if decides { "This step decides the answer. " } else { "" };
    let metres = if found(step).is_some() {
        "The number is how far the p-vertex is in front of the plane, in metres. "
    } else {
        ""
    };
    let wrong = if is_wrong { "The mistake is in this step: the last step compares its answer. " } else { "" };
    let help = format!(
        "{settles}{wrong}{metres}Click to show only this step, with its marks in the 3D view. Click again to show all steps."
    );
    response.on_hover_text(help).clicked()
}

/// The colour of a step's outcome.
fn color_of_outcome(ui: &Ui, step: &Step) -> Color32 {
    if step.tone == Tone::Note { ui.visuals().text_color() } else { theme::text_color(ui.ctx(), step.tone) }
}

/// The formula of a step, and the same with its numbers.
fn formulas(ui: &mut Ui, step: &Step, size: f32) {
    for (text, is_weak) in [(&step.formula, true), (&step.numbers, false)] {
        if !text.is_empty() {
            formula(ui, text, is_weak, size);
        }
    }
}

/// One step in a large font.
fn one(ui: &mut Ui, step: &Step) {
    let tone = color_of_outcome(ui, step);
    let title = RichText::new(theme::quoted(&step.title)).heading().color(ui.visuals().strong_text_color());
    glossary::label(ui, Label::new(title));
    ui.add_space(2.0);
    formulas(ui, step, 13.0);
    ui.add_space(2.0);
    glossary::label(ui, Label::new(RichText::new(theme::quoted(&step.outcome)).size(14.0).color(tone)));
}

/// What the panel showed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LastShown {
    /// The generation of the scene and the number of the selection. An edit changes neither.
    answer: Option<(u64, u64)>,
    /// The step that decided the answer.
    deciding: Option<usize>,
    /// Whether all steps were shown, and the text of that step was in view.
    has_deciding_in_view: bool,
}

impl LastShown {
    /// The step to show. When another step decides now, it replaces the open step if that decided before.
    fn step(&self, answer: (u64, u64), shown: Option<usize>, deciding: Option<usize>) -> Option<usize> {
        if shown.is_some() && shown == self.deciding && self.is_another(answer, deciding) { deciding } else { shown }
    }

    /// Whether the text of all steps is scrolled to the deciding one: for a new answer, and when another step decides now
    /// while the user reads the one that decided before.
    fn opens_deciding(&self, answer: (u64, u64), deciding: Option<usize>) -> bool {
        self.answer != Some(answer) || (self.has_deciding_in_view && self.is_another(answer, deciding))
    }

    /// Whether the same question is answered by another step than before, as after an edit.
    fn is_another(&self, answer: (u64, u64), deciding: Option<usize>) -> bool {
        self.answer == Some(answer) && deciding.is_some() && self.deciding != deciding
    }
}

/// The id under which [`LastShown`] is stored.
fn last_shown() -> Id {
    Id::unique("the answer that is explained")
}

/// The whole answer as text. With `opens_deciding` it is scrolled to the step that decides it, or to the top if fast and
/// exact answer differ. Returns whether the text of the deciding step is in view.
fn all(ui: &mut Ui, explanation: &Explanation, opens_deciding: bool) -> bool {
    let top = ui.cursor().min;
    let mut has_deciding_in_view = false;
    if let Some(disagreement) = &explanation.disagreement {
        let purple = theme::text_color(ui.ctx(), Tone::Exact);
        callout(ui, purple, |ui| {
            ui.label(RichText::new("⚠ Fast and exact answer differ").strong().color(purple));
            glossary::label(ui, Label::new(theme::quoted(disagreement)));
        });
        ui.add_space(4.0);
    }
    let steps = &explanation.story.steps;
    let deciding = explanation.deciding();
    let mut open_at = Rect::from_min_size(top, vec2(1.0, 1.0));
    for (i, step) in steps.iter().take(MOST_AT_ONCE).enumerate() {
        let begin = ui.cursor().top();
        let tone = color_of_outcome(ui, step);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{}.", i + 1)).weak());
            glossary::label(ui, Label::new(RichText::new(theme::quoted(&step.title)).strong()));
            if explanation.wrong_step == Some(i) {
                let (ctx, tone) = (ui.ctx(), Tone::Mistaken);
                let words = format!("{} {WRONG_STEP}", theme::palette(ctx).symbol(tone));
                let red = theme::text_color(ctx, tone);
                ui.label(RichText::new(words).small().color(red));
            }
            glossary::label(ui, Label::new(RichText::new(theme::quoted(&step.outcome)).color(tone)));
        });
        formulas(ui, step, 12.0);
        if deciding == Some(i) {
            let x = ui.min_rect().left() - 5.0;
            let end = ui.min_rect().bottom();
            ui.painter().vline(x, begin..=end, Stroke::new(2.0, tone));
            let seen = ui.clip_rect();
            has_deciding_in_view = begin < seen.bottom() && end > seen.top();
            if explanation.disagreement.is_none() {
                open_at = Rect::from_min_max(pos2(x, begin - 2.0), pos2(x + 1.0, end));
            }
        }
        ui.add_space(5.0);
    }
    if opens_deciding {
        ui.scroll_to_rect_animation(open_at, Some(Align::TOP), ScrollAnimation::none());
    }
    if steps.len() > MOST_AT_ONCE {
        let more = steps.len() - MOST_AT_ONCE;
        let verb = if more == 1 { "is" } else { "are" };
        ui.weak(format!("{} {verb} in the list.", counted(more, "more step")));
    }
    has_deciding_in_view
}

fn formula(ui: &mut Ui, text: &str, is_weak: bool, size: f32) {
    let color = if is_weak { ui.visuals().weak_text_color() } else { ui.visuals().text_color() };
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        glossary::label(ui, Label::new(RichText::new(theme::quoted(text)).monospace().size(size).color(color)).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_with_its_unit() {
        for (text, kept) in [
            ("rejects it by 0.4409 m.", "rejects it by 0.4409\u{a0}m."),
            ("1 m, at 2 s", "1\u{a0}m, at 2\u{a0}s"),
            ("2 objects; box 3 meets m", "2 objects; box 3 meets m"),
            ("", ""),
        ] {
            assert_eq!(with_units_kept(text), kept);
        }
    }

    #[test]
    fn the_open_step_follows_the_deciding_one() {
        let answer = (1, 5);
        let last = LastShown { answer: Some(answer), deciding: Some(2), has_deciding_in_view: false };
        for (shown, deciding, expected) in [
            (Some(2), Some(4), Some(4)),
            (Some(2), Some(2), Some(2)),
            (Some(2), None, Some(2)),
            (Some(3), Some(4), Some(3)),
            (None, Some(4), None),
        ] {
            assert_eq!(last.step(answer, shown, deciding), expected, "{shown:?} {deciding:?}");
        }
        assert_eq!(last.step((1, 6), Some(2), Some(4)), Some(2), "another selection");
    }

    #[test]
    fn the_text_follows_the_deciding_step_while_that_is_in_view() {
        let answer = (1, 5);
        let away = LastShown { answer: Some(answer), deciding: Some(2), has_deciding_in_view: false };
        let seen = LastShown { has_deciding_in_view: true, ..away };
        for (last, of, deciding, expected) in [
            (seen, answer, Some(4), true),
            (seen, answer, Some(2), false),
            (away, answer, Some(4), false),
            (away, (1, 6), Some(2), true),
            (LastShown::default(), answer, None, true),
        ] {
            assert_eq!(last.opens_deciding(of, deciding), expected, "{last:?} {of:?} {deciding:?}");
        }
    }
}
