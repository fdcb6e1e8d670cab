//! Commands on the shown behaviour tree.

use eframe::egui::Key;

use super::action::Action;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::plain;
use crate::app::command::table::tree::{STOPS, TreeCommand};
use crate::app::command::tree_edit::{NodeEdit, NodeKind};
use crate::app::panels::behavior::ShownTree;

impl TreeCommand {
    pub(super) fn action(&self, tree: Option<&ShownTree>) -> Action {
        let mut action = match self {
            Self::Fit => self
                .runs("Fit tree")
                .help("Show the whole tree. Parts where nothing happens are folded if the letters would be too small."),
            Self::Follow => self
                .runs("Follow tree")
                .help("Keep the active part of the tree in view.")
                .needs(tree.is_none_or(|tree| tree.is_still), "The view already follows the tree."),
            Self::UnfoldAll => self
                .runs("Unfold all nodes")
                .help("Unfold all folded nodes.")
                .needs(tree.is_none_or(|tree| !tree.folded.is_empty()), "No node is folded."),
            Self::PreviousTick => self.to("Previous tree tick", "Go to the end of the previous tick.", tree, 0),
            Self::PreviousEvent => self.to("Previous event", "Go back by one event of the tree.", tree, 1),
            Self::NextEvent => self.to("Next event", "Go forward by one event of the tree.", tree, 2),
            Self::NextTick => self.to("Next tree tick", "Go to the end of this tick, or of the next one.", tree, 3),
            Self::NextBreak => self.next_break(tree),
            Self::Show(_) => {
                let command = self.clone();
                Action::new("Show node", move |target| {
                    target.show_tree();
                    target.window.panels.behavior.carry_out(&mut target.window.workspace, &command);
                })
                .help("Select the node and bring the panel with the behaviour tree to the front.")
            }
            Self::Fold(node) => {
                let node = node.or(tree.and_then(|tree| tree.node));
                let is_folded = tree.zip(node).is_some_and(|(tree, node)| tree.folded.contains(&node));
                let help = if is_folded { "Show the nodes below this one." } else { "Hide the nodes below this one." };
                on_node(self.runs(if is_folded { "Unfold node" } else { "Fold node" }).help(help), node)
            }
            Self::StopWhen(node, status) => {
                let node = node.or(tree.and_then(|tree| tree.node));
                let words = STOPS.iter().find(|(of, _)| of == status).map_or("", |(_, words)| *words);
                let is_set = tree.zip(node).is_some_and(|(tree, node)| tree.breaks.contains(&(node, *status)));
                let entry = self.runs(format!("Stop when the node {words}")).help("Playback stops at that tick.");
                on_node(entry.switch(is_set), node)
            }
            Self::Edit(node, edit) => {
                // In its submenu the kind of a new node is enough.
                let name = match (node, edit) {
                    (None, NodeEdit::Add(_)) => format!("Add node: {}", name_of(edit)),
                    _ => name_of(edit),
                };
                let is_of_scene = matches!(edit, NodeEdit::Add(NodeKind::InScene(_)));
                let node = node.or(tree.and_then(|tree| tree.node));
                let entry = self.runs(name).help(help_of(edit));
                let can_change = tree.is_none_or(|tree| tree.can_change);
                let is_key = self == &Self::Edit(None, NodeEdit::Delete);
                let entry = if is_key { entry.keys(KeyScope::TreeNode, [plain(Key::Delete)]) } else { entry };
                on_node(entry, node).needs(can_change, "This tree cannot be edited: its file could not be read.").needs(
                    !(is_of_scene && tree.is_some_and(|tree| tree.has_file)),
                    "This tree is in a file of its own, which defines the kinds. Right click a node and choose Add.",
                )
            }
        };
        if tree.is_none() {
            action.entry.why_not = Some("This scene has no agent with a behaviour tree.".into());
        }
        action
    }

    fn runs(&self, name: impl Into<std::borrow::Cow<'static, str>>) -> Action {
        let command = self.clone();
        Action::new(name, move |target| target.window.panels.behavior.carry_out(&mut target.window.workspace, &command))
    }

    /// Goes to another moment of the tree. `way` is an index into [`ShownTree::ways`].
    fn to(&self, name: &'static str, help: &'static str, tree: Option<&ShownTree>, way: usize) -> Action {
        let is_there = tree.is_none_or(|tree| tree.ways[way]);
        self.runs(name).help(help).needs(is_there, "The agent has no further tick or event in this direction.")
    }

    fn next_break(&self, tree: Option<&ShownTree>) -> Action {
        let (name, help) = match tree.and_then(|tree| tree.is_search_over) {
            Some(true) => ("No more", "No breakpoint is reached after this tick."),
            Some(false) => ("Stop", "Cancel the search for the next breakpoint."),
            None => ("Next break", "Run to the next breakpoint."),
        };
        let none = "There is no breakpoint. Right click a node, click ⏺ beside a value, or add a comparison under \
                    Breakpoints.";
        self.runs(name).help(help).needs(tree.is_none_or(|tree| tree.has_breaks), none)
    }
}

fn on_node(action: Action, node: Option<usize>) -> Action {
    action.needs(node.is_some(), "No node of the behaviour tree is selected.")
}

fn name_of(edit: &NodeEdit) -> String {
    match edit {
        NodeEdit::Add(kind) | NodeEdit::Wrap(kind) => match kind {
            NodeKind::InScene(new) => new.words().to_owned(),
            NodeKind::InFile(template) => template.words().to_owned(),
        },
        NodeEdit::Unwrap => "Unwrap node".to_owned(),
        NodeEdit::Move(way) => way.words().to_owned(),
        NodeEdit::Place(_) => "Move node".to_owned(),
        NodeEdit::Delete => "Delete node".to_owned(),
    }
}

fn help_of(edit: &NodeEdit) -> &'static str {
    match edit {
        NodeEdit::Add(_) => "Add it as the last child of a composite, or after another node.",
        NodeEdit::Wrap(_) => "Make the node the child of a new node.",
        NodeEdit::Unwrap => "Replace the node by its only child.",
        NodeEdit::Move(_) | NodeEdit::Place(_) => "You can also drag the node in the tree.",
        NodeEdit::Delete => "Delete the node and all nodes below it.",
    }
}
