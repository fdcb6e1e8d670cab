//! The section `said` of a report.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::answers::SaidAnswers;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use crate::report::section_source::SectionSource;
use crate::trace::CastRay;

/// The section: the answers of the tick, or of the whole trace.
#[derive(Serialize)]
pub(in crate::report) struct SaidSection<'a> {
    trace: &'a str,
    tick: u64,
    time: f64,
    answers: usize,
    #[serde(skip_serializing_if = "is_none")]
    unmatched: usize,
    disagreements: Vec<Entry<'a>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A disagreement, with its tick where they are of the whole trace.
struct Entry<'a> {
    one: &'a Disagreement,
    has_tick: bool,
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Disagreement { tick, asked, said, ours, exact, cause } = self.one;
        let mut map = serializer.serialize_map(None)?;
        if self.has_tick {
            map.serialize_entry("tick", tick)?;
        }
        map.serialize_entry("question", asked.question())?;
        match asked {
            AskedItem::View { camera, object } => {
                map.serialize_entry("camera", &**camera)?;
                map.serialize_entry("object", &**object)?;
            }
            AskedItem::Ray(ray) => {
                match ray {
                    CastRay::Named(name) => map.serialize_entry("ray", &**name)?,
                    CastRay::Inline { origin, direction, .. } => {
                        map.serialize_entry("ray", &json!({ "origin": origin, "direction": direction }))?;
                    }
                }
                map.serialize_entry("object", &self.one.object().map(|object| &**object))?;
            }
            AskedItem::Pair([a, b]) => {
                map.serialize_entry("object", &[&**a, &**b])?;
            }
            AskedItem::Agent(agent) => {
                map.serialize_entry("agent", &**agent)?;
            }
        }
        map.serialize_entry("said", &value(said))?;
        map.serialize_entry("ours", &value(ours))?;
        map.serialize_entry("exact", &exact.as_ref().map(value))?;
        map.serialize_entry("cause", cause.kind().word())?;
        map.serialize_entry("of", &cause.of())?;
        map.end()
    }
}

fn value(opinion: &Opinion) -> Value {
    match opinion {
        Opinion::Verdict(word) => (*word).into(),
        Opinion::Hit { hit, t } => json!({ "hit": hit.as_deref(), "t": t }),
        Opinion::Pair(is_pair) => (*is_pair).into(),
        Opinion::Agent { status, running } => {
            json!({ "status": status.as_deref(), "running": running.iter().map(|node| &**node).collect::<Vec<_>>() })
        }
    }
}

pub(super) fn section<'a>(source: &SectionSource<'a>) -> Option<SaidSection<'a>> {
    let report = source.report;
    let SaidAnswers { trace, answers, unmatched, disagreements, is_whole } = report.said.as_ref()?;
    let disagreements = disagreements.iter().map(|one| Entry { one, has_tick: *is_whole }).collect();
    let (answers, unmatched) = (*answers, *unmatched);
    Some(SaidSection { trace, tick: report.tick, time: report.time, answers, unmatched, disagreements })
}
