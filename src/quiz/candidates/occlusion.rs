//! Questions about occlusion queries: whether the depth tests find a collision.

use super::asked::{AskedScene, LEAST_MARGIN};
use crate::occlusion::Verdict;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::report::occlusion::{Answerer, PairEntry};

pub(super) fn candidates(scene: &AskedScene, depth: &mut Answerer) -> Vec<Candidate> {
    if scene.world.occlusion.is_empty() {
        return Vec::new();
    }
    let entries = depth(scene.world).unwrap_or_default();
    entries.iter().filter_map(candidate).collect()
}

/// The question about a pair of which both answers agree.
fn candidate(entry: &PairEntry) -> Option<Candidate> {
    let answer = entry.answer.as_ref().ok()?;
    let agrees = matches!(answer.verdict, Verdict::TruePositive | Verdict::TrueNegative);
    // Bodies that touch have a separation of 0, and how deep is not known.
    let margin = if answer.exact { f64::INFINITY } else { answer.separation };
    let word = if answer.collides { "yes" } else { "no" };
    let candidate = Candidate::new(Section::Occlusion, &[("occlusion", &entry.name)], "collides", &[&entry.name], word);
    (agrees && margin >= LEAST_MARGIN).then(|| candidate.by(margin))
}
