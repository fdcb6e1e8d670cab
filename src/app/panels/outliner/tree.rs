//! The groups of a model's parts: the nodes of its file, and its materials, with the parts that match the search.

use std::ops::Range;
use std::sync::Arc;

use crate::import::level::{Outline, PartIndex};
use crate::scene::Color;
use crate::workspace::Workspace;
use crate::world::Item;

/// A group of parts of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PartGroup {
    /// In `models` of the world.
    pub(super) model: usize,
    pub(super) of: GroupOf,
}

/// What groups the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum GroupOf {
    /// A node of the file, by its index in the groups of the outline.
    Node(u32),
    /// A material, by its index in the outline.
    Material(u32),
}

/// The nodes that group the parts of a model. Whatever is below a node is one range of parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GroupTree {
    /// The nodes with matching parts, each before those below it.
    pub(super) nodes: Vec<GroupNode>,
    /// The matching parts in the order of the nodes.
    pub(super) parts: Vec<Item>,
}

/// A node that groups parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GroupNode {
    /// Its index in the groups of the outline.
    pub(super) index: u32,
    pub(super) name: Arc<str>,
    /// The number of nodes above it.
    pub(super) depth: u32,
    /// The parts at and below it.
    pub(super) parts: Range<usize>,
}

/// A material with the matching parts that use it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MaterialRow {
    /// Its index in the outline.
    pub(super) index: u32,
    pub(super) name: Arc<str>,
    pub(super) color: Option<Color>,
    pub(super) parts: Vec<Item>,
    /// Whether the search matches its name.
    pub(super) is_found: bool,
}

/// Which groups of an outline are at or below one whose name matches.
pub(super) fn found_groups(outline: &Outline, matches: impl Fn(&str) -> bool) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(outline.groups.len());
    for group in &outline.groups {
        let is_below = group.parent.is_some_and(|parent| found[parent as usize]);
        found.push(is_below || matches(&group.name));
    }
    found
}

impl GroupTree {
    /// The groups of a model's parts; `None` for a model whose parts are a flat list. `matches` says which parts match the
    /// search.
    pub(super) fn of(workspace: &Workspace, model: usize, matches: impl Fn(Item) -> bool) -> Option<Self> {
        let outline = workspace.disk().outline(model).filter(|outline| !outline.groups.is_empty())?;
        let placed = workspace.disk().placed_parts(model)?;
        let mut parts = Vec::new();
        // The number of matching parts before each part.
        let mut before = Vec::with_capacity(outline.parts.len() + 1);
        for part in &outline.parts {
            before.push(parts.len());
            parts.extend(placed.items(part.part).filter(|item| matches(*item)));
        }
        before.push(parts.len());
        let groups = outline.groups.iter().zip(0..).map(|(group, index)| GroupNode {
            index,
            name: Arc::clone(&group.name),
            depth: group.depth,
            parts: before[group.parts.start as usize]..before[group.parts.end as usize],
        });
        Some(Self { nodes: groups.filter(|node| !node.parts.is_empty()).collect(), parts })
    }

    /// The node with this index in the outline.
    pub(super) fn node(&self, index: u32) -> Option<&GroupNode> {
        let place = self.nodes.binary_search_by_key(&index, |node| node.index).ok()?;
        self.nodes.get(place)
    }

    /// The parts at and below a node.
    pub(super) fn below(&self, index: u32) -> &[Item] {
        self.node(index).map_or(&[], |node| &self.parts[node.parts.clone()])
    }

    /// The nodes above a part, by their indices in the outline.
    pub(super) fn above(&self, item: Item) -> impl Iterator<Item = u32> {
        let place = self.parts.iter().position(|part| *part == item);
        let is_above = move |node: &&GroupNode| place.is_some_and(|place| node.parts.contains(&place));
        self.nodes.iter().filter(is_above).map(|node| node.index)
    }

    /// The visible rows: nodes and parts, each with the number of nodes above it. What is below a closed node is left out.
    pub(super) fn rows(&self, is_open: impl Fn(u32) -> bool, mut add: impl FnMut(NodeOrPart, u32)) {
        let (mut node, mut part) = (0, 0);
        // The ends of the nodes that the next row is below.
        let mut ends: Vec<usize> = Vec::new();
        while part < self.parts.len() {
            while ends.last().is_some_and(|end| *end <= part) {
                ends.pop();
            }
            let depth = u32::try_from(ends.len()).unwrap_or(u32::MAX);
            if let Some(group) = self.nodes.get(node).filter(|node| node.parts.start == part) {
                add(NodeOrPart::Node(group.index), depth);
                if is_open(group.index) {
                    ends.push(group.parts.end);
                    node += 1;
                } else {
                    part = group.parts.end;
                    node = self.nodes.partition_point(|other| other.parts.start < part);
                }
            } else {
                add(NodeOrPart::Part(self.parts[part]), depth);
                part += 1;
            }
        }
    }
}

/// A row of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeOrPart {
    /// A node, by its index in the outline.
    Node(u32),
    Part(Item),
}

impl MaterialRow {
    /// The materials of a model that match the search, by their names or by parts that use them. `is_found` says which
    /// names match, `matches` which parts.
    pub(super) fn all(
        workspace: &Workspace,
        model: usize,
        is_found: impl Fn(&str) -> bool,
        matches: impl Fn(Item) -> bool,
    ) -> Vec<Self> {
        let (Some(outline), Some(placed)) = (workspace.disk().outline(model), workspace.disk().placed_parts(model))
        else {
            return Vec::new();
        };
        let materials = outline.materials.iter().zip(0..).map(|(material, index)| {
            let is_found = is_found(&material.name);
            let is_in = |item: &Item| is_found || matches(*item);
            let users = material.objects.iter().flat_map(|object| placed.items(PartIndex::Object(*object)));
            let parts = users.filter(is_in).collect();
            Self { index, name: Arc::clone(&material.name), color: material.color, parts, is_found }
        });
        materials.filter(|material| !material.parts.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> GroupTree {
        let node = |index, name: &str, depth, parts| GroupNode { index, name: name.into(), depth, parts };
        GroupTree {
            nodes: vec![
                node(0, "root", 0, 0..5),
                node(1, "house", 1, 1..4),
                node(3, "roof", 2, 1..3),
                node(4, "end", 0, 5..7),
            ],
            parts: (0..8).map(Item::Object).collect(),
        }
    }

    fn rows(closed: &[u32]) -> Vec<(String, u32)> {
        let mut rows = Vec::new();
        tree().rows(
            |node| !closed.contains(&node),
            |row, depth| {
                let word = match row {
                    NodeOrPart::Node(index) => format!("n{index}"),
                    NodeOrPart::Part(item) => item.index().to_string(),
                };
                rows.push((word, depth));
            },
        );
        rows
    }

    #[test]
    fn closed_nodes_leave_out_all_below_them() {
        let expected = |text: &str| -> Vec<(String, u32)> {
            let row = |word: &str| word.split_once('@').map(|(word, depth)| (word.to_owned(), depth.parse().unwrap()));
            text.split(' ').map(|word| row(word).unwrap()).collect()
        };
        assert_eq!(rows(&[]), expected("n0@0 0@1 n1@1 n3@2 1@3 2@3 3@2 4@1 n4@0 5@1 6@1 7@0"));
        assert_eq!(rows(&[1]), expected("n0@0 0@1 n1@1 4@1 n4@0 5@1 6@1 7@0"));
        assert_eq!(rows(&[3]), expected("n0@0 0@1 n1@1 n3@2 3@2 4@1 n4@0 5@1 6@1 7@0"));
        assert_eq!(rows(&[0, 4]), expected("n0@0 n4@0 7@0"));
    }

    #[test]
    fn the_nodes_above_a_part_are_found() {
        assert_eq!(tree().above(Item::Object(2)).collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!(tree().above(Item::Object(7)).count(), 0);
        assert_eq!(tree().below(3), [Item::Object(1), Item::Object(2)]);
        assert_eq!(tree().below(2), []);
    }
}
