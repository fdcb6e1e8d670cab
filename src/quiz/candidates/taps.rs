//! Questions about taps: the type that a tap's rule chooses.

use serde_json::Value;

use super::asked::AskedScene;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::world::TapAt;

/// A hit that is nearer to the camera is not asked for, metres.
const LEAST_DISTANCE: f64 = 0.2;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.world.taps.iter().flat_map(|tap| [candidate(tap), distance(tap)]).flatten().collect()
}

/// How far away the chosen hit is.
fn distance(tap: &TapAt) -> Option<Candidate> {
    let chosen = tap.outcome.as_ref().ok()?.chosen(tap.rule)?;
    let distance = chosen.hit.distance;
    let candidate = || Candidate::new(Section::Taps, &[("tap", &tap.name)], "distance", &[&tap.name], "a number");
    (distance >= LEAST_DISTANCE).then(|| candidate().number(distance))
}

fn candidate(tap: &TapAt) -> Option<Candidate> {
    let answer = tap.outcome.as_ref().ok()?;
    let right = answer.chosen(tap.rule).map(|chosen| chosen.target.word());
    let types = answer.order.iter().map(|target| Value::from(target.word())).chain([Value::Null]).collect();
    let candidate =
        Candidate::new(Section::Taps, &[("tap", &tap.name)], "type", &[&tap.name], right.unwrap_or("nothing"));
    (answer.order.len() > 1).then(|| candidate.among(types))
}
