//! Questions about colliders: whether they are close enough to what is drawn.

use super::asked::{AskedScene, LEAST_MARGIN};
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::report::colliders::ColliderWork;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.report.colliders.iter().filter_map(candidate).collect()
}

fn candidate(asked: &ColliderWork) -> Option<Candidate> {
    let (input, answer) = (asked.input.as_ref().ok()?, asked.answer.as_ref()?);
    let found = answer.as_ref().as_ref().ok()?;
    let greatest = found.both.iter().map(|one| one.distance).fold(0.0, f64::max);
    let margin = (greatest - input.tolerance).abs();
    let word = if input.is_within(found) { "yes" } else { "no" };
    let candidate = || Candidate::new(Section::Colliders, &[("collider", &asked.name)], "within", &[&asked.name], word);
    (margin >= LEAST_MARGIN).then(|| candidate().by(margin))
}
