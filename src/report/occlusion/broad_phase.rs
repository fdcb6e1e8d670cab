//! The broad phase of a query about several bodies: only pairs whose bounds overlap are drawn and tested. A packed tree
//! finds these pairs.

use super::pair_query::{most_pairs, overlapping};
use crate::geometry::{Narrator, Step, Story, Tone};
use crate::occlusion::Method;
use crate::world::{OcclusionAt, OcclusionBodies, World};

/// The work of a query about several bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadPhase {
    /// All pairs of its bodies.
    pub pairs: usize,
    /// The pairs whose bounds overlap. Only these are tested.
    pub tested: usize,
    /// Draw calls for one pair.
    pub draws: usize,
    /// Occlusion queries for one pair.
    pub queries: usize,
}

/// The work of a query; `None` for one about two bodies, and for one that is refused because of its many pairs.
pub fn broad_phase(world: &World, query: &OcclusionAt) -> Option<BroadPhase> {
    let OcclusionBodies::Among(all) = &query.bodies else { return None };
    let tested = overlapping(world, all, most_pairs(world))?.len();
    let views = if query.method == Method::Axes { 3 } else { 1 };
    let pairs = all.len() * all.len().saturating_sub(1) / 2;
    Some(BroadPhase { pairs, tested, draws: 4 * views, queries: 2 * views })
}

impl BroadPhase {
    /// `1 of 10 pairs is tested: 12 draw calls and 6 queries instead of 120 and 60`.
    pub fn words(&self) -> String {
        let Self { pairs, tested, draws, queries } = *self;
        let verb = if tested == 1 { "is" } else { "are" };
        format!(
            "{tested} of {pairs} pairs {verb} tested: {} draw calls and {} queries instead of {} and {}",
            tested * draws,
            tested * queries,
            pairs * draws,
            pairs * queries
        )
    }

    /// As the first step of the query.
    pub(super) fn record(&self, story: &mut Story) {
        story.step(|| Step {
            title: "Pairs whose bounds overlap".into(),
            formula: "all pairs of bodies whose bounding boxes overlap, found by a packed tree".into(),
            numbers: self.words(),
            outcome: match self.pairs - self.tested {
                1 => "1 pair is left out before anything is drawn.".to_owned(),
                pairs => format!("{pairs} pairs are left out before anything is drawn."),
            },
            tone: Tone::Note,
            ..Step::default()
        });
    }
}
