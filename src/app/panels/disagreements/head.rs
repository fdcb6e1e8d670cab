//! What is above the table: the text that filters, the buttons to other ticks, and the numbers by effect and cause.

use eframe::egui::scroll_area::ScrollBarVisibility;
use eframe::egui::{Button, Label, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::filter::DisagreementFilter;
use super::list::Counts;
use super::sizes::NARROW;
use crate::app::command;
use crate::app::command::{Commands, DisagreementCommand};
use crate::app::kit::{keys, theme};
use crate::geometry::Tone;
use crate::geometry::narrate::counted;
use crate::report::said::{CauseKind, Effect, SaidAnswers};

/// Height of a line with numbers, points.
const LINE: f32 = 22.0;
/// Width of the text that filters, points.
const FIELD: f32 = 84.0;

/// The line with the fields and buttons. They stay where they are for every answer, so the sentence is last.
pub(super) fn fields(ui: &mut Ui, said: &SaidAnswers, filter: &mut DisagreementFilter, commands: &mut Commands) {
    let is_narrow = ui.available_width() < NARROW;
    let [back, forward] = if is_narrow { ["⏴", "⏵"] } else { ["⏴ tick", "tick ⏵"] };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let field = TextEdit::singleline(&mut filter.text).hint_text("Filter").desired_width(FIELD);
        let field = ui.add(field).accessible_name("Filter the disagreements");
        if keys::is_escaped(&field) {
            filter.text.clear();
        }
        field.on_hover_text(
            "A part of a name, an answer, a cause, an effect or a question such as “rays”. With several words, a row must match \
             each of them.",
        );
        for (symbol, name, command) in [
            (back, "Previous tick that differs", DisagreementCommand::PreviousTick),
            (forward, "Next tick that differs", DisagreementCommand::NextTick),
            ("Explain", "Explain disagreement", DisagreementCommand::Explain),
        ] {
            command::button(ui, Button::new(symbol), name, command, commands);
        }
        let tone = match (said.answers, said.disagreements.len()) {
            (0, 0) => Tone::Note,
            (_, 0) => Tone::Pass,
            _ => Tone::Mistaken,
        };
        let words = if is_narrow { said.short_headline() } else { said.headline() };
        let words = format!("{} {words}", theme::palette(ui.ctx()).symbol(tone));
        ui.add(Label::new(RichText::new(words).color(theme::text_color(ui.ctx(), tone))).truncate());
    });
}

/// The numbers by effect and by cause, in one line or, in a narrow panel, in two. A click lists only these; a second click lists all.
pub(super) fn counts(ui: &mut Ui, said: &SaidAnswers, counts: &Counts, filter: &mut DisagreementFilter) {
    if ui.available_width() < NARROW {
        line(ui, "effects", |ui| effects(ui, counts, filter));
        line(ui, "causes", |ui| {
            causes(ui, counts, filter);
            rest(ui, said, filter);
        });
    } else {
        line(ui, "effects and causes", |ui| {
            effects(ui, counts, filter);
            ui.add_space(6.0);
            causes(ui, counts, filter);
            rest(ui, said, filter);
        });
    }
}

/// A line of a fixed height, which scrolls where it is too long.
fn line(ui: &mut Ui, salt: &str, contents: impl FnOnce(&mut Ui)) {
    ui.allocate_ui(vec2(ui.available_width(), LINE), |ui| {
        ui.set_min_height(LINE);
        let scroll = ScrollArea::horizontal().id_salt(salt).scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                contents(ui);
            });
        });
    });
}

fn effects(ui: &mut Ui, counts: &Counts, filter: &mut DisagreementFilter) {
    ui.weak("Effect:");
    for effect in Effect::ALL {
        let help = format!("{} Click to list only these.", effect.sentence());
        choice(ui, &mut filter.effect, effect, (effect.title(), &help), counts.of_effect(effect));
    }
}

fn causes(ui: &mut Ui, counts: &Counts, filter: &mut DisagreementFilter) {
    ui.weak("Cause:");
    for cause in CauseKind::ALL {
        let help = format!("The cause `{}` in a report. Click to list only these.", cause.word());
        choice(ui, &mut filter.cause, cause, (cause.title(), &theme::quoted(&help)), counts.of_cause(cause));
    }
}

/// The button that ends the filter, and the number of answers that could not be compared.
fn rest(ui: &mut Ui, said: &SaidAnswers, filter: &mut DisagreementFilter) {
    if filter.is_on() && ui.small_button("Clear").on_hover_text("List all disagreements.").clicked() {
        *filter = DisagreementFilter::default();
    }
    if said.unmatched > 0 {
        ui.weak(format!("{} unmatched", counted(said.unmatched, "answer")))
            .on_hover_text("They are about names that the world does not have at this tick.");
    }
}

/// A number that can be chosen. One without disagreements is shown only while it is chosen.
fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: &mut Option<T>,
    value: T,
    (title, help): (&str, &str),
    count: usize,
) {
    let is_chosen = *chosen == Some(value);
    if count == 0 && !is_chosen {
        return;
    }
    let button = Button::selectable(is_chosen, format!("{count} {title}")).small().frame_when_inactive(true);
    if ui.add(button).on_hover_text(help).clicked() {
        *chosen = (!is_chosen).then_some(value);
    }
}
