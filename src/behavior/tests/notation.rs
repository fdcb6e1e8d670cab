//! Trees and their events in a short notation, so that a test shows both at a glance.
//!
//! `sel[ seq/lower[ c:FS a:RS ] a:R ]`: a selector over a sequence with abort kind lower priority, whose condition answers
//! failure, then success, and whose action runs once, then succeeds; and an action that runs for ever. Answers are `R`, `S`,
//! `F`, and `K` for skipped. Nodes are numbered in the order of the text.
//!
//! Events of a tick: `+3` node 3 starts, `3S` it ends with success, `3!1` it is aborted because of node 1, `1~F>2`
//! condition 1 is re-evaluated to failure and the tree goes on at node 2.

use std::collections::HashMap;

use super::super::*;

/// The tree of that notation.
pub(super) fn tree(text: &str) -> Tree {
    let spaced = text.replace('[', " [ ").replace(']', " ] ");
    let mut builder = TreeBuilder::new();
    let mut words = spaced.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "]" => builder.close(),
            _ if words.peek() == Some(&"[") => {
                words.next();
                builder.open(kind(word), "");
            }
            _ => {
                builder.leaf(kind(word), "");
            }
        }
    }
    builder.finish().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn kind(word: &str) -> NodeKind {
    let (head, number) = match word.split_once('*') {
        Some((head, number)) => (head, Some(number.parse().unwrap())),
        None => (word, None),
    };
    let ticks = number.unwrap_or(1);
    if let Some(answers) = head.strip_prefix("c:") {
        return NodeKind::Condition(Condition::Script(script(answers)));
    }
    if let Some(answers) = head.strip_prefix("a:") {
        return NodeKind::Action(Action::Script(script(answers)));
    }
    let mut parts = head.split('/');
    let name = parts.next().unwrap();
    let (mut abort, mut order) = (Abort::None, ChildOrder::Resume);
    for part in parts {
        match part {
            "self" => abort = Abort::Own,
            "lower" => abort = Abort::LowerPriority,
            "both" => abort = Abort::Both,
            "reactive" => order = ChildOrder::Reactive,
            "memory" => order = ChildOrder::Remember,
            "async" => order = ChildOrder::Async,
            _ => panic!("{part}"),
        }
    }
    match name {
        "seq" => NodeKind::Sequence { order, abort },
        "sel" => NodeKind::Selector { order, abort },
        "all" => NodeKind::Parallel { policy: Policy::All, abort },
        "any" => NodeKind::Parallel { policy: Policy::Any, abort },
        "two" => NodeKind::Library(LibraryNode::Parallel(Box::new(Thresholds { success: text(2), failure: text(2) }))),
        "wait" => NodeKind::Library(LibraryNode::ParallelAll { failures: text(1) }),
        "not" => NodeKind::Inverter,
        "yes" => NodeKind::Succeeder,
        "no" => NodeKind::Failer,
        "repeater" => NodeKind::Repeater { times: number },
        "until_success" => NodeKind::UntilSuccess,
        "until_failure" => NodeKind::UntilFailure,
        "timeout" => NodeKind::Timeout { ticks },
        "cooldown" => NodeKind::Cooldown { ticks },
        "repeat" => NodeKind::Library(LibraryNode::Repeat { num_cycles: text(ticks) }),
        "retry" => NodeKind::Library(LibraryNode::Retry { num_attempts: text(ticks) }),
        "keep" => NodeKind::KeepRunning,
        "delay" => NodeKind::Library(LibraryNode::Delay(Milliseconds { port: text(ticks), tick_rate: 1000.0 })),
        "once" => NodeKind::Library(LibraryNode::RunOnce { then_skip: Port::Text("false".into()) }),
        "once_skip" => NodeKind::Library(LibraryNode::RunOnce { then_skip: Port::Text("true".into()) }),
        "sub" => NodeKind::Subtree { tree: "sub".into() },
        "recovery" => NodeKind::Recovery { retries: number },
        "pipeline" => NodeKind::PipelineSequence,
        "robin" => NodeKind::RoundRobin,
        "nonblocking" => NodeKind::NonblockingSequence,
        "persistent" => NodeKind::PersistentSequence { key: None, resets: number == Some(1) },
        "rate" => NodeKind::RateController { ticks },
        "trigger" => NodeKind::SingleTrigger,
        "odd" => NodeKind::Unsupported { tag: "Odd".into() },
        _ => panic!("{name}"),
    }
}

fn text(number: u64) -> Port {
    Port::Text(number.to_string().into())
}

fn script(answers: &str) -> Script {
    let answers: Vec<Status> = answers.chars().map(|letter| LETTERS[&letter]).collect();
    Script::new(&answers).unwrap()
}

static LETTERS: std::sync::LazyLock<HashMap<char, Status>> = std::sync::LazyLock::new(|| {
    let all = [Status::Inactive, Status::Running, Status::Success, Status::Failure, Status::Skipped];
    all.into_iter().map(|status| (letter(status), status)).collect()
});

fn letter(status: Status) -> char {
    match status {
        Status::Inactive => '.',
        Status::Running => 'R',
        Status::Success => 'S',
        Status::Failure => 'F',
        Status::Skipped => 'K',
    }
}

/// The status of all nodes, a letter each: `.` inactive, `R`, `S`, `F`.
pub(super) fn letters(statuses: &[Status]) -> String {
    statuses.iter().map(|&status| letter(status)).collect()
}

/// The events of some ticks from the start, one text a tick; events are held to the statuses at the end of each tick.
pub(super) fn run(tree: &Tree, ticks: usize) -> Vec<String> {
    let mut state = TreeState::new(tree, Blackboard::default(), 0);
    let mut statuses = state.statuses().to_vec();
    let tick = |_| {
        let mut log = Log::default();
        state.tick(tree, &mut EmptyWorld, &mut log);
        log.events.iter().for_each(|event| apply(tree, &mut statuses, event));
        assert_eq!(letters(&statuses), letters(state.statuses()), "events and state");
        log.events.iter().map(event).collect::<Vec<_>>().join(" ")
    };
    (0..ticks).map(tick).collect()
}

fn event(event: &Event) -> String {
    let (node, status) = (event.node, letter(event.status));
    match (event.what, event.cause()) {
        (EventKind::Start, None) => format!("+{node}"),
        (EventKind::End, None) => format!("{node}{status}"),
        (EventKind::Abort, Some(cause)) => format!("{node}!{cause}"),
        (EventKind::Reevaluate, Some(next)) => format!("{node}~{status}>{next}"),
        other => panic!("{other:?}"),
    }
}

/// The tree runs like this; one text a tick, as long as there are any.
pub(super) fn expect(text: &str, ticks: &[&str]) {
    let found = run(&tree(text), ticks.len());
    assert_eq!(found, ticks, "{text}");
}
