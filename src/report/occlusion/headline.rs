//! An answer in one sentence.

use crate::geometry::narrate::fine;
use crate::occlusion::{Answer, Verdict};

/// What the queries answer, and whether that is right.
pub fn headline(answer: &Answer) -> String {
    let distance = fine(answer.separation);
    match answer.verdict {
        Verdict::TruePositive => "they collide, and the bodies touch".to_owned(),
        Verdict::TrueNegative => format!("they do not collide, and the bodies are {distance} m apart"),
        Verdict::FalsePositive => format!("they collide, but the bodies are {distance} m apart"),
        Verdict::FalseNegative => "they do not collide, but the bodies touch".to_owned(),
    }
}
