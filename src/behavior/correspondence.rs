//! Which node of a tree is which node of the same tree after an edit: so that breakpoints and selections stay at their
//! nodes.
//!
//! Nodes have no identity of their own, so they are compared by what they are and what they are called. What is alike at
//! the start and at the end of both trees, in pre-order, corresponds. Between them, where something was edited, nodes
//! correspond that are alike, in their order. Where all others correspond, a node that was changed in place does too. Of
//! siblings that are alike in everything, which one was taken out cannot be known.

use std::collections::HashMap;
use std::collections::VecDeque;

use super::Tree;

/// For each node of `old`, where it is in `new`; `None` for one that is gone.
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
    // Those that are alike in all first, then those of which a parameter was changed.
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
    // As many as before: they were changed in place.
    if lost.len() == come.len() && old.len() == new.len() {
        for (node, now) in lost.into_iter().zip(come) {
            found[node] = Some(now).filter(|&now| old.children(node).count() == new.children(now).count());
        }
    }
    found
}
