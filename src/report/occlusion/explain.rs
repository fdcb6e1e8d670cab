//! The explanation of an occlusion query, view by view.

use super::{headline, questions};
use crate::geometry::{Story, Tone};
use crate::occlusion::{DepthQueries, DepthView, Limit, answer_told};
use crate::report::explain::Explanation;
use crate::world::World;

/// The steps of a query: of a pair, or of all pairs of a query with `among`.
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
    let requested = questions(world, view, most).into_iter();
    let requested: Vec<_> =
        requested.filter(|requested| &*requested.name == name || requested.name.starts_with(&of_query)).collect();
    let is_several = requested.len() > 1 || requested.first().is_some_and(|requested| &*requested.name != name);
    let mut story = Story::default();
    let mut answers = Vec::new();
    let mut disagreements = Vec::new();
    let mut colliding = 0;
    let count = requested.len();
    let mut title = format!("Which bodies of `{name}` touch?");
    for requested in requested {
        let pair = requested.pair.map_err(|error| error.to_string())?;
        let mut own = Story::default();
        let answer = answer_told(&pair, queries, &mut own).map_err(|error| error.to_string())?;
        for mut step in own.steps {
            if is_several {
                step.title = format!("{}: {}", requested.name, step.title);
            }
            story.steps.push(step);
        }
        if let (Some([a, b]), false) = (&requested.bodies, is_several) {
            title = format!("Do `{a}` and `{b}` touch, by occlusion queries?");
        }
        colliding += usize::from(answer.collides);
        if !answer.verdict.is_true() {
            let limits = answer.limits.iter().map(|limit: &Limit| limit.words()).collect::<Vec<_>>().join("; ");
            disagreements.push(format!("{}: {} ({limits})", requested.name, answer.verdict.word().replace('_', " ")));
        }
        let entry = super::Entry {
            name: requested.name,
            bodies: requested.bodies,
            method: requested.method,
            resolution: requested.resolution,
            answer: Ok(answer),
        };
        answers.push(headline(&entry));
    }
    if answers.is_empty() && !is_several {
        answers.push("no bounds overlap, so no pair was tested".to_owned());
    }
    Ok(Explanation {
        title,
        answer: if count > 1 { format!("{colliding} of {count} pairs collide") } else { answers.join("; ") },
        tone: if colliding > 0 { Tone::Pass } else { Tone::Fail },
        disagreement: (!disagreements.is_empty()).then(|| disagreements.join("; ")),
        story,
    })
}
