//! Questions about cuts: the number of closed loops between both halves.

use serde_json::Value;

use super::asked::AskedScene;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::world::CutAt;

/// A cut with more loops is no question that the picture answers.
const MOST_LOOPS: usize = 6;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.world.cuts.iter().filter_map(candidate).collect()
}

fn candidate(cut: &CutAt) -> Option<Candidate> {
    let halves = cut.outcome.as_ref()?.as_ref().ok()?;
    let loops = halves.cut.loops.len();
    let is_clear = (1..=MOST_LOOPS).contains(&loops) && halves.cut.chains.is_empty();
    let of = (loops.saturating_sub(2).max(1)..=loops + 2).map(Value::from).collect();
    let name = &*cut.name;
    let candidate = || Candidate::new(Section::Cuts, &[("cut", name)], "loops", &[name], &loops.to_string());
    is_clear.then(|| candidate().among(of))
}
