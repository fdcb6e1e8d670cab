//! A recorded camera path in one sentence.

use super::against;
use crate::geometry::narrate::{counted, num};
use crate::world::SessionAt;

/// Length, duration, tracking and jumps; `None` for a session without a path.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub fn headline(session: &SessionAt) -> Option<String> {
    let summary = session.file.as_ref().ok()?.summary()?;
    let percent = num((summary.tracked_ratio * 100.0) as f32);
    let headline = format!(
        "`{}`: path of {} m in {} s; tracked {percent} % of the time, {}",
        session.name,
        num(summary.path_length as f32),
        num(summary.duration as f32),
        counted(summary.jumps.len(), "jump")
    );
    Some(match against::clause(session) {
        Some(error) => format!("{headline}; {error}"),
        None => headline,
    })
}
