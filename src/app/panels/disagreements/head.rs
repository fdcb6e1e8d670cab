//! What is above the table: the text that filters, the buttons to other ticks, and the numbers by effect and cause.

use eframe::egui::{Button, Label, RichText, ScrollArea, TextEdit, Ui, scroll_area::ScrollBarVisibility, vec2};

use super::filter::DisagreementFilter;
use super::list::Counts;
use crate::app::command;
use crate::app::command::{Commands, DisagreementCommand};
use crate::app::kit::{keys, theme};
use crate::geometry::Tone;
use crate::geometry::narrate::counted;
use crate::report::said::{CauseKind, Effect, SaidAnswers};

/// Height of the line with the numbers, points.
const LINE: f32 = 22.0;
/// Width of the text that filters, points.
const FIELD: f32 = 96.0;

/// The line with the fields and buttons. They stay where they are for every answer, so the sentence is last.
pub(super) fn fields(ui: &mut Ui, said: &SaidAnswers, filter: &mut DisagreementFilter, commands: &mut Commands) {
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
            ("⏴ tick", "Previous tick that differs", DisagreementCommand::PreviousTick),
            ("tick ⏵", "Next tick that differs", DisagreementCommand::NextTick),
            ("Explain", "Explain disagreement", DisagreementCommand::Explain),
        ] {
            command::button(ui, Button::new(symbol), name, command, commands);
        }
        let tone = match (said.answers, said.disagreements.len()) {
            (0, 0) => Tone::Note,
            (_, 0) => Tone::Pass,
            _ => Tone::Mistaken,
        };
        let words = format!("{} {}", theme::palette(ui.ctx()).symbol(tone), said.headline());
        let words = RichText::new(words).color(theme::text_color(ui.ctx(), tone));
        ui.add(Label::new(words).truncate());
    });
}

/// The line with the numbers by effect and by cause. A click lists only these; a second click lists all.
pub(super) fn counts(ui: &mut Ui, said: &SaidAnswers, counts: &Counts, filter: &mut DisagreementFilter) {
    ui.allocate_ui(vec2(ui.available_width(), LINE), |ui| {
        ui.set_min_height(LINE);
        let scroll =
            ScrollArea::horizontal().id_salt("counts").scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                ui.weak("Effect:");
                for effect in Effect::ALL {
                    let count = counts.of_effect(effect);
                    let help = format!("{} Click to list only these.", effect.sentence());
                    choice(ui, &mut filter.effect, effect, (effect.title(), &help), count);
                }
                ui.add_space(4.0);
                ui.weak("Cause:");
                for cause in CauseKind::ALL {
                    let count = counts.of_cause(cause);
                    let help = format!("The cause `{}` in a report. Click to list only these.", cause.word());
                    choice(ui, &mut filter.cause, cause, (cause.title(), &theme::quoted(&help)), count);
                }
                if filter.is_on() && ui.small_button("Clear").on_hover_text("List all disagreements.").clicked() {
                    *filter = DisagreementFilter::default();
                }
                if said.unmatched > 0 {
                    ui.weak(format!("{} unmatched", counted(said.unmatched, "answer")))
                        .on_hover_text("They are about names that the world does not have at this tick.");
                }
            });
        });
    });
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
    let button = ui.add(Button::selectable(is_chosen, format!("{count} {title}")));
    if button.on_hover_text(help).clicked() {
        *chosen = (!is_chosen).then_some(value);
    }
}
