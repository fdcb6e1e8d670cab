//! What was found, as text.

use std::fmt::Write;

use crate::escape;
use crate::geometry::narrate::{counted, grouped};
use crate::hunt::record::{answer_in_words, in_words};
use crate::hunt::wire::write_truth;
use crate::hunt::{AnswererInfo, DistinctExample, Example, FaultKind, Findings, NamedMistake};

/// The smallest cases that are printed; the others are in the files of `--out`.
const MOST_PRINTED: usize = 5;

/// The messages that are printed.
const MOST_MESSAGES: usize = 5;

/// The summary of a run. `folder` is the page of the results, if they are written.
pub(super) fn summary(findings: &Findings, info: &AnswererInfo, folder: Option<&str>) -> String {
    let mut text = String::new();
    let version = info.version.as_deref().map_or_else(String::new, |version| format!(" {version}"));
    let name = escape::line(&format!("{}{version}", info.name)).into_owned();
    let _infallible = writeln!(
        text,
        "{} · {name}: {} cases ({} undecided), {}",
        findings.question.word(),
        grouped(findings.cases),
        grouped(findings.undecided),
        findings.faults_in_words()
    );
    for kind in FaultKind::ALL.into_iter().filter(|kind| findings.count(*kind) > 0) {
        let count = grouped(findings.count(kind));
        let _infallible = writeln!(text, "  {:<12} {count:>12}  {}", kind.word(), kind.about());
    }
    if let Some(share) = findings.needless_share().filter(|share| *share > 0.0 && info.is_conservative) {
        let [outside, needless] = findings.outside.map(grouped);
        let _infallible = writeln!(
            text,
            "  Visible for {needless} of {outside} bodies outside ({:.1} %), which this program may answer: it is conservative.",
            share * 100.0
        );
    }
    families(&mut text, findings);
    for named in &findings.mistakes {
        mistake(&mut text, named);
    }
    let distinct = findings.distinct_examples();
    for DistinctExample { example, .. } in distinct.iter().take(MOST_PRINTED) {
        one(&mut text, example);
    }
    if distinct.len() > MOST_PRINTED {
        let more = counted(distinct.len() - MOST_PRINTED, "more smallest case");
        let place = folder.map_or_else(|| "--out DIR writes all".to_owned(), |page| format!("{page} has all"));
        let _infallible = writeln!(text, "\n{more}; {place}.");
    }
    if !findings.strays.is_empty() {
        text.push('\n');
    }
    for (kind, what) in findings.strays.iter().take(MOST_MESSAGES) {
        let _infallible = writeln!(text, "{}: {}", kind.word(), escape::line(what));
    }
    if findings.has_ended_early {
        text.push_str("\nThe program was started again three times and failed again, so the run ended early.\n");
    }
    text
}

/// The families with faults, and how many have none.
fn families(text: &mut String, findings: &Findings) {
    let with: Vec<_> = findings.families.iter().filter(|family| family.faults > 0).collect();
    if with.is_empty() {
        return;
    }
    let _infallible = writeln!(text, "\n  {:<14} {:>12} {:>12}", "family", "cases", "faults");
    for family in &with {
        let (cases, faults) = (grouped(family.cases), grouped(family.faults));
        let _infallible = writeln!(text, "  {:<14} {cases:>12} {faults:>12}", family.name);
    }
    let without: Vec<&str> =
        findings.families.iter().filter(|family| family.faults == 0).map(|family| family.name).collect();
    if !without.is_empty() {
        let _infallible = writeln!(text, "  No fault in {}.", without.join(", "));
    }
}

/// A mistake in one sentence: how many answers are its, and what it does.
pub(super) fn mistake(text: &mut String, named: &NamedMistake) {
    let _infallible = writeln!(text, "\nMistake. {}", named.sentence());
    for mistake in named.mistakes() {
        let _infallible = writeln!(text, "  {}", mistake.rule);
    }
}

fn one(text: &mut String, example: &Example) {
    let smallest = example.smallest();
    let said = answer_in_words(example);
    let (said, right) = (escape::line(&said), write_truth(smallest.truth));
    let _infallible = writeln!(text, "\n{} in {}, smallest case:", example.kind.word(), example.family);
    let _infallible = writeln!(text, "  {}\n  answered {said}\n  right is {right}", in_words(smallest.recipe));
}
