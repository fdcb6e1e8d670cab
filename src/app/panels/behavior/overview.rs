//! The overview map of a tree that is larger than the view: the whole tree in its colours, and a frame around the
//! visible part. The map is at the right end of the legend below the tree, so it covers no node. A click or drag in the
//! map moves the view.

use eframe::egui::{
    CornerRadius, Painter, PointerButton, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::chart::Chart;
use super::paint::TreeColors;
use super::shown::ShownAgent;
use super::sight::ChartView;

/// Greatest width and height, points.
const MOST: [f32; 2] = [190.0, 56.0];
/// Greatest part of the panel's width and height.
const MOST_PART: [f32; 2] = [0.26, 0.3];
/// Around the map, points: its border, and the gap to the view above.
const MARGIN: f32 = 4.0;
/// The largest number of boxes that are drawn individually.
const MOST_BOXES: usize = 4000;

/// The place of the map, and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Overview {
    rect: Rect,
    scale: [f64; 2],
}

impl Overview {
    /// The size of the map with its margins; `None` in a panel that is too small for it.
    pub(super) fn size(panel: Vec2) -> Option<Vec2> {
        let room = vec2(panel.x * MOST_PART[0], panel.y * MOST_PART[1]).min(MOST.into());
        (room.x >= 24.0 && room.y >= 12.0).then(|| room + vec2(2.0, 2.0) * MARGIN)
    }

    /// At the right end of a rectangle.
    pub(super) fn of(chart: &Chart, place: Rect) -> Self {
        let most = [place.width(), place.height()].map(|side| f64::from((side - 2.0 * MARGIN).max(1.0)));
        let (width, height) = (chart.width.max(1.0), chart.height.max(1.0));
        let scale = (most[0] / width).min(most[1] / height);
        // The map of a wide tree has a least height.
        let scale = [scale, scale.max((most[1] * 0.5).min(24.0) / height)];
        #[expect(clippy::cast_possible_truncation, reason = "points on screen")]
        let size = vec2((width * scale[0]) as f32, (height * scale[1]) as f32);
        let corner = pos2(place.right() - MARGIN - size.x, place.center().y - size.y / 2.0);
        Self { rect: Rect::from_min_size(corner, size), scale }
    }

    /// Draws the map. Returns the point of the chart that was clicked.
    pub(super) fn ui(
        &self,
        ui: &Ui,
        painter: &Painter,
        shown: &ShownAgent<'_>,
        chart: &Chart,
        sight: &ChartView,
    ) -> Option<[f64; 2]> {
        let colors = TreeColors::of(ui);
        let plate = self.rect.expand(3.0);
        painter.rect(
            plate,
            CornerRadius::same(3),
            colors.plate(),
            Stroke::new(1.0, colors.weak.gamma_multiply(0.6)),
            StrokeKind::Outside,
        );
        for one in chart.boxes.iter().step_by(chart.boxes.len().div_ceil(MOST_BOXES).max(1)) {
            let [left, top] = [self.x(one.left()), self.y(one.top())];
            let right = self.x(one.left() + f64::from(one.width)).max(left + 1.0);
            let bottom = self.y(one.top() + f64::from(super::chart::HEIGHT)).max(top + 1.0);
            let color = if shown.is_halted(one.node) { colors.abort() } else { colors.line(shown.statuses[one.node]) };
            painter.rect_filled(Rect::from_min_max(pos2(left, top), pos2(right, bottom)), 0.0, color);
        }
        let part = sight.part();
        let frame = Rect::from_min_max(
            pos2(self.x(part.left), self.y(part.top)),
            pos2(self.x(part.right), self.y(part.bottom)),
        );
        painter.rect_stroke(frame.intersect(plate), 1.0, Stroke::new(1.5, colors.selected), StrokeKind::Inside);
        let response = ui.interact(plate, ui.scope_id().with("overview of the tree"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Map of the tree"));
        let is_held = response.clicked() || response.dragged_by(PointerButton::Primary);
        let wanted = response.interact_pointer_pos().filter(|_| is_held);
        response.on_hover_text("The whole tree. Click or drag to move the view there.");
        wanted.map(|wanted| self.place(wanted))
    }

    #[expect(clippy::cast_possible_truncation, reason = "points on screen")]
    fn x(&self, x: f64) -> f32 {
        self.rect.left() + (x * self.scale[0]) as f32
    }

    #[expect(clippy::cast_possible_truncation, reason = "points on screen")]
    fn y(&self, y: f64) -> f32 {
        self.rect.top() + (y * self.scale[1]) as f32
    }

    fn place(&self, point: Pos2) -> [f64; 2] {
        let off = point - self.rect.min;
        [f64::from(off.x) / self.scale[0], f64::from(off.y) / self.scale[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::super::chart::tests::wide;
    use super::*;

    #[test]
    fn a_click_on_the_map_returns_the_point_of_the_chart() {
        let large = wide(300);
        let place = Rect::from_min_size(pos2(420.0, 320.0), Overview::size(vec2(600.0, 300.0)).unwrap());
        let map = Overview::of(&large, place);
        assert!(place.contains_rect(map.rect) && map.rect.width() > 100.0 && map.rect.height() >= 15.0, "{map:?}");
        for place in [[0.0, 0.0], [large.width, large.height], [large.width / 3.0, 40.0]] {
            let point = pos2(map.x(place[0]), map.y(place[1]));
            assert!(map.rect.expand(0.1).contains(point));
            let [x, y] = map.place(point);
            assert!((x - place[0]).abs() < 0.01 * large.width && (y - place[1]).abs() < 1.0, "{place:?}");
        }
        assert_eq!(Overview::size(vec2(40.0, 20.0)), None);
    }
}
