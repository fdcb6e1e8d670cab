//! The agents' section of a report.
//!
//! Besides the contract's keys an agent has
//!
//! * `"reason"` at events with a cause: a condition whose result changed, and each node that was aborted because of it;
//! * `"log"`, when its actions have logged messages: `[{ "tick", "node", "text" }]`;
//! * `"sight"`, when its tree has `sees` leaves: the result for each object now,
//!   `[{ "object", "seen", "verdict", "blocked_by" }]`;
//! * `"error"` in place of all but its name, when its tree cannot run;
//! * `"error"` beside them, and at a node, when an error at that node has ended the agent.

use std::ops::Range;

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use super::answers::AgentAnswers;
use super::why::AbortRecord;
use super::words::fault_words;
use crate::behavior::{Blackboard, Event, EventKind, Tree, Value};
use crate::report::all_answers::Report;
use crate::report::section_source::Estimate;
use crate::world::agents::AgentAt;

/// An agent with more events than this has `null` in place of the list.
pub const MOST_EVENTS: usize = 1_000_000;

/// The bytes of an entry with its spaces, without texts of any length.
const NODE_BYTES: u64 = 90;

const EVENT_BYTES: u64 = 96;

const VALUE_BYTES: u64 = 10;

const MESSAGE_BYTES: u64 = 45;

/// An agent: its answers, or `error` in place of all but its name.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum AgentSection<'a> {
    Answer(AgentEntry<'a>),
    Error { agent: &'a str, error: &'a str },
}

/// The keys of the contract in its order, then ours.
#[derive(Serialize)]
pub(in crate::report) struct AgentEntry<'a> {
    agent: &'a str,
    tick: u64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    nodes: Nodes<'a>,
    events: Option<Events<'a>>,
    blackboard: Values<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    log: Vec<LoggedMessage<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sight: Vec<Seen<'a>>,
}

#[derive(Serialize)]
struct AgentNode<'a> {
    index: usize,
    parent: Option<usize>,
    kind: &'static str,
    name: Option<&'a str>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct LoggedMessage<'a> {
    tick: u64,
    node: usize,
    text: &'a str,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the keys are those of the report")]
struct Seen<'a> {
    object: &'a str,
    seen: bool,
    verdict: &'static str,
    blocked_by: Option<&'a str>,
}

impl<'a> AgentSection<'a> {
    /// With all events up to now, or only those of the last tick of the scene.
    pub(in crate::report) fn of(answers: &'a AgentAnswers, report: &'a Report, only_new: bool) -> Self {
        match &answers.agent.tree {
            Ok(tree) => Self::Answer(AgentEntry::of(answers, tree, report, only_new)),
            Err(error) => Self::Error { agent: &answers.agent.name, error },
        }
    }
}

impl<'a> AgentEntry<'a> {
    fn of(answers: &'a AgentAnswers, tree: &'a Tree, report: &'a Report, only_new: bool) -> Self {
        let agent = &answers.agent;
        let from = first_tick(agent, only_new);
        let log = agent.messages.iter().filter(|message| message.tick >= from);
        let seen = |(object, sight): &(usize, crate::world::agents::Sight)| Seen {
            object: report.name(*object),
            seen: sight.is_clear(),
            verdict: sight.verdict.word(),
            blocked_by: sight.blocked.map(|(by, _)| report.name(by)),
        };
        Self {
            agent: &agent.name,
            tick: agent.tick,
            status: agent.status().word(),
            error: agent.fault.as_deref().map(|fault| fault_words(tree, fault)),
            nodes: Nodes { tree, agent },
            events: shown_events(agent, only_new).map(|range| Events { tree, agent, range }),
            blackboard: Values(&agent.blackboard),
            log: log
                .map(|message| LoggedMessage { tick: message.tick, node: message.node, text: &message.text })
                .collect(),
            sight: answers.sights.iter().map(seen).collect(),
        }
    }
}

/// The first tick of the agent whose events are written.
fn first_tick(agent: &AgentAt, only_new: bool) -> u64 {
    if only_new { agent.tick_before.saturating_add(1) } else { 0 }
}

/// The events that are written; `None` when there are too many.
pub(super) fn shown_events(agent: &AgentAt, only_new: bool) -> Option<Range<usize>> {
    let events = agent.events_of(first_tick(agent, only_new)).start..agent.events.len();
    (events.len() <= MOST_EVENTS && !agent.is_cut).then_some(events)
}

/// An estimate of the size of an agent's entry without its events and messages.
pub(in crate::report) fn size(agent: &AgentAt) -> Estimate {
    let Ok(tree) = &agent.tree else { return Estimate::default() };
    // Bytes of an entry without its name, estimated.
    let names: usize = (0..tree.len()).map(|node| tree.name(node).len()).sum();
    let values: usize = agent.blackboard.iter().map(|(name, value)| name.len() + length(value)).sum();
    let entries = [(tree.len(), NODE_BYTES), (names, 1), (agent.blackboard.len(), VALUE_BYTES), (values, 1)];
    let entries = entries.map(|(count, bytes)| Estimate::entries(count as u64, bytes));
    entries.into_iter().fold(Estimate::default(), Estimate::plus)
}

/// An estimate of the size of an agent's events and messages from a tick of the agent on.
pub(in crate::report) fn size_of_events(agent: &AgentAt, from: u64) -> Estimate {
    let log: Vec<usize> =
        agent.messages.iter().filter(|message| message.tick >= from).map(|message| message.text.len()).collect();
    let events = Estimate::entries(recorded(agent, from).len() as u64, EVENT_BYTES);
    let messages = Estimate::entries(log.len() as u64, MESSAGE_BYTES);
    events.plus(messages).plus(Estimate::entries(log.iter().sum::<usize>() as u64, 1))
}

/// The events from a tick of the agent on. None when there are too many to be written.
pub(super) fn recorded(agent: &AgentAt, from: u64) -> Range<usize> {
    let events = agent.events_of(from).start..agent.events.len();
    // A report with all events has none when they are too many. A recording has few at each tick.
    if from == 0 && (agent.is_cut || events.len() > MOST_EVENTS) { 0..0 } else { events }
}

/// The bytes of a text.
fn length(value: &Value) -> usize {
    if let Value::Text(text) = value { text.len() } else { 0 }
}

/// The nodes of a tree, which are made while they are written: there may be a million.
struct Nodes<'a> {
    tree: &'a Tree,
    agent: &'a AgentAt,
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { tree, agent } = self;
        serializer.collect_seq((0..tree.len()).map(|index| AgentNode {
            index,
            parent: tree.parent(index),
            kind: tree.kind(index).word(),
            name: Some(tree.name(index)).filter(|name| !name.is_empty()),
            status: agent.statuses[index].word(),
            error: agent.fault.as_deref().filter(|fault| fault.node == index).map(|fault| &*fault.message),
        }))
    }
}

/// Events, which are made while they are written.
struct Events<'a> {
    tree: &'a Tree,
    agent: &'a AgentAt,
    range: Range<usize>,
}

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.range.len()))?;
        let mut tick: Vec<Event> = Vec::new();
        let mut abort_records = Vec::new();
        for event in self.agent.events.range(self.range.clone()) {
            let has_reason = matches!(event.what, EventKind::Abort | EventKind::Reevaluate);
            if has_reason {
                if tick.first().is_none_or(|first| first.tick != event.tick) {
                    tick = self.agent.events.range(self.agent.events_of(event.tick.into())).copied().collect();
                    abort_records = AbortRecord::all(self.tree, &tick);
                }
                let cause = if event.what == EventKind::Abort { event.cause() } else { Some(event.node as usize) };
                let abort_record = abort_records.iter().find(|one| Some(one.cause) == cause);
                list.serialize_element(&OneEvent { event, reason: abort_record.map(|one| one.sentence(self.tree)) })?;
            } else {
                list.serialize_element(&OneEvent { event, reason: None })?;
            }
        }
        list.end()
    }
}

struct OneEvent<'a> {
    event: &'a Event,
    reason: Option<String>,
}

impl Serialize for OneEvent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tick", &self.event.tick)?;
        map.serialize_entry("node", &self.event.node)?;
        map.serialize_entry("event", self.event.what.word())?;
        map.serialize_entry("status", self.event.status.word())?;
        map.serialize_entry("cause", &self.event.cause())?;
        if let Some(reason) = &self.reason {
            map.serialize_entry("reason", reason)?;
        }
        map.end()
    }
}

/// The values of a blackboard, by name.
struct Values<'a>(&'a Blackboard);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::files::Files;
    use crate::report::json::{estimate, write_world};
    use crate::report::section::Section;
    use crate::scene::parse;
    use crate::world::World;

    #[test]
    fn the_size_of_a_section_is_known_before_it_is_written() {
        for (nodes, tick) in [(2000, 0), (300, 8)] {
            let leaf = json!({ "action": { "log": { "message": "here" } } });
            let agent = |i: usize| json!({ "name": format!("a{i}"), "tree": { "sequence": { "children": vec![leaf.clone(); nodes] } } });
            let text = json!({ "eyeline": 1, "agents": [agent(0), agent(1)] }).to_string();
            let world = World::at(&parse(&text, "a.json").unwrap(), &Files::default(), tick);
            let mut written = Vec::new();
            write_world(
                &world,
                "a.json",
                Some(&[Section::Agents]),
                &mut crate::report::occlusion::entry::without_depth,
                &mut written,
            )
            .unwrap();
            let (size, about) = (
                written.len() as u64,
                estimate(&world, Some(&[Section::Agents]), crate::report::section_source::ReportForm::Full).bytes,
            );
            assert!(about > size * 7 / 10 && about < size * 13 / 10, "{about} for {size}");
        }
    }
}
