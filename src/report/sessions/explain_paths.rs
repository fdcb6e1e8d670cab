//! Recorded paths explained against a reference, with what is chosen of the comparison.

use super::choice::ComparisonChoice;
use super::compared;
use super::several;
use crate::report::explanation::Explanation;
use crate::world::World;

/// Explains how far recorded paths are from a reference, the first of the sessions: with two sessions in steps, with more in a
/// table. `None` when one of them has no path.
pub fn explain_paths(world: &World, sessions: &[usize], choice: &ComparisonChoice) -> Option<Explanation> {
    let explanation = match sessions {
        [reference, other] => compared::explain(world.sessions.get(*reference)?, world.sessions.get(*other)?, choice)?,
        several => several::explain(world, several, choice)?,
    };
    Some(explanation.escaped())
}
