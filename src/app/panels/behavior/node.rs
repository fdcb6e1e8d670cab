//! One node in detail: its kind, the steps of its last tick, its breakpoints, and its parameters.

use eframe::egui::{Button, Label, RichText, ScrollArea, Ui};

use super::menu;
use super::subject::{AgentSubject, Requests, TreeStorage};
use super::{element_fields, node_fields};
use crate::app::command::{self, ViewCommand};
use crate::app::kit::{glossary, theme};
use crate::behavior::{Action, Condition, NodeKind, Sense};
use crate::geometry::Step;
use crate::report::agents::words;
use crate::workspace::Workspace;

/// The steps of a leaf in its last tick. They are kept while that tick is shown.
#[derive(Default)]
pub(super) struct Story {
    of: Option<((u64, u64), usize, usize)>,
    steps: Vec<Step>,
}

/// Shows the whole list.
pub(super) fn show(
    ui: &mut Ui,
    workspace: &mut Workspace,
    subject: &AgentSubject<'_>,
    selected: Option<usize>,
    refused: Option<&str>,
    story: &mut Story,
    requests: &mut Requests<'_>,
) {
    let Some(node) = selected.filter(|node| *node < subject.shown.tree.len()) else {
        ui.weak("Click a node of the tree to read and to change it.");
        return;
    };
    let scroll = ScrollArea::vertical().id_salt("node").auto_shrink([false, false]);
    scroll.show(ui, |ui| {
        let (tree, shown) = (subject.shown.tree, &subject.shown);
        ui.label(RichText::new(format!("{node} {}", words::title(tree, node))).strong());
        let kind = tree.kind(node);
        let status = shown.statuses[node];
        let action_words = words::action_words(tree, node);
        let text = format!("{kind}: {action_words} · {}", status.word());
        glossary::label(ui, Label::new(RichText::new(text).weak()).wrap());
        story.update(workspace, subject, node);
        story.ui(ui);
        why_not_seen(ui, workspace, subject, kind, requests);
        ui.horizontal_wrapped(|ui| {
            ui.label("Stop when the node");
            menu::stops(ui, node, requests);
        });
        match &subject.source {
            TreeStorage::Written => {
                ui.separator();
                node_fields::fields(ui, workspace, subject.index, node);
            }
            TreeStorage::File { trees, origins } => {
                if let NodeKind::Action(Action::Script(script)) = kind {
                    node_fields::answers(ui, workspace, subject.index, tree.name(node), script);
                }
                ui.separator();
                if let Some(origin) = origins.get(node) {
                    element_fields::fields(ui, workspace, subject.index, trees, *origin);
                }
            }
            TreeStorage::Fixed => {}
        }
        ui.horizontal_wrapped(|ui| menu::changes(ui, subject, node, requests));
        if let Some(reason) = refused {
            theme::failure(ui, reason);
        }
    });
}

/// For a leaf that asks whether the agent sees an object: the button that explains what the camera of the agent sees of it.
fn why_not_seen(
    ui: &mut Ui,
    workspace: &Workspace,
    subject: &AgentSubject<'_>,
    kind: &NodeKind,
    requests: &mut Requests<'_>,
) {
    let NodeKind::Condition(Condition::Sense(Sense::Sees { object })) = kind else { return };
    let world = workspace.world();
    let name = words::name(subject.shown.tree, *object);
    let Some(object) = world.objects.iter().position(|at| *at.name == *name) else { return };
    let Some(camera) = world.agents.get(subject.index).and_then(|agent| agent.camera) else { return };
    let words = "Why don't I see it?";
    let command = ViewCommand::WhyNotSeenBy { camera, object };
    command::button(ui, Button::new(words).small(), words, command, requests.commands);
}

impl Story {
    fn update(&mut self, workspace: &Workspace, subject: &AgentSubject<'_>, node: usize) {
        let of = ((workspace.disk().generation(), workspace.revision()), subject.index, node);
        if self.of == Some(of) {
            return;
        }
        let described = workspace.world().agents.get(subject.index).and_then(crate::world::AgentAt::detailed_log);
        let stories = described.map(|described| described.stories).unwrap_or_default();
        let own = stories.into_iter().filter(|(of, _)| *of == node);
        *self = Self { of: Some(of), steps: own.flat_map(|(_, story)| story.steps).collect() };
    }

    /// Shows the steps of the leaf in this tick.
    fn ui(&self, ui: &mut Ui) {
        let palette = theme::palette(ui.ctx());
        for step in &self.steps {
            let color = theme::text_color(ui.ctx(), step.tone);
            let text = format!("{} {}: {}", palette.symbol(step.tone), step.title, step.outcome);
            let text = theme::quoted(&text);
            let label = ui.add(Label::new(RichText::new(text).small().color(color)).wrap());
            if !step.numbers.is_empty() {
                let help = format!("{}\n{}\n{}", step.title, step.formula, step.numbers);
                label.on_hover_text(theme::quoted(&help));
            }
        }
    }
}
