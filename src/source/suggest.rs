//! The known word that is nearest to a mistyped one.

/// The candidate nearest to a mistyped word, if it is near enough: at most one edit per three letters.
///
/// ```text
/// fov → fov_y, positon → position, Crate → crate, banana → none
/// ```
pub(crate) fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer words are not typed by hand, and the time of a comparison is proportional to the product of both lengths.
    const LONGEST: usize = 64;
    let typed: Vec<char> = typed.chars().flat_map(char::to_lowercase).take(LONGEST + 1).collect();
    if typed.len() > LONGEST {
        return None;
    }
    let distance = |candidate: &str| {
        let candidate: Vec<char> = candidate.chars().flat_map(char::to_lowercase).take(LONGEST + 1).collect();
        let continues = typed.len() >= 3 && candidate.starts_with(&typed);
        let allowed = typed.len().max(candidate.len()).div_ceil(3);
        let distance = if continues { 1 } else { edits(&typed, &candidate) };
        (distance <= allowed && distance < candidate.len()).then_some(distance)
    };
    candidates.into_iter().filter_map(|c| distance(c).map(|d| (d, c))).min_by_key(|&(d, _)| d).map(|(_, c)| c)
}

/// The least number of insertions, deletions, replacements and swaps of neighbours that leads from `a` to `b`
/// (optimal string alignment; Boytsov, "Indexing methods for approximate dictionary searching", 2011, §2.2.1).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = above;
        above = row;
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_corrected_and_other_words_are_not() {
        let keys = ["name", "position", "fov_y", "near", "far", "look_at", "half_height", "half_extents"];
        for (typed, expected) in [
            ("nmae", Some("name")),
            ("positon", Some("position")),
            ("fov", Some("fov_y")),
            ("Near", Some("near")),
            ("lookat", Some("look_at")),
            ("halfHeight", Some("half_height")),
            ("half_extent", Some("half_extents")),
            ("banana", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, keys), expected, "{typed}");
        }
        assert_eq!(nearest(&"n".repeat(10_000), keys), None);
    }
}
