//! An entry in one sentence.

use super::Entry;
use crate::geometry::narrate::fine;
use crate::occlusion::Verdict;

/// The answer of the queries, and whether it is right.
pub fn headline(entry: &Entry) -> String {
    let answer = match &entry.answer {
        Ok(answer) => answer,
        Err(error) => return format!("no answer: {error}"),
    };
    let distance = fine(answer.separation);
    match answer.verdict {
        Verdict::TruePositive => "they collide, and the bodies touch".to_owned(),
        Verdict::TrueNegative => format!("they do not collide, and the bodies are {distance} m apart"),
        Verdict::FalsePositive => format!("they collide, but the bodies are {distance} m apart"),
        Verdict::FalseNegative => "they do not collide, but the bodies touch".to_owned(),
    }
}
