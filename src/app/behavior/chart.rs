//! Which nodes are drawn and where: the tree without what is folded away, laid out top down.
//!
//! Places are in points at a zoom of 1; x grows to the right, y down, and (0, 0) is the upper left corner of everything.
//! Measured in f64, since a wide tree is wider than f32 can count in fractions of a point.

use std::collections::HashSet;

use eframe::egui::{Rect, pos2, vec2};

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
    width: f32,
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

    fn left(&self) -> f64 {
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

/// Which part of a chart is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    /// Where on the screen.
    pub(super) view: Rect,
    /// The place of the chart that is in the middle of the view.
    pub(super) middle: [f64; 2],
    /// Points on screen for a point of the chart.
    pub(super) zoom: f32,
}

impl Sight {
    /// Farthest and nearest.
    const ZOOM: [f32; 2] = [1e-4, 4.0];
    /// No larger when fitted.
    const MOST_FITTED: f32 = 1.25;
    /// What is fitted is no smaller by itself: letters could not be read.
    const LEAST_READABLE: f32 = 0.52;
    /// A chart too large for its view is shown at this zoom.
    const READABLE: f32 = 0.85;
    /// Around what is fitted, points on screen: room for numbers and for the words above and below a box.
    const BORDER: [f32; 2] = [10.0, 17.0];

    /// All of it, in the middle.
    pub(super) fn all(chart: &Chart, view: Rect) -> Self {
        let room = (view.size() - 2.0 * vec2(Self::BORDER[0], Self::BORDER[1])).max(vec2(1.0, 1.0));
        let zoom = (f64::from(room.x) / chart.width.max(1.0)).min(f64::from(room.y) / chart.height.max(1.0));
        #[expect(clippy::cast_possible_truncation, reason = "a zoom")]
        let zoom = (zoom as f32).clamp(Self::ZOOM[0], Self::MOST_FITTED);
        Self { view, middle: [chart.width / 2.0, chart.height / 2.0], zoom }
    }

    /// All of it when it can be read so, and else a readable part around `interest`.
    pub(super) fn readable(chart: &Chart, view: Rect, interest: Option<Part>) -> Self {
        let all = Self::all(chart, view);
        let Some(interest) = interest.filter(|_| all.zoom < Self::LEAST_READABLE) else { return all };
        let middle = [f64::midpoint(interest.left, interest.right), f64::midpoint(interest.top, interest.bottom)];
        Self { middle, zoom: Self::READABLE, ..all }.held(chart)
    }

    /// Nothing but the chart is looked at, as far as the view is not larger.
    fn held(mut self, chart: &Chart) -> Self {
        for (axis, size) in [chart.width, chart.height].into_iter().enumerate() {
            let border = f64::from(Self::BORDER[axis] / self.zoom);
            let half = f64::from(self.view.size()[axis] / self.zoom) / 2.0;
            let (least, most) = (half - border, size + border - half);
            self.middle[axis] = if least < most { self.middle[axis].clamp(least, most) } else { size / 2.0 };
        }
        self
    }

    /// Moved by a drag, points on screen.
    pub(super) fn dragged(mut self, by: eframe::egui::Vec2) -> Self {
        self.middle[0] -= f64::from(by.x / self.zoom);
        self.middle[1] -= f64::from(by.y / self.zoom);
        self
    }

    /// Nearer or farther, with what is at `fixed` on screen staying there.
    pub(super) fn zoomed(self, factor: f32, fixed: eframe::egui::Pos2) -> Self {
        let before = self.place(fixed);
        let mut new = Self { zoom: (self.zoom * factor).clamp(Self::ZOOM[0], Self::ZOOM[1]), ..self };
        let after = new.place(fixed);
        new.middle[0] += before[0] - after[0];
        new.middle[1] += before[1] - after[1];
        new
    }

    /// The place of the chart at a point on screen.
    pub(super) fn place(&self, at: eframe::egui::Pos2) -> [f64; 2] {
        let off = (at - self.view.center()) / self.zoom;
        [self.middle[0] + f64::from(off.x), self.middle[1] + f64::from(off.y)]
    }

    /// The point on screen of a place of the chart.
    pub(super) fn point(&self, x: f64, y: f64) -> eframe::egui::Pos2 {
        let zoom = f64::from(self.zoom);
        #[expect(clippy::cast_possible_truncation, reason = "a place on screen; what is far off is not drawn")]
        let off = vec2(((x - self.middle[0]) * zoom) as f32, ((y - self.middle[1]) * zoom) as f32);
        self.view.center() + off
    }

    /// A box on screen.
    pub(super) fn rect(&self, one: &NodeBox) -> Rect {
        let corner = self.point(one.left(), one.top());
        Rect::from_min_size(corner, vec2(one.width, HEIGHT) * self.zoom)
    }

    /// What is seen of the chart.
    pub(super) fn part(&self) -> Part {
        let [left, top] = self.place(self.view.min);
        let [right, bottom] = self.place(pos2(self.view.right(), self.view.bottom()));
        Part { left, right, top, bottom }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::behavior::{Abort, Action, Kind, Order, TreeBuilder};

    fn chart(folded: &[usize]) -> Chart {
        let run = sample::guard(Abort::None, &[crate::behavior::Status::Success], 0);
        Chart::of(&run.tree, &folded.iter().copied().collect(), |_| 60.0)
    }

    fn wide(count: usize) -> Chart {
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

    #[test]
    fn a_place_is_at_its_point_and_zooming_keeps_what_is_under_the_pointer() {
        let chart = chart(&[]);
        let view = Rect::from_min_size(pos2(100.0, 50.0), vec2(300.0, 200.0));
        let sight = Sight::all(&chart, view);
        let pointer = pos2(140.0, 90.0);
        let [x, y] = sight.place(pointer);
        assert!(sight.point(x, y).distance(pointer) < 1e-3);
        for factor in [0.5, 1.7, 1e9, 1e-9] {
            let zoomed = sight.zoomed(factor, pointer);
            assert!(zoomed.point(x, y).distance(pointer) < 1e-2, "{factor}");
        }
        let dragged = sight.dragged(vec2(10.0, -5.0));
        assert!(dragged.point(x, y).distance(pointer + vec2(10.0, -5.0)) < 1e-3);
        assert_eq!(chart.at(chart.boxes[2].centre(), chart.boxes[2].top() + 1.0).map(|one| one.node), Some(2));
        assert_eq!(chart.at(chart.boxes[2].centre(), chart.boxes[2].top() + 30.0), None);
    }

    #[test]
    fn large_trees_are_shown_where_something_happens() {
        let chart = wide(3000);
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 180.0));
        assert!(Sight::all(&chart, view).zoom < 0.02);
        let sight = Sight::readable(&chart, view, chart.around([2000]));
        let found: Vec<usize> = chart.within(&sight.part()).map(|one| one.node).collect();
        assert!(sight.zoom >= 0.8 && found.contains(&2000) && found.len() < 60, "{found:?}");
        let first = Sight::readable(&chart, view, chart.around([1]));
        assert!(first.part().left > -30.0, "nothing is seen beyond the chart: {:?}", first.part());
    }
}
