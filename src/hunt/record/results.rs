//! The results of a run as JSON.

use serde_json::{Map, Value, json};

use super::words::in_words;
use crate::hunt::answerer::{AnswererInfo, InsideRule};
use crate::hunt::fault::FaultKind;
use crate::hunt::findings::{Example, Findings};
use crate::hunt::named_mistake::NamedMistake;
use crate::hunt::wire::{write_answer, write_case, write_truth};
use crate::mistakes::{Answer, Case};

/// The results of a run. `scenes` has the path of the scene of each example, in their order.
pub fn results(findings: &Findings, info: &AnswererInfo, scenes: &[Option<String>]) -> Value {
    let faults = FaultKind::ALL.into_iter().filter(|kind| findings.count(*kind) > 0);
    let faults: Map<String, Value> = faults.map(|kind| (kind.word().to_owned(), findings.count(kind).into())).collect();
    let families = findings
        .families
        .iter()
        .map(|family| (family.name.to_owned(), json!({ "cases": family.cases, "faults": family.faults })));
    let examples = findings.examples.iter().enumerate();
    let scene = |i: usize| scenes.get(i).and_then(Option::as_deref);
    json!({
        "question": findings.question.word(),
        "answerer": answerer(info),
        "seed": findings.seed,
        "cases": findings.cases,
        "undecided": findings.undecided,
        "faults": faults,
        "families": families.collect::<Map<String, Value>>(),
        "needless": findings.needless_share(),
        "mistakes": findings.mistakes.iter().map(mistake).collect::<Vec<_>>(),
        "examples": examples.map(|(i, one)| example(one, scene(i))).collect::<Vec<_>>(),
        "messages": findings.strays.iter().map(|(kind, what)| json!({ "kind": kind.word(), "message": what })).collect::<Vec<_>>(),
        "ended_early": findings.has_ended_early,
    })
}

fn answerer(info: &AnswererInfo) -> Value {
    json!({
        "name": info.name,
        "version": info.version,
        "conservative": info.is_conservative,
        "inside": match info.inside {
            InsideRule::Solid => "solid",
            InsideRule::Hollow => "hollow",
        },
        "normals": info.has_normals,
        "tolerance": { "t": info.t_tolerance, "normal": info.normal_tolerance },
    })
}

fn mistake(named: &NamedMistake) -> Value {
    json!({ "key": named.key(), "keys": named.keys, "share": named.share, "cases": named.cases })
}

fn example(example: &Example, scene: Option<&str>) -> Value {
    let written = |answer: Option<&Answer>, said: Option<&str>| answer.map_or_else(|| said.into(), write_answer);
    let mut entry = json!({
        "kind": example.kind.word(),
        "family": example.family,
        "index": example.index,
        "case": fields(&example.case),
        "answer": written(example.answer.as_ref(), example.said.as_deref()),
        "truth": write_truth(&example.truth),
        // A case that cannot be asked again is its own smallest one.
        "shrunk": fields(example.smallest().case),
        "words": in_words(example.smallest().recipe),
        "scene": scene,
    });
    if let Some(shrunk) = &example.shrunk {
        entry["shrunk_answer"] = written(shrunk.answer.as_ref(), shrunk.said.as_deref());
        entry["shrunk_truth"] = write_truth(&shrunk.truth);
    }
    entry
}

/// The fields of a case, as on the wire but without an id.
pub fn fields(case: &Case) -> Value {
    let mut line = Vec::new();
    write_case(&mut line, 0, case);
    let mut value: Value = serde_json::from_slice(&line).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.shift_remove("id");
    }
    value
}
