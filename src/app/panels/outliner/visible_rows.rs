//! The visible rows of the Outliner, and what a click on a row does.

use eframe::egui::{Align, Label, Layout, Rect, Response, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::header;
use super::kinds;
use super::kinds::{OutlinerKind, RowSource};
use super::line;
use super::line::{Naming, ROW, RowChoice, RowLine};
use super::renaming::Renaming;
use super::rows::{OutlinerRow, Section};
use super::state::Outliner;
use crate::app::command;
use crate::app::command::change::SceneChange;
use crate::app::command::{Commands, EditCommand, ViewCommand};
use crate::app::kit::anchors::Anchor;
use crate::app::kit::{anchors, hovered, keys, theme};
use crate::app::view::pick;
use crate::app::view::pick::Click;
use crate::escape;
use crate::workspace::Workspace;
use crate::workspace::edit::why_not;
use crate::world::Item;

/// A row of an item that is shown.
struct ShownRow {
    row: OutlinerRow,
    item: Item,
    /// Its place in the list, and the number of rows that it is below.
    place: usize,
    depth: u32,
    is_active: bool,
}

impl Outliner {
    pub(in crate::app) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        renamed: &mut Option<Renaming>,
        commands: &mut Commands,
    ) {
        ui.add_space(4.0);
        self.top(ui, workspace, commands);
        ui.add_space(2.0);
        self.rows.update(&self.search, workspace);
        self.folds.update(workspace, &self.rows);
        let active = self.current(workspace);
        let is_other = active != self.selected;
        self.selected = active;
        let naming = renamed.as_ref().and_then(|naming| workspace.world().find(naming.id)).map(OutlinerRow::Item);
        // A row gets its text field when it is visible.
        let begins = naming.filter(|_| renamed.as_ref().is_some_and(|naming| naming.is_new));
        if begins.is_some_and(|row| !self.rows.has(row, workspace.world())) {
            self.search.clear();
            self.rows.update(&self.search, workspace);
        }
        let cursor = self.cursor.filter(|_| std::mem::take(&mut self.follows_cursor));
        let cursor = cursor.and_then(|cursor| cursor.item(workspace)).map(OutlinerRow::Item);
        let wanted = begins.or(cursor).or(active.filter(|_| is_other));
        if let Some(row) = wanted {
            self.folds.reveal(row, &self.rows, workspace.world());
        }
        self.order.update(&self.rows, &self.folds, workspace.world());
        self.summaries.update(workspace, self.rows.made());
        self.states.update(&self.rows, workspace);
        ui.spacing_mut().item_spacing.y = 0.0;
        let scroll = ScrollArea::vertical().id_salt(workspace.disk().generation()).auto_shrink([false, false]);
        let sought = wanted.and_then(|row| self.order.place_of(row));
        let mut is_naming_shown = false;
        scroll.show_rows(ui, ROW, self.order.len(), |ui, range| {
            if let Some(place) = sought {
                let top = ui.max_rect().top() + (place as f32 - range.start as f32) * ROW;
                ui.scroll_to_rect(Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=top + ROW), None);
            }
            let first = range.start;
            for ((row, depth), place) in self.order.placed_at(range).into_iter().zip(first..) {
                is_naming_shown |= naming == Some(row);
                match row {
                    OutlinerRow::Header(section) => self.header(ui, section, workspace, commands),
                    OutlinerRow::Materials => self.materials_header(ui),
                    OutlinerRow::Group(group) => {
                        self.group(ui, group, (place, depth), active == Some(row), workspace, commands);
                    }
                    OutlinerRow::Item(item) | OutlinerRow::Used(_, item) => {
                        let shown = ShownRow { row, item, place, depth, is_active: active == Some(row) };
                        _ = self.row(ui, shown, workspace, renamed, commands);
                    }
                }
            }
        });
        if !is_naming_shown && begins.is_none() {
            // The row was scrolled out of view, or no longer exists.
            *renamed = None;
        }
    }

    /// The row that keys begin at: a group or a part below a material that was chosen last, else that of the active item.
    pub(super) fn current(&self, workspace: &Workspace) -> Option<OutlinerRow> {
        let now = [workspace.selection().selection_count(), self.rows.made()];
        let chosen = self.chosen.filter(|(row, then)| *then == now && self.rows.has(*row, workspace.world()));
        chosen.map(|(row, _)| row).or_else(|| workspace.selection().active_item().map(OutlinerRow::Item))
    }

    /// Selects the item of a row, or all parts of a group.
    pub(super) fn choose(&mut self, row: OutlinerRow, workspace: &mut Workspace) {
        match row {
            OutlinerRow::Header(_) | OutlinerRow::Materials => return,
            OutlinerRow::Item(item) | OutlinerRow::Used(_, item) => workspace.selection_mut().choose(item, false),
            OutlinerRow::Group(group) => workspace.selection_mut().select_only(&self.rows.chosen_of(group)),
        }
        self.note_chosen(row, workspace);
    }

    /// Remembers a row that is not that of the active item.
    fn note_chosen(&mut self, row: OutlinerRow, workspace: &Workspace) {
        let now = [workspace.selection().selection_count(), self.rows.made()];
        self.chosen = matches!(row, OutlinerRow::Group(_) | OutlinerRow::Used(..)).then_some((row, now));
    }

    /// The items that match the search; `None` without a search.
    pub(in crate::app) fn matching(&mut self, workspace: &Workspace) -> Option<Vec<Item>> {
        if self.search.is_empty() {
            return None;
        }
        self.rows.update(&self.search, workspace);
        Some(self.rows.matching())
    }

    /// The search with the number of matches, and beside it the Add button.
    fn top(&mut self, ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
        let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            let menu = ui.menu_button(" + ", |ui| command::add_menu(ui, commands));
            menu.response.accessible_name("Add").on_hover_text(
                "Add a camera, a ray or an object in the middle of the view, an agent or an occlusion query",
            );
            self.rows.update(&self.search, workspace);
            if !self.search.is_empty() {
                let words = match self.rows.match_count() {
                    0 => "no match".to_owned(),
                    1 => "1 match".to_owned(),
                    count => format!("{count} matches"),
                };
                let help = "The number of items that match the search. Select all selects these.";
                ui.add(Label::new(RichText::new(words).small().weak())).on_hover_text(help);
            }
            let search = TextEdit::singleline(&mut self.search).hint_text("Search").desired_width(f32::INFINITY);
            let response = ui.add(search).accessible_name("Search");
            if keys::is_escaped(&response) {
                self.search.clear();
            }
        });
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        ShownRow { row, item, place, depth, is_active }: ShownRow,
        workspace: &mut Workspace,
        renamed: &mut Option<Renaming>,
        commands: &mut Commands,
    ) -> Option<()> {
        let selected = workspace.selected().clone();
        let model = row.model(workspace.world()).and_then(|model| workspace.world().models.get(model));
        let model = model.map(|model| escape::shown(&model.name).into_owned());
        let name = workspace.world().name_of(item)?.to_string();
        let (rows, folds) = (&self.rows, &self.folds);
        let mut source = RowSource {
            workspace,
            selected,
            is_active,
            palette: &theme::palette(ui.ctx()),
            summaries: &mut self.summaries,
            is_open: &|model| rows.inside(model).is_some_and(|inside| folds.is_open(inside)),
        };
        let made = (kinds::of_kind(item.kind()).row)(&mut source, item.index());
        let hides = source.workspace.judging().lesson().hides_answers();
        let content = if hides { kinds::Content::hidden(made, source.selected.querier() == Some(item)) } else { made? };
        let is_selected = content.is_selected || workspace.selected().is_other(item);
        let id = workspace.world().id_of(item);
        let shown = escape::shown(&name);
        let line = RowLine {
            name: &shown,
            choice: choice(is_selected, id.is_some_and(|id| workspace.selection().is_changed(id)), is_active),
            has_cursor: self.cursor.zip(id).is_some_and(|(cursor, id)| cursor.is_at(id, workspace)),
            is_hidden: id.is_some_and(|id| workspace.marks().hidden().contains(id)),
            is_locked: id.is_some_and(|id| workspace.marks().locked().contains(id)),
            is_pointed: hovered::last(ui.ctx()) == Some(item),
            // Below its model a name is shown without that of the model.
            model: model.as_deref().unwrap_or_default(),
            shift: shift(item, model.is_some()) + line::step(depth),
            salt: if matches!(row, OutlinerRow::Used(..)) { place } else { 0 },
            ..content.line()
        };
        if renamed.as_ref().is_some_and(|renaming| Some(renaming.id) == id) {
            rename(ui, &line, workspace, renamed);
            return None;
        }
        let line::RowInput { response, is_eye_clicked, is_lock_clicked, is_fold_clicked } =
            line.show(ui, content.help());
        if response.hovered() {
            hovered::note(ui.ctx(), item);
        }
        if matches!(row, OutlinerRow::Item(Item::Object(_))) && is_selected {
            anchors::note(ui, Anchor::Verdict, response.rect);
        }
        if let (OutlinerRow::Item(Item::Model(i)), true) = (row, is_fold_clicked) {
            self.fold(i);
            ui.ctx().request_repaint();
        }
        if is_eye_clicked {
            if let Some(id) = id {
                workspace.marks_mut().set_hidden(id, !line.is_hidden);
            }
            ui.ctx().request_repaint();
        }
        if let Some(id) = id.filter(|_| is_lock_clicked) {
            workspace.marks_mut().set_locked(id, false);
            ui.ctx().request_repaint();
        }
        let between = |workspace: &Workspace| self.between(workspace, row);
        let is_chosen = act(ui, &response, item, between, workspace, renamed, commands);
        if is_chosen {
            self.note_chosen(row, workspace);
        }
        None
    }

    /// The items of the visible rows from the current one to this one, with those of collapsed groups.
    pub(super) fn between(&self, workspace: &Workspace, row: OutlinerRow) -> Vec<Item> {
        let active = self.current(workspace).and_then(|current| self.order.place_of(current));
        let Some((from, to)) = active.zip(self.order.place_of(row)) else { return Vec::new() };
        let rows = pick::places(from, to).into_iter().flat_map(|place| self.order.at(place..place + 1));
        let items = |row: OutlinerRow| match row {
            OutlinerRow::Group(group) if !self.folds.is_group_open(group, &self.rows) => self.rows.chosen_of(group),
            _ => row.item().into_iter().collect(),
        };
        rows.flat_map(items).collect()
    }

    /// Expands or collapses the row of a model or a group.
    pub(super) fn turn(&mut self, row: OutlinerRow) {
        match row {
            OutlinerRow::Item(Item::Model(model)) => self.fold(model),
            OutlinerRow::Group(group) => {
                let is_open = self.folds.is_group_open(group, &self.rows);
                self.folds.open_group(group, !is_open, &self.rows);
            }
            _ => {}
        }
    }

    /// Expands or collapses a model.
    fn fold(&mut self, model: usize) {
        if let Some(inside) = self.rows.inside(model) {
            let is_open = self.folds.is_open(inside);
            self.folds.open(inside, !is_open);
        }
    }

    fn header(&mut self, ui: &mut Ui, section: Section, workspace: &Workspace, commands: &mut Commands) {
        let OutlinerKind { title, help, .. } = kinds::of_kind(section);
        let all = workspace.world().own_count(section);
        let shown = self.rows.len(section);
        let count = if shown == all { all.to_string() } else { format!("{shown} of {all}") };
        let is_open = self.folds.is_section_open(section);
        let response = header::show(ui, title, &count, is_open);
        response.context_menu(|ui| command::add_menu(ui, commands));
        if response.on_hover_text(help).clicked() {
            self.folds.open_section(section, !is_open);
        }
    }
}

/// How a row is selected. Commands change the item of a row when `is_changed`.
fn choice(is_selected: bool, is_changed: bool, is_active: bool) -> RowChoice {
    match (is_selected, is_changed, is_active) {
        (_, true, true) => RowChoice::Active,
        (_, true, false) => RowChoice::Selected,
        (true, false, _) => RowChoice::Shown,
        (false, false, _) => RowChoice::Not,
    }
}

/// The indentation of a row, points.
fn shift(item: Item, is_part: bool) -> f32 {
    match item {
        Item::Model(_) => line::MODEL,
        _ if is_part => line::PART,
        _ => 0.0,
    }
}

/// The effect of clicks on a row. A double click renames. Returns whether a click selected the item alone.
fn act(
    ui: &Ui,
    response: &Response,
    item: Item,
    between: impl FnOnce(&Workspace) -> Vec<Item>,
    workspace: &mut Workspace,
    renamed: &mut Option<Renaming>,
    commands: &mut Commands,
) -> bool {
    let mut is_chosen = false;
    if response.clicked() || response.secondary_clicked() {
        if response.secondary_clicked() {
            workspace.selection_mut().activate(item, false);
        } else {
            let click = Click::of(ui);
            let items = if click == Click::Range { between(workspace) } else { Vec::new() };
            pick::select_in_list(workspace, item, click, || items);
            is_chosen = click == Click::Alone;
        }
        if let Some(command) = kinds::of_kind(item.kind()).on_click {
            commands.push(command);
        }
        *renamed = None;
        ui.ctx().request_repaint();
    }
    if response.double_clicked() {
        commands.push(EditCommand::Change(SceneChange::Rename));
    }
    response.context_menu(|ui| {
        ui.set_min_width(170.0);
        command::context_menu(ui, commands);
        ui.separator();
        command::expectation_menu(ui, commands);
        ui.separator();
        command::item(ui, ViewCommand::FrameSelected, commands);
        if let Some(command) = kinds::of_kind(item.kind()).in_menu {
            command::item(ui, command, commands);
        }
    });
    is_chosen
}

/// The row of an item whose name is being typed. Enter and leaving the field apply the name, Esc does not. While the
/// name is invalid, the row shows the reason, and leaving the field keeps the old name.
fn rename(ui: &mut Ui, line: &RowLine, workspace: &mut Workspace, renamed: &mut Option<Renaming>) {
    let Some(mut renaming) = renamed.take() else { return };
    let refusal = why_not(workspace.scene(), renaming.id, renaming.text.trim());
    let naming = line.name_field(ui, &mut renaming.text, std::mem::take(&mut renaming.is_new), refusal.as_deref());
    // Letters and Enter may come in one frame.
    let wanted = renaming.text.trim().to_owned();
    let refusal = why_not(workspace.scene(), renaming.id, &wanted);
    match naming {
        Naming::Editing => *renamed = Some(renaming),
        Naming::Entered | Naming::Left if refusal.is_none() => {
            workspace.edits().rename(renaming.id, &wanted);
            ui.ctx().request_repaint();
        }
        Naming::Entered => {
            renaming.is_new = true;
            *renamed = Some(renaming);
            ui.ctx().request_repaint();
        }
        Naming::Left | Naming::Cancelled => ui.ctx().request_repaint(),
    }
}
