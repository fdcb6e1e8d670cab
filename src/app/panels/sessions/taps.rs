//! The taps of a session: their types in order, all candidates with their reasons, and both rules beside each other.

use eframe::egui::{Button, Grid, Label, RichText, Ui};

use super::lines::{MOST_LINES, length, link, rest};
use crate::app::command::Commands;
use crate::app::kit::{theme, units};
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::fine;
use crate::report::taps::{rules_differ, words};
use crate::trajectory::tap::{Candidate, ChosenHit, Rule, TapTarget};
use crate::workspace::Workspace;
use crate::world::{Item, SessionAt, TapAnswer, TapAt};

/// So many taps are shown at once, and the selected one.
const MOST_TAPS: usize = 40;
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, at: &SessionAt, commands: &mut Commands) {
    let own = workspace.world().sessions.iter().position(|other| other.id == at.id);
    // A tap whose camera follows no session is shown too, with the reason why it has no answer.
    let is_shown =
        |tap: &TapAt| workspace.selection().recording_of_camera(&tap.camera).is_none_or(|of| Some(of) == own);
    let taps: Vec<(usize, TapAt)> = workspace
        .world()
        .taps
        .iter()
        .enumerate()
        .filter(|(_, tap)| is_shown(tap))
        .map(|(i, tap)| (i, tap.clone()))
        .collect();
    if taps.is_empty() {
        ui.add(Label::new(RichText::new("This session has no taps.").weak()).wrap());
        return;
    }
    let is_selected = |index: usize| workspace.selected().explained_alone() == Some(Item::Tap(index));
    let is_there = |count: usize, index: usize| count < MOST_TAPS || is_selected(index);
    let listed = taps.iter().enumerate().filter(|(count, (index, _))| is_there(*count, *index)).map(|(_, tap)| tap);
    let mut listed: Vec<&(usize, TapAt)> = listed.collect();
    // The selected one is the first, and the others keep their order.
    listed.sort_by_key(|(index, _)| !is_selected(*index));
    let hidden = taps.len() - listed.len();
    for (count, (index, tap)) in listed.into_iter().enumerate() {
        if count > 0 {
            ui.separator();
        }
        ui.push_id(tap.id, |ui| one(ui, workspace, *index, tap, commands));
    }
    if hidden > 0 {
        ui.weak(format!("… and {hidden} more. A tap that is selected in the outliner is shown too."));
    }
}

fn one(ui: &mut Ui, workspace: &mut Workspace, index: usize, tap: &TapAt, commands: &mut Commands) {
    let is_selected = workspace.selected().explained_alone() == Some(Item::Tap(index));
    ui.horizontal_wrapped(|ui| {
        let name = RichText::new(&*escape::shown(&tap.name)).strong();
        let button = ui.add(Button::selectable(is_selected, name)).on_hover_text("Select this tap");
        if button.accessible_name(format!("select {}", tap.name)).clicked() {
            workspace.selection_mut().choose(Item::Tap(index), false);
        }
        ui.weak(theme::quoted(&format!("through `{}` at", tap.camera)));
        link(ui, &format!("{} s", fine(tap.time)), tap.time, workspace, commands);
    });
    let answer = match &tap.outcome {
        Ok(answer) => answer,
        Err(error) => {
            theme::failure(ui, error);
            return;
        }
    };
    for rule in Rule::ALL {
        let own = if rule == tap.rule { "● " } else { "○ " };
        let text = format!("{own}{}: {}", rule.word(), words::chosen(answer, rule));
        let text = RichText::new(theme::quoted(&text));
        let text = if rule == tap.rule { text.strong() } else { text };
        ui.add(Label::new(text).truncate()).on_hover_text("● is the rule of this tap.");
    }
    let tone = if rules_differ(answer) { Tone::Partial } else { Tone::Pass };
    let symbol = theme::palette(ui.ctx()).symbol(tone);
    let outcome = format!("{symbol} {}", words::rules(tap, answer));
    let color = theme::text_color(ui.ctx(), tone);
    ui.add(Label::new(RichText::new(theme::quoted(&outcome)).color(color)).wrap());
    candidates(ui, answer);
}

/// The table of all candidates, by types.
fn candidates(ui: &mut Ui, answer: &TapAnswer) {
    let chosen = Rule::ALL.map(|rule| answer.chosen(rule));
    let mut count = 0;
    Grid::new("candidates").num_columns(6).striped(true).min_row_height(16.0).spacing([12.0, 2.0]).show(ui, |ui| {
        for (title, help) in [
            ("Type", "The types in the order in which the tap tests them."),
            ("Candidate", "The anchor."),
            ("Distance", "Along the ray."),
            ("Margin", "The distance to the boundary, positive inside."),
            ("Answer", "A hit, or the reason for the miss."),
            ("Chosen by", "The rules that choose this hit."),
        ] {
            ui.label(RichText::new(title).size(12.0).weak()).on_hover_text(help);
        }
        ui.end_row();
        for &target in &answer.order {
            let before = count;
            for candidate in answer.candidates(target) {
                count += 1;
                if count <= MOST_LINES {
                    ui.label(if count == before + 1 { words::title(target) } else { "" });
                    row(ui, answer, target, &candidate, &chosen);
                    ui.end_row();
                }
            }
            if count == before {
                ui.label(words::title(target));
                ui.weak("no candidate");
                ui.end_row();
            }
        }
    });
    rest(ui, count);
}

fn row(ui: &mut Ui, answer: &TapAnswer, target: TapTarget, candidate: &Candidate, chosen: &[Option<ChosenHit>; 2]) {
    let units = units::in_use(ui.ctx());
    let metres = |value: Option<f64>| value.map_or("–".to_owned(), |value| length(value, units));
    let is_hit = candidate.hit.is_some();
    let tone = Tone::pass_or_fail(is_hit);
    ui.label(answer.id(candidate.anchor).map_or("–".into(), escape::shown));
    ui.label(metres(candidate.hit.map(|hit| hit.distance)));
    ui.label(metres(candidate.margin));
    let symbol = theme::palette(ui.ctx()).symbol(tone);
    let words = if is_hit { "hit" } else { words::missed(candidate) };
    let label = ui.label(RichText::new(format!("{symbol} {words}")).color(theme::text_color(ui.ctx(), tone)));
    label.on_hover_text(theme::quoted(&words::candidate(answer, candidate)));
    let is_chosen = |chosen: &ChosenHit| {
        chosen.target == target && chosen.anchor == candidate.anchor && Some(chosen.hit) == candidate.hit
    };
    let by: Vec<&str> = Rule::ALL
        .iter()
        .zip(chosen)
        .filter(|(_, chosen)| chosen.as_ref().is_some_and(is_chosen))
        .map(|(rule, _)| rule.word())
        .collect();
    let by = if by.len() == Rule::ALL.len() { "both rules".to_owned() } else { by.concat() };
    ui.label(RichText::new(by).strong());
}
