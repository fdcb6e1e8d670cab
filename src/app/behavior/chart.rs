//! Which nodes are drawn and where: the tree without what is folded away, laid out top down.
//!
//! Places are in points at a zoom of 1; x grows to the right, y down, and (0, 0) is the upper left corner of everything.
//! Measured in f64, since a wide tree is wider than f32 can count in fractions of a point.

use std::collections::HashSet;

use crate::behavior::Tree;
use crate::picture::Tidy;

/// Height of a box.
pub(super) const HEIGHT: f32 = 22.0;
/// From the top of a level to the top of the next.
pub(super) const STEP: f32 = 46.0;
/// Between neighbours of a level.
const GAP: f32 = 8.0;
/// In [`Chart`]: not drawn, or no parent.
const NONE: u32 = u32::MAX;

/// The boxes of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// In pre-order.
    pub(super) boxes: Vec<NodeBox>,
    /// Each level's boxes from the left.
    levels: Vec<Vec<u32>>,
    /// Of each node its box, or the one that it is folded into.
    shown: Vec<u32>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// One node's box.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NodeBox {
    pub(super) node: usize,
    parent: u32,
    level: u32,
    centre: f64,
    pub(super) width: f32,
    /// How many nodes below are folded into it.
    pub(super) folded: usize,
    /// First and last child, `None` for those without, or folded.
    children: Option<[u32; 2]>,
}

impl Chart {
    /// Of a tree whose nodes have those widths and whose `folded` nodes hide what is below them.
    pub(super) fn of(tree: &Tree, folded: &HashSet<usize>, width: impl Fn(usize) -> f32) -> Self {
        let mut boxes: Vec<NodeBox> = Vec::new();
        let mut shown = vec![NONE; tree.len()];
        let mut node = 0;
        while node < tree.len() {
            let parent = tree.parent(node).map_or(NONE, |parent| shown[parent]);
            let index = u32::try_from(boxes.len()).unwrap_or(NONE);
            let is_folded = folded.contains(&node) && tree.end(node) > node + 1;
            let end = if is_folded { tree.end(node) } else { node + 1 };
            shown[node..end].fill(index);
            if let Some(parent) = boxes.get_mut(parent as usize) {
                let first = parent.children.map_or(index, |[first, _]| first);
                parent.children = Some([first, index]);
            }
            let level = u32::try_from(tree.depth(node)).unwrap_or(NONE);
            let folded = end - node - 1;
            boxes.push(NodeBox { node, parent, level, centre: 0.0, width: width(node), folded, children: None });
            node = end;
        }
        let parents: Vec<usize> =
            boxes.iter().map(|one| if one.parent == NONE { 0 } else { one.parent as usize }).collect();
        let widths: Vec<f32> = boxes.iter().map(|one| one.width).collect();
        let tidy = Tidy::of(&parents, &widths, GAP);
        let mut levels: Vec<Vec<u32>> = Vec::new();
        for (index, (one, centre)) in boxes.iter_mut().zip(tidy.centres).enumerate() {
            one.centre = centre;
            let level = one.level as usize;
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            levels[level].push(u32::try_from(index).unwrap_or(NONE));
        }
        let height = levels.len().saturating_sub(1) as f64 * f64::from(STEP) + f64::from(HEIGHT);
        Self { boxes, levels, shown, width: tidy.width, height }
    }

    /// The box that a node is drawn in: its own, or the one that it is folded into.
    pub(super) fn of_node(&self, node: usize) -> Option<&NodeBox> {
        self.boxes.get(*self.shown.get(node)? as usize)
    }

    /// The box above.
    pub(super) fn parent(&self, one: &NodeBox) -> Option<&NodeBox> {
        self.boxes.get(one.parent as usize)
    }

    /// The boxes that reach into a part of the chart, level by level.
    pub(super) fn within(&self, part: &Part) -> impl Iterator<Item = &NodeBox> {
        self.levels_within(part.top, part.bottom).flat_map(move |level| {
            let start = level.partition_point(|&one| self.boxes[one as usize].right() < part.left);
            let seen = level[start..].iter().map(|&one| &self.boxes[one as usize]);
            seen.take_while(move |one| one.left() <= part.right)
        })
    }

    /// The boxes whose lines to their children reach into a part of the chart: those that have some.
    pub(super) fn parents_within(&self, part: &Part) -> impl Iterator<Item = (&NodeBox, [&NodeBox; 2])> {
        // Children are in the order of their parents, so what they span is too.
        self.levels_within(part.top - f64::from(STEP), part.bottom).flat_map(move |level| {
            let span = move |one: &u32| {
                let parent = &self.boxes[*one as usize];
                parent.children.map(|ends| (parent, ends.map(|end| &self.boxes[end as usize])))
            };
            level
                .iter()
                .filter_map(span)
                .skip_while(move |(_, [_, last])| last.centre < part.left)
                .take_while(move |(_, [first, _])| first.centre <= part.right)
        })
    }

    fn levels_within(&self, top: f64, bottom: f64) -> impl Iterator<Item = &Vec<u32>> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the levels there are")]
        let level = |y: f64| y.clamp(0.0, self.levels.len() as f64) as usize;
        let first = level(((top - f64::from(HEIGHT)) / f64::from(STEP)).ceil());
        let end = if bottom < 0.0 { first } else { (level(bottom / f64::from(STEP)) + 1).min(self.levels.len()) };
        self.levels[first.min(end)..end].iter()
    }

    /// The box at a place.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<&NodeBox> {
        let part = Part { left: x, right: x, top: y, bottom: y };
        self.within(&part).find(|one| (one.top()..=one.top() + f64::from(HEIGHT)).contains(&y))
    }

    /// Around some nodes.
    pub(super) fn around(&self, nodes: impl IntoIterator<Item = usize>) -> Option<Part> {
        let boxes = nodes.into_iter().filter_map(|node| self.of_node(node));
        boxes.map(NodeBox::part).reduce(|a, b| Part {
            left: a.left.min(b.left),
            right: a.right.max(b.right),
            top: a.top.min(b.top),
            bottom: a.bottom.max(b.bottom),
        })
    }
}

impl NodeBox {
    pub(super) fn centre(&self) -> f64 {
        self.centre
    }

    pub(super) fn left(&self) -> f64 {
        self.centre - f64::from(self.width) / 2.0
    }

    fn right(&self) -> f64 {
        self.centre + f64::from(self.width) / 2.0
    }

    pub(super) fn top(&self) -> f64 {
        f64::from(self.level) * f64::from(STEP)
    }

    fn part(&self) -> Part {
        Part { left: self.left(), right: self.right(), top: self.top(), bottom: self.top() + f64::from(HEIGHT) }
    }
}

/// A rectangle of the chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::sample;
    use super::*;
    use crate::behavior::{Abort, Action, Kind, Order, TreeBuilder};

    pub(in crate::app::behavior) fn chart(folded: &[usize]) -> Chart {
        let run = sample::guard(Abort::None, &[crate::behavior::Status::Success], 0);
        Chart::of(&run.tree, &folded.iter().copied().collect(), |_| 60.0)
    }

    pub(in crate::app::behavior) fn wide(count: usize) -> Chart {
        let mut builder = TreeBuilder::new();
        builder.open(Kind::Sequence { order: Order::Resume, abort: Abort::None }, "");
        for _ in 0..count {
            builder.open(Kind::Inverter, "");
            builder.leaf(Kind::Action(Action::Wait { ticks: 1 }), "");
            builder.close();
        }
        Chart::of(&builder.finish().unwrap(), &HashSet::new(), |node| 20.0 + (node % 7) as f32)
    }

    #[test]
    fn what_is_folded_stands_in_the_box_above() {
        let all = chart(&[]);
        assert_eq!(all.boxes.iter().map(|one| one.node).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        let folded = chart(&[1, 5]);
        assert_eq!(
            folded.boxes.iter().map(|one| (one.node, one.folded)).collect::<Vec<_>>(),
            [(0, 0), (1, 2), (4, 0), (5, 0)]
        );
        assert_eq!(folded.of_node(3).unwrap().node, 1);
        assert_eq!(folded.parent(folded.of_node(5).unwrap()).unwrap().node, 4);
        assert!(folded.width < all.width);
    }

    #[test]
    fn what_is_out_of_sight_is_not_found_and_the_rest_is() {
        let chart = wide(3000);
        for (left, width, top, height) in
            [(0.0, 100.0, 0.0, 200.0), (2e4, 300.0, 40.0, 30.0), (500.0, 1e9, 60.0, 1e9), (-50.0, 10.0, 0.0, 10.0)]
        {
            let part = Part { left, right: left + width, top, bottom: top + height };
            let found: Vec<usize> = chart.within(&part).map(|one| one.node).collect();
            let is_in = |one: &&NodeBox| {
                let (x, y) = (one.left() <= part.right && one.right() >= left, one.top() <= part.bottom);
                x && y && one.top() + f64::from(HEIGHT) >= top
            };
            let mut wanted: Vec<&NodeBox> = chart.boxes.iter().filter(is_in).collect();
            wanted.sort_by_key(|one| (one.level, one.node));
            assert_eq!(found, wanted.iter().map(|one| one.node).collect::<Vec<_>>(), "{part:?}");
        }
    }

    #[test]
    fn lines_to_children_are_found_wherever_they_cross_the_view() {
        let chart = wide(3000);
        let root_is_far = Part { left: 100.0, right: 200.0, top: 30.0, bottom: 40.0 };
        let parents: Vec<usize> = chart.parents_within(&root_is_far).map(|(one, _)| one.node).collect();
        assert_eq!(parents, [0], "only the root's line runs along here");
        let lower = Part { top: 75.0, bottom: 80.0, ..root_is_far };
        assert!((3..8).contains(&chart.parents_within(&lower).count()), "one line for each pair in sight");
    }
}
