//! What a camera sees of an object, in a sentence.

use super::answers::VisibilityAnswer;
use crate::geometry::narrate::{counted, fine};
use crate::visibility::{EyeMove, Reason, percent};

/// The sentence without its subject and full stop: "seen: 1200 pixels, 60 % of its own; the rest is covered by `gate` (40 %)".
pub(crate) fn sentence<'n>(answer: &VisibilityAnswer, name: impl Fn(usize) -> &'n str) -> String {
    /// The coverers that are named.
    const MOST: usize = 3;
    let mut covers: Vec<String> =
        answer.seen.covers().take(MOST).map(|(by, share)| format!("`{}` ({})", name(by), percent(share))).collect();
    let others = answer.seen.covered_by.len().saturating_sub(MOST);
    if others > 0 {
        covers.push(counted(others, "other"));
    }
    let covers = covers.join(", ");
    let Some(reason) = answer.reason else {
        let share = percent(answer.seen.share().unwrap_or_default());
        let pixels = counted(answer.seen.pixels, "pixel");
        let by = if covers.is_empty() { String::new() } else { format!("; the rest is covered by {covers}") };
        return format!("seen: {pixels}, {share} of its own{by}");
    };
    match reason {
        Reason::Layer => "not seen: the camera's mask has none of its layers".to_owned(),
        Reason::Empty => "not seen: it has no triangle with an area".to_owned(),
        Reason::Frustum => "not seen: its bounds are outside the sides of the view".to_owned(),
        Reason::Near => "not seen: all of it is before the near plane".to_owned(),
        Reason::Far => "not seen: all of it is behind the far plane".to_owned(),
        Reason::Outside => "not seen: its bounds reach into the view, but no part of it does".to_owned(),
        Reason::Faces => "not seen: all of its faces in the view turn away".to_owned(),
        Reason::Alpha => "not seen: its alpha is under the cutoff at all of its pixels".to_owned(),
        Reason::Covered => format!("not seen: in the view, covered by {covers}"),
        Reason::Small => "not seen: it contains the centre of no pixel".to_owned(),
    }
}

/// "3 % would be seen from 0.4 m further left".
pub(crate) fn from_elsewhere(found: &EyeMove) -> String {
    let digits = if found.distance < 1.0 { 100.0 } else { 10.0 };
    let distance = (found.distance * digits).ceil() / digits;
    format!("{} would be seen from {} m {}", percent(found.share), fine(distance), found.direction.words())
}
