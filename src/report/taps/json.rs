//! The section `taps` of a report. A tap that cannot be asked has `error` in place of its answer.

use serde::{Serialize, Serializer};

use crate::trajectory::tap::{Candidate, ChosenHit, Reason, TapTarget};
use crate::world::{TapAnswer, TapAt};

/// A tap with the keys of the contract in its order.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum TapSection<'a> {
    Answer(Box<TapEntry<'a>>),
    Error { tap: &'a str, camera: &'a str, time: f64, error: &'a str },
}

#[derive(Serialize)]
pub(in crate::report) struct TapEntry<'a> {
    tap: &'a str,
    camera: &'a str,
    time: f64,
    origin: [f64; 3],
    direction: [f64; 3],
    tests: Tests<'a>,
    chosen: Option<Hit<'a>>,
    other_rule: Option<Hit<'a>>,
    rules_differ: bool,
}

/// The tests of all types, which are computed while they are written.
struct Tests<'a>(&'a TapAnswer);

#[derive(Serialize)]
struct Tested<'a> {
    r#type: &'static str,
    candidates: Candidates<'a>,
}

/// The candidates of a type, which are computed while they are written.
struct Candidates<'a> {
    answer: &'a TapAnswer,
    target: TapTarget,
}

impl Serialize for Tests<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tested =
            |&target: &TapTarget| Tested { r#type: target.word(), candidates: Candidates { answer: self.0, target } };
        serializer.collect_seq(self.0.order.iter().map(tested))
    }
}

impl Serialize for Candidates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.answer.candidates(self.target).map(|candidate| tried(self.answer, &candidate)))
    }
}

#[derive(Serialize)]
struct Tried<'a> {
    anchor: Option<&'a str>,
    hit: bool,
    distance: Option<f64>,
    point: Option<[f64; 3]>,
    margin: Option<f64>,
    reason: Option<&'static str>,
}

#[derive(Serialize)]
pub(in crate::report) struct Hit<'a> {
    r#type: &'static str,
    anchor: Option<&'a str>,
    distance: f64,
    point: [f64; 3],
}

impl<'a> TapSection<'a> {
    pub(super) fn of(tap: &'a TapAt) -> Self {
        let (name, camera, time) = (&*tap.name, &*tap.camera, tap.time);
        match &tap.outcome {
            Err(error) => Self::Error { tap: name, camera, time, error },
            Ok(answer) => {
                let (chosen, other) = (answer.chosen(tap.rule), answer.chosen(tap.rule.other()));
                Self::Answer(Box::new(TapEntry {
                    tap: name,
                    camera,
                    time,
                    origin: answer.ray.origin.to_array().map(unsigned),
                    direction: answer.ray.direction.to_array().map(unsigned),
                    tests: Tests(answer),
                    chosen: chosen.map(|chosen| hit(answer, &chosen)),
                    other_rule: other.map(|other| hit(answer, &other)),
                    rules_differ: chosen != other,
                }))
            }
        }
    }
}

/// −0 is written as 0.
fn unsigned(x: f64) -> f64 {
    x + 0.0
}

fn tried<'a>(answer: &'a TapAnswer, candidate: &Candidate) -> Tried<'a> {
    Tried {
        anchor: answer.id(candidate.anchor),
        hit: candidate.hit.is_some(),
        distance: candidate.hit.map(|hit| hit.distance),
        point: candidate.hit.map(|hit| hit.point.to_array().map(unsigned)),
        margin: candidate.margin,
        reason: candidate.reason.map(Reason::word),
    }
}

pub(super) fn hit<'a>(answer: &'a TapAnswer, chosen: &ChosenHit) -> Hit<'a> {
    Hit {
        r#type: chosen.target.word(),
        anchor: answer.id(chosen.anchor),
        distance: chosen.hit.distance,
        point: chosen.hit.point.to_array().map(unsigned),
    }
}
