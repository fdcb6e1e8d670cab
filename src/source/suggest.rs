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

/// The names that a mistyped name may stand for: those whose last part after a `/` it is, else the [`nearest`] name, else
/// the name whose last part is nearest. A name of several parts is that of an object of a model.
///
/// ```text
/// House01Mesh → town_model/House01Mesh
/// ```
#[expect(clippy::needless_pass_by_value, reason = "made for the call")]
pub(crate) fn meant<'a>(typed: &str, names: impl Iterator<Item = &'a str> + Clone) -> Vec<&'a str> {
    let last = |name: &'a str| name.rsplit_once('/').map(|(_, last)| last);
    let exact: Vec<&str> = names.clone().filter(|name| last(name) == Some(typed)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let by_last = || {
        let found = nearest(typed, names.clone().filter_map(last))?;
        names.clone().find(|name| last(name) == Some(found))
    };
    nearest(typed, names.clone()).or_else(by_last).into_iter().collect()
}

/// The most names that a message suggests; the others are counted.
const MOST_LISTED: usize = 3;

/// Quoted names as a question lists them: "`a`, `b`, `c` or one of 3 others". `None` without a name.
pub(crate) fn listed(quoted: impl Iterator<Item = String>) -> Option<String> {
    let mut names: Vec<String> = quoted.collect();
    let more = names.len().saturating_sub(MOST_LISTED);
    names.truncate(MOST_LISTED);
    match more {
        0 => {}
        1 => names.push("1 other".to_owned()),
        more => names.push(format!("one of {more} others")),
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) })
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

    #[test]
    fn three_names_are_listed_and_the_others_counted() {
        for (count, expected) in [
            (0, None),
            (1, Some("a")),
            (2, Some("a or b")),
            (3, Some("a, b or c")),
            (4, Some("a, b, c or 1 other")),
            (5, Some("a, b, c or one of 2 others")),
        ] {
            let names = ["a", "b", "c", "d", "e"].into_iter().take(count).map(str::to_owned);
            assert_eq!(listed(names).as_deref(), expected);
        }
    }

    #[test]
    fn a_name_is_found_by_its_last_part() {
        let names = ["ground", "town_model/House01Mesh", "town_model/House02Mesh", "a/door", "b/door", "c/house/roof"];
        for (typed, expected) in [
            ("House01Mesh", &["town_model/House01Mesh"][..]),
            ("door", &["a/door", "b/door"]),
            ("grond", &["ground"]),
            ("house01mesh", &["town_model/House01Mesh"]),
            ("roof", &["c/house/roof"]),
            ("town_model/House01Mehs", &["town_model/House01Mesh"]),
            ("banana", &[]),
        ] {
            assert_eq!(meant(typed, names.into_iter()), expected, "{typed}");
        }
    }
}
