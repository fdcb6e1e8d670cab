//! Texts of two sides, cut to the part that differs.

/// A text of at most so many characters is not cut.
const MOST: usize = 80;
/// Equal characters that are kept before and after the part that differs.
const CONTEXT: usize = 12;

/// A text of at most [`MOST`] characters; the rest is an ellipsis.
pub(super) fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST).chain(['…']).collect() }
}

/// Two texts as they are when both are short. Otherwise what both have at their start and end becomes an ellipsis, but for
/// a few characters.
pub(super) fn apart(before: &str, after: &str) -> [String; 2] {
    let [old, new]: [Vec<char>; 2] = [before, after].map(|text| text.chars().collect());
    if old.len() <= MOST && new.len() <= MOST {
        return [before.to_owned(), after.to_owned()];
    }
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (first, last) = (start.saturating_sub(CONTEXT), end.saturating_sub(CONTEXT));
    [old, new].map(|text| {
        let part = &text[first..text.len() - last];
        let cut: String = part.iter().take(MOST).collect();
        let has_rest = last > 0 || part.len() > MOST;
        format!("{}{cut}{}", if first > 0 { "…" } else { "" }, if has_rest { "…" } else { "" })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_of_long_texts_are_left_out() {
        assert_eq!(apart("a", "b"), ["a", "b"]);
        let long = |middle: &str| format!("{}{middle}{}", "a".repeat(100), "z".repeat(100));
        assert_eq!(apart(&long("1"), &long("22")), ["…aaaaaaaaaaaa1zzzzzzzzzzzz…", "…aaaaaaaaaaaa22zzzzzzzzzzzz…"]);
        assert_eq!(apart(&"é".repeat(90), &"é".repeat(91)), ["…éééééééééééé", "…ééééééééééééé"]);
        let [short, cut] = apart("", &"x".repeat(200));
        assert_eq!((&*short, cut.chars().count()), ("", 81));
    }
}
