//! What a renderer draws for a camera, beside the exact answer, in sentences.

use super::drawn::{DrawnCause, DrawnComparison, DrawnCounts};
use crate::geometry::narrate::grouped;

/// How many pixels are drawn of a target, "1,204 pixels of `crate`; the exact answer has 1,201".
pub fn of_target(found: &DrawnComparison, target: usize, name: &str) -> String {
    let DrawnCounts { drawn, seen } = found.counts.get(target).copied().unwrap_or_default();
    let s = if drawn == 1 { "" } else { "s" };
    format!("OpenGL draws {} pixel{s} of `{name}`; the exact answer has {}.", grouped(drawn), grouped(seen))
}

/// How much of the picture differs, and why.
pub fn of_picture(found: &DrawnComparison) -> String {
    let [width, height] = found.drawn.size;
    let all = u64::from(width) * u64::from(height);
    let differing = found.differences.len();
    if differing == 0 {
        return format!("Both pictures have the same object at all {} pixels.", grouped(all));
    }
    let causes = DrawnCause::ALL.map(|cause| (found.count(cause), cause));
    let parts: Vec<String> = causes
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, cause)| format!("{} {}", grouped(count as u64), short(cause)))
        .collect();
    format!("Of {} pixels, {} differ: {}.", grouped(all), grouped(differing as u64), parts.join(", "))
}

/// The cause after a number of pixels.
fn short(cause: DrawnCause) -> &'static str {
    match cause {
        DrawnCause::Edge => "at edges",
        DrawnCause::Depth => "at equal depths",
        DrawnCause::Holes => "at holes of textures",
        DrawnCause::Unknown => "without a known cause",
    }
}
