//! Matches the nodes of a tree with those of the same tree after an edit, so that breakpoints and selections stay at
//! their nodes.
//!
//! Nodes have no ids, so they are compared by kind, parameters and name. Equal nodes at the start and at the end of
//! both trees, in pre-order, match. Between them, in the edited part, equal nodes match in their order. If all other
//! nodes match, a node that was changed in place matches too. Which of several equal siblings was removed cannot be
//! determined.

use std::collections::HashMap;
use std::collections::VecDeque;

use super::Tree;

/// For each node of `old`, its index in `new`; `None` for a removed node.
pub fn correspondence(old: &Tree, new: &Tree) -> Vec<Option<usize>> {
    let is_alike = |a: usize, b: usize| old.name(a) == new.name(b) && old.kind(a) == new.kind(b);
    let least = old.len().min(new.len());
    let front = (0..least).take_while(|&i| is_alike(i, i)).count();
    let back = (1..=least - front).take_while(|&i| is_alike(old.len() - i, new.len() - i)).count();
    let mut found: Vec<Option<usize>> = vec![None; old.len()];
    for (i, place) in found.iter_mut().enumerate().take(front) {
        *place = Some(i);
    }
    for i in 1..=back {
        found[old.len() - i] = Some(new.len() - i);
    }
    let mut waiting: HashMap<(&str, &str), VecDeque<usize>> = HashMap::new();
    for node in front..new.len() - back {
        waiting.entry((new.kind(node).word(), new.name(node))).or_default().push_back(node);
    }
    // First the nodes that are equal in all, then those with a changed parameter.
    for is_strict in [true, false] {
        for (node, found) in found.iter_mut().enumerate().take(old.len() - back).skip(front) {
            let Some(others) = waiting.get_mut(&(old.kind(node).word(), old.name(node))) else { continue };
            let place = others.iter().position(|&other| !is_strict || is_alike(node, other));
            if found.is_none() {
                *found = place.and_then(|place| others.remove(place));
            }
        }
    }
    let lost: Vec<usize> = (front..old.len() - back).filter(|&node| found[node].is_none()).collect();
    let mut come: Vec<usize> = waiting.into_values().flatten().collect();
    come.sort_unstable();
    // The number is the same: the nodes were changed in place.
    if lost.len() == come.len() && old.len() == new.len() {
        for (node, now) in lost.into_iter().zip(come) {
            found[node] = Some(now).filter(|&now| old.children(node).count() == new.children(now).count());
        }
    }
    found
}
