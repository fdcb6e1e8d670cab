//! Equal triangles of a mesh. Where depth is written, OpenGL shows only the first of them, and the others take the time of
//! their pixels all the same: a million equal triangles take half a minute without a graphics card. So they are drawn once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// So many triangles are compared to find out whether many are equal. Of a mesh with few equal ones all are drawn: the
/// comparison of all would take longer.
const SAMPLE: usize = 4096;

/// The triangles of a list without those that are equal to an earlier one: the same corners in the same order, by their
/// `key`. `None` when few are equal.
pub(super) fn distinct<K: Hash + Eq>(triangles: &[[u32; 3]], key: impl Fn(u32) -> K) -> Option<Vec<[u32; 3]>> {
    let sample = triangles.iter().step_by(triangles.len().div_ceil(SAMPLE).max(1));
    let compared = sample.len();
    if compared < 2 || 8 * first_of_each(sample, &key).len() > 7 * compared {
        return None;
    }
    Some(first_of_each(triangles.iter(), &key))
}

fn first_of_each<'t, K: Hash + Eq>(
    triangles: impl Iterator<Item = &'t [u32; 3]>,
    key: &impl Fn(u32) -> K,
) -> Vec<[u32; 3]> {
    // By the hash of its corners, the first triangle.
    let mut known: HashMap<u64, [u32; 3], FxBuildHasher> = HashMap::default();
    let is_first = |triangle: &&[u32; 3]| match known.entry(FxBuildHasher.hash_one(triangle.map(key))) {
        Entry::Vacant(place) => {
            place.insert(**triangle);
            true
        }
        // Others may have the same hash.
        Entry::Occupied(first) => first.get().map(key) != triangle.map(key),
    };
    triangles.filter(is_first).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_triangles_are_drawn_once() {
        // Every vertex is there three times.
        let key = |vertex: u32| vertex / 3;
        let many: Vec<[u32; 3]> = (0..90_000).map(|i| [i % 3, 3 + i % 2, 6 + i % 5 * 3]).collect();
        let distinct = distinct(&many, key).unwrap();
        assert_eq!(distinct, [[0, 3, 6], [1, 4, 9], [2, 3, 12], [0, 4, 15], [1, 3, 18]]);
    }

    #[test]
    fn triangles_that_are_turned_or_shifted_are_not_equal() {
        let few: Vec<[u32; 3]> = (0..30_000).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        assert_eq!(distinct(&few, |vertex| vertex), None);
        let turned: Vec<[u32; 3]> = (0..30_000).map(|i| [[0, 1, 2], [1, 2, 0], [2, 1, 0]][i % 3]).collect();
        assert_eq!(distinct(&turned, |vertex| vertex).unwrap(), [[0, 1, 2], [1, 2, 0], [2, 1, 0]]);
        assert_eq!(distinct(&[], |vertex| vertex), None);
    }
}
