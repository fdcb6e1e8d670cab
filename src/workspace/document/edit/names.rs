//! Unused names.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::Hash;

use crate::scene::{Scene, names};

/// `wanted` itself when it is unused, else the first unused name of "crate 2", "crate 3" and so on. For "crate 2" the
/// next name is "crate 3".
pub(crate) fn free_name(scene: &Scene, wanted: &str) -> String {
    free_name_beside(&names(scene).collect(), wanted)
}

/// The same beside these names.
pub(super) fn free_name_beside<T: Borrow<str> + Hash + Eq>(taken: &HashSet<T>, wanted: &str) -> String {
    if !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let (stem, number) = numbered(wanted);
    let mut candidates = (u64::from(number) + 1..).map(|n| format!("{stem} {n}"));
    candidates.find(|name| !taken.contains(&**name)).unwrap_or_default()
}

/// The number of a name: 7 for "crate 7", 1 for "crate".
fn numbered(name: &str) -> (&str, u32) {
    let parts = name.rsplit_once(' ').filter(|(stem, digits)| {
        !stem.trim().is_empty() && !digits.starts_with(['0', '+']) && digits.bytes().all(|b| b.is_ascii_digit())
    });
    parts.and_then(|(stem, digits)| Some((stem, digits.parse().ok()?))).unwrap_or((name, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_name_increases() {
        let scene: Scene = serde_json::from_str(
            r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }, { "name": "eye 2" }, { "name": "a 007" }, { "name": " 5" }],
                "rays": [{ "name": "eye 4", "origin": [0, 0, 0], "direction": [0, 0, 1] }],
                "objects": [{ "name": "v 18446744073709551615", "shape": { "sphere": { "radius": 1 } } },
                    { "name": "w 4294967295", "shape": { "sphere": { "radius": 1 } } }] }"#,
        )
        .unwrap();
        for (wanted, free) in [
            ("box", "box"),
            ("eye", "eye 3"),
            ("eye 2", "eye 3"),
            ("eye 4", "eye 5"),
            ("a 007", "a 007 2"),
            (" 5", " 5 2"),
            ("v 18446744073709551615", "v 18446744073709551615 2"),
            ("w 4294967295", "w 4294967296"),
        ] {
            assert_eq!(free_name(&scene, wanted), free);
        }
    }
}
