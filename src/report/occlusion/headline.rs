//! An answer in one sentence.

use crate::geometry::narrate::num;
use crate::occlusion::{Answer, Verdict};

/// What the queries answer, and whether that is right.
pub fn headline(answer: &Answer) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
    let distance = num(answer.separation as f32);
    match answer.verdict {
        Verdict::TruePositive => "they collide, and the bodies touch".to_owned(),
        Verdict::TrueNegative => format!("they do not collide, and the bodies are {distance} m apart"),
        Verdict::FalsePositive => format!("they collide, but the bodies are {distance} m apart"),
        Verdict::FalseNegative => "they do not collide, but the bodies touch".to_owned(),
    }
}
