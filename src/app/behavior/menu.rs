//! What can be done to a node: in its menu, and as buttons beside its parameters.

use eframe::egui::{ScrollArea, Ui};

use super::canvas::{Canvas, Wish};
use super::edit::{Change, New, Way};
use super::{Asked, Source, Subject, words};
use crate::behavior::{Status, Tree};
use crate::import::behavior_tree::{Group, Template, TreeFile};
use crate::world::agents::Breakpoint;

/// The menu of a node, or of the tree as a whole.
pub(super) fn show(ui: &mut Ui, subject: &Subject<'_>, node: Option<usize>, canvas: &Canvas, asked: &mut Asked) {
    let Some(node) = node.filter(|node| *node < subject.shown.tree.len()) else {
        if ui.button("Fit").clicked() {
            asked.shows = Some(Wish::Whole);
        }
        asked.unfolds |= ui.button("Unfold everything").clicked();
        return;
    };
    let tree = subject.shown.tree;
    ui.weak(format!("{node} {}", words::title(tree, node)));
    if tree.end(node) > node + 1 {
        let word = if canvas.is_folded(node) { "Unfold" } else { "Fold" };
        if ui.button(word).clicked() {
            asked.folds = Some(node);
        }
    }
    ui.menu_button("Stop when it", |ui| stops(ui, subject, node, asked));
    if subject.can_change() {
        ui.separator();
        changes(ui, subject, node, asked);
    }
}

/// What a node does when playing stops, by the status that it gets.
const STOPS: [(Status, &str); 4] = [
    (Status::Running, "starts"),
    (Status::Success, "succeeds"),
    (Status::Failure, "fails"),
    (Status::Inactive, "is halted"),
];

/// A switch for each status at which playing stops.
pub(super) fn stops(ui: &mut Ui, subject: &Subject<'_>, node: usize, asked: &mut Asked) {
    for (status, words) in STOPS {
        let one = Breakpoint::Status { node, status };
        let mut is_set = subject.breaks.contains(&one);
        if ui.checkbox(&mut is_set, words).on_hover_text("Playing stops there.").changed() {
            asked.toggles.push(one);
        }
    }
}

/// A breakpoint as a sentence without its end.
pub(super) fn break_words(tree: &Tree, one: &Breakpoint) -> String {
    match one {
        Breakpoint::Status { node, status } if *node < tree.len() => {
            let verb = STOPS.iter().find(|(of, _)| of == status).map_or("", |(_, words)| *words);
            format!("{} {verb}", words::quoted(tree, *node))
        }
        Breakpoint::Status { node, .. } => format!("node {node}, which is gone"),
        Breakpoint::Changes { key } => format!("`{key}` changes"),
        Breakpoint::Compares { key, comparison, value } => format!("`{key}` {} {value}", comparison.sign()),
    }
}

/// Everything that changes the tree.
pub(super) fn changes(ui: &mut Ui, subject: &Subject<'_>, node: usize, asked: &mut Asked) {
    match &subject.source {
        Source::Written => {
            let change = change(ui, written_kinds);
            asked.change = change.map(|change| (node, change)).or(asked.change.take());
        }
        Source::File { trees, .. } => {
            let change = change(ui, |ui, with_leaves| file_kinds(ui, trees, with_leaves));
            asked.file_change = change.map(|change| (node, change)).or(asked.file_change.take());
        }
        Source::Fixed => {}
    }
}

/// The change that was chosen; `kinds` lists what can be added, with leaves or without.
fn change<K>(ui: &mut Ui, kinds: impl Fn(&mut Ui, bool) -> Option<K>) -> Option<Change<K>> {
    let mut change = None;
    let add = ui.menu_button("Add", |ui| kinds(ui, true).map(|new| change = Some(Change::Add(new))));
    add.response.accessible_name("Add a node").on_hover_text("Below a composite, or right after the node.");
    let wrap = ui.menu_button("Wrap in", |ui| kinds(ui, false).map(|new| change = Some(Change::Wrap(new))));
    wrap.response.accessible_name("Wrap the node").on_hover_text("Another node comes above it.");
    let moved = ui.menu_button("Move", |ui| {
        for way in Way::ALL {
            if ui.button(way.words()).clicked() {
                change = Some(Change::Move(way));
            }
        }
    });
    moved.response.accessible_name("Move the node").on_hover_text("Or drag it in the tree.");
    if ui.button("Unwrap").on_hover_text("Its only child takes its place.").clicked() {
        change = Some(Change::Unwrap);
    }
    let delete = ui.button("Delete").on_hover_text("With all below it; undo brings it back.");
    if delete.accessible_name("Delete the node").clicked() {
        change = Some(Change::Delete);
    }
    change
}

/// Kinds of nodes of the scene, group by group.
fn written_kinds(ui: &mut Ui, with_leaves: bool) -> Option<New> {
    let mut chosen = None;
    let leaves: &[_] = if with_leaves { &[("Conditions", New::CONDITIONS), ("Actions", New::ACTIONS)] } else { &[] };
    for (title, kinds) in [("Composites", New::COMPOSITES), ("Decorators", New::DECORATORS)].iter().chain(leaves) {
        ui.menu_button(*title, |ui| {
            for &new in *kinds {
                if ui.button(new.words()).clicked() {
                    chosen = Some(new);
                }
            }
        });
    }
    chosen
}

/// Elements that a file of trees can hold, group by group.
fn file_kinds(ui: &mut Ui, trees: &TreeFile, with_leaves: bool) -> Option<Template> {
    const GROUPS: [(Group, &str); 5] = [
        (Group::Control, "Composites"),
        (Group::Decorator, "Decorators"),
        (Group::Condition, "Conditions"),
        (Group::Action, "Actions"),
        (Group::SubTree, "Subtrees"),
    ];
    let (mut chosen, templates) = (None, trees.templates());
    for (group, title) in &GROUPS[..if with_leaves { GROUPS.len() } else { 2 }] {
        let kinds = templates.iter().filter(|one| one.group == *group).collect::<Vec<_>>();
        if kinds.is_empty() {
            continue;
        }
        ui.menu_button(*title, |ui| {
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for new in kinds {
                    if ui.button(new.words()).clicked() {
                        chosen = Some(new.clone());
                        ui.close();
                    }
                }
            });
        });
    }
    chosen
}
