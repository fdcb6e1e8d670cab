//! The visible part of a chart: dragged and zoomed, and fitted automatically until the user does either.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

use super::chart::{Chart, ChartBox, HEIGHT, NodeBox};

/// The visible part of a chart, and its zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChartView {
    /// The rectangle on screen.
    pub(super) view: Rect,
    /// The point of the chart in the middle of the view.
    pub(super) middle: [f64; 2],
    /// Points on screen per point of the chart.
    pub(super) zoom: f32,
}

impl ChartView {
    /// The largest zoom.
    const MOST: f32 = 4.0;
    /// The least zoom of a fit.
    const LEAST: f32 = 1e-6;
    /// The largest zoom of a fit.
    const MOST_FITTED: f32 = 1.25;
    /// The least zoom of a fit of the whole tree: smaller letters are hard to read.
    const LEAST_READABLE: f32 = 0.7;
    /// The least zoom of an automatic fit of the whole tree or of several nodes: letters of seven points.
    const LEAST_DRAWN: f32 = 0.58;
    /// The zoom for a part of a chart that is too large for its view.
    const READABLE: f32 = 0.85;
    /// The border around a fit, points on screen: room for numbers and for the labels above and below a box.
    const BORDER: [f32; 2] = [8.0, 13.0];

    /// The whole chart, centred.
    pub(super) fn all(chart: &Chart, view: Rect) -> Self {
        let zoom = zoom_for([chart.width, chart.height], view).clamp(Self::LEAST, Self::MOST_FITTED);
        Self { view, middle: [chart.width / 2.0, chart.height / 2.0], zoom }
    }

    /// Whether the whole chart can be read at once.
    pub(super) fn has_room(chart: &Chart, view: Rect) -> bool {
        Self::all(chart, view).zoom >= Self::LEAST_READABLE
    }

    /// Whether the whole chart is in view.
    pub(super) fn is_whole(&self, chart: &Chart) -> bool {
        let part = self.part();
        // Tolerates rounding.
        let slack = f64::from(1.0 / self.zoom);
        part.left <= slack
            && part.top <= slack
            && part.right >= chart.width - slack
            && part.bottom >= chart.height - slack
    }

    /// The whole chart when it can be read at that zoom, else a part around `interest`. That part is shown completely
    /// if its text is then drawn.
    pub(super) fn readable(chart: &Chart, view: Rect, interest: Option<ChartBox>) -> Self {
        let all = Self::all(chart, view);
        let Some(interest) = interest.filter(|_| all.zoom < Self::LEAST_DRAWN) else { return all };
        let middle = [f64::midpoint(interest.left, interest.right), f64::midpoint(interest.top, interest.bottom)];
        let size = [interest.right - interest.left, interest.bottom - interest.top];
        let zoom = zoom_for(size, view).clamp(Self::LEAST_DRAWN, Self::READABLE);
        Self { middle, zoom, ..all }.held(chart)
    }

    /// The part of the chart around as many of the nodes as fit with their text. The first nodes have priority.
    pub(super) fn in_reach(chart: &Chart, view: Rect, nodes: &[usize]) -> Option<ChartBox> {
        let fits =
            |part: ChartBox| zoom_for([part.right - part.left, part.bottom - part.top], view) >= Self::LEAST_DRAWN;
        let mut kept: Vec<usize> = Vec::new();
        for &node in nodes {
            kept.push(node);
            if kept.len() > 1 && !chart.around(kept.iter().copied()).is_some_and(fits) {
                kept.pop();
            }
        }
        chart.around(kept)
    }

    /// Limits the view to the chart, unless the view is larger.
    fn held(mut self, chart: &Chart) -> Self {
        for (axis, size) in [chart.width, chart.height].into_iter().enumerate() {
            let border = f64::from(Self::BORDER[axis] / self.zoom);
            let half = f64::from(self.view.size()[axis] / self.zoom) / 2.0;
            let (least, most) = (half - border, size + border - half);
            self.middle[axis] = if least < most { self.middle[axis].clamp(least, most) } else { size / 2.0 };
        }
        self
    }

    /// The same part of the chart in a resized view: every node stays at its place on screen.
    pub(super) fn in_view(self, view: Rect) -> Self {
        Self { middle: self.place(view.center()), view, ..self }
    }

    /// The view after a drag, points on screen.
    pub(super) fn dragged(mut self, by: Vec2) -> Self {
        self.middle[0] -= f64::from(by.x / self.zoom);
        self.middle[1] -= f64::from(by.y / self.zoom);
        self
    }

    /// The view after a move, with the same zoom: the upper left corner of a box is at a point on screen.
    pub(super) fn with_corner(self, one: &NodeBox, corner: Pos2) -> Self {
        self.dragged(corner - self.rect(one).min)
    }

    /// The view after a move that is as small as possible, with the same zoom: a box is completely visible. Of a box that
    /// is larger than the view, the upper left corner is visible.
    pub(super) fn showing(self, one: &NodeBox) -> Self {
        let (view, rect) = (self.view.shrink2(vec2(Self::BORDER[0], Self::BORDER[1])), self.rect(one));
        let by = |axis: usize| {
            let (low, high) = (view.min[axis] - rect.min[axis], view.max[axis] - rect.max[axis]);
            if low > 0.0 { low } else { high.min(0.0).max(low) }
        };
        self.dragged(vec2(by(0), by(1)))
    }

    /// The view after zooming by a factor, but not below `least`. The point of the chart at `fixed` stays at its place
    /// on screen.
    pub(super) fn zoomed(self, factor: f32, least: f32, fixed: Pos2) -> Self {
        let before = self.place(fixed);
        let mut new = Self { zoom: (self.zoom * factor).max(least).min(Self::MOST), ..self };
        let after = new.place(fixed);
        new.middle[0] += before[0] - after[0];
        new.middle[1] += before[1] - after[1];
        new
    }

    /// The point of the chart at a point on screen.
    pub(super) fn place(&self, at: Pos2) -> [f64; 2] {
        let off = (at - self.view.center()) / self.zoom;
        [self.middle[0] + f64::from(off.x), self.middle[1] + f64::from(off.y)]
    }

    /// The point on screen of a point of the chart.
    pub(super) fn point(&self, x: f64, y: f64) -> Pos2 {
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

    /// The visible part of the chart.
    pub(super) fn part(&self) -> ChartBox {
        let [left, top] = self.place(self.view.min);
        let [right, bottom] = self.place(self.view.max);
        ChartBox { left, right, top, bottom }
    }
}

/// The zoom at which something of that size fits a view with its border.
fn zoom_for([width, height]: [f64; 2], view: Rect) -> f32 {
    let room = (view.size() - 2.0 * vec2(ChartView::BORDER[0], ChartView::BORDER[1])).max(vec2(1.0, 1.0));
    let zoom = (f64::from(room.x) / width.max(1.0)).min(f64::from(room.y) / height.max(1.0));
    #[expect(clippy::cast_possible_truncation, reason = "a zoom")]
    return zoom as f32;
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::super::chart::tests::{chart, wide};
    use super::*;

    #[test]
    fn points_map_back_and_zooming_keeps_the_point_under_the_pointer() {
        let chart = chart(&[]);
        let view = Rect::from_min_size(pos2(100.0, 50.0), vec2(300.0, 200.0));
        let sight = ChartView::all(&chart, view);
        let pointer = pos2(140.0, 90.0);
        let [x, y] = sight.place(pointer);
        assert!(sight.point(x, y).distance(pointer) < 1e-3);
        for factor in [0.5, 1.7, 1e9, 1e-9] {
            let zoomed = sight.zoomed(factor, 0.01, pointer);
            assert!(zoomed.point(x, y).distance(pointer) < 1e-2, "{factor}");
        }
        let dragged = sight.dragged(vec2(10.0, -5.0));
        assert!(dragged.point(x, y).distance(pointer + vec2(10.0, -5.0)) < 1e-3);
        assert_eq!(chart.at(chart.boxes[2].centre(), chart.boxes[2].top() + 1.0).map(|one| one.node), Some(2));
        assert_eq!(chart.at(chart.boxes[2].centre(), chart.boxes[2].top() + 30.0), None);
    }

    #[test]
    fn a_view_moves_only_as_far_as_a_box_needs() {
        const SLACK: f32 = 1e-2;
        let chart = chart(&[]);
        let view = Rect::from_min_size(pos2(100.0, 50.0), vec2(300.0, 200.0));
        let inner = view.shrink2(vec2(ChartView::BORDER[0], ChartView::BORDER[1]));
        let sight = ChartView::all(&chart, view);
        let (root, leaf) = (&chart.boxes[0], &chart.boxes[2]);
        let corner = pos2(150.0, 70.0);
        let placed = sight.with_corner(leaf, corner);
        assert!(placed.rect(leaf).min.distance(corner) < SLACK && placed.zoom.to_bits() == sight.zoom.to_bits());
        for by in [vec2(0.0, 0.0), vec2(500.0, 0.0), vec2(-500.0, 0.0), vec2(0.0, 900.0), vec2(-500.0, -900.0)] {
            let away = sight.dragged(by).rect(root);
            let back = sight.dragged(by).showing(root).rect(root);
            assert!(inner.expand(SLACK).contains_rect(back), "{by}: {back}");
            let moved = back.min - away.min;
            for axis in 0..2 {
                assert_eq!(moved[axis].abs() > SLACK, by[axis] != 0.0, "{by}: {moved}");
            }
        }
        let large = ChartView { zoom: 100.0, ..sight }.dragged(vec2(1e4, -1e4)).showing(root).rect(root);
        assert!(large.min.distance(inner.min) < 0.1, "its corner is visible: {large}");
    }

    #[test]
    fn large_trees_are_shown_at_their_active_part() {
        let chart = wide(3000);
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 180.0));
        assert!(ChartView::all(&chart, view).zoom < 0.02);
        let sight = ChartView::readable(&chart, view, chart.around([2000]));
        let found: Vec<usize> = chart.within(&sight.part()).map(|one| one.node).collect();
        assert!(sight.zoom >= 0.8 && found.contains(&2000) && found.len() < 60, "{found:?}");
        // Zoomed out so that both are completely visible, as long as they can be read.
        let both = ChartView::readable(&chart, view, chart.around([2000, 2039]));
        let seen = |node| view.contains_rect(both.rect(chart.of_node(node).unwrap()));
        assert!(both.zoom < sight.zoom && seen(2000) && seen(2039), "{both:?}");
        let far = ChartView::readable(&chart, view, chart.around([1000, 2000]));
        assert!((far.zoom - ChartView::LEAST_DRAWN).abs() < 1e-6, "{far:?}");
        // The first nodes are completely visible when not all can be.
        let some = ChartView::readable(&chart, view, ChartView::in_reach(&chart, view, &[1000, 2000, 1001]));
        let seen = |node| view.contains_rect(some.rect(chart.of_node(node).unwrap()));
        assert!(seen(1000) && seen(1001) && !seen(2000), "{some:?}");
        let first = ChartView::readable(&chart, view, chart.around([1]));
        assert!(first.part().left > -30.0, "nothing is seen beyond the chart: {:?}", first.part());
    }
}
