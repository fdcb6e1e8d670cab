//! The explanation of the last tick of an agent: its running nodes, the aborts with their causes, and the steps of each
//! leaf.

use std::collections::VecDeque;

use super::headline::headline;
use super::why::{AbortRecord, of_tick};
use super::words::{event as event_words, fault_words, quoted, title, tone};
use crate::behavior::{DetailedLog, Event, EventKind, Status, Tree};
use crate::geometry::narrate::fine;
use crate::geometry::{Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::world::World;
use crate::world::agents::AgentAt;

/// The explanation of an agent's last tick.
pub(super) fn explain(world: &World, agent: &AgentAt) -> Explanation {
    let mut story = Story::default();
    match &agent.tree {
        Ok(tree) => {
            story.steps.push(time_step(world, agent));
            match agent.detailed_log() {
                Some(recorded) => {
                    record_tick(tree, recorded, &mut story);
                    if let Some(fault) = &agent.fault {
                        let outcome = format!("The agent ended in its {}.", fault_words(tree, fault));
                        story.steps.push(Step { tone: Tone::Fail, ..note("Error", &outcome) });
                    }
                }
                None => {
                    story.steps.push(note("No tick yet", "The agent has not made a tick yet."));
                }
            }
        }
        Err(error) => story.steps.push(Step { tone: Tone::Fail, ..note("No tree", error) }),
    }
    Explanation {
        title: format!("What does `{}` do, and why?", agent.name),
        answer: headline(agent),
        tone: if agent.tree.is_ok() && agent.fault.is_none() { tone(agent.status()) } else { Tone::Fail },
        disagreement: None,
        decided_by: None,
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

/// Adds the events of a tick in their order. The steps of a leaf precede its result.
fn record_tick(tree: &Tree, recorded: DetailedLog, story: &mut Story) {
    let DetailedLog { log, stories } = recorded;
    let mut stories: VecDeque<(usize, Story)> = stories.into();
    let tick = log.events.first().map_or(0, |event| u64::from(event.tick));
    let abort_records = AbortRecord::all(tree, of_tick(&log.events, tick));
    if log.events.is_empty() && stories.is_empty() {
        story.steps.push(note("No event", "Running nodes continue, and no watched condition changed its result."));
    }
    for event in &log.events {
        let node = event.node as usize;
        if event.what != EventKind::Start {
            let described = stories.iter().position(|(about, _)| *about == node).map_or(0, |at| at + 1);
            stories.drain(..described).for_each(|described| record_leaf(tree, described, story));
        }
        story.steps.push(event_step(tree, event, &abort_records));
        let said = log.messages.iter().find(|message| message.node == node && event.what == EventKind::End);
        if let Some(said) = said {
            story.steps.push(note("Log message", &format!("“{}”", said.text)));
        }
    }
    for described in stories {
        record_leaf(tree, described, story);
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
