//! The section `agents` of a brief report: `status`, `running` and `events`.
//!
//! An event has two keys besides those of the contract. `name` is the name of the node, or its kind when it has no
//! name. `path` lists the names of the nodes from the root to this node, at most the last [`MOST_STEPS`] after "…". The second of
//! two siblings named `wait` is `wait#2`. A node that is inserted into the tree changes the indices of other nodes, but
//! only the paths through it.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use serde_json::Value;

use super::answers::AgentAnswers;
use super::json::{recorded, shown_events};
use super::running::running;
use crate::behavior::{Event, Tree};
use crate::report::section_source::Estimate;
use crate::report::stored_fields::{each, pick};
use crate::world::agents::AgentAt;

/// The most nodes of a path.
const MOST_STEPS: usize = 16;

/// The brief entry of an agent, or its name and `error`.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum AgentBrief<'a> {
    Answer { agent: &'a str, tick: u64, status: &'static str, events: Option<Events<'a>>, running: Vec<&'a str> },
    Error { agent: &'a str, error: &'a str },
}

impl<'a> AgentBrief<'a> {
    /// With all events up to now, or only those of the last tick of the scene.
    pub(super) fn of(answers: &'a AgentAnswers, only_new: bool) -> Self {
        let agent = &answers.agent;
        match &agent.tree {
            Ok(tree) => Self::Answer {
                agent: &agent.name,
                tick: agent.tick,
                status: agent.status().word(),
                events: shown_events(agent, only_new).map(|range| Events { tree, agent, range }),
                running: running(tree, agent).collect(),
            },
            Err(error) => Self::Error { agent: &agent.name, error },
        }
    }
}

/// The fields of an agent that an expectation may name.
#[derive(Serialize)]
pub(super) struct Figures<'a> {
    agent: &'a str,
    tick: u64,
    status: &'static str,
    running: Vec<&'a str>,
}

impl<'a> Figures<'a> {
    pub(super) fn of(agent: &'a AgentAt, tree: &'a Tree) -> Self {
        Self {
            agent: &agent.name,
            tick: agent.tick,
            status: agent.status().word(),
            running: running(tree, agent).collect(),
        }
    }
}

/// Events, which are made while they are written.
pub(in crate::report) struct Events<'a> {
    tree: &'a Tree,
    agent: &'a AgentAt,
    range: Range<usize>,
}

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.range.len()))?;
        let label = |node| self.tree.label(node);
        let paths = Paths::of((0..self.tree.len()).map(|node| (self.tree.parent(node), label(node))));
        for event in self.agent.events.range(self.range.clone()) {
            let &Event { tick, node, what, status, .. } = event;
            list.serialize_element(&OneEvent {
                tick: tick.into(),
                node: node as usize,
                event: what.word(),
                status: status.word(),
                cause: event.cause(),
                name: label(node as usize),
                path: paths.path(node as usize, label),
            })?;
        }
        list.end()
    }
}

/// The bytes of an event without its name and its path.
const EVENT_BYTES: u64 = 96;

/// An estimate of the size of an agent's events from a tick of the agent on.
pub(super) fn size_of_events(agent: &AgentAt, from: u64) -> Estimate {
    let Ok(tree) = &agent.tree else { return Estimate::default() };
    // The label of each node, and the labels of its path with their quotes and commas.
    let mut labels: Vec<u64> = Vec::with_capacity(tree.len());
    for node in 0..tree.len() {
        let up = std::iter::successors(Some(node), |&node| tree.parent(node)).take(MOST_STEPS);
        let path: usize = up.map(|node| tree.label(node).len() + 3).sum();
        labels.push((tree.label(node).len() + path) as u64);
    }
    let events = recorded(agent, from);
    let count = events.len() as u64;
    let names = agent.events.range(events).map(|event| labels.get(event.node as usize).copied().unwrap_or_default());
    Estimate::entries(count, EVENT_BYTES).plus(Estimate::entries(names.sum(), 1))
}

#[derive(Serialize)]
struct OneEvent<'a> {
    tick: u64,
    node: usize,
    event: &'static str,
    status: &'static str,
    cause: Option<usize>,
    name: &'a str,
    path: Vec<String>,
}

/// The places of the nodes of a tree: the parent of each, and its number among the siblings with its label, from 0.
struct Paths(Vec<(Option<usize>, usize)>);

impl Paths {
    /// Nodes with their parents and labels, in pre-order.
    fn of<'t>(nodes: impl Iterator<Item = (Option<usize>, &'t str)>) -> Self {
        let mut siblings: HashMap<(Option<usize>, &str), usize> = HashMap::new();
        let number = |(parent, label)| {
            let count = siblings.entry((parent, label)).or_default();
            *count += 1;
            (parent, *count - 1)
        };
        Self(nodes.map(number).collect())
    }

    fn path<'t>(&self, node: usize, label: impl Fn(usize) -> &'t str) -> Vec<String> {
        let up = std::iter::successors(Some(node), |&node| self.0.get(node)?.0.filter(|&parent| parent < node));
        let step = |node: usize| match self.0.get(node) {
            Some((_, number @ 1..)) => format!("{}#{}", label(node), number + 1),
            _ => label(node).to_owned(),
        };
        let mut up = up.map(step);
        let mut path: Vec<String> = up.by_ref().take(MOST_STEPS).collect();
        path.extend(up.next().map(|_| "…".to_owned()));
        path.reverse();
        path
    }
}

/// The brief form of a section that was read from a report.
pub(super) fn shorten(section: &Value) -> Value {
    each(section, agent)
}

fn agent(agent: &Value) -> Value {
    let mut brief = pick(agent, &["agent", "tick", "status", "running", "events", "error"]);
    let Some(nodes) = agent.get("nodes").and_then(Value::as_array) else { return brief };
    let running = nodes.iter().filter(|node| node["status"] == "running").map(title);
    brief["running"] = running.collect();
    if let Some(events) = agent.get("events").and_then(Value::as_array) {
        let index = |value: &Value| value.as_u64().and_then(|index| usize::try_from(index).ok());
        let paths = Paths::of(nodes.iter().map(|node| (index(&node["parent"]), title(node))));
        let event = |event: &Value| {
            let mut picked = pick(event, &["tick", "node", "event", "status", "cause"]);
            let node = index(&event["node"]).filter(|node| *node < nodes.len());
            picked["name"] = node.map(|node| title(&nodes[node])).into();
            picked["path"] = node.map(|node| paths.path(node, |node| title(&nodes[node]))).into();
            picked
        };
        brief["events"] = events.iter().map(event).collect();
    }
    brief
}

/// A node's name, or its kind without one.
fn title(node: &Value) -> &str {
    node["name"].as_str().or(node["kind"].as_str()).unwrap_or_default()
}
