//! The running leaves of an agent and its last abort, in one or two sentences.

use super::why::AbortRecord;
use super::words::{fault_words, title};
use crate::behavior::{Event, EventKind, Status, Tree};
use crate::world::agents::AgentAt;

/// The running leaves and the last abort, in one or two sentences.
pub(super) fn headline(agent: &AgentAt) -> String {
    let name = &agent.name;
    let tree = match &agent.tree {
        Ok(tree) => tree,
        Err(error) => return format!("`{name}` cannot run its tree: {error}."),
    };
    if let Some(fault) = &agent.fault {
        return format!("`{name}` has ended with an error in its {}.", fault_words(tree, fault));
    }
    let doing = match agent.status() {
        Status::Inactive => return format!("`{name}` has not made a tick yet."),
        Status::Running => format!("`{name}` runs {}", running(tree, &agent.statuses)),
        Status::Skipped => format!("The tree of `{name}` was skipped"),
        result => format!("The tree of `{name}` has ended in {}", result.word()),
    };
    let last = agent.events.iter().rev().find(|event| event.what == EventKind::Abort);
    let why = last.and_then(|last| {
        let events: Vec<Event> = agent.events.range(agent.events_of(last.tick.into())).copied().collect();
        let all = AbortRecord::all(tree, &events);
        let described: Vec<String> =
            all.iter().filter(|one| !one.halted.is_empty()).map(|one| one.sentence(tree)).collect();
        (!described.is_empty()).then(|| format!(" Last abort, in its tick {}: {}.", last.tick, described.join("; ")))
    });
    format!("{doing}.{}", why.unwrap_or_default())
}

/// The running leaves, each with its path from the root.
fn running(tree: &Tree, statuses: &[Status]) -> String {
    const MOST: usize = 3;
    let runs = |node: usize| statuses.get(node) == Some(&Status::Running);
    let leaves: Vec<usize> = (0..tree.len()).filter(|&node| runs(node) && !tree.children(node).any(runs)).collect();
    let way = |&leaf: &usize| {
        let mut way: Vec<usize> = std::iter::successors(Some(leaf), |&node| tree.parent(node)).collect();
        way.reverse();
        way.into_iter().map(|node| title(tree, node)).collect::<Vec<_>>().join(" › ")
    };
    let ways: Vec<String> = leaves.iter().take(MOST).map(|leaf| format!("`{}`", way(leaf).replace('`', "'"))).collect();
    let more = if leaves.len() > MOST { format!(" and {} more", leaves.len() - MOST) } else { String::new() };
    format!("{}{more}", ways.join(" and "))
}
