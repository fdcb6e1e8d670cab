//! An answer in one sentence.

use crate::geometry::narrate::num;
use crate::occlusion::{QueryAnswer, Verdict};

/// What the queries answer, and whether that is right.
pub fn headline(answer: &QueryAnswer) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
    let distance = num(answer.separation as f32);
    match answer.verdict {
        Verdict::TruePositive => "the query reports a collision, and the bodies touch".to_owned(),
        Verdict::TrueNegative => format!("the query reports no collision, and the bodies are {distance} m apart"),
        Verdict::FalsePositive => format!("the query reports a collision, but the bodies are {distance} m apart"),
        Verdict::FalseNegative => "the query reports no collision, but the bodies touch".to_owned(),
    }
}
