//! The parameters of a node of a behaviour tree in the scene.

use std::sync::Arc;

use eframe::egui::{DragValue, Ui};

use crate::app::kit::form::fields::{Changed, ItemForm, Unit};
use crate::app::kit::form::path;
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::value_text::{read, written};
use crate::behavior::{Script, Status, Value, ValueComparison};
use crate::scene::tree::{
    Abort, ActionKind, ActionResult, AgentTree, Composite, ConditionKind, ConditionResult, Face, Flee, Hears, MoveTo,
    Near, Node, Parallel, Policy, Repeater, Sees, Timed,
};
use crate::workspace::Workspace;

/// Default speeds and distances of optional fields.
const TURN: f32 = 90.0;
const TIMES: u64 = 3;

/// The fields of a node of an agent; a change can be undone.
pub(in crate::app) fn fields(ui: &mut Ui, workspace: &mut Workspace, agent: usize, index: usize) {
    let scene = Arc::clone(workspace.scene());
    let Some(written) = scene.agents.get(agent) else { return };
    let Some(mut node) = written.tree.root().and_then(|root| root.nth(index)).map(Node::without_children) else {
        return;
    };
    let name = format!("node {index} of {}", written.name);
    let mut form = ItemForm::new(ui, &name, workspace.document().refusal());
    form.text("title", node.name_mut(), "A title for display. Without a title its parameters are shown.");
    parameters(&mut form, &mut node, Offers::objects(workspace));
    if let Some(Changed { field, .. }) = form.changed() {
        workspace.edit(&field, |scene| {
            let root = scene.agents.get_mut(agent).and_then(|agent| agent.tree.root_mut());
            if let Some(old) = root.and_then(|root| root.nth_mut(index)) {
                old.set_parameters(node);
            }
        });
    }
}

/// The scripted results of an unknown leaf of a tree file. The scene stores them under the leaf's name.
pub(in crate::app) fn answers(ui: &mut Ui, workspace: &mut Workspace, agent: usize, leaf: &str, now: &Script) {
    let scene = Arc::clone(workspace.scene());
    let Some(written) = scene.agents.get(agent) else { return };
    let name = format!("{leaf} of {}", written.name);
    let mut form = ItemForm::new(ui, &name, workspace.document().refusal());
    let answer = |status: &Status| match status {
        Status::Success => ActionResult::Success,
        Status::Failure => ActionResult::Failure,
        Status::Skipped => ActionResult::Skipped,
        Status::Running | Status::Inactive => ActionResult::Running,
    };
    let mut answers: Vec<ActionResult> = now.answers().iter().map(answer).collect();
    script(&mut form, &mut answers, &ANSWERS, SCRIPT);
    if let Some(Changed { field, .. }) = form.changed() {
        workspace.edit(&field, |scene| {
            if let Some(AgentTree::File(file)) = scene.agents.get_mut(agent).map(|agent| &mut agent.tree) {
                file.scripts.insert(leaf.to_owned(), answers);
            }
        });
    }
}

/// The results of an action.
const ANSWERS: [(ActionResult, &str); 4] = [
    (ActionResult::Running, "running"),
    (ActionResult::Success, "success"),
    (ActionResult::Failure, "failure"),
    (ActionResult::Skipped, "skipped"),
];
const SCRIPT: &str = "The result in each tick since the node started. The last result repeats.";

fn parameters(form: &mut ItemForm, node: &mut Node, objects: Offers<'_>) {
    match node {
        Node::Sequence(Composite { abort, .. }) | Node::Selector(Composite { abort, .. }) => aborts(form, abort),
        Node::Parallel(Parallel { policy, abort, .. }) => {
            let policies = [(Policy::All, "all must succeed"), (Policy::Any, "one must succeed")];
            form.choice("policy", policy, &policies, "The rule that ends the node.");
            aborts(form, abort);
        }
        Node::Repeater(Repeater { times, .. }) => {
            form.optional("runs", times, "without end", "The number of runs of the child.", || TIMES);
            if let Some(times) = times {
                form.count("times", times, "The number of runs of the child, at least 1.");
            }
        }
        Node::Timeout(Timed { ticks, .. }) => {
            form.count("ticks", ticks, "It fails if its child is still running after this many ticks.");
        }
        Node::Cooldown(Timed { ticks, .. }) => {
            form.count(
                "ticks",
                ticks,
                "For this many ticks after its child has ended, it fails without running the child.",
            );
        }
        Node::Inverter(_) | Node::Succeeder(_) | Node::Failer(_) | Node::UntilSuccess(_) | Node::UntilFailure(_) => {}
        Node::Condition(leaf) => condition(form, &mut leaf.kind, objects),
        Node::Action(leaf) => action(form, &mut leaf.kind, objects),
    }
}

fn aborts(form: &mut ItemForm, abort: &mut Abort) {
    let kinds =
        [(Abort::None, "none"), (Abort::Own, "self"), (Abort::LowerPriority, "lower priority"), (Abort::Both, "both")];
    let help = "When the conditions of this composite are evaluated again. Self: while a later child of the composite runs. \
                Lower priority: after the composite has ended, while a later sibling of it runs.";
    form.choice("abort", abort, &kinds, help);
}

fn condition(form: &mut ItemForm, kind: &mut ConditionKind, objects: Offers<'_>) {
    match kind {
        ConditionKind::Sees(Sees { object }) => one_object(form, object, objects),
        ConditionKind::Hears(Hears { object, within }) => {
            one_object(form, object, objects);
            form.number(
                "within",
                within,
                Unit::Metres,
                "The greatest distance from the agent's body to the centre of the object's bounds.",
            );
        }
        ConditionKind::Near(Near { object, point, within }) => {
            place(form, object, point, objects);
            form.number(
                "within",
                within,
                Unit::Metres,
                "The greatest distance from the agent's body, also behind other objects.",
            );
        }
        ConditionKind::Blackboard(compared) => {
            form.text("key", &mut compared.key, "The key of the blackboard value.");
            let signs = ValueComparison::ALL.map(|comparison| (comparison, comparison.sign()));
            form.choice("is", &mut compared.is, &signs, "The operator of the comparison.");
            value(form, &mut compared.value);
        }
        ConditionKind::Every(every) => {
            form.count(
                "ticks",
                &mut every.ticks,
                "It succeeds in every n-th tick of the tree and fails in the others.",
            );
        }
        ConditionKind::Random(random) => {
            let drag = DragValue::new(&mut random.chance).range(0.0..=1.0).speed(0.005).update_while_editing(false);
            form.drag("chance", drag, "The probability of success, from 0 (never) to 1 (always).");
        }
        ConditionKind::Script(answers) => {
            let words = [
                (ConditionResult::Success, "success"),
                (ConditionResult::Failure, "failure"),
                (ConditionResult::Skipped, "skipped"),
            ];
            script(form, answers, &words, "The result in each tick of the tree, from tick 1. The last result repeats.");
        }
    }
}

fn action(form: &mut ItemForm, kind: &mut ActionKind, objects: Offers<'_>) {
    const SPEED: &str = "Metres a second, above 0.";
    match kind {
        ActionKind::MoveTo(MoveTo { object, point, speed, within }) => {
            place(form, object, point, objects);
            form.number("speed", speed, Unit::Speed, SPEED);
            form.number("within", within, Unit::Metres, "The distance at which the action succeeds.");
        }
        ActionKind::Patrol(patrol) => {
            form.number("speed", &mut patrol.speed, Unit::Speed, SPEED);
            path::points(form, &mut patrol.points);
        }
        ActionKind::Flee(Flee { object, point, speed, until }) => {
            place(form, object, point, objects);
            form.number("speed", speed, Unit::Speed, SPEED);
            form.number("until", until, Unit::Size, "The distance at which the action succeeds.");
        }
        ActionKind::Face(Face { object, point, degrees_per_second }) => {
            place(form, object, point, objects);
            form.optional("turns", degrees_per_second, "at once", "The speed of the rotation.", || TURN);
            if let Some(speed) = degrees_per_second {
                form.number("each second", speed, Unit::Degrees, "The rotation per second, above 0.");
            }
        }
        ActionKind::Wait(wait) => {
            form.count("ticks", &mut wait.ticks, "The number of ticks that the action runs, including the first.");
        }
        ActionKind::Set(set) => {
            form.text("key", &mut set.key, "The key of the blackboard value.");
            value(form, &mut set.value);
        }
        ActionKind::Log(log) => {
            form.text("message", &mut log.message, "The message. {key} is replaced by a value of the blackboard.");
        }
        ActionKind::Script(answers) => {
            script(form, answers, &ANSWERS, SCRIPT);
        }
    }
}

fn one_object(form: &mut ItemForm, object: &mut String, objects: Offers<'_>) {
    form.row("object", "The name of the object.", |ui, label| {
        let Some(Picked::Name(name)) = picker(ui, label, "object of the node", object, None, objects) else {
            return false;
        };
        *object = name;
        true
    });
}

/// An object or a point.
fn place(form: &mut ItemForm, object: &mut Option<String>, point: &mut Option<[f32; 3]>, objects: Offers<'_>) {
    const POINT: &str = "a point";
    form.row("where", "An object at its current position, or a point.", |ui, label| {
        let shown = object.as_deref().unwrap_or(POINT);
        match picker(ui, label, "place of the node", shown, Some(POINT), objects) {
            Some(Picked::Nothing) => (*object, *point) = (None, Some(point.unwrap_or_default())),
            Some(Picked::Name(name)) => (*object, *point) = (Some(name), None),
            None => return false,
        }
        true
    });
    if let Some(point) = point {
        form.vector("point", point, Unit::Metres, "In world space.");
    }
}

/// A value as JSON. Text that is not JSON is a string.
fn value(form: &mut ItemForm, value: &mut Value) {
    let mut text = written(value);
    let before = text.clone();
    form.text("value", &mut text, "A number, true, false, a text, or a list such as [0, 1, 2].");
    if text != before {
        *value = read(&text);
    }
}

/// A list of results as words.
fn script<T: Copy + PartialEq>(form: &mut ItemForm, answers: &mut Vec<T>, words: &[(T, &str)], help: &str) {
    let word = |answer: &T| words.iter().find(|(known, _)| known == answer).map_or("", |(_, word)| *word);
    let mut text = answers.iter().map(word).collect::<Vec<_>>().join(", ");
    let before = text.clone();
    form.text("answers", &mut text, help);
    if text == before {
        return;
    }
    let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    let known =
        |part: &str| words.iter().find(|(_, word)| word.starts_with(&part.to_lowercase())).map(|(answer, _)| *answer);
    // The list ends at an unknown word: the field shows the part that was read.
    *answers = parts.map_while(known).collect();
}
