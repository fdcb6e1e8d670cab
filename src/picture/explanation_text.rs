//! Explanations as text, with the symbols that pictures have.

use super::palette::Palette;
use crate::escape;
use crate::geometry::Tone;
use crate::report::explain::{Explanation, WRONG_STEP};

/// The explanations as text, one after the other. The titles of several are underlined.
pub(crate) fn explanations_as_text(explanations: &[Explanation]) -> String {
    let texts = explanations.iter().map(|explanation| {
        let mut lines = lines(explanation);
        if explanations.len() > 1 {
            lines.insert(1, "=".repeat(explanation.title.chars().count()));
        }
        lines.join("\n")
    });
    // Names come from untrusted files: control characters in them are escaped for the terminal.
    let mut text = escape::lines(&texts.collect::<Vec<_>>().join("\n\n\n")).into_owned();
    text.push('\n');
    text
}

/// The lines of an explanation: the title, the answer, then every step with its numbers.
fn lines(explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![explanation.title.clone(), explanation.answer.clone()];
    if let Some(disagreement) = &explanation.disagreement {
        lines.push(format!("\n⚠ {disagreement}"));
    }
    for (i, step) in explanation.story.steps.iter().enumerate() {
        let is_wrong = explanation.wrong_step == Some(i);
        let mark =
            if is_wrong { format!("  {} {WRONG_STEP}", Palette::DARK.symbol(Tone::Mistaken)) } else { String::new() };
        lines.push(format!("\n{}. {}{mark}", i + 1, step.title));
        lines.extend(step.formula.lines().chain(step.numbers.lines()).map(|line| format!("     {line}")));
        lines.push(format!("   {} {}", Palette::DARK.symbol(step.tone), step.outcome));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Story;

    #[test]
    fn the_titles_of_several_explanations_are_underlined() {
        let of = |title: &str, answer: &str| Explanation {
            title: title.to_owned(),
            answer: answer.to_owned(),
            tone: Tone::Note,
            disagreement: None,
            decided_by: None,
            wrong_step: None,
            story: Story::default(),
        };
        let (cell, skin) = (of("Which cell?", "in the root"), of("Which joints?", "12 joints"));
        assert_eq!(explanations_as_text(std::slice::from_ref(&cell)), "Which cell?\nin the root\n");
        let expected = "Which cell?\n===========\nin the root\n\n\nWhich joints?\n=============\n12 joints\n";
        assert_eq!(explanations_as_text(&[cell, skin]), expected);
    }
}
