//! The explanation of an occlusion query, view by view.

use std::sync::Arc;

use super::broad_phase::BroadPhase;
use super::compared::ComparedAnswers;
use super::pair_query::questions;
use super::{broad_phase, headline};
use crate::geometry::{Story, Tone};
use crate::occlusion::{DepthQueries, DepthView, QueryAnswer, answer_told};
use crate::report::explanation::Explanation;
use crate::scene::ItemId;
use crate::world::World;

/// The steps of a query: of a pair, or of all pairs of a query about several. Waits for the depth buffer.
///
/// # Errors
/// The reason why the query has no answer, as a sentence without a full stop.
pub fn explain(
    world: &World,
    name: &str,
    view: &DepthView,
    queries: &mut dyn DepthQueries,
) -> Result<Explanation, String> {
    let most = queries.most_resolution().map_err(|error| error.to_string())?;
    let of_query = format!("{name}: ");
    let tested = questions(world, view, most).into_iter();
    let tested = tested.filter(|tested| &*tested.name == name || tested.name.starts_with(&of_query));
    let explained = tested.map(|tested| {
        let pair = tested.pair.map_err(|error| error.to_string())?;
        let mut story = Story::default();
        let answer = answer_told(&pair, queries, &mut story).map_err(|error| error.to_string())?;
        Ok(Explained { entry: tested.name, bodies: tested.bodies, answer, story })
    });
    let explained = explained.collect::<Result<_, String>>()?;
    let query = world.occlusion.iter().find(|query| &*query.name == name);
    Ok(explanation(name, explained, query.and_then(|query| broad_phase(world, query))))
}

/// The steps of a query from answers that were computed before. `None` when the world has no such query.
///
/// # Errors
/// The reason why the query has no answer, as a sentence without a full stop.
pub fn explain_answers(
    world: &World,
    query: ItemId,
    answers: &[ComparedAnswers],
) -> Option<Result<Explanation, Arc<str>>> {
    let query_at = world.occlusion.iter().find(|query_at| query_at.id == query)?;
    let explained = answers.iter().flat_map(|pair| {
        let own = pair.tested.queries.iter().filter(|source| source.query == query);
        own.map(move |source| {
            if let Err(error) = &pair.tested.pairs {
                return Err(Arc::clone(error));
            }
            let answer = pair.by(source.method).cloned().ok_or("the depth buffer gave no answer")?;
            let (entry, bodies) = (Arc::clone(&source.entry), pair.tested.bodies.clone());
            Ok(Explained { entry, bodies, answer, story: pair.story(source.method) })
        })
    });
    let explained = explained.collect::<Result<_, Arc<str>>>();
    Some(explained.map(|explained| explanation(&query_at.name, explained, broad_phase(world, query_at))))
}

/// An answer with its steps.
struct Explained {
    entry: Arc<str>,
    bodies: Option<[Arc<str>; 2]>,
    answer: QueryAnswer,
    story: Story,
}

fn explanation(name: &str, explained: Vec<Explained>, broad_phase: Option<BroadPhase>) -> Explanation {
    let count = explained.len();
    let is_several = explained.first().is_none_or(|explained| &*explained.entry != name);
    let mut title = format!("Which bodies of `{name}` touch?");
    let mut story = Story::default();
    if let Some(broad_phase) = broad_phase {
        broad_phase.record(&mut story);
    }
    let mut answers = Vec::new();
    let mut disagreements = Vec::new();
    let mut colliding = 0;
    // The first pair that collides, in all of its views; else the first view in which a pair does not.
    let (mut hit, mut miss) = (None, None);
    for Explained { entry, bodies, answer, story: own } in explained {
        let before = story.steps.len();
        if answer.collides {
            let all_views = own.steps.iter().rposition(|step| step.tone == Tone::Pass);
            hit = hit.or(all_views.map(|at| before + at));
        } else {
            let view = own.steps.iter().position(|step| step.tone == Tone::Fail);
            miss = miss.or(view.map(|at| before + at));
        }
        for mut step in own.steps {
            if is_several {
                step.title = format!("{entry}: {}", step.title);
            }
            story.steps.push(step);
        }
        if let (Some([a, b]), false) = (&bodies, is_several) {
            title = format!("Do `{a}` and `{b}` touch, by occlusion queries?");
        }
        colliding += usize::from(answer.collides);
        if !answer.verdict.is_true() {
            let limits = answer.limits_in_words();
            disagreements.push(format!("{entry}: {} ({limits})", answer.verdict.word().replace('_', " ")));
        }
        answers.push(headline(&answer));
    }
    if answers.is_empty() {
        answers.push("no bounds overlap, so no pair was tested".to_owned());
    }
    Explanation {
        title,
        answer: if count > 1 { format!("{colliding} of {count} pairs collide") } else { answers.join("; ") },
        tone: Tone::pass_or_fail(colliding > 0),
        disagreement: (!disagreements.is_empty()).then(|| disagreements.join("; ")),
        // Without a pair, the comparison of the bounds decides.
        decided_by: hit.or(miss).or(Some(0)),
        wrong_step: None,
        story,
    }
    .escaped()
}
