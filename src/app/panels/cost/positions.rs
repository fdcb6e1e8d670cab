//! The answer in sentences, the positions with the greatest numbers, and the views of the chosen one.

use eframe::egui::{Align2, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_extras::{Column, TableBuilder};

use super::question::CostQuestion;
use super::work::{CostWork, Surveyed};
use crate::app::command;
use crate::app::command::{Commands, ViewCommand};
use crate::app::kit::theme;
use crate::cost::{CostMeasure, PlaceCost, VIEW_COLUMNS, direction_in_words, place_in_words};
use crate::geometry::narrate::{counted, grouped};
use crate::workspace::Workspace;

/// Height of a row, points.
const ROW: f32 = 20.0;
/// The greatest number of listed positions.
const MOST: usize = 200;

pub(super) fn show(
    ui: &mut Ui,
    workspace: &mut Workspace,
    work: &CostWork,
    question: &CostQuestion,
    commands: &mut Commands,
) {
    let found = match work.found() {
        Some(Ok(found)) => found,
        Some(Err(why)) => {
            theme::failure(ui, why);
            return;
        }
        None => {
            if !work.is_running() {
                ui.weak("Survey the floor plan to see where the level is slow, and what to cut.");
            }
            return;
        }
    };
    if work.is_stale(workspace) {
        ui.weak("The scene has changed after this survey. Survey it again.");
    }
    for sentence in &found.sentences {
        ui.label(theme::quoted(sentence));
    }
    ui.add_space(4.0);
    chosen(ui, workspace, commands);
    list(ui, workspace, found, question.measure);
}

/// The views of the chosen position.
fn chosen(ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
    let Some(place) = workspace.view().cost_map().and_then(|map| map.chosen_place()) else {
        ui.weak("Click a tile in the 3D view, or a row, to see what its views hold.");
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("At {}", place_in_words(place.eye))).strong());
        let words = "Look from here";
        command::button(ui, eframe::egui::Button::new(words), words, ViewCommand::LookFromPosition, commands);
    });
    views(ui, place);
    ui.add_space(6.0);
}

fn views(ui: &mut Ui, place: &PlaceCost) {
    ui.push_id("views of a position", |ui| {
        TableBuilder::new(ui)
            .vscroll(false)
            .striped(true)
            .columns(Column::auto().at_least(40.0), VIEW_COLUMNS.len())
            .header(ROW, |mut row| {
                for column in VIEW_COLUMNS {
                    row.col(|ui| {
                        ui.label(RichText::new(column.head).weak()).on_hover_text(column.help);
                    });
                }
            })
            .body(|mut body| {
                for view in &place.views {
                    body.row(ROW, |mut row| {
                        for column in VIEW_COLUMNS {
                            row.col(|ui| {
                                ui.label((column.cell)(view));
                            });
                        }
                    });
                }
            });
    });
}

/// The positions, the greatest number first. A click chooses one.
fn list(ui: &mut Ui, workspace: &mut Workspace, found: &Surveyed, measure: CostMeasure) {
    let survey = &found.survey;
    let places = survey.ranked(measure);
    let most = places.first().map_or(1, |(_, place)| place.value(measure).max(1));
    let mut head = format!("{} by {}", counted(places.len(), "position"), measure.name());
    let left_out = survey.left_out_in_words();
    if !left_out.is_empty() {
        head = format!("{head}, {left_out}");
    }
    ui.label(RichText::new(head).strong());
    let now = workspace.view().cost_map().and_then(|map| map.chosen);
    let mut clicked = None;
    for (index, place) in places.iter().take(MOST) {
        let along = place.worst(measure).map(|view| direction_in_words(view.forward)).unwrap_or_default();
        let name = format!("{} along {along}", survey.name(*index, place));
        if row(ui, &name, place.value(measure), most, now == Some(*index)) {
            clicked = Some(*index);
        }
    }
    if places.len() > MOST {
        ui.weak(format!("{} more positions have smaller numbers.", places.len() - MOST));
    }
    if let Some(index) = clicked {
        workspace.view_mut().choose_cost_tile(Some(index));
    }
}

/// A row with its bar. Returns whether it was clicked.
fn row(ui: &mut Ui, name: &str, value: u64, most: u64, is_chosen: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let words = grouped(value);
    let label = format!("{name}: {words}");
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_chosen, &label));
    theme::row_back(ui, rect, is_chosen, response.hovered());
    let visuals = ui.style().interact_selectable(&response, is_chosen);
    let painter = ui.painter();
    let length = rect.width() * (value as f32 / most as f32);
    let bar = Rect::from_min_max(
        pos2(rect.left(), rect.bottom() - 4.0),
        pos2(rect.left() + length.max(2.0), rect.bottom() - 1.0),
    );
    let sequence = theme::palette(ui.ctx()).sequence;
    let share = (value as f32 / most as f32).clamp(0.0, 1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of a colour")]
    let color = sequence[((share * sequence.len() as f32) as usize).min(sequence.len() - 1)];
    painter.rect_filled(bar, 0.0, theme::color(color));
    let (font, text) = (theme::small(), visuals.text_color());
    let middle = rect.center().y - 2.0;
    painter.text(pos2(rect.right() - 4.0, middle), Align2::RIGHT_CENTER, &words, font.clone(), text);
    painter.text(pos2(rect.left() + 4.0, middle), Align2::LEFT_CENTER, name, font, text);
    response.on_hover_text(label).clicked()
}
