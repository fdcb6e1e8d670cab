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

fn kind(word: &str) -> Kind {
    let (head, number) = match word.split_once('*') {
        Some((head, number)) => (head, Some(number.parse().unwrap())),
        None => (word, None),
    };
    let ticks = number.unwrap_or(1);
    if let Some(answers) = head.strip_prefix("c:") {
        return Kind::Condition(Condition::Script(script(answers)));
    }
    if let Some(answers) = head.strip_prefix("a:") {
        return Kind::Action(Action::Script(script(answers)));
    }
    let mut parts = head.split('/');
    let name = parts.next().unwrap();
    let (mut abort, mut order) = (Abort::None, Order::Resume);
    for part in parts {
        match part {
            "self" => abort = Abort::Own,
            "lower" => abort = Abort::LowerPriority,
            "both" => abort = Abort::Both,
            "reactive" => order = Order::Reactive,
            "memory" => order = Order::Remember,
            "async" => order = Order::Async,
            _ => panic!("{part}"),
        }
    }
    match name {
        "seq" => Kind::Sequence { order, abort },
        "sel" => Kind::Selector { order, abort },
        "all" => Kind::Parallel { policy: Policy::All, abort },
        "any" => Kind::Parallel { policy: Policy::Any, abort },
        "two" => Kind::Library(LibraryNode::Parallel(Box::new(Thresholds { success: text(2), failure: text(2) }))),
        "wait" => Kind::Library(LibraryNode::ParallelAll { failures: text(1) }),
        "not" => Kind::Inverter,
        "yes" => Kind::Succeeder,
        "no" => Kind::Failer,
        "repeater" => Kind::Repeater { times: number },
        "until_success" => Kind::UntilSuccess,
        "until_failure" => Kind::UntilFailure,
        "timeout" => Kind::Timeout { ticks },
        "cooldown" => Kind::Cooldown { ticks },
        "repeat" => Kind::Library(LibraryNode::Repeat { num_cycles: text(ticks) }),
        "retry" => Kind::Library(LibraryNode::Retry { num_attempts: text(ticks) }),
        "keep" => Kind::KeepRunning,
        "delay" => Kind::Library(LibraryNode::Delay(Milliseconds { port: text(ticks), tick_rate: 1000.0 })),
        "once" => Kind::Library(LibraryNode::RunOnce { then_skip: Port::Text("false".into()) }),
        "once_skip" => Kind::Library(LibraryNode::RunOnce { then_skip: Port::Text("true".into()) }),
        "sub" => Kind::Subtree { tree: "sub".into() },
        "recovery" => Kind::Recovery { retries: number },
        "pipeline" => Kind::PipelineSequence,
        "robin" => Kind::RoundRobin,
        "nonblocking" => Kind::NonblockingSequence,
        "persistent" => Kind::PersistentSequence { key: None, resets: number == Some(1) },
        "rate" => Kind::RateController { ticks },
        "trigger" => Kind::SingleTrigger,
        "odd" => Kind::Unsupported { tag: "Odd".into() },
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
    let mut state = State::new(tree, Blackboard::default(), 0);
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
