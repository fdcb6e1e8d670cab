//! Moves items in their lists.

use crate::scene::{EntryKind, ItemId, ItemSet, Scene};

/// A direction in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveDirection {
    /// Towards the beginning.
    Up,
    /// Towards the end.
    Down,
}

/// Moves each of these items by one position in its list. They keep their order: an item at the end of its list stays there,
/// and so do the items next to it.
pub(super) fn step_all(scene: &mut Scene, ids: &[ItemId], way: MoveDirection) {
    let ids: ItemSet = ids.iter().copied().collect();
    for kind in EntryKind::ALL {
        let is_chosen = |i| kind.entry(i).id(scene).is_some_and(|id| ids.contains(&id));
        let chosen = (0..kind.count(scene)).map(is_chosen).collect();
        for [a, b] in swaps(chosen, way) {
            kind.entry(a).swap(scene, b);
        }
    }
}

/// The exchanges of neighbours that move the chosen places of a list by one, in order.
fn swaps(mut chosen: Vec<bool>, way: MoveDirection) -> Vec<[usize; 2]> {
    let mut swaps = Vec::new();
    // Each place once, beginning at the end towards which they move.
    let places = 1..chosen.len();
    let pairs: Vec<[usize; 2]> = match way {
        MoveDirection::Up => places.map(|i| [i, i - 1]).collect(),
        MoveDirection::Down => places.rev().map(|i| [i - 1, i]).collect(),
    };
    for [mover, other] in pairs {
        if chosen[mover] && !chosen[other] {
            chosen.swap(mover, other);
            swaps.push([mover, other]);
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;
    use crate::scene::Entry;

    fn names(list: &str, chosen: &str, way: MoveDirection) -> String {
        let mut letters: Vec<char> = list.chars().collect();
        let places = letters.iter().map(|letter| chosen.contains(*letter)).collect();
        for [a, b] in swaps(places, way) {
            letters.swap(a, b);
        }
        letters.into_iter().collect()
    }

    #[test]
    fn several_items_keep_their_order_and_stop_at_the_end() {
        for (chosen, up, down) in [
            ("b", "bacde", "acbde"),
            ("a", "abcde", "bacde"),
            ("ab", "abcde", "cabde"),
            ("de", "abdec", "abcde"),
            ("bd", "badce", "acbed"),
            ("ad", "abdce", "baced"),
            ("abcde", "abcde", "abcde"),
            ("", "abcde", "abcde"),
        ] {
            assert_eq!(names("abcde", chosen, MoveDirection::Up), up, "{chosen}");
            assert_eq!(names("abcde", chosen, MoveDirection::Down), down, "{chosen}");
        }
        assert_eq!(names("", "a", MoveDirection::Up), "");
        assert_eq!(names("a", "a", MoveDirection::Down), "a");
    }

    #[test]
    fn moving_up_and_down_restores_the_lists() {
        let start = scene();
        let id = |entry: Entry| entry.id(&start).unwrap();
        let chosen = [id(Entry::Camera(0)), id(Entry::Object(0)), id(Entry::Occlusion(0))];
        let mut moved = start.clone();
        step_all(&mut moved, &chosen, MoveDirection::Down);
        for (first, second) in [
            (Entry::Camera(0), Entry::Camera(1)),
            (Entry::Object(0), Entry::Object(1)),
            (Entry::Occlusion(0), Entry::Occlusion(1)),
        ] {
            assert_eq!(second.name(&moved), first.name(&start));
            assert_eq!(first.name(&moved), second.name(&start));
        }
        step_all(&mut moved, &chosen, MoveDirection::Up);
        assert_eq!(moved, start);
    }
}
