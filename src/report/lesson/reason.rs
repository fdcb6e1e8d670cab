//! Why the right answer of a question is right.

use crate::geometry::narrate::capitalized;
use crate::report::explain;
use crate::scene::{AskedAnswer, NAMING_KEYS, VISIBILITY_FIELDS};
use crate::world::World;

/// Why the right answer of a question is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReason {
    /// The answer in a sentence, without a full stop.
    pub answer: String,
    /// The step that decides it: its title, and its outcome.
    pub deciding: Option<[String; 2]>,
}

/// Why the right answer of a question is right. `world` is the scene at the tick of the question. `None` where the answer has no
/// explanation.
pub fn reason(world: &World, asked: &AskedAnswer) -> Option<AnswerReason> {
    let querier = NAMING_KEYS.into_iter().filter(|key| *key != "object").find_map(|key| asked.named.name(key));
    let object = asked.named.name("object");
    let field = asked.field.split('.').next().unwrap_or_default();
    let subject = match (querier, object) {
        (Some(camera), Some(object)) if VISIBILITY_FIELDS.contains(&field) => {
            explain::why_seen(world, &[camera.to_owned(), object.to_owned()])
        }
        (Some(name), object) => explain::subject(world, name, object),
        (None, Some(object)) => explain::subject(world, object, None),
        (None, None) => return None,
    };
    let explanation = explain::explain(world, subject.ok()?)?;
    let deciding = explanation.deciding().map(|step| &explanation.story.steps[step]);
    Some(AnswerReason {
        answer: capitalized(&explanation.answer),
        deciding: deciding.map(|step| [step.title.clone(), step.outcome.clone()]),
    })
}
