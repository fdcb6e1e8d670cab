//! Finds the terms of the glossary in a text.

use std::ops::Range;

use super::term::Term;

/// The first place of each term in a text, from the left, in characters. Where several terms begin, the longest one is
/// used. Only whole words match. Words in “quotes” are names and are skipped.
pub(super) fn terms_in(text: &str) -> Vec<(Range<usize>, Term)> {
    let small = text.to_ascii_lowercase();
    let mut found: Vec<(Range<usize>, Term)> = Vec::new();
    let mut skip_to = 0;
    let mut before = None;
    let mut is_quoted = false;
    for (chars, (at, letter)) in small.char_indices().enumerate() {
        is_quoted = letter == '“' || (is_quoted && letter != '”');
        let is_start = at >= skip_to && letter.is_alphanumeric() && !is_quoted && !before.is_some_and(joins);
        before = Some(letter);
        if !is_start {
            continue;
        }
        let Some((word, term)) = longest(&small[at..]) else { continue };
        skip_to = at + word.len();
        if found.iter().all(|(_, other)| *other != term) {
            found.push((chars..chars + word.chars().count(), term));
        }
    }
    found
}

/// The longest term at the start of a text.
fn longest(text: &str) -> Option<(&'static str, Term)> {
    let words = Term::all().flat_map(|term| term.words().iter().map(move |word| (&**word, term)));
    let fits = |word: &str| text.strip_prefix(word).is_some_and(|rest| !rest.chars().next().is_some_and(joins));
    words.filter(|(word, _)| fits(word)).max_by_key(|(word, _)| word.len())
}

/// Whether a character continues the word beside it.
fn joins(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, Term)> {
        let word = |range: Range<usize>| text.chars().skip(range.start).take(range.len()).collect();
        terms_in(text).into_iter().map(|(range, term)| (word(range), term)).collect()
    }

    #[test]
    fn terms_are_found_once_and_as_whole_words() {
        let text = "Even the p-vertex lies 0.4409 m behind: the right plane rejects the box, p-vertex and all.";
        let expected =
            [("p-vertex", Term::PVertex), ("right plane", Term::HalfSpace), ("rejects", Term::RejectingPlane)];
        assert_eq!(found(text), expected.map(|(word, term)| (word.to_owned(), term)));
        for (text, count) in
            [("Slab X", 1), ("slabby", 0), ("a t-slab", 0), ("(slab)", 1), ("", 0), ("−é slab·", 1), ("“slab” hits", 0)]
        {
            assert_eq!(found(text).len(), count, "{text}");
        }
    }

    #[test]
    fn the_longest_term_is_used() {
        assert_eq!(found("Near plane"), [("Near plane".to_owned(), Term::NearFar)]);
        assert_eq!(found("They have a layer in common."), [("layer in common".to_owned(), Term::Layers)]);
        assert_eq!(found("masked"), [("masked".to_owned(), Term::Layers)]);
    }

    #[test]
    fn each_word_of_the_table_is_found_at_its_place() {
        for term in Term::all() {
            for word in term.words() {
                assert_eq!(found(&format!("– {word}, é")), [(word.clone(), term)]);
            }
        }
    }
}
