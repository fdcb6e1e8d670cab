//! The words and signs of nodes, statuses and events, in the boxes, lists and sentences of the panel.
//!
//! Names are in `backticks`; [`theme::quoted`](crate::app::kit::theme::quoted) sets them as quotes.

use crate::behavior::{
    Abort, Action, Arity, ChildOrder, Condition, Event, EventKind, Fault, LeafPlace, LibraryNode, Motion, NodeKind,
    ObjectRef, Policy, Script, Sense, Status, Tree,
};
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::{counted, num};
use crate::world::AgentAt;

/// The meaning of a status, for its colour, line style and sign.
pub(crate) fn tone(status: Status) -> Tone {
    match status {
        Status::Inactive | Status::Skipped => Tone::Note,
        Status::Running => Tone::Partial,
        Status::Success => Tone::Pass,
        Status::Failure => Tone::Fail,
    }
}

/// The sign before a composite's name; empty for other nodes, which have a shape of their own.
pub(crate) fn sign(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Sequence { order: ChildOrder::Resume, .. } => "→",
        NodeKind::Sequence { order: ChildOrder::Reactive, .. } => "→R",
        NodeKind::Sequence { order: ChildOrder::Remember, .. } => "→*",
        NodeKind::Sequence { order: ChildOrder::Async, .. } => "→A",
        NodeKind::Selector { order: ChildOrder::Async, .. } => "?A",
        NodeKind::Selector { order: ChildOrder::Reactive, .. } => "?R",
        NodeKind::Selector { .. } => "?",
        NodeKind::Parallel { .. } | NodeKind::Library(LibraryNode::Parallel(_) | LibraryNode::ParallelAll { .. }) => {
            "⇉"
        }
        NodeKind::Unsupported { .. } => "⚠",
        _ => "",
    }
}

/// The meaning of a composite's sign.
pub(crate) fn meaning(kind: &NodeKind) -> Option<&'static str> {
    Some(match kind {
        NodeKind::Sequence { order: ChildOrder::Resume, .. } => "sequence: children in order, until one fails",
        NodeKind::Sequence { order: ChildOrder::Reactive, .. } => {
            "reactive sequence: starts at the first child in every tick"
        }
        NodeKind::Sequence { order: ChildOrder::Remember, .. } => {
            "sequence with memory: continues at the child that failed"
        }
        NodeKind::Sequence { order: ChildOrder::Async, .. } => "async sequence: ticks the next child in the next tick",
        NodeKind::Selector { order: ChildOrder::Async, .. } => "async selector: ticks the next child in the next tick",
        NodeKind::Selector { order: ChildOrder::Reactive, .. } => {
            "reactive selector: starts at the first child in every tick"
        }
        NodeKind::Selector { .. } => "selector: children in order, until one succeeds",
        NodeKind::Parallel { .. } | NodeKind::Library(LibraryNode::Parallel(_) | LibraryNode::ParallelAll { .. }) => {
            "parallel: ticks all children in every tick"
        }
        NodeKind::Unsupported { .. } => "unknown kind: ticks like a sequence",
        _ => return None,
    })
}

/// The mark of an abort kind; empty for none.
pub(crate) fn abort_mark(abort: Abort) -> &'static str {
    match abort {
        Abort::None => "",
        Abort::Own => "↺",
        Abort::LowerPriority => "⇥",
        Abort::Both => "↺⇥",
    }
}

/// The meaning of an abort mark.
pub(crate) fn abort_meaning(abort: Abort) -> &'static str {
    match abort {
        Abort::None => "none: its conditions are not watched",
        Abort::Own => "self: halts its own later children",
        Abort::LowerPriority => "lower priority: halts nodes to its right",
        Abort::Both => "both: halts its own later children and nodes to its right",
    }
}

/// The text of a node's box: its name, or else its kind and parameters in a few words.
pub(crate) fn title(tree: &Tree, node: usize) -> String {
    let title = if tree.name(node).is_empty() { action_words(tree, node) } else { tree.name(node).to_owned() };
    escape::shown(&title).into_owned()
}

/// The state of an agent for a row or a label: the first running leaf, or the result of its tree.
pub(crate) fn doing(agent: &AgentAt) -> (Tone, String) {
    let Ok(tree) = &agent.tree else { return (Tone::Fail, "cannot run".to_owned()) };
    let is_leaf = |node: &usize| tree.kind(*node).arity() == Arity::None;
    let running = (0..agent.statuses.len()).filter(|&node| agent.statuses[node] == Status::Running).find(is_leaf);
    if agent.fault.is_some() {
        return (Tone::Fail, "ended with an error".to_owned());
    }
    let word = running.map_or_else(|| agent.status().word().to_owned(), |node| title(tree, node));
    (tone(agent.status()), word)
}

/// The kind and the parameters of a node in a few words, without its name.
pub(crate) fn action_words(tree: &Tree, node: usize) -> String {
    let times = |word: &str, times: &Option<u64>| match times {
        Some(times) => format!("{word} ×{times}"),
        None => format!("{word} ∞"),
    };
    match tree.kind(node) {
        NodeKind::Parallel { policy, .. } => format!("parallel, {}", policy_words(*policy)),
        NodeKind::Inverter => "invert".to_owned(),
        NodeKind::Succeeder => "always succeed".to_owned(),
        NodeKind::Failer => "always fail".to_owned(),
        NodeKind::Repeater { times: count } => times("repeater", count),
        NodeKind::UntilSuccess => "until success".to_owned(),
        NodeKind::UntilFailure => "until failure".to_owned(),
        NodeKind::KeepRunning => "keep running until failure".to_owned(),
        NodeKind::Timeout { ticks } => format!("timeout {ticks}"),
        NodeKind::Cooldown { ticks } => format!("cooldown {ticks}"),
        NodeKind::Library(node) => node.described(),
        NodeKind::Subtree { tree } => format!("subtree {tree}"),
        NodeKind::Recovery { retries } => times("recovery", retries),
        NodeKind::RateController { ticks } => format!("rate controller, {}", counted(*ticks, "tick")),
        NodeKind::DistanceController { distance } => format!("distance controller, {distance} m"),
        NodeKind::PipelineSequence
        | NodeKind::RoundRobin
        | NodeKind::NonblockingSequence
        | NodeKind::PersistentSequence { .. }
        | NodeKind::SpeedController { .. }
        | NodeKind::GoalUpdatedController { .. }
        | NodeKind::GoalUpdater { .. }
        | NodeKind::SingleTrigger
        | NodeKind::PathLongerOnApproach(_)
        | NodeKind::PauseResumeController(_) => tree.kind(node).word().replace('_', " "),
        NodeKind::Unsupported { tag } => tag.to_string(),
        NodeKind::Condition(condition) => requested(tree, condition),
        NodeKind::Action(action) => done(tree, action),
        kind @ (NodeKind::Sequence { .. } | NodeKind::Selector { .. }) => kind.word().replace('_', " "),
    }
}

fn policy_words(policy: Policy) -> String {
    match policy {
        Policy::All => "all".to_owned(),
        Policy::Any => "any".to_owned(),
    }
}

fn requested(tree: &Tree, condition: &Condition) -> String {
    match condition {
        Condition::Script(script) => scripted(script),
        Condition::Blackboard { key, comparison, value } => format!("{key} {} {value}", comparison.sign()),
        Condition::Expression(expression) => expression.text().to_owned(),
        Condition::Every { ticks } => format!("every {}", counted(*ticks, "tick")),
        Condition::Random { chance } => format!("chance {} %", (chance * 1000.0).round() / 10.0),
        Condition::Sense(Sense::Sees { object }) => format!("sees {}", name(tree, *object)),
        Condition::Sense(Sense::Hears { object, within }) => {
            format!("hears {} ≤ {} m", name(tree, *object), num(*within))
        }
        Condition::Sense(Sense::Near { place, within }) => format!("near {} ≤ {} m", spot(tree, place), num(*within)),
    }
}

fn done(tree: &Tree, action: &Action) -> String {
    match action {
        Action::Script(script) => scripted(script),
        Action::Expression(expression) => expression.text().to_owned(),
        Action::Library(leaf) => leaf.described(),
        Action::Wait { ticks } => format!("wait {}", counted(*ticks, "tick")),
        Action::Set { key, value } => format!("{key} = {value}"),
        Action::Log { message } => format!("log “{message}”"),
        Action::Motion(Motion::MoveTo { place, .. }) => format!("move to {}", spot(tree, place)),
        Action::Motion(Motion::Patrol { points, .. }) => format!("patrol {} points", points.len()),
        Action::Motion(Motion::Flee { place, .. }) => format!("flee {}", spot(tree, place)),
        Action::Motion(Motion::Face { place, .. }) => format!("face {}", spot(tree, place)),
    }
}

/// "script ✔✖…": the first answers.
fn scripted(script: &Script) -> String {
    const SHOWN: usize = 4;
    let signs = script.answers().iter().take(SHOWN).map(|answer| match answer {
        Status::Success => "✔",
        Status::Failure => "✖",
        Status::Skipped => "»",
        Status::Running | Status::Inactive => "◐",
    });
    let more = if script.answers().len() > SHOWN { "…" } else { "" };
    format!("script {}{more}", signs.collect::<String>())
}

pub(crate) fn name(tree: &Tree, object: ObjectRef) -> &str {
    tree.objects().get(object.0 as usize).map_or("?", |name| name)
}

fn spot(tree: &Tree, place: &LeafPlace) -> String {
    match place {
        LeafPlace::Object(object) => name(tree, *object).to_owned(),
        LeafPlace::Point([x, y, z]) => format!("({}, {}, {})", num(*x), num(*y), num(*z)),
    }
}

/// The error that ended an agent, with its tick and its node.
pub(crate) fn fault_words(tree: &Tree, fault: &Fault) -> String {
    format!("tick {}, at node {} {}: {}", fault.tick, fault.node, quoted(tree, fault.node), fault.message)
}

/// A node in a sentence.
pub(crate) fn quoted(tree: &Tree, node: usize) -> String {
    format!("`{}`", title(tree, node).replace('`', "'"))
}

/// Nodes in a sentence, the first few of many.
pub(crate) fn listed(tree: &Tree, nodes: &[usize]) -> String {
    const NAMED: usize = 4;
    let names: Vec<String> = nodes.iter().take(NAMED).map(|&node| quoted(tree, node)).collect();
    let more = nodes.len().saturating_sub(NAMED);
    if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
}

/// An event as a sentence without a full stop.
pub(crate) fn event(tree: &Tree, event: &Event) -> String {
    let node = quoted(tree, event.node as usize);
    let cause = || event.cause().map_or_else(|| "its parent".to_owned(), |cause| quoted(tree, cause));
    match event.what {
        EventKind::Start => format!("{node} started"),
        EventKind::End if event.status == Status::Skipped => format!("{node} was skipped"),
        EventKind::End => format!("{node} ended in {}", event.status.word()),
        EventKind::Abort => format!("{node} was aborted because of {}", cause()),
        EventKind::Reevaluate => flip(&node, event.status),
    }
}

/// The change of a watched condition's result, in words.
pub(crate) fn flip(node: &str, now: Status) -> String {
    format!("{node} went from {} to {}", now.inverted().word(), now.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::{TreeBuilder, ValueComparison};

    #[test]
    fn nodes_without_a_name_say_what_they_do() {
        let mut builder = TreeBuilder::new();
        let player = builder.object("player");
        builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None }, "");
        let leaves = [
            (NodeKind::Condition(Condition::Sense(Sense::Sees { object: player })), "sees player"),
            (
                NodeKind::Condition(Condition::Sense(Sense::Near { place: LeafPlace::Object(player), within: 2.5 })),
                "near player ≤ 2.5 m",
            ),
            (
                NodeKind::Condition(Condition::Blackboard {
                    key: "hp".into(),
                    comparison: ValueComparison::Less,
                    value: 30.0.into(),
                }),
                "hp < 30",
            ),
            (NodeKind::Condition(Condition::Random { chance: 0.25 }), "chance 25 %"),
            (NodeKind::Action(Action::Wait { ticks: 10 }), "wait 10 ticks"),
            (NodeKind::Action(Action::Set { key: "hp".into(), value: 3.0.into() }), "hp = 3"),
            (NodeKind::Action(Action::Script(Script::new(&[Status::Running, Status::Success]).unwrap())), "script ◐✔"),
            (
                NodeKind::Action(Action::Motion(Motion::MoveTo {
                    place: LeafPlace::Point([1.0, 0.0, -2.0]),
                    speed: 1.0,
                    within: 0.1,
                })),
                "move to (1, 0, −2)",
            ),
        ];
        for (kind, _) in &leaves {
            builder.leaf(kind.clone(), "");
        }
        builder.leaf(NodeKind::Action(Action::Wait { ticks: 1 }), "named");
        let tree = builder.finish().unwrap();
        for (i, (_, words)) in leaves.iter().enumerate() {
            assert_eq!(&title(&tree, i + 1), words);
        }
        assert_eq!(title(&tree, 0), "sequence");
        assert_eq!(
            (title(&tree, leaves.len() + 1), action_words(&tree, leaves.len() + 1)),
            ("named".into(), "wait 1 tick".into())
        );
    }

    #[test]
    fn long_lists_end_in_a_count() {
        let mut builder = TreeBuilder::new();
        builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None }, "all");
        for name in ["a", "b", "c", "d", "e", "f"] {
            builder.leaf(NodeKind::Action(Action::Wait { ticks: 1 }), name);
        }
        let tree = builder.finish().unwrap();
        assert_eq!(listed(&tree, &[1, 2]), "`a`, `b`");
        assert_eq!(listed(&tree, &[1, 2, 3, 4, 5, 6]), "`a`, `b`, `c`, `d` and 2 more");
    }
}
