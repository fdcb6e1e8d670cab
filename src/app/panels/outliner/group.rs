//! The rows of groups: a node of a model's file that groups parts, and a material with the parts that use it. What is
//! done to such a row is done to its parts.

use eframe::egui::Ui;

use super::line::{RowChoice, RowInput, RowLine};
use super::rows::{OutlinerRow, OutlinerRows};
use super::state::{GroupState, Outliner, States};
use super::swatch::Swatch;
use super::tree::{GroupOf, PartGroup};
use super::{header, line};
use crate::app::command::{self, Commands, ViewCommand};
use crate::app::kit::theme;
use crate::app::view::pick::Click;
use crate::escape;
use crate::geometry::Tone;
use crate::scene::ItemSet;
use crate::workspace::Workspace;
use crate::world::Item;

impl States {
    /// Forgets what may have changed.
    pub(super) fn update(&mut self, rows: &OutlinerRows, workspace: &Workspace) {
        let key = [
            rows.made(),
            workspace.appearance_revision(),
            workspace.selection().selection_count(),
            workspace.revision(),
        ];
        if self.made_for.replace(key) != Some(key) {
            self.known.clear();
        }
    }

    fn state(&mut self, group: PartGroup, rows: &OutlinerRows, workspace: &Workspace) -> &GroupState {
        self.known.entry(group).or_insert_with(|| {
            let id = |item: &Item| workspace.world().id_of(*item);
            let parts = rows.parts_of(group);
            let is_chosen = |item: &Item| id(item).is_some_and(|id| workspace.selection().is_changed(id));
            let has_objects = parts.iter().any(|part| matches!(part, Item::Object(_)));
            let mut chosen = parts.iter().filter(|part| !has_objects || matches!(part, Item::Object(_)));
            GroupState {
                is_hidden: parts.iter().all(|part| id(part).is_some_and(|id| workspace.marks().hidden().contains(id))),
                is_selected: chosen.all(is_chosen),
                swatch: rows.material(group).map(|material| Swatch::of(workspace, material)),
            }
        })
    }
}

impl Outliner {
    /// The row of a group. `place` is that of the row, `depth` the number of groups above it.
    pub(super) fn group(
        &mut self,
        ui: &mut Ui,
        group: PartGroup,
        (place, depth): (usize, u32),
        is_current: bool,
        workspace: &mut Workspace,
        commands: &mut Commands,
    ) {
        let (name, kind) = match group.of {
            GroupOf::Node(_) => (self.name_of(group), "group"),
            GroupOf::Material(_) => (self.name_of(group), "material"),
        };
        let name = escape::shown(&name).into_owned();
        let answer = self.summaries.of_group(workspace, group, self.rows.parts_of(group));
        let state = self.states.state(group, &self.rows, workspace).clone();
        let palette = theme::palette(ui.ctx());
        let symbol = if answer.tone == Tone::Note { "🗀" } else { palette.symbol(answer.tone) };
        let choice = match (state.is_selected, is_current) {
            (true, true) => RowChoice::Active,
            (true, false) => RowChoice::Selected,
            _ => RowChoice::Not,
        };
        let is_open = self.folds.is_group_open(group, &self.rows);
        let line = RowLine {
            name: &name,
            kind,
            choice,
            is_hidden: state.is_hidden,
            shift: line::MODEL + line::step(depth + u32::from(matches!(group.of, GroupOf::Node(_)))),
            fold: Some(is_open),
            salt: place,
            swatch: state.swatch.as_ref(),
            ..answer.line(if state.swatch.is_some() { "" } else { symbol })
        };
        let what = match group.of {
            GroupOf::Node(_) => "A node of the file with the parts below it.",
            GroupOf::Material(_) => "A material with the parts that use it.",
        };
        let help = format!("{what} A click selects these parts. {}", answer.help);
        let RowInput { response, is_eye_clicked, is_fold_clicked, .. } = line.show(ui, help.trim_end());
        if is_fold_clicked || (response.double_clicked() && !is_eye_clicked) {
            self.folds.open_group(group, !is_open, &self.rows);
            ui.ctx().request_repaint();
        }
        if is_eye_clicked {
            let ids: ItemSet =
                self.rows.parts_of(group).iter().filter_map(|part| workspace.world().id_of(*part)).collect();
            workspace.marks_mut().set_all_hidden(&ids, !state.is_hidden);
            ui.ctx().request_repaint();
        }
        if response.secondary_clicked() {
            if !state.is_selected {
                self.choose(OutlinerRow::Group(group), workspace);
            }
            ui.ctx().request_repaint();
        } else if response.clicked() && !response.double_clicked() {
            match Click::of(ui) {
                Click::Alone => self.choose(OutlinerRow::Group(group), workspace),
                Click::Toggle if state.is_selected => self.deselect(group, workspace),
                Click::Toggle => workspace.selection_mut().extend(&self.rows.chosen_of(group)),
                Click::Range => {
                    let mut items = self.between(workspace, OutlinerRow::Group(group));
                    items.extend(self.rows.chosen_of(group));
                    workspace.selection_mut().extend(&items);
                }
            }
            ui.ctx().request_repaint();
        }
        response.context_menu(|ui| {
            ui.set_min_width(170.0);
            command::context_menu(ui, commands);
            ui.separator();
            command::item(ui, ViewCommand::FrameSelected, commands);
        });
    }

    /// The header of the materials.
    pub(super) fn materials_header(&mut self, ui: &mut Ui) {
        let (all, shown) = (self.rows.material_count, self.rows.materials.len());
        let count = if shown == all { all.to_string() } else { format!("{shown} of {all}") };
        let is_open = self.folds.are_materials_open(&self.rows);
        let help = "The materials of the models. Each row selects the parts that use the material.";
        if header::show(ui, "Materials", &count, is_open).on_hover_text(help).clicked() {
            self.folds.open_materials(!is_open);
        }
    }

    /// Removes the parts of a group from the selected items.
    fn deselect(&self, group: PartGroup, workspace: &mut Workspace) {
        let parts: ItemSet =
            self.rows.parts_of(group).iter().filter_map(|part| workspace.world().id_of(*part)).collect();
        let left: ItemSet = workspace.selection().selected_ids().filter(|id| !parts.contains(id)).collect();
        let left: Vec<Item> = workspace.world().find_all(&left).into_values().collect();
        if left.is_empty() {
            workspace.selection_mut().clear_subjects();
        } else {
            workspace.selection_mut().select_only(&left);
        }
    }

    /// The name of a group.
    fn name_of(&self, group: PartGroup) -> String {
        let named = match group.of {
            GroupOf::Node(node) => {
                let tree = self.rows.inside(group.model).and_then(|inside| inside.tree.as_ref());
                tree.and_then(|tree| tree.node(node)).map(|node| &node.name)
            }
            GroupOf::Material(_) => self.rows.material(group).map(|material| &material.name),
        };
        named.map_or_else(String::new, ToString::to_string)
    }
}
