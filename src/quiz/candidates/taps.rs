//! Questions about taps: the type that a tap's rule chooses.

use serde_json::Value;

use super::asked::AskedScene;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::world::TapAt;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.world.taps.iter().filter_map(candidate).collect()
}

fn candidate(tap: &TapAt) -> Option<Candidate> {
    let answer = tap.outcome.as_ref().ok()?;
    let right = answer.chosen(tap.rule).map(|chosen| chosen.target.word());
    let types = answer.order.iter().map(|target| Value::from(target.word())).chain([Value::Null]).collect();
    let candidate =
        Candidate::new(Section::Taps, &[("tap", &tap.name)], "type", &[&tap.name], right.unwrap_or("nothing"));
    (answer.order.len() > 1).then(|| candidate.among(types))
}
