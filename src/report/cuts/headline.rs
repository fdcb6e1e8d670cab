//! A cut in one sentence.

use crate::cut::Measures;
use crate::geometry::narrate::num;
use crate::world::CutAt;

/// The sizes of both halves; `None` for a cut without halves.
pub fn headline(cut: &CutAt) -> Option<String> {
    let halves = cut.outcome.as_ref()?.as_ref().ok()?;
    let [front, back] = &halves.measures;
    Some(match (halves.cut.front.triangles.is_empty(), halves.cut.back.triangles.is_empty()) {
        (true, _) => format!("`{}` is wholly behind the plane of `{}`", cut.object, cut.name),
        (_, true) => format!("`{}` is wholly in front of the plane of `{}`", cut.object, cut.name),
        (false, false) => {
            format!("`{}` cuts `{}`: {} in front, {} behind", cut.name, cut.object, size(front), size(back))
        }
    })
}

/// The volume, or the area of a half that is not closed.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn size(measures: &Measures) -> String {
    match measures.volume {
        Some(volume) => format!("{} m³", num(volume as f32)),
        None => format!("an open surface of {} m²", num(measures.area as f32)),
    }
}
