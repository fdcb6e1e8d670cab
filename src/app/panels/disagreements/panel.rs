//! The state of the panel, and what a click on a row does.

use std::sync::Arc;

use eframe::egui::{Label, RichText, Ui};

use super::filter::DisagreementFilter;
use super::head;
use super::list::DisagreementList;
use super::table::DisagreementTable;
use crate::app::command::{Commands, DisagreementCommand};
use crate::report::said::{AskedItem, Disagreement, SaidAnswers};
use crate::trace::CastRay;
use crate::workspace::Workspace;
use crate::world::Item;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct DisagreementsPanel {
    filter: DisagreementFilter,
    list: DisagreementList,
    /// What the row is about that was clicked last, or reached by a key.
    chosen: Option<AskedItem>,
    /// Whether the table scrolls to the chosen row.
    scrolls: bool,
}

impl DisagreementsPanel {
    /// Shows the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        let Some(said) = workspace.report().said.as_ref() else {
            ui.add_space(6.0);
            ui.weak("The trace of this scene is not read, so there are no answers of the program.");
            return;
        };
        self.list.update(workspace.revision(), &self.filter, &said.disagreements);
        head::fields(ui, said, &mut self.filter, commands);
        head::counts(ui, said, self.list.counts(), &mut self.filter);
        self.list.update(workspace.revision(), &self.filter, &said.disagreements);
        ui.add_space(2.0);
        if self.list.rows().is_empty() {
            self.scrolls = false;
            let words = why_empty(workspace, said);
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        }
        let marked = Marked::of(workspace, self.chosen.as_ref());
        let sought = std::mem::take(&mut self.scrolls).then(|| self.marked_row(&marked, said)).flatten();
        let table = DisagreementTable { all: &said.disagreements, rows: self.list.rows(), sought };
        let Some(clicked) = table.show(ui, |one| marked.has(one), commands) else { return };
        self.select(workspace, clicked.row);
        if clicked.is_double {
            commands.push(DisagreementCommand::Explain);
        }
    }

    /// Selects what the next or the previous row is about.
    pub(in crate::app) fn step(&mut self, workspace: &mut Workspace, is_back: bool) {
        let Some(said) = workspace.report().said.as_ref() else { return };
        self.list.update(workspace.revision(), &self.filter, &said.disagreements);
        let marked = Marked::of(workspace, self.chosen.as_ref());
        let now = self.marked_row(&marked, said);
        if let Some(row) = self.list.row_beside(now, is_back) {
            self.select(workspace, row);
            self.scrolls = true;
        }
    }

    fn marked_row(&self, marked: &Marked, said: &SaidAnswers) -> Option<usize> {
        self.list.rows().iter().position(|row| marked.has(&said.disagreements[*row as usize]))
    }

    fn select(&mut self, workspace: &mut Workspace, row: usize) {
        let at = |said: &SaidAnswers| said.disagreements.get(*self.list.rows().get(row)? as usize).cloned();
        let Some(one) = workspace.report().said.as_ref().and_then(at) else { return };
        workspace.selection_mut().select_asked(&one);
        self.chosen = Some(one.asked);
    }
}

/// Which row is marked: that of the selected camera and object, of the selected ray, or the one that was chosen last, as long as its
/// items are selected.
struct Marked {
    camera: Option<Arc<str>>,
    ray: Option<Arc<str>>,
    object: Option<Arc<str>>,
    agent: Option<Arc<str>>,
    chosen: Option<AskedItem>,
}

impl Marked {
    fn of(workspace: &Workspace, chosen: Option<&AskedItem>) -> Self {
        let (world, selected) = (workspace.world(), workspace.selected());
        let name = |item: Option<Item>| item.and_then(|item| world.name_of(item)).cloned();
        Self {
            camera: name(selected.querier().filter(|querier| matches!(querier, Item::Camera(_)))),
            ray: name(selected.querier().filter(|querier| matches!(querier, Item::Ray(_)))),
            object: name(selected.object().map(Item::Object)),
            agent: name(selected.agent().map(Item::Agent)),
            chosen: chosen.cloned(),
        }
    }

    fn has(&self, one: &Disagreement) -> bool {
        let is = |selected: &Option<Arc<str>>, name: &Arc<str>| selected.as_ref() == Some(name);
        match &one.asked {
            AskedItem::View { camera, object } => is(&self.camera, camera) && is(&self.object, object),
            AskedItem::Ray(CastRay::Named(ray)) => is(&self.ray, ray),
            AskedItem::Agent(agent) => is(&self.agent, agent),
            asked @ (AskedItem::Ray(CastRay::Inline { .. }) | AskedItem::Pair(_)) => {
                self.chosen.as_ref() == Some(asked) && one.object() == self.object.as_ref()
            }
        }
    }
}

/// Why no row is listed.
fn why_empty(workspace: &Workspace, said: &SaidAnswers) -> &'static str {
    if !said.disagreements.is_empty() {
        return "No disagreement of this tick matches the filter.";
    }
    if said.answers > 0 {
        return "All answers of the program at this tick agree with those of eyeline.";
    }
    let has_any = workspace.world().trace.as_deref().is_some_and(|trace| trace.trace.times_of_said().next().is_some());
    if has_any {
        "The program sent no answers at this tick. The buttons above go to the ticks at which answers begin to differ."
    } else {
        "The program sent no answers, only its world. The lines of a trace have the answers under the key “said”."
    }
}
