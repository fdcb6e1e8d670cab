//! Matches the nodes of a file that another program wrote with those of the reading before, so that they keep their ids.
//!
//! This is needed only there: edits in the window move the nodes themselves, with their ids, but a file has no ids. So
//! nodes are compared by kind, contents and name. Equal nodes at the start and at the end of both lists match. Between
//! them, in the edited part, equal nodes match in their order. If all other nodes match, a node that was changed in place
//! matches too. Which of several equal siblings was removed cannot be determined.

use std::collections::HashMap;
use std::collections::VecDeque;

/// The content of a file about a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    /// The word of its kind.
    pub kind: &'a str,
    /// Its name; may be empty.
    pub name: &'a str,
    /// All else that it holds, without its children.
    pub contents: String,
    /// The number of its children.
    pub children: usize,
}

impl Description<'_> {
    fn is_alike(&self, other: &Self) -> bool {
        (self.kind, self.name, &self.contents) == (other.kind, other.name, &other.contents)
    }
}

/// For each node of `old`, its index in `new`; `None` for a removed node. Both lists are in pre-order.
pub fn correspondence(old: &[Description<'_>], new: &[Description<'_>]) -> Vec<Option<usize>> {
    let is_alike = |a: usize, b: usize| old[a].is_alike(&new[b]);
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
    for (node, other) in new.iter().enumerate().take(new.len() - back).skip(front) {
        waiting.entry((other.kind, other.name)).or_default().push_back(node);
    }
    // First the nodes that are equal in all, then those with changed contents.
    for is_strict in [true, false] {
        for (node, found) in found.iter_mut().enumerate().take(old.len() - back).skip(front) {
            let Some(others) = waiting.get_mut(&(old[node].kind, old[node].name)) else { continue };
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
            found[node] = Some(now).filter(|&now| old[node].children == new[now].children);
        }
    }
    found
}
