//! Which nodes are folded so that a whole tree can be read at once.
//!
//! Subtrees where nothing happens are folded first, the largest first, and no more of them than necessary. If that is not
//! enough, everything below a level of the tree is folded as well. If not even that is enough, because one node has too
//! many children, nothing is folded.

use std::collections::HashSet;

use eframe::egui::Rect;

use super::chart::{Arrangement, Chart};
use super::shown::ShownAgent;
use super::sight::ChartView;
use crate::behavior::{NodeId, Status};

/// The nodes to fold, beside those that the user folded.
pub(super) fn to_read(
    shown: &ShownAgent<'_>,
    own: &HashSet<NodeId>,
    (view, is_sideways): (Rect, bool),
    width: impl Fn(usize) -> f32,
) -> HashSet<NodeId> {
    let tree = shown.tree;
    let fits = |nodes: &[usize]| {
        let folded = own.iter().copied().chain(nodes.iter().map(|node| tree.id(*node))).collect();
        let top_down = [Arrangement::Beside, Arrangement::Stacked];
        let arrangements: &[Arrangement] = if is_sideways { &[Arrangement::Sideways] } else { &top_down };
        arrangements.iter().any(|one| ChartView::has_room(&Chart::of(tree, &folded, *one, &width), view))
    };
    let is_active = activity(shown);
    let quiet = topmost(
        tree.len(),
        |node| tree.end(node),
        |node| {
            let end = tree.end(node);
            end > node + 1 && !is_active[node..end].contains(&true)
        },
    );
    let mut largest = quiet.clone();
    largest.sort_by_key(|&node| std::cmp::Reverse(tree.end(node) - node));
    let found = (0..=largest.len()).collect::<Vec<_>>().partition_point(|&count| !fits(&largest[..count]));
    let nodes = if found <= largest.len() {
        largest[..found].to_vec()
    } else {
        let depths = depths(tree.len(), |node| tree.end(node));
        let deepest = depths.iter().copied().max().unwrap_or(0);
        let below = |depth: usize| -> Vec<usize> {
            let at_depth = (0..tree.len()).filter(|&node| depths[node] == depth && tree.end(node) > node + 1);
            quiet.iter().copied().chain(at_depth).collect()
        };
        (1..deepest).rev().map(below).find(|nodes| fits(nodes)).unwrap_or_default()
    };
    nodes.into_iter().map(|node| tree.id(node)).collect()
}

/// For each node, whether it runs, or has a part in what the last tick halted.
fn activity(shown: &ShownAgent<'_>) -> Vec<bool> {
    let mut is_active: Vec<bool> = shown
        .statuses
        .iter()
        .enumerate()
        .map(|(node, status)| *status == Status::Running || shown.is_halted(node))
        .collect();
    for node in shown.interest() {
        is_active[node] = true;
    }
    is_active
}

/// The nodes with a property that no node above them has.
fn topmost(len: usize, end: impl Fn(usize) -> usize, has: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut node = 0;
    while node < len {
        if has(node) {
            found.push(node);
            node = end(node);
        } else {
            node += 1;
        }
    }
    found
}

/// For each node of a tree in pre-order, how many nodes are above it.
fn depths(len: usize, end: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut depths = Vec::with_capacity(len);
    for node in 0..len {
        while open.last().is_some_and(|&end| end <= node) {
            open.pop();
        }
        depths.push(open.len());
        open.push(end(node));
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_their_depths_and_the_topmost_are_found() {
        // 0 ( 1 ( 2 3 ) 4 ( 5 ( 6 ) ) )
        let ends = [7, 4, 3, 4, 7, 7, 7];
        assert_eq!(depths(7, |node| ends[node]), [0, 1, 2, 2, 1, 2, 3]);
        assert_eq!(topmost(7, |node| ends[node], |node| [1, 2, 5, 6].contains(&node)), [1, 5]);
    }
}
