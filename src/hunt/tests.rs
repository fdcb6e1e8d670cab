//! The hunt against the rules of `mistakes`: each wrong rule is found, named and shrunk, and the right ones have no fault.

use super::*;
use crate::mistakes::{Case, MISTAKES, MistakeSet, Question, of_question};

fn hunted(question: Question, mistakes: MistakeSet, cases: u64) -> Findings {
    let options = HuntOptions { cases: Some(cases), examples: 2, ..HuntOptions::default() };
    run(question, &mut RuleAnswerer::new(question, mistakes), &options, &())
}

/// The cases of a test; `EYELINE_HUNT_CASES` sets another number.
fn cases(usual: u64) -> u64 {
    std::env::var("EYELINE_HUNT_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn the_right_rules_have_no_fault() {
    for question in Question::ALL {
        let findings = hunted(question, MistakeSet::default(), cases(40_000));
        let first = findings.examples.first();
        assert_eq!(findings.fault_count(), 0, "{}: {first:#?}", question.word());
        let undecided = findings.undecided as f64 / findings.cases as f64;
        println!("{}: {undecided:.3} undecided, needless {:?}", question.word(), findings.needless_share());
        assert!(undecided < 0.2, "{}: {undecided}", question.word());
        assert_eq!(findings.mistakes, [], "{}", question.word());
    }
}

#[test]
fn each_wrong_rule_is_found_named_and_shrunk() {
    let mut wrong = Vec::new();
    for mistake in &MISTAKES {
        for question in mistake.questions {
            let findings = hunted(*question, MistakeSet::one(mistake.kind), 20_000);
            let name = format!("{} {}", question.word(), mistake.key);
            let named = findings.mistakes.first().map(NamedMistake::key);
            if named.as_deref() != Some(mistake.key) {
                wrong.push(format!("{name}: named {:?}", findings.mistakes));
            }
            // What a conservative program may do is no fault.
            let [outside, needless] = findings.outside;
            if findings.fault_count() == 0 && !(question.is_of_frusta() && needless > outside / 100) {
                wrong.push(format!("{name}: no fault"));
            }
            for example in &findings.examples {
                if example.shrunk.is_none() {
                    wrong.push(format!("{name}: not shrunk {example:?}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn two_mistakes_at_once_are_found() {
    for (question, a, b) in [
        (Question::RaySphere, "t-in-metres", "start-inside-misses"),
        (Question::FrustumBox, "far-plane-skipped", "p-and-n-vertex-swapped"),
        (Question::TransformedBox, "two-corners", "translation-forgotten"),
        (Question::RayTriangle, "back-faces-missed", "t-in-metres"),
    ] {
        let kinds = of_question(question).filter(|mistake| [a, b].contains(&mistake.key)).map(|mistake| mistake.kind);
        let findings = hunted(question, MistakeSet::of(kinds), 20_000);
        let best = findings.mistakes.first().map(|named| named.keys.clone()).unwrap_or_default();
        assert!(best.len() == 2 && best.contains(&a) && best.contains(&b), "{a} + {b}: {:?}", findings.mistakes);
    }
}

/// The same cases and the same findings, whatever the threads do.
#[test]
fn a_run_can_be_repeated() {
    let kind = MISTAKES[0].kind;
    let runs = [(); 2].map(|()| hunted(Question::FrustumBox, MistakeSet::one(kind), 10_000));
    let text = |findings: &Findings| format!("{:?} {:?} {:?}", findings.faults, findings.examples, findings.families);
    assert_eq!(text(&runs[0]), text(&runs[1]));
}

#[test]
fn a_shrunk_case_reads_like_one_of_a_textbook() {
    let near = MISTAKES.iter().find(|mistake| mistake.key == "two-corners").unwrap();
    let findings = hunted(Question::TransformedBox, MistakeSet::one(near.kind), 5_000);
    let shrunk = findings.examples[0].shrunk.as_ref().unwrap();
    let Case::TransformedBox { min, max, .. } = &shrunk.case else { panic!("another question") };
    assert!(min.iter().chain(max).all(|x| [0.0, 1.0, -1.0].contains(x)), "{shrunk:#?}");
}
