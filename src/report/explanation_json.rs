//! An explanation as JSON.

use serde::Serialize;
use serde_json::{Value, json};

use super::explanation::Explanation;
use crate::geometry::frustum::PlaneValues;
use crate::geometry::{Step, Tone, Values};

/// An explanation as JSON.
#[derive(Debug, Serialize)]
pub struct ExplanationJson<'a> {
    title: &'a str,
    answer: &'a str,
    tone: &'static str,
    disagreement: Option<&'a str>,
    decided_by: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_step: Option<usize>,
    steps: Vec<StepJson<'a>>,
}

#[derive(Debug, Serialize)]
struct StepJson<'a> {
    title: &'a str,
    formula: Vec<&'a str>,
    numbers: Vec<&'a str>,
    outcome: &'a str,
    tone: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Value>,
}

impl<'a> ExplanationJson<'a> {
    /// The parts of an explanation that are text, and the values of planes.
    pub fn of(explanation: &'a Explanation) -> Self {
        let Explanation { title, answer, tone, disagreement, story, .. } = explanation;
        Self {
            title,
            answer,
            tone: word(*tone),
            disagreement: disagreement.as_deref(),
            decided_by: explanation.deciding(),
            wrong_step: explanation.wrong_step,
            steps: story.steps.iter().map(step).collect(),
        }
    }
}

fn step(step: &Step) -> StepJson<'_> {
    StepJson {
        title: &step.title,
        formula: step.formula.lines().collect(),
        numbers: step.numbers.lines().collect(),
        outcome: &step.outcome,
        tone: word(step.tone),
        values: step.values.as_ref().and_then(values),
    }
}

/// The values of a plane, with the keys of a report.
fn values(values: &Values) -> Option<Value> {
    let Values::Plane(PlaneValues { side, plane, p_vertex, n_vertex, distances }) = values else { return None };
    Some(json!({
        "side": side.word(),
        "normal": plane.normal.to_array(),
        "d": plane.d,
        "p_vertex": p_vertex.to_array(),
        "p_distance": distances.p,
        "n_vertex": n_vertex.to_array(),
        "n_distance": distances.n,
    }))
}

/// The word for a tone.
fn word(tone: Tone) -> &'static str {
    match tone {
        Tone::Note => "note",
        Tone::Pass => "pass",
        Tone::Partial => "partial",
        Tone::Fail => "fail",
        Tone::Exact => "exact",
        Tone::Mistaken => "mistaken",
    }
}
