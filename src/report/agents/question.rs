//! What the trees of agents do and why, as a question of a report.

use serde_json::Value;

use super::{brief, explain, headline, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, World};

/// Answers what the trees of agents do and why. A subject is the index of an agent.
pub(in crate::report) struct AgentsQuestion;

impl Question for AgentsQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::AgentSection<'a>>;
    type Brief<'a> = Vec<brief::AgentBrief<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Agent(agent), None) => Some(agent),
            _ => None,
        }
    }

    fn headline(report: &Report, agent: usize) -> Option<String> {
        Some(headline::headline(&report.agents.get(agent)?.agent))
    }

    fn why_no_answer(_: &World, _: usize) -> Option<String> {
        None
    }

    fn explain(world: &World, agent: usize) -> Option<Explanation> {
        Some(explain::explain(world, world.agents.get(agent)?))
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        let SectionSource { report, only_new, .. } = *source;
        let section =
            || report.agents.iter().map(|answers| json::AgentSection::of(answers, report, only_new)).collect();
        (!report.agents.is_empty()).then(section)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        let SectionSource { report, only_new, .. } = *source;
        let section = || report.agents.iter().map(|answers| brief::AgentBrief::of(answers, only_new)).collect();
        (!report.agents.is_empty()).then(section)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let agent = &report.agents.iter().find(|answers| *answers.agent.name == *name)?.agent;
        match &agent.tree {
            Ok(tree) => value(&brief::Figures::of(agent, tree)),
            Err(error) => Some(serde_json::json!({ "agent": name, "error": &**error })),
        }
    }

    fn size(world: &World) -> Estimate {
        world.agents.iter().map(json::size).fold(Estimate::default(), Estimate::plus)
    }
}
