//! The octree's counts in words.

use crate::geometry::narrate::grouped;
use crate::octree::Method;
use crate::report::OctreeAnswers;

/// The number of candidates and of saved comparisons, side by side for both methods.
pub fn counted(candidates: u64, brute_force: u64) -> String {
    format!("{}, {} saved", grouped_with(candidates, "candidate"), saved(candidates, brute_force))
}

/// Candidates, overlaps and brute force, and what part of the work was saved, in a line.
pub fn summary(answers: &OctreeAnswers) -> String {
    let (candidates, brute_force) = (answers.candidate_count, answers.brute_force_pairs());
    let overlaps = answers
        .overlap_pairs
        .as_ref()
        .map_or("many overlaps".to_owned(), |pairs| grouped_with(pairs.len() as u64, "overlap"));
    let saved = saved(candidates, brute_force);
    let (candidates, brute_force) = (grouped_with(candidates, "candidate"), grouped(brute_force));
    format!("{candidates} : {overlaps} : {brute_force} brute force, {saved} saved")
}

/// How many candidates a method has.
pub fn candidates_by(answers: &OctreeAnswers, method: Method) -> u64 {
    if method == answers.tree.method() { answers.candidate_count } else { answers.other.candidate_count }
}

/// The part of the brute force comparisons that are not among the candidates, such as "73 %"; rounded down, so that 100
/// is all of them.
fn saved(candidates: u64, brute_force: u64) -> String {
    let spared = brute_force.saturating_sub(candidates);
    let thousandths = u128::from(spared) * 1000 / u128::from(brute_force.max(1));
    if thousandths > 990 && thousandths < 1000 {
        format!("{}.{} %", thousandths / 10, thousandths % 10)
    } else {
        format!("{} %", thousandths / 10)
    }
}

/// A count with commas and its noun: "1 cell", "1,999,000 cells". The plural of the noun ends in "s".
pub fn grouped_with(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_and_only_all_is_all() {
        assert_eq!([0, 999, 1000, 1_999_000].map(grouped), ["0", "999", "1,000", "1,999,000"]);
        for ((candidates, brute_force), expected) in [
            ((0, 0), "0 %"),
            ((0, 10), "100 %"),
            ((10, 10), "0 %"),
            ((1, 3), "66 %"),
            ((8, 10), "20 %"),
            ((1, 1_999_000), "99.9 %"),
            ((5, 1000), "99.5 %"),
        ] {
            assert_eq!(saved(candidates, brute_force), expected, "{candidates} of {brute_force}");
        }
    }
}
