//! The nodes that are drawn and their places: the tree without folded nodes, laid out top down or from left to right.
//!
//! From left to right, each level is a column, and children are below each other to the right of their parent.
//!
//! Top down, children are side by side below their parent. If the whole tree is too wide to be read in this layout, a second
//! layout puts the children of some parents below each other, in their order: of parents with leaves only, or with
//! leaves and chains of decorators over one leaf. The child of such a decorator is one step further to the right:
//!
//! ```text
//!       fight                  fight
//!   ┌─────┼─────┐             ┌──┘
//! near invert strike          ├─ near
//!         │                   ├─ invert
//!        seen                 │  └─ seen
//!                             └─ strike
//! ```
//!
//! Places are in points at a zoom of 1. x increases to the right, y down, and (0, 0) is the upper left corner of the
//! chart. They are f64, because f32 has no fractions of a point in a wide tree.

use std::collections::{BTreeMap, HashSet};

use crate::behavior::{NodeId, Tree};
use crate::picture::TreeLayout;

/// Height of a box.
pub(super) const HEIGHT: f32 = 22.0;
/// From the top of a level to the top of the next.
pub(super) const STEP: f32 = 46.0;
/// From the top of a leaf to the top of the leaf below it.
const ROW: f32 = 29.0;
/// Gap between neighbours of a level.
const GAP: f32 = 8.0;
/// In a column of leaves: from the left edge of the boxes to the left edge of the parent's box, and to the line.
const INDENT: f32 = 22.0;
const SPINE: f64 = 6.0;
/// The most boxes below a parent whose children are below each other. With more, the column would be too high.
const MOST_STACKED: usize = 8;
/// From left to right: the gap between two columns, and between neighbours of a column.
const COLUMN_GAP: f32 = 34.0;
const NEIGHBOR_GAP: f32 = 14.0;
/// A marker in [`Chart`]: the node is not drawn, or the box has no parent.
const NONE: u32 = u32::MAX;

/// How a tree is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// Top down, all leaves side by side.
    #[default]
    Beside,
    /// Top down, leaves below each other, where a parent has two or more children and all are leaves or decorators over one leaf.
    Stacked,
    /// From left to right.
    Sideways,
}

/// The boxes of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// In pre-order.
    pub(super) boxes: Vec<NodeBox>,
    /// Boxes of equal height from left to right, with that height; rows from the top.
    rows: Vec<(f64, Vec<u32>)>,
    /// For each node: its box, or the box of the folded node that contains it.
    shown: Vec<u32>,
    /// The greatest distance from the top of a box to the lower end of its lines.
    reach: f64,
    is_sideways: bool,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// One node's box.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NodeBox {
    pub(super) node: usize,
    parent: u32,
    top: f64,
    centre: f64,
    pub(super) width: f32,
    /// The number of nodes that are folded into this box.
    pub(super) folded: usize,
    /// First and last child; `None` without children, or when folded.
    children: Option<[u32; 2]>,
    /// The x of the vertical line to the children, when they are below each other.
    spine: Option<f64>,
    /// The indentation of a box in a column, in steps to the right of the column's parent. 0 for other boxes.
    level: u32,
}

impl Chart {
    /// Lays out a tree. `width` returns the width of a node's box. The descendants of `folded` nodes are left out.
    pub(super) fn of(
        tree: &Tree,
        folded: &HashSet<NodeId>,
        arrangement: Arrangement,
        width: impl Fn(usize) -> f32,
    ) -> Self {
        let (mut boxes, shown) = boxes(tree, folded, width);
        if arrangement == Arrangement::Sideways {
            return Self::sideways(boxes, shown);
        }
        let mut parents = parents(&boxes);
        let mut widths: Vec<f32> = boxes.iter().map(|one| one.width).collect();
        if arrangement == Arrangement::Stacked {
            stack_leaves(&mut boxes, &mut parents, &mut widths);
        }
        let tidy = TreeLayout::of(&parents, &widths, GAP);
        let (mut height, mut reach) = (0.0_f64, f64::from(STEP));
        for index in 0..boxes.len() {
            let left = tidy.centres[index] - f64::from(widths[index]) / 2.0;
            let (level, parent) = (boxes[index].level, boxes[index].parent as usize);
            if level > 0 {
                boxes[parent].spine = Some(left + f64::from(INDENT) * f64::from(level - 1) + SPINE);
                reach = reach.max(boxes[index].top - boxes[parent].top);
            }
            let one = &mut boxes[index];
            one.centre = match level {
                0 => tidy.centres[index],
                _ => left + f64::from(INDENT) * f64::from(level) + f64::from(one.width / 2.0),
            };
            height = height.max(one.top + f64::from(HEIGHT));
        }
        let rows = rows(&boxes);
        Self { boxes, rows, shown, reach, is_sideways: false, width: tidy.width, height }
    }

    /// From left to right: each level is a column as wide as its widest box.
    fn sideways(mut boxes: Vec<NodeBox>, shown: Vec<u32>) -> Self {
        let parents = parents(&boxes);
        let tidy = TreeLayout::of(&parents, &vec![HEIGHT; boxes.len()], NEIGHBOR_GAP);
        let mut levels: Vec<usize> = vec![0; boxes.len()];
        for index in 1..boxes.len() {
            levels[index] = levels[parents[index]] + 1;
        }
        let mut widths: Vec<f64> = vec![0.0; levels.iter().max().map_or(0, |deepest| deepest + 1)];
        for (one, &level) in boxes.iter().zip(&levels) {
            widths[level] = widths[level].max(one.width.into());
        }
        let (mut left, mut lefts) = (0.0, Vec::new());
        for width in &widths {
            lefts.push(left);
            left += width + f64::from(COLUMN_GAP);
        }
        for (index, one) in boxes.iter_mut().enumerate() {
            one.centre = lefts[levels[index]] + f64::from(one.width) / 2.0;
            one.top = (tidy.centres[index] - f64::from(HEIGHT) / 2.0).max(0.0);
        }
        let width = (left - f64::from(COLUMN_GAP)).max(0.0);
        Self { rows: rows(&boxes), boxes, shown, reach: 0.0, is_sideways: true, width, height: tidy.width }
    }

    /// Whether it is laid out from left to right.
    pub(super) fn is_sideways(&self) -> bool {
        self.is_sideways
    }

    /// From left to right: the x of the vertical line between a box and its children. `None` without children.
    pub(super) fn turn(&self, one: &NodeBox) -> Option<f64> {
        let [first, _] = one.children.filter(|_| self.is_sideways)?;
        Some(self.boxes[first as usize].left() - f64::from(COLUMN_GAP) / 2.0)
    }

    /// The box of a node, or the box of the folded node that contains it.
    pub(super) fn of_node(&self, node: usize) -> Option<&NodeBox> {
        self.boxes.get(*self.shown.get(node)? as usize)
    }

    /// The parent's box.
    pub(super) fn parent(&self, one: &NodeBox) -> Option<&NodeBox> {
        self.boxes.get(one.parent as usize)
    }

    /// The boxes that intersect a part of the chart, row by row.
    pub(super) fn within(&self, part: &ChartBox) -> impl Iterator<Item = &NodeBox> {
        self.rows_within(part.top, part.bottom).flat_map(move |row| {
            let start = row.partition_point(|&one| self.boxes[one as usize].right() < part.left);
            let seen = row[start..].iter().map(|&one| &self.boxes[one as usize]);
            seen.take_while(move |one| one.left() <= part.right)
        })
    }

    /// The parents whose lines to their children intersect a part of the chart, with their first and last child.
    pub(super) fn parents_within(&self, part: &ChartBox) -> Box<dyn Iterator<Item = (&NodeBox, [&NodeBox; 2])> + '_> {
        let part = *part;
        if self.is_sideways {
            let with_ends = |one: &'_ NodeBox| one.children.map(|ends| ends.map(|end| &self.boxes[end as usize]));
            let parents = self.boxes.iter().filter_map(move |one| Some((one, with_ends(one)?)));
            let crosses = move |(one, [first, last]): &(&NodeBox, [&NodeBox; 2])| {
                let is_beside = first.top() > part.bottom || last.top() + f64::from(HEIGHT) < part.top;
                !is_beside && one.left() <= part.right && first.left() >= part.left
            };
            return Box::new(parents.filter(crosses));
        }
        // Children are in the order of their parents, so their spans are sorted too.
        let parents = self.rows_within(part.top - self.reach, part.bottom).flat_map(move |row| {
            let span = move |one: &u32| {
                let parent = &self.boxes[*one as usize];
                parent.children.map(|ends| (parent, ends.map(|end| &self.boxes[end as usize])))
            };
            row.iter()
                .filter_map(span)
                .skip_while(move |(parent, [_, last])| parent.spine.map_or(last.centre, |_| parent.centre) < part.left)
                .take_while(move |(parent, [first, _])| parent.spine.unwrap_or(first.centre) <= part.right)
        });
        Box::new(parents)
    }

    fn rows_within(&self, top: f64, bottom: f64) -> impl Iterator<Item = &Vec<u32>> {
        let first = self.rows.partition_point(|(row, _)| *row < top - f64::from(HEIGHT));
        let end = self.rows.partition_point(|(row, _)| *row <= bottom).max(first);
        self.rows[first..end].iter().map(|(_, row)| row)
    }

    /// The box at a point.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<&NodeBox> {
        let part = ChartBox { left: x, right: x, top: y, bottom: y };
        self.within(&part).find(|one| (one.top()..=one.top() + f64::from(HEIGHT)).contains(&y))
    }

    /// The bounding rectangle of some nodes.
    pub(super) fn around(&self, nodes: impl IntoIterator<Item = usize>) -> Option<ChartBox> {
        let boxes = nodes.into_iter().filter_map(|node| self.of_node(node));
        boxes.map(NodeBox::part).reduce(|a, b| ChartBox {
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

    pub(super) fn right(&self) -> f64 {
        self.centre + f64::from(self.width) / 2.0
    }

    pub(super) fn top(&self) -> f64 {
        self.top
    }

    /// The x of the vertical line to the children, if they are below each other.
    pub(super) fn spine(&self) -> Option<f64> {
        self.spine
    }

    /// Whether it is in a column of siblings.
    pub(super) fn is_stacked(&self) -> bool {
        self.level > 0
    }

    fn part(&self) -> ChartBox {
        ChartBox { left: self.left(), right: self.right(), top: self.top(), bottom: self.top() + f64::from(HEIGHT) }
    }
}

/// Boxes of equal height from left to right, with that height; rows from the top.
fn rows(boxes: &[NodeBox]) -> Vec<(f64, Vec<u32>)> {
    let mut rows: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (index, one) in boxes.iter().enumerate() {
        // No height is negative, so the bits of the floats have the order of their values.
        rows.entry((one.top + 0.0).to_bits()).or_default().push(u32::try_from(index).unwrap_or(NONE));
    }
    let mut rows: Vec<(f64, Vec<u32>)> = rows.into_iter().map(|(top, row)| (f64::from_bits(top), row)).collect();
    for (_, row) in &mut rows {
        row.sort_by(|a, b| boxes[*a as usize].centre.total_cmp(&boxes[*b as usize].centre));
    }
    rows
}

/// The boxes without their places, and the box of each node.
fn boxes(tree: &Tree, folded: &HashSet<NodeId>, width: impl Fn(usize) -> f32) -> (Vec<NodeBox>, Vec<u32>) {
    let mut boxes: Vec<NodeBox> = Vec::new();
    let mut shown = vec![NONE; tree.len()];
    let mut node = 0;
    while node < tree.len() {
        let parent = tree.parent(node).map_or(NONE, |parent| shown[parent]);
        let index = u32::try_from(boxes.len()).unwrap_or(NONE);
        let is_folded = folded.contains(&tree.id(node)) && tree.end(node) > node + 1;
        let end = if is_folded { tree.end(node) } else { node + 1 };
        shown[node..end].fill(index);
        if let Some(parent) = boxes.get_mut(parent as usize) {
            let first = parent.children.map_or(index, |[first, _]| first);
            parent.children = Some([first, index]);
        }
        let level = u32::try_from(tree.depth(node)).unwrap_or(NONE);
        boxes.push(NodeBox {
            node,
            parent,
            top: f64::from(level) * f64::from(STEP),
            centre: 0.0,
            width: width(node),
            folded: end - node - 1,
            children: None,
            spine: None,
            level: 0,
        });
        node = end;
    }
    (boxes, shown)
}

/// The index of each box's parent; 0 for the root.
fn parents(boxes: &[NodeBox]) -> Vec<usize> {
    boxes.iter().map(|one| if one.parent == NONE { 0 } else { one.parent as usize }).collect()
}

/// Puts leaves and decorated leaves below each other. The layout then treats the column as a chain of boxes of equal
/// width. That chain has at least as many levels as the column is high, so neighbours keep their distance from the
/// column.
fn stack_leaves(boxes: &mut [NodeBox], parents: &mut [usize], widths: &mut [f32]) {
    for parent in 0..boxes.len() {
        let Some([first, last]) = boxes[parent].children.map(|ends| ends.map(|end| end as usize)) else { continue };
        if first == last {
            continue;
        }
        let Some(levels) = levels(boxes, parent, first).filter(|levels| levels.len() <= MOST_STACKED) else { continue };
        let reach = |(row, level): (usize, &u32)| INDENT * *level as f32 + boxes[first + row].width;
        let widest = levels.iter().enumerate().map(reach).fold(0.0, f32::max);
        let top = boxes[first].top;
        for (row, level) in levels.into_iter().enumerate() {
            let index = first + row;
            boxes[index].level = level;
            boxes[index].top = top + row as f64 * f64::from(ROW);
            parents[index] = if row == 0 { parent } else { index - 1 };
            widths[index] = widest;
        }
    }
}

/// The indentation of each box below a parent, in steps. `None` when one of them has more than one child. The boxes are
/// consecutive in pre-order.
fn levels(boxes: &[NodeBox], parent: usize, first: usize) -> Option<Vec<u32>> {
    let mut levels: Vec<u32> = Vec::new();
    for (index, one) in boxes.iter().enumerate().skip(first) {
        let above = one.parent as usize;
        let level = match above {
            _ if above == parent => 1,
            _ if one.parent == NONE || above < first => break,
            _ => levels[above - first] + 1,
        };
        if levels.len() == MOST_STACKED || one.children.is_some_and(|[first, last]| first != last) {
            return None;
        }
        debug_assert_eq!(index, first + levels.len());
        levels.push(level);
    }
    Some(levels)
}

/// A rectangle of the chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChartBox {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::behavior::{Abort, Action, ChildOrder, NodeKind, TreeBuilder};
    use crate::report::agents::sample;

    pub(in super::super) fn chart(folded: &[usize]) -> Chart {
        let run = sample::guard(Abort::None, &[crate::behavior::Status::Success], 0);
        Chart::of(&run.tree, &folded.iter().map(|&node| run.tree.id(node)).collect(), Arrangement::Beside, |_| 60.0)
    }

    pub(in super::super) fn wide(count: usize) -> Chart {
        let mut builder = TreeBuilder::new();
        builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None }, "");
        for _ in 0..count {
            builder.open(NodeKind::Inverter, "");
            builder.leaf(NodeKind::Action(Action::Wait { ticks: 1 }), "");
            builder.close();
        }
        Chart::of(&builder.finish().unwrap(), &HashSet::new(), Arrangement::Beside, |node| 20.0 + (node % 7) as f32)
    }

    #[test]
    fn folded_nodes_are_in_the_box_of_their_ancestor() {
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
    fn boxes_out_of_view_are_not_found_and_all_others_are() {
        let chart = wide(3000);
        for (left, width, top, height) in
            [(0.0, 100.0, 0.0, 200.0), (2e4, 300.0, 40.0, 30.0), (500.0, 1e9, 60.0, 1e9), (-50.0, 10.0, 0.0, 10.0)]
        {
            let part = ChartBox { left, right: left + width, top, bottom: top + height };
            let found: Vec<usize> = chart.within(&part).map(|one| one.node).collect();
            let is_in = |one: &&NodeBox| {
                let (x, y) = (one.left() <= part.right && one.right() >= left, one.top() <= part.bottom);
                x && y && one.top() + f64::from(HEIGHT) >= top
            };
            let mut wanted: Vec<&NodeBox> = chart.boxes.iter().filter(is_in).collect();
            wanted.sort_by(|a, b| a.top.total_cmp(&b.top).then(a.node.cmp(&b.node)));
            assert_eq!(found, wanted.iter().map(|one| one.node).collect::<Vec<_>>(), "{part:?}");
        }
    }

    #[test]
    fn lines_to_children_are_found_where_they_cross_the_view() {
        let chart = wide(3000);
        let root_is_far = ChartBox { left: 100.0, right: 200.0, top: 30.0, bottom: 40.0 };
        let parents: Vec<usize> = chart.parents_within(&root_is_far).map(|(one, _)| one.node).collect();
        assert_eq!(parents, [0], "only the root's line runs along here");
        let lower = ChartBox { top: 75.0, bottom: 80.0, ..root_is_far };
        assert!((3..8).contains(&chart.parents_within(&lower).count()), "one line for each pair in sight");
    }
    #[test]
    fn from_left_to_right_no_box_covers_another_and_children_are_to_the_right() {
        let chart = bushy(&[5, 2, 1, 8, 3], Arrangement::Sideways);
        for (i, a) in chart.boxes.iter().enumerate() {
            let part = a.part();
            assert!(
                part.left >= -1e-6 && part.right <= chart.width + 1e-6 && part.bottom <= chart.height + 1e-6,
                "{a:?}"
            );
            for b in &chart.boxes[i + 1..] {
                let other = b.part();
                let is_apart = part.right < other.left || other.right < part.left;
                assert!(is_apart || part.bottom < other.top || other.bottom < part.top, "{a:?} over {b:?}");
            }
            if let Some(parent) = chart.parent(a) {
                let turn = chart.turn(parent).unwrap();
                assert!(parent.right() < turn && turn < a.left(), "{a:?}");
            }
        }
        let children: Vec<f64> = chart.boxes.iter().filter(|one| one.parent == 0).map(NodeBox::top).collect();
        assert!(children.is_sorted() && children.len() == 10, "the first child is the topmost: {children:?}");
        let all = ChartBox { left: 0.0, right: chart.width, top: 0.0, bottom: chart.height };
        assert_eq!(chart.within(&all).count(), chart.boxes.len());
        let parents = chart.boxes.iter().filter(|one| one.children.is_some()).count();
        assert_eq!(chart.parents_within(&all).count(), parents);
        let above = ChartBox { bottom: -1.0, top: -9.0, ..all };
        assert_eq!(chart.parents_within(&above).count(), 0);
    }

    /// A root over sequences of `leaves` leaves each, a lone inverter with a leaf, and a sequence over both.
    fn bushy(leaves: &[usize], arrangement: Arrangement) -> Chart {
        let mut builder = TreeBuilder::new();
        let sequence = || NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None };
        let wait = || NodeKind::Action(Action::Wait { ticks: 1 });
        builder.open(sequence(), "");
        for &count in leaves {
            builder.open(sequence(), "");
            for _ in 0..count {
                builder.leaf(wait(), "");
            }
            builder.close();
            builder.open(NodeKind::Inverter, "");
            builder.open(sequence(), "");
            builder.leaf(wait(), "");
            builder.open(NodeKind::Inverter, "");
            builder.leaf(wait(), "");
            builder.close();
            builder.close();
            builder.close();
        }
        Chart::of(&builder.finish().unwrap(), &HashSet::new(), arrangement, |node| 30.0 + (node % 5) as f32 * 20.0)
    }

    #[test]
    fn leaves_are_below_each_other_and_no_box_covers_another() {
        let counts = [5, 2, 1, 8, 9, 3];
        let (beside, stacked) = (bushy(&counts, Arrangement::Beside), bushy(&counts, Arrangement::Stacked));
        assert!(stacked.width < 0.8 * beside.width, "{} of {}", stacked.width, beside.width);
        let in_sequences = 5 + 2 + 8 + 3;
        // Below each sequence of a leaf and an inverter: the leaf, the inverter, and the leaf of the inverter.
        let decorated = 3 * counts.len();
        let stacked_boxes = stacked.boxes.iter().filter(|one| one.is_stacked()).count();
        assert_eq!(stacked_boxes, in_sequences + decorated, "one alone and nine do not");
        for (i, a) in stacked.boxes.iter().enumerate() {
            let part = a.part();
            assert!(part.left >= -1e-6 && part.right <= stacked.width + 1e-6 && part.bottom <= stacked.height, "{a:?}");
            for b in &stacked.boxes[i + 1..] {
                let other = b.part();
                let is_apart = part.right < other.left || other.right < part.left;
                assert!(is_apart || part.bottom < other.top || other.bottom < part.top, "{a:?} over {b:?}");
            }
            let parent = stacked.parent(a).and_then(|parent| Some((parent.spine()?, parent)));
            assert_eq!(parent.is_some(), a.is_stacked());
            assert!(parent.is_none_or(|(spine, parent)| spine < a.left() && a.top() > parent.top()), "{a:?}");
        }
    }

    #[test]
    fn leaves_in_columns_and_their_lines_are_found() {
        let chart = bushy(&[5, 2, 8, 1, 3, 8, 8, 2, 7], Arrangement::Stacked);
        for step in 0..40 {
            let [left, top] = [f64::from(step) * chart.width / 40.0, f64::from(step % 9) * chart.height / 9.0];
            let part = ChartBox { left, right: left + 70.0, top, bottom: top + 12.0 };
            let is_in = |one: &NodeBox| {
                let other = one.part();
                other.left <= part.right && other.right >= left && other.top <= part.bottom && other.bottom >= top
            };
            let mut found: Vec<usize> = chart.within(&part).map(|one| one.node).collect();
            found.sort_unstable();
            let wanted: Vec<usize> = chart.boxes.iter().filter(|one| is_in(one)).map(|one| one.node).collect();
            assert_eq!(found, wanted, "{part:?}");
            let spines: Vec<usize> = chart.parents_within(&part).map(|(one, _)| one.node).collect();
            let is_crossed = |one: &&NodeBox| {
                let last = one.children.map_or(0.0, |[_, last]| chart.boxes[last as usize].top());
                one.spine().is_some_and(|x| (left..=part.right).contains(&x))
                    && one.top() + f64::from(HEIGHT) <= part.bottom
                    && last >= top
            };
            let crossed: Vec<usize> = chart.boxes.iter().filter(is_crossed).map(|one| one.node).collect();
            assert!(crossed.iter().all(|node| spines.contains(node)), "{part:?}: {crossed:?} among {spines:?}");
        }
    }
}
