//! The rows on screen. Only the visible ones are laid out.

use eframe::egui::{Align, Color32, Label, Layout, RichText, Role, Sense, Ui, WidgetInfo};
use egui_extras::TableBuilder;

use super::column::{AnswerCell, AnswerColumn};
use super::sizes::NARROW;
use crate::app::command;
use crate::app::command::{Commands, DisagreementCommand, ViewCommand};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::report::said::Disagreement;

/// Height of a row, points.
const ROW: f32 = 21.0;
/// Height of a line of a row with two lines, points.
const HALF: f32 = 18.0;
/// The gap between columns, points.
const GAP: f32 = 8.0;
/// In a panel at least this wide, the question has a column, points.
const WIDE: f32 = 740.0;

/// The rows and what is marked in them.
pub(super) struct DisagreementTable<'a> {
    /// All disagreements.
    pub(super) all: &'a [Disagreement],
    /// The listed ones.
    pub(super) rows: &'a [u32],
    /// The row to scroll to.
    pub(super) sought: Option<usize>,
}

/// A click on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClickedRow {
    pub(super) row: usize,
    pub(super) is_double: bool,
}

impl DisagreementTable<'_> {
    /// Shows the table. Returns the row that was clicked.
    pub(super) fn show(
        &self,
        ui: &mut Ui,
        is_selected: impl Fn(&Disagreement) -> bool,
        commands: &mut Commands,
    ) -> Option<ClickedRow> {
        ui.spacing_mut().item_spacing.x = GAP;
        let width = ui.available_width();
        let is_folded = width < NARROW;
        let columns: &[AnswerColumn] = if width < WIDE { &AnswerColumn::WITHOUT_QUESTION } else { &AnswerColumn::ALL };
        let mut table = TableBuilder::new(ui)
            .id_salt((columns.len(), is_folded))
            .striped(true)
            .sense(Sense::click())
            .cell_layout(Layout::left_to_right(Align::Center))
            .min_scrolled_height(0.0)
            .auto_shrink([false, false]);
        if is_folded {
            table = table.column(egui_extras::Column::remainder().clip(true));
        } else {
            let least: f32 = columns.iter().map(|column| column.width() + GAP).sum();
            let names = columns.iter().filter(|column| column.is_name()).count().max(1);
            let rest = ((width - least) / names as f32).max(0.0);
            for column in columns {
                let width = column.width() + if column.is_name() { rest } else { 0.0 };
                table = table.column(egui_extras::Column::exact(width.floor()).clip(true));
            }
        }
        if let Some(row) = self.sought {
            table = table.scroll_to_row(row, None);
        }
        let mut clicked = None;
        let body = |body: egui_extras::TableBody<'_>| {
            body.rows(if is_folded { 2.0 * HALF } else { ROW }, self.rows.len(), |mut row| {
                let index = row.index();
                let one = &self.all[self.rows[index] as usize];
                let is_selected = is_selected(one);
                row.set_selected(is_selected);
                if is_folded {
                    row.col(|ui| two_lines(ui, one, is_selected));
                } else {
                    for column in columns {
                        row.col(|ui| cell(ui, &column.cell(one), is_selected));
                    }
                }
                let response = row.response();
                let cause = AnswerColumn::Cause.cell(one).text;
                let spoken = format!("{}: {}, {cause}", one.effect().title(), escape::shown(&one.sentence()));
                response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, &spoken));
                if response.clicked() || response.secondary_clicked() {
                    clicked = Some(ClickedRow { row: index, is_double: response.double_clicked() });
                }
                response.context_menu(|ui| menu(ui, commands));
                response.on_hover_ui(|ui| help(ui, one));
            });
        };
        if is_folded {
            table.body(body);
        } else {
            let header = |mut row: egui_extras::TableRow<'_, '_>| {
                for column in columns {
                    row.col(|ui| {
                        let words = RichText::new(column.title()).size(12.0).weak();
                        ui.add(Label::new(words).selectable(false)).on_hover_text(column.help());
                    });
                }
            };
            table.header(ROW, header).body(body);
        }
        clicked
    }
}

/// The tooltip of a row: what differs, what a player sees, and the cause in sentences.
fn help(ui: &mut Ui, one: &Disagreement) {
    ui.set_max_width(340.0);
    ui.label(format!("{}.", escape::shown(&one.sentence())));
    ui.label(one.effect().sentence());
    ui.label(theme::quoted(&one.cause.sentence()));
    ui.weak("A click selects what was asked. A double click shows how eyeline computes its answer.");
}

/// The context menu of a row, which a right click selects.
fn menu(ui: &mut Ui, commands: &mut Commands) {
    ui.set_min_width(190.0);
    command::item(ui, DisagreementCommand::Explain, commands);
    command::item(ui, ViewCommand::FrameSelected, commands);
}

/// A row in two lines: what was asked, and the answers with the cause.
fn two_lines(ui: &mut Ui, one: &Disagreement, is_selected: bool) {
    let text = |column: AnswerColumn| column.cell(one).text;
    let asked = match [text(AnswerColumn::Asker), text(AnswerColumn::Object)] {
        [asker, object] if object.is_empty() => asker,
        [asker, object] => format!("{asker} · {object}"),
    };
    let answers =
        [AnswerColumn::Program, AnswerColumn::Ours, AnswerColumn::Exact].map(|column| (column.title(), text(column)));
    let answers = answers.into_iter().filter(|(_, answer)| !answer.is_empty());
    let answers = answers.map(|(who, answer)| format!("{who} {answer}")).chain([text(AnswerColumn::Cause)]);
    let answers = answers.collect::<Vec<_>>().join(" · ");
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = HALF;
        ui.horizontal(|ui| {
            cell(ui, &AnswerColumn::Effect.cell(one), is_selected);
            cell(ui, &AnswerCell { text: asked, tone: None }, is_selected);
        });
        ui.horizontal(|ui| {
            let color = plain_color(ui, is_selected, true);
            ui.add(Label::new(RichText::new(answers).small().color(color)).selectable(false).truncate());
        });
    });
}

/// The text of a cell, after the symbol of its tone.
fn cell(ui: &mut Ui, cell: &AnswerCell, is_selected: bool) {
    let label = |text: &str, color: Color32| Label::new(RichText::new(text).color(color)).selectable(false).truncate();
    let color = match cell.tone {
        None => plain_color(ui, is_selected, false),
        Some(Tone::Note) => plain_color(ui, is_selected, true),
        Some(tone) => theme::text_color_of_row(ui.ctx(), tone, is_selected),
    };
    if let Some(tone) = cell.tone {
        ui.spacing_mut().item_spacing.x = 5.0;
        let symbol = theme::palette(ui.ctx()).symbol(tone);
        ui.add(Label::new(RichText::new(symbol).size(11.5).color(color)).selectable(false));
    }
    ui.add(label(&cell.text, color));
}

fn plain_color(ui: &Ui, is_selected: bool, is_weak: bool) -> Color32 {
    let visuals = ui.visuals();
    match (is_selected, is_weak) {
        (true, _) => visuals.selection.stroke.color,
        (false, true) => visuals.weak_text_color(),
        (false, false) => visuals.text_color(),
    }
}
