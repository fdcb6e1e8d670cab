//! The answers of a depth buffer to all queries of a world.

use super::entry::{Answers, PairEntry};
use super::pair_query::{PairQuery, questions};
use crate::occlusion::{DepthQueries, DepthView, Pair, answer};
use crate::world::World;

/// Answers all queries. `view` is that of the scene, see [`OcclusionMethod::View`](crate::scene::OcclusionMethod::View); its resolution is not used.
///
/// # Errors
/// When no depth buffer is available.
pub fn answers(world: &World, view: &DepthView, queries: &mut dyn DepthQueries) -> Answers {
    let most = queries.most_resolution()?;
    let questions = questions(world, view, most);
    let pairs: Vec<Pair> = questions.iter().filter_map(|question| question.pair.as_ref().ok().cloned()).collect();
    let mut answers = answer(&pairs, queries)?.into_iter();
    let entries = questions.into_iter().map(|question| {
        let found = question.pair.and_then(|_| answers.next().ok_or_else(|| "the depth buffer gave no answer".into()));
        let PairQuery { name, bodies, method, resolution, fatten, .. } = question;
        PairEntry { name, bodies, method, resolution, fatten, answer: found }
    });
    Ok(entries.collect())
}
