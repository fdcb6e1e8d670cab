//! The commands on a node: in its context menu, and as buttons beside its parameters.

use eframe::egui::{Button, ScrollArea, Ui};

use super::subject::{AgentSubject, Requests, TreeStorage};
use crate::app::command::new_node::New;
use crate::app::command::tree_edit::{NodeEdit, NodeKind, Way};
use crate::app::command::{self, STOPS, TreeCommand, WindowCommand};
use crate::behavior::Tree;
use crate::import::behavior_tree::{TemplateGroup, TreeFile};
use crate::report::agents::words;
use crate::world::agents::Breakpoint;

/// The context menu of a node, or of the whole tree.
pub(super) fn show(ui: &mut Ui, subject: &AgentSubject<'_>, node: Option<usize>, requests: &mut Requests<'_>) {
    let Some(node) = node.filter(|node| *node < subject.shown.tree.len()) else {
        for one in [TreeCommand::Fit, TreeCommand::Follow, TreeCommand::UnfoldAll, TreeCommand::NextBreak] {
            command::item(ui, one, requests.commands);
        }
        ui.separator();
        for is_sideways in [false, true] {
            command::item(ui, WindowCommand::SidewaysTrees(is_sideways), requests.commands);
        }
        return;
    };
    let tree = subject.shown.tree;
    ui.weak(format!("{node} {}", words::title(tree, node)));
    if tree.end(node) > node + 1 {
        command::item(ui, TreeCommand::Fold(Some(node)), requests.commands);
    }
    ui.menu_button("Breakpoint", |ui| stops(ui, node, requests));
    if subject.can_change() {
        ui.separator();
        changes(ui, subject, node, requests);
    }
}

/// A check box for each status that can be a breakpoint.
pub(super) fn stops(ui: &mut Ui, node: usize, requests: &mut Requests<'_>) {
    for (status, words) in STOPS {
        command::check_named(ui, words, TreeCommand::StopWhen(Some(node), status), requests.commands);
    }
}

/// A breakpoint in words, as part of a sentence.
pub(super) fn break_words(tree: &Tree, one: &Breakpoint) -> String {
    match one {
        Breakpoint::Status { node, status } => {
            let verb = STOPS.iter().find(|(of, _)| of == status).map_or("", |(_, words)| *words);
            let node = tree.find(*node).map_or_else(|| "a deleted node".to_owned(), |node| words::quoted(tree, node));
            format!("{node} {verb}")
        }
        Breakpoint::Changes { key } => format!("`{key}` changes"),
        Breakpoint::Compares { key, comparison, value } => format!("`{key}` {} {value}", comparison.sign()),
    }
}

/// The commands that change the tree.
pub(super) fn changes(ui: &mut Ui, subject: &AgentSubject<'_>, node: usize, requests: &mut Requests<'_>) {
    if !subject.can_change() {
        return;
    }
    let mut edit = |ui: &mut Ui, edit: NodeEdit| {
        command::item(ui, TreeCommand::Edit(Some(node), edit), requests.commands).clicked()
    };
    let add = ui.menu_button("Add", |ui| kinds(ui, &subject.source, true, &NodeEdit::Add, &mut edit));
    add.response.accessible_name("Add node").on_hover_text("Add a node below a composite, or after this node.");
    let wrap = ui.menu_button("Wrap in", |ui| kinds(ui, &subject.source, false, &NodeEdit::Wrap, &mut edit));
    wrap.response.accessible_name("Wrap node").on_hover_text("Make this node the child of a new node.");
    let moved = ui.menu_button("Move", |ui| {
        for way in Way::ALL {
            edit(ui, NodeEdit::Move(way));
        }
    });
    moved.response.accessible_name("Move node").on_hover_text("You can also drag the node in the tree.");
    for (text, name, edit) in [("Unwrap", "Unwrap node", NodeEdit::Unwrap), ("Delete", "Delete node", NodeEdit::Delete)]
    {
        let command = TreeCommand::Edit(Some(node), edit);
        command::button(ui, Button::new(text), name, command, requests.commands);
    }
}

/// The kinds of new nodes by group, with or without leaves.
fn kinds(
    ui: &mut Ui,
    source: &TreeStorage<'_>,
    with_leaves: bool,
    change: &impl Fn(NodeKind) -> NodeEdit,
    edit: &mut impl FnMut(&mut Ui, NodeEdit) -> bool,
) {
    match source {
        TreeStorage::Written => scene_kinds(ui, with_leaves, change, edit),
        TreeStorage::File { trees, .. } => file_kinds(ui, trees, with_leaves, change, edit),
        TreeStorage::Fixed => {}
    }
}

/// The kinds of nodes of a tree in the scene.
fn scene_kinds(
    ui: &mut Ui,
    with_leaves: bool,
    change: &impl Fn(NodeKind) -> NodeEdit,
    edit: &mut impl FnMut(&mut Ui, NodeEdit) -> bool,
) {
    let leaves: &[_] = if with_leaves { &[("Conditions", New::CONDITIONS), ("Actions", New::ACTIONS)] } else { &[] };
    for (title, kinds) in [("Composites", New::COMPOSITES), ("Decorators", New::DECORATORS)].iter().chain(leaves) {
        ui.menu_button(*title, |ui| {
            for &new in *kinds {
                edit(ui, change(NodeKind::InScene(new)));
            }
        });
    }
}

/// The elements of a tree in a separate file.
fn file_kinds(
    ui: &mut Ui,
    trees: &TreeFile,
    with_leaves: bool,
    change: &impl Fn(NodeKind) -> NodeEdit,
    edit: &mut impl FnMut(&mut Ui, NodeEdit) -> bool,
) {
    const GROUPS: [(TemplateGroup, &str); 5] = [
        (TemplateGroup::Control, "Composites"),
        (TemplateGroup::Decorator, "Decorators"),
        (TemplateGroup::Condition, "Conditions"),
        (TemplateGroup::Action, "Actions"),
        (TemplateGroup::SubTree, "Subtrees"),
    ];
    let templates = trees.templates();
    for (group, title) in &GROUPS[..if with_leaves { GROUPS.len() } else { 2 }] {
        let kinds = templates.iter().filter(|one| one.group == *group).collect::<Vec<_>>();
        if kinds.is_empty() {
            continue;
        }
        ui.menu_button(*title, |ui| {
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for new in kinds {
                    if edit(ui, change(NodeKind::InFile(new.clone()))) {
                        ui.close();
                    }
                }
            });
        });
    }
}
