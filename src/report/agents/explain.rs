//! The explanation of the last tick of an agent: its running nodes, the aborts with their causes, and the steps of each
//! leaf.

use std::collections::VecDeque;

use super::headline::headline;
use super::why::{AbortRecord, of_tick};
use super::words::{event as event_words, fault_words, quoted, title, tone};
use crate::behavior::{Arity, DetailedLog, Event, EventKind, Status, Tree};
use crate::geometry::narrate::fine;
use crate::geometry::{Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::world::World;
use crate::world::agents::AgentAt;

/// The explanation of an agent's last tick.
pub(super) fn explain(world: &World, agent: &AgentAt) -> Explanation {
    let mut story = Story::default();
    let decided_by = match &agent.tree {
        Ok(tree) => {
            story.steps.push(time_step(world, agent));
            if let Some(recorded) = agent.detailed_log() {
                let decided_by = record_tick(tree, agent, recorded, &mut story);
                if let Some(fault) = &agent.fault {
                    let outcome = format!("The agent ended in its {}.", fault_words(tree, fault));
                    story.steps.push(Step { tone: Tone::Fail, ..note("Error", &outcome) });
                    Some(story.steps.len() - 1)
                } else {
                    decided_by
                }
            } else {
                story.steps.push(note("No tick yet", "The agent has not made a tick yet."));
                None
            }
        }
        Err(error) => {
            story.steps.push(Step { tone: Tone::Fail, ..note("No tree", error) });
            Some(0)
        }
    };
    Explanation {
        title: format!("What does `{}` do, and why?", agent.name),
        answer: headline(agent),
        tone: if agent.tree.is_ok() && agent.fault.is_none() { tone(agent.status()) } else { Tone::Fail },
        disagreement: None,
        decided_by,
        wrong_step: None,
        story,
    }
}

fn time_step(world: &World, agent: &AgentAt) -> Step {
    Step {
        formula: "own ticks = floor(time · own tick rate)".into(),
        numbers: format!(
            "floor({} s · {}) = {}, at tick {} of the scene",
            fine(world.time),
            fine(agent.tick_rate),
            agent.tick,
            world.tick
        ),
        ..note(&format!("Tick {}", agent.tick), "The events of its last tick follow.")
    }
}

fn note(title: &str, outcome: &str) -> Step {
    Step { title: title.to_owned(), outcome: outcome.to_owned(), ..Step::default() }
}

/// Adds the events of a tick in their order. The steps of a leaf precede its result. Returns the step that decides.
fn record_tick(tree: &Tree, agent: &AgentAt, recorded: DetailedLog, story: &mut Story) -> Option<usize> {
    let DetailedLog { log, stories } = recorded;
    let mut stories: VecDeque<(usize, Story)> = stories.into();
    let tick = log.events.first().map_or(0, |event| u64::from(event.tick));
    let abort_records = AbortRecord::all(tree, of_tick(&log.events, tick));
    if log.events.is_empty() && stories.is_empty() {
        story.steps.push(note("No event", "Running nodes continue, and no watched condition changed its result."));
        return Some(story.steps.len() - 1);
    }
    let mut steps = Vec::with_capacity(log.events.len());
    for event in &log.events {
        let node = event.node as usize;
        if event.what != EventKind::Start {
            let described = stories.iter().position(|(about, _)| *about == node).map_or(0, |at| at + 1);
            stories.drain(..described).for_each(|described| record_leaf(tree, described, story));
        }
        steps.push(story.steps.len());
        story.steps.push(event_step(tree, event, &abort_records));
        let said = log.messages.iter().find(|message| message.node == node && event.what == EventKind::End);
        if let Some(said) = said {
            story.steps.push(note("Log message", &format!("“{}”", said.text)));
        }
    }
    for described in stories {
        record_leaf(tree, described, story);
    }
    deciding(tree, agent, &log.events, &abort_records).map(|event| steps[event])
}

/// The event that decides the state of an agent after a tick. While its tree runs: the watched condition that halted other
/// nodes, else the leaf that began to run. When the tree has ended: the last leaf that ended before it, whose result all
/// nodes above it hand on, changed or not.
fn deciding(tree: &Tree, agent: &AgentAt, events: &[Event], aborts: &[AbortRecord]) -> Option<usize> {
    const ROOT: usize = 0;
    let is_leaf = |event: &Event| tree.kind(event.node as usize).arity() == Arity::None;
    let ended_leaf = |events: &[Event]| events.iter().rposition(|event| event.what == EventKind::End && is_leaf(event));
    let runs = |event: &Event| agent.statuses.get(event.node as usize) == Some(&Status::Running);
    let has_halted =
        |event: &Event| aborts.iter().any(|one| one.cause == event.node as usize && !one.halted.is_empty());
    match agent.status() {
        Status::Inactive => None,
        Status::Running => events
            .iter()
            .rposition(|event| event.what == EventKind::Reevaluate && has_halted(event))
            .or_else(|| {
                events.iter().rposition(|event| event.what == EventKind::Start && is_leaf(event) && runs(event))
            })
            .or_else(|| ended_leaf(events)),
        Status::Success | Status::Failure | Status::Skipped => {
            let end = events.iter().rposition(|event| event.what == EventKind::End && event.node as usize == ROOT)?;
            ended_leaf(&events[..end]).or(Some(end))
        }
    }
}

fn record_leaf(tree: &Tree, (node, described): (usize, Story), story: &mut Story) {
    let name = title(tree, node);
    story
        .steps
        .extend(described.steps.into_iter().map(|step| Step { title: format!("{name}: {}", step.title), ..step }));
}

fn event_step(tree: &Tree, event: &Event, abort_records: &[AbortRecord]) -> Step {
    let node = event.node as usize;
    let sentence = event_words(tree, event);
    let abort_record = abort_records.iter().find(|one| match event.what {
        EventKind::Reevaluate => one.cause == node,
        EventKind::Abort => one.halted.contains(&node),
        EventKind::Start | EventKind::End => false,
    });
    let (word, tone) = match event.what {
        EventKind::Start => ("starts", Tone::Note),
        EventKind::End if event.status == Status::Skipped => ("is skipped", Tone::Note),
        EventKind::End => ("ends", tone(event.status)),
        EventKind::Abort => ("is halted", Tone::Fail),
        EventKind::Reevaluate => ("changes its result", Tone::Partial),
    };
    let numbers = match (event.what, abort_record) {
        (EventKind::Reevaluate, Some(one)) if !one.halted.is_empty() => one.sentence(tree),
        _ => String::new(),
    };
    let around = tree.parent(node).map(|parent| format!(", under {}", quoted(tree, parent))).unwrap_or_default();
    Step {
        title: format!("{} {word}", title(tree, node)),
        numbers,
        outcome: format!("{sentence} ({}{around}).", tree.kind(node).word()),
        tone,
        ..Step::default()
    }
}
