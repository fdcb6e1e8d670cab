//! The rows of the answers, and what the keys and the pointer do in them.

use eframe::egui::{
    Align, Button, Color32, Context, Label, Layout, PointerButton, Rangef, Rect, RichText, Role, ScrollArea, Sense,
    TextEdit, TextWrapMode, Ui, WidgetInfo, vec2,
};

use super::column::{Cell, Column};
use super::csv;
use super::list::{Query, SortOrder, VerdictList};
use crate::app::command;
use crate::app::command::{Commands, EditCommand, SelectCommand, ViewCommand, next_steps};
use crate::app::kit::{glossary, keys, theme, units};
use crate::app::view::pick;
use crate::app::view::pick::Click;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::geometry::units::Units;
use crate::geometry::{Interval, Tone};
use crate::report::{FrustumAnswers, Report};
use crate::workspace::Workspace;
use crate::world::Item;
use egui_extras::{TableBody, TableBuilder};

/// Height of a row in points.
const ROW: f32 = 21.0;
/// Height of a line of a row that has two lines, points.
const LINE: f32 = 19.0;
/// In a panel narrower than this, each object has two lines in place of columns. A panel lower than this has columns.
const NARROW: f32 = 340.0;
const LEAST_FOR_LINES: f32 = 150.0;
/// The gap between columns, points.
const GAP: f32 = 8.0;
/// Left padding of a name, points. It separates the name from the number before it.
const INDENT: f32 = 4.0;
/// The largest width of a column, as a multiple of its least width. The remaining width is for the names.
const MOST_STRETCH: f32 = 1.5;

/// The table's state between frames.
#[derive(Default)]
pub(in crate::app) struct VerdictsPanel {
    filter: String,
    order: SortOrder,
    list: VerdictList,
    /// The object that was selected in the last frame: a new selection is scrolled into view.
    selected: Option<usize>,
}

impl VerdictsPanel {
    /// Shows the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        let Some(querier) = workspace.selected().querier() else {
            next_steps::show(ui, workspace, "Select a camera or a ray to see its answer for every object.", commands);
            return;
        };
        if let Item::Camera(camera) = querier
            && let Some(why) = workspace.report().frusta.get(camera).and_then(FrustumAnswers::no_list_sentence)
        {
            ui.add_space(8.0);
            theme::failure(ui, &why);
            return;
        }
        let columns = Column::of(querier);
        if self.order.column().is_some_and(|column| !columns.contains(&column)) {
            self.order = SortOrder::default();
        }
        self.update(workspace, querier);
        self.head(ui, workspace, querier, commands);
        ui.add_space(2.0);
        let least: f32 = columns.iter().map(|column| column.width()).sum();
        let clicked = if ui.available_width() < NARROW && ui.available_height() >= LEAST_FOR_LINES {
            self.table(ui, workspace, querier, columns, true, commands)
        } else {
            let scroll = ScrollArea::horizontal().id_salt("verdicts").auto_shrink([false, false]);
            let shown = scroll.show(ui, |ui| {
                ui.set_min_width(least + GAP * columns.len() as f32);
                self.table(ui, workspace, querier, columns, false, commands)
            });
            shown.inner
        };
        if let Some(object) = clicked {
            self.select(workspace, object, Click::of(ui), is_secondary(ui));
        }
    }

    fn select(&mut self, workspace: &mut Workspace, object: usize, click: Click, is_secondary: bool) {
        if is_secondary {
            workspace.selection_mut().activate(Item::Object(object), false);
        } else {
            let active = workspace.selected().object().and_then(|active| self.list.place_of(active));
            let places = active.zip(self.list.place_of(object)).map(|(from, to)| pick::places(from, to));
            let rows = self.list.rows();
            let between =
                || places.unwrap_or_default().into_iter().map(|row| Item::Object(rows[row] as usize)).collect();
            pick::select_in_list(workspace, Item::Object(object), click, between);
        }
        // The clicked row does not scroll.
        self.selected = workspace.selected().object();
    }

    /// The objects in the rows.
    pub(in crate::app) fn listed(&mut self, workspace: &Workspace) -> Vec<usize> {
        let Some(querier) = workspace.selected().querier() else { return Vec::new() };
        self.update(workspace, querier);
        self.list.rows().iter().map(|&row| row as usize).collect()
    }

    /// The objects in the rows, if a filter leaves some out.
    pub(in crate::app) fn filtered(&mut self, workspace: &Workspace) -> Option<Vec<usize>> {
        let is_filtered = !self.filter.is_empty() && workspace.selected().querier().is_some();
        is_filtered.then(|| self.listed(workspace))
    }

    /// The number of rows. Without a filter it is that of the objects; with a filter it is that of the last frame in
    /// which the table was shown.
    pub(in crate::app) fn row_count(&self, workspace: &Workspace) -> usize {
        if self.filter.is_empty() { workspace.world().objects.len() } else { self.list.rows().len() }
    }

    fn update(&mut self, workspace: &Workspace, querier: Item) {
        let query = Query { revision: workspace.revision(), querier, order: self.order, filter: self.filter.clone() };
        self.list.update(query, workspace.report());
    }

    /// Copies the rows as text, in full precision.
    pub(in crate::app) fn copy_csv(&mut self, ctx: &Context, workspace: &Workspace) {
        let Some(querier) = workspace.selected().querier() else { return };
        self.update(workspace, querier);
        ctx.copy_text(csv::text(workspace.report(), querier, self.list.rows()));
    }

    /// The filter, the number of rows, and the copy button.
    fn head(&mut self, ui: &mut Ui, workspace: &Workspace, querier: Item, commands: &mut Commands) {
        let report = workspace.report();
        ui.horizontal(|ui| {
            let filter = TextEdit::singleline(&mut self.filter).hint_text("Filter").desired_width(150.0);
            let response = ui.add(filter).accessible_name("Filter the table");
            if keys::is_escaped(&response) {
                self.filter.clear();
            }
            response.on_hover_text(
                "A part of a name, or a verdict such as “outside”. With several words, a row must match each of them.",
            );
            command::button(ui, Button::new("Copy as CSV"), "Copy as CSV", SelectCommand::CopyTable, commands);
            let all = workspace.world().objects.len();
            let shown = self.list.rows().len();
            let all_counted = counted(all, "object");
            let count = if shown == all { all_counted } else { format!("{shown} of {all_counted}") };
            let sentence = match querier {
                Item::Camera(i) => report.frusta.get(i).map(|a| format!("in view of “{}”", a.camera)),
                Item::Ray(i) => report.rays.get(i).map(|a| format!("on “{}”", a.ray.name)),
                _ => None,
            };
            let text = format!("{count}, {}", escape::shown(&sentence.unwrap_or_default()));
            ui.add(Label::new(RichText::new(text).weak()).truncate());
        });
    }

    /// Shows the table, folded into one column with two lines for each object or not. Returns the object that was clicked.
    fn table(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        querier: Item,
        columns: &[Column],
        is_folded: bool,
        commands: &mut Commands,
    ) -> Option<usize> {
        ui.spacing_mut().item_spacing.x = GAP;
        let least: f32 = columns.iter().map(|column| column.width()).sum();
        let room = ui.available_width() - GAP * columns.len() as f32;
        let stretch = (room / least).clamp(1.0, MOST_STRETCH);
        let selected = workspace.selected().object();
        let sought = selected.filter(|_| selected != self.selected).and_then(|object| self.list.place_of(object));
        self.selected = selected;
        let is_empty = self.list.rows().is_empty();
        let across = ui.clip_rect().x_range();
        let mut table = TableBuilder::new(ui)
            .id_salt((columns.len(), is_folded))
            .striped(true)
            .sense(Sense::click())
            .cell_layout(Layout::left_to_right(Align::Center))
            .min_scrolled_height(0.0)
            .auto_shrink([false, false]);
        for column in columns.iter().take(if is_folded { 1 } else { columns.len() }) {
            let width = (column.width() * stretch).floor();
            table = table.column(match column {
                Column::Object => egui_extras::Column::remainder().at_least(width).clip(true),
                _ => egui_extras::Column::exact(width).clip(true),
            });
        }
        if let Some(place) = sought {
            table = table.scroll_to_row(place, None);
        }
        let mut clicked = None;
        table
            .header(if is_folded { 2.0 * ROW } else { ROW }, |mut header| {
                if is_folded {
                    header.col(|ui| self.folded_header(ui, columns));
                    return;
                }
                for &column in columns {
                    header.col(|ui| self.header(ui, column));
                }
            })
            .body(|body| {
                clicked = rows(body, workspace, querier, (columns, is_folded, across), self.list.rows(), commands);
            });
        if is_empty {
            ui.weak("No object matches the filter.");
        }
        clicked
    }

    fn header(&mut self, ui: &mut Ui, column: Column) {
        keep_in_sight(ui);
        let clicked = if column.is_number() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.heading(ui, column)).inner
        } else {
            self.heading(ui, column)
        };
        if clicked {
            self.order = self.order.after_click(column);
        }
    }

    /// All headings in two lines.
    fn folded_header(&mut self, ui: &mut Ui, columns: &[Column]) {
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
                // A heading without room is on the next line as a whole.
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                for &column in columns {
                    if self.heading(ui, column) {
                        self.order = self.order.after_click(column);
                    }
                }
            });
        });
    }

    /// The heading of a column. Returns whether it was clicked.
    fn heading(&self, ui: &mut Ui, column: Column) -> bool {
        let is_sorted = self.order.column() == Some(column);
        let title = column.heading(units::in_use(ui.ctx()));
        let title = match self.order {
            SortOrder::Nearest(_) if is_sorted => format!("|{title}| ⏶"),
            SortOrder::Ascending(_) if is_sorted => format!("{title} ⏶"),
            SortOrder::Descending(_) if is_sorted => format!("{title} ⏷"),
            _ => title.into_owned(),
        };
        let color = if is_sorted { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
        let title = RichText::new(title).size(12.0).color(color);
        ui.spacing_mut().button_padding.x = 0.0;
        if matches!(column, Column::Object | Column::RejectedBy | Column::Feature) {
            ui.add_space(INDENT);
        }
        let button = ui.add(Button::new(title).frame(false));
        let first = if column.has_sides() {
            "Click to sort by absolute value, click again to sort by value"
        } else {
            "Click to sort"
        };
        let help = format!("{}\n{first}; click again to reverse, and again for file order.", column.help());
        let button = button.accessible_name(format!("Sort by {}", column.title()));
        let button = match column.term() {
            Some(term) => glossary::explain(ui, button, term, &help),
            None => button.on_hover_text(help),
        };
        button.clicked()
    }
}

/// Narrows a cell that the border of the panel cuts, so that its text ends with … there.
fn keep_in_sight(ui: &mut Ui) {
    let room = ui.clip_rect().right() - ui.max_rect().left();
    if room < ui.max_rect().width() {
        ui.set_max_width(room.max(0.0));
    }
}

fn rows(
    body: TableBody<'_>,
    workspace: &Workspace,
    querier: Item,
    (columns, is_folded, across): (&[Column], bool, Rangef),
    list: &[u32],
    commands: &mut Commands,
) -> Option<usize> {
    let (report, selected, units) = (workspace.report(), workspace.selected(), workspace.view().units());
    let mut clicked = None;
    body.rows(if is_folded { 2.0 * LINE } else { ROW }, list.len(), |mut row| {
        let object = list[row.index()] as usize;
        let is_active = selected.object() == Some(object);
        let is_selected = is_active || selected.is_other(Item::Object(object));
        row.set_selected(is_selected);
        let is_strong = is_active && !selected.others.is_empty();
        let mut spoken = Vec::new();
        for &column in columns {
            let cell = column.cell(report, querier, object);
            let words = cell.words(units);
            if !words.is_empty() {
                spoken.push(if column.is_word() { words } else { format!("{} {words}", column.heading(units)) });
            }
            if !is_folded {
                row.col(|ui| {
                    keep_in_sight(ui);
                    let beside = (column == Column::Object).then_some((querier, object));
                    with_question(ui, beside, across, commands, |ui| {
                        paint(ui, &cell, (is_selected, is_strong), units, || why(report, querier, object));
                    });
                });
            }
        }
        if is_folded {
            row.col(|ui| {
                with_question(ui, Some((querier, object)), across, commands, |ui| {
                    two_lines(ui, columns, (report, querier, object), (is_selected, is_strong), units);
                });
            });
        }
        let response = row.response();
        let spoken = spoken.join(", ");
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, &spoken));
        if response.clicked() || response.secondary_clicked() {
            clicked = Some(object);
        }
        response.context_menu(|ui| menu(ui, commands));
    });
    clicked
}

/// The contents of a cell. Under the pointer, a row about a camera has a button at the right of this cell, which asks why the
/// camera sees the object or not. `across` is where the table is on screen.
fn with_question(
    ui: &mut Ui,
    beside: Option<(Item, usize)>,
    across: Rangef,
    commands: &mut Commands,
    contents: impl FnOnce(&mut Ui),
) {
    let Some((Item::Camera(camera), object)) = beside else { return contents(ui) };
    let row = Rect::from_x_y_ranges(across, ui.max_rect().intersect(ui.clip_rect()).y_range());
    if !ui.ctx().rect_contains_pointer(ui.layer_id(), row) {
        return contents(ui);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let command = ViewCommand::WhyNotSeenBy { camera, object };
        let button = Button::new(RichText::new("Why?").size(11.0)).small();
        command::button(ui, button, "Why don't I see it?", command, commands);
        ui.with_layout(Layout::left_to_right(Align::Center), contents);
    });
}

/// A row in two lines: the name, and the answer with its numbers.
fn two_lines(
    ui: &mut Ui,
    columns: &[Column],
    (report, querier, object): (&Report, Item, usize),
    marks: (bool, bool),
    units: Units,
) {
    let [name, answer, rest @ ..] = columns else { return };
    let cell = |column: &Column| column.cell(report, querier, object);
    let with_heading = |column: &Column| {
        let words = cell(column).words(units);
        match column {
            _ if words.is_empty() => None,
            Column::RejectedBy | Column::Feature => Some(words),
            _ => Some(format!("{} {words}", column.heading(units))),
        }
    };
    let rest: Vec<String> = rest.iter().filter_map(with_heading).collect();
    let color = if marks.0 { ui.visuals().selection.stroke.color } else { ui.visuals().weak_text_color() };
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = LINE;
        ui.horizontal(|ui| paint(ui, &cell(name), marks, units, || why(report, querier, object)));
        ui.horizontal(|ui| {
            ui.add_space(INDENT);
            paint(ui, &cell(answer), marks, units, || why(report, querier, object));
            let rest = RichText::new(rest.join(" · ")).small().color(color);
            ui.add(Label::new(rest).selectable(false).truncate());
        });
    });
}

/// Whether the click of this frame is one of the right button.
fn is_secondary(ui: &Ui) -> bool {
    ui.input(|i| i.pointer.button_clicked(PointerButton::Secondary))
}

/// The context menu of a row, whose object a right click selects.
fn menu(ui: &mut Ui, commands: &mut Commands) {
    ui.set_min_width(190.0);
    command::item(ui, ViewCommand::FrameSelected, commands);
    command::context_menu(ui, commands);
    ui.separator();
    command::expectation_menu(ui, commands);
    command::item(ui, EditCommand::ExpectTable, commands);
    command::item(ui, SelectCommand::CopyTable, commands);
}

/// The reason why the exact answer differs.
fn why(report: &Report, querier: Item, object: usize) -> String {
    let kind = match querier {
        Item::Camera(camera) => report.difference_in_view(camera, object),
        Item::Ray(ray) => report.difference_on_ray(ray, object).map(str::to_owned),
        _ => None,
    };
    let kind = kind.map_or(String::new(), |kind| format!(": {kind}"));
    format!("The exact answer differs from the fast one{kind}.")
}

/// Paints a cell; `is_strong` in the row of the active one of several selected objects.
fn paint(ui: &mut Ui, cell: &Cell<'_>, (is_selected, is_strong): (bool, bool), units: Units, why: impl Fn() -> String) {
    let visuals = ui.visuals();
    let text = if is_selected { visuals.selection.stroke.color } else { visuals.text_color() };
    let weak = if is_selected { text } else { visuals.weak_text_color() };
    let label = |text: &str, color: Color32| Label::new(RichText::new(text).color(color)).selectable(false).truncate();
    match cell {
        Cell::Empty => {}
        Cell::Name(name) => {
            ui.add_space(INDENT);
            if is_strong {
                let bar = ui.max_rect();
                let bar = Rect::from_min_size(bar.min, vec2(3.0, bar.height()));
                ui.painter().rect_filled(bar, 1.5, text);
            }
            ui.add(label(name, text));
        }
        Cell::Word { word, tone, warns } => {
            let color = if *tone == Tone::Note { weak } else { theme::text_color(ui.ctx(), *tone) };
            let symbol = theme::palette(ui.ctx()).symbol(*tone);
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.add(Label::new(RichText::new(symbol).size(11.5).color(color)).selectable(false));
            ui.add(label(word, color));
            if *warns {
                let purple = theme::text_color(ui.ctx(), Tone::Exact);
                ui.add(label("⚠", purple)).on_hover_ui(|ui| drop(ui.label(why())));
            }
        }
        Cell::Part(word) => {
            ui.add_space(INDENT);
            ui.add(label(word, text));
        }
        Cell::Number(number) => number_label(ui, &units.number(*number), text, || number.to_string()),
        Cell::Length(metres) => number_label(ui, &units.bare_length(*metres), text, || format!("{metres} m")),
        Cell::Interval(Interval { near: from, far: to }) => {
            number_label(ui, &format!("{} … {}", units.number(*from), units.number(*to)), text, || {
                format!("{from} … {to}")
            });
        }
    }
}

/// A right-aligned number, with all its digits in the tooltip.
fn number_label(ui: &mut Ui, text: &str, color: Color32, full: impl FnOnce() -> String) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let text = RichText::new(text).color(color);
        let label = ui.add(Label::new(text).selectable(false).truncate());
        if label.hovered() {
            label.on_hover_text(full());
        }
    });
}
