//! The choice of questions: as many of each answer, and narrow answers first.

use std::collections::BTreeMap;

use super::candidate::Candidate;
use crate::random::Random;

/// Questions of one field of one section, by their answers.
type ByAnswer = BTreeMap<String, Vec<Candidate>>;

/// Chooses at most `count` questions. All fields have about the same number of questions, and all answers of a field too: the
/// numbers of two answers differ by at most 1. A pair of items is asked about once. Among the questions of an answer the narrow
/// ones are chosen first, with some chance.
pub(super) fn chosen(candidates: Vec<Candidate>, count: usize, random: &mut Random) -> Vec<Candidate> {
    let mut fields: BTreeMap<(&'static str, String), ByAnswer> = BTreeMap::new();
    for candidate in candidates {
        // The p-vertices of all planes are one field.
        let field = candidate.ask.answer().field.rsplit('.').next().unwrap_or_default().to_owned();
        fields
            .entry((candidate.section.word(), field))
            .or_default()
            .entry(candidate.answer.clone())
            .or_default()
            .push(candidate);
    }
    // The last of each list is chosen first.
    for list in fields.values_mut().flat_map(ByAnswer::values_mut) {
        let mut ranked: Vec<(f64, Candidate)> =
            list.drain(..).map(|candidate| (rank(candidate.margin, random), candidate)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        list.extend(ranked.into_iter().map(|(_, candidate)| candidate));
    }
    let mut fields: Vec<Field> = fields.into_values().map(|answers| Field::new(answers, random)).collect();
    let mut all: Vec<Candidate> = Vec::new();
    while all.len() < count {
        let before = all.len();
        for field in &mut fields {
            if all.len() < count
                && let Some(next) = field.next(&all)
            {
                all.push(next);
            }
        }
        if all.len() == before {
            break;
        }
    }
    shuffle(&mut all, random);
    all
}

/// The margin times a random number from 1 to 3; for an unknown margin a random number behind all known ones.
fn rank(margin: f64, random: &mut Random) -> f64 {
    let factor = f64::from(random.within(1.0, 3.0));
    if margin.is_finite() { margin * factor } else { 1e9 * factor }
}

/// The questions of a field that are left.
struct Field {
    /// Each answer's questions, and how many of them were chosen.
    answers: Vec<(usize, Vec<Candidate>)>,
}

impl Field {
    fn new(answers: ByAnswer, random: &mut Random) -> Self {
        let mut answers: Vec<(usize, Vec<Candidate>)> = answers.into_values().map(|list| (0, list)).collect();
        shuffle(&mut answers, random);
        Self { answers }
    }

    /// A question of an answer that was chosen the fewest times. `None` when no such answer has a question left: a further question
    /// of another answer would make their numbers unequal.
    fn next(&mut self, before: &[Candidate]) -> Option<Candidate> {
        let least = self.answers.iter().map(|(count, _)| *count).min()?;
        for (count, list) in self.answers.iter_mut().filter(|(count, _)| *count == least) {
            while let Some(candidate) = list.pop() {
                if before.iter().all(|other| other.select != candidate.select) || candidate.select.len() < 2 {
                    *count += 1;
                    return Some(candidate);
                }
            }
        }
        None
    }
}

/// Puts a list into a random order (R. Durstenfeld, "Algorithm 235: Random permutation", 1964).
pub(super) fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Section;

    fn candidate(i: usize, answer: &str, margin: f64) -> Candidate {
        let name = format!("box {i}");
        let named = [("camera", "camera"), ("object", &*name)];
        Candidate::new(Section::Frusta, &named, "verdict", &["camera", &name], answer).by(margin)
    }

    #[test]
    fn there_are_as_many_of_each_answer_and_narrow_ones_first() {
        let lists = [("inside", 40_usize), ("outside", 9), ("intersect", 3)];
        let all: Vec<Candidate> = lists
            .iter()
            .flat_map(|(answer, count)| (0..*count).map(|i| candidate(100 * answer.len() + i, answer, i as f64 + 1.0)))
            .collect();
        for (count, expected) in [(6, [2, 2, 2]), (9, [3, 3, 3]), (50, [4, 4, 3])] {
            for seed in 0..20 {
                let chosen = chosen(all.clone(), count, &mut Random(seed));
                let counts = lists.map(|(answer, _)| chosen.iter().filter(|one| one.answer == answer).count());
                let mut sorted = counts;
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(sorted, expected, "{count} {seed}");
                let inside = chosen.iter().filter(|one| one.answer == "inside").map(|one| one.margin);
                assert!(inside.clone().all(|margin| margin <= 13.0), "{:?}", inside.collect::<Vec<_>>());
            }
        }
        let [a, b] = [7, 8].map(|seed| chosen(all.clone(), 6, &mut Random(seed)));
        assert_eq!(chosen(all.clone(), 6, &mut Random(7)), a);
        assert_ne!(a, b);
        assert_eq!(chosen(Vec::new(), 6, &mut Random(7)), []);
    }

    #[test]
    fn a_pair_is_asked_about_once() {
        let all = vec![candidate(1, "inside", 1.0), candidate(1, "outside", 1.0), candidate(2, "outside", 1.0)];
        let chosen = chosen(all, 5, &mut Random(1));
        assert_eq!(chosen.len(), 2);
        assert_ne!(chosen[0].select, chosen[1].select);
    }
}
