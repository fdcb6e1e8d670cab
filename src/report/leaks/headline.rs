//! A leak in one sentence.

use super::answers::LeakWork;
use crate::clearance::leak::LeakAnswer;
use crate::geometry::narrate::written;

/// What the answer says, with names in backticks; `None` while there is no answer.
pub fn headline(asked: &LeakWork) -> Option<String> {
    let input = asked.input.as_ref().ok()?;
    let name = &asked.name;
    let diameter = written(2.0 * input.query.radius);
    let goal = if input.query.to.is_some() { "reaches its goal" } else { "gets out" };
    Some(match &**asked.answer.as_ref()? {
        LeakAnswer::Leaks(path) if path.width.is_finite() => {
            format!("`{name}` leaks: a sphere {diameter} m wide {goal} through an opening of {} m", written(path.width))
        }
        LeakAnswer::Leaks(_) => format!("`{name}` leaks: nothing stops the sphere"),
        LeakAnswer::Sealed { goal_inside: Some(_), .. } => {
            format!("`{name}` does not leak: its goal is nearer to a surface than the radius")
        }
        LeakAnswer::Sealed { .. } => format!("`{name}` does not leak: no sphere {diameter} m wide {goal}"),
        LeakAnswer::StartsInside { distance, .. } => format!(
            "`{name}` has no answer: its start is {} m from a surface, less than the radius of {} m",
            written(*distance),
            written(input.query.radius)
        ),
        LeakAnswer::Undecided { reason, .. } => format!("`{name}` is undecided: {reason}"),
    })
}
