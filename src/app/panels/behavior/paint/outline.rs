//! The shape of a node's box. It shows the kind of the node.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::behavior::NodeKind;
use crate::picture::Style;

/// The shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app::panels::behavior) enum OutlineForm {
    /// A box with sharp corners.
    Composite,
    /// A tag with pointed ends.
    Decorator,
    /// An oval.
    Condition,
    /// A box with round corners.
    Action,
}

impl OutlineForm {
    pub(in crate::app::panels::behavior) fn of(kind: &NodeKind) -> Self {
        match kind {
            NodeKind::Condition(_) => Self::Condition,
            NodeKind::Action(_) => Self::Action,
            kind if kind.is_composite() => Self::Composite,
            _ => Self::Decorator,
        }
    }

    pub(in crate::app::panels::behavior) fn word(self) -> &'static str {
        match self {
            Self::Composite => "composite",
            Self::Decorator => "decorator",
            Self::Condition => "condition",
            Self::Action => "action",
        }
    }

    /// The corners around a box, clockwise.
    pub(in crate::app::panels::behavior) fn outline(self, rect: Rect) -> Vec<Pos2> {
        let half = rect.height() / 2.0;
        match self {
            Self::Composite => [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()].into(),
            Self::Decorator => {
                let slant = half.min(rect.width() / 2.0) * 0.7;
                let [left, right] = [rect.left() + slant, rect.right() - slant];
                let middle = rect.center().y;
                vec![
                    pos2(left, rect.top()),
                    pos2(right, rect.top()),
                    pos2(rect.right(), middle),
                    pos2(right, rect.bottom()),
                    pos2(left, rect.bottom()),
                    pos2(rect.left(), middle),
                ]
            }
            Self::Condition => rounded(rect, half),
            Self::Action => rounded(rect, half * 0.36),
        }
    }
}

/// A box whose corners are quarter circles.
fn rounded(rect: Rect, radius: f32) -> Vec<Pos2> {
    const PARTS: u16 = 8;
    let radius = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    let inner = rect.shrink(radius);
    let corners = [inner.right_bottom(), inner.left_bottom(), inner.left_top(), inner.right_top()];
    let arc = |(corner, start): (Pos2, f32)| {
        (0..=PARTS).map(move |part| {
            let angle = start + FRAC_PI_2 * f32::from(part) / f32::from(PARTS);
            corner + radius * Vec2::angled(angle)
        })
    };
    corners.into_iter().zip([0.0, FRAC_PI_2, PI, PI + FRAC_PI_2]).flat_map(arc).collect()
}

/// Fills an outline and draws its border.
pub(in crate::app::panels::behavior) fn draw(
    painter: &Painter,
    outline: Vec<Pos2>,
    fill: Color32,
    stroke: Stroke,
    style: Style,
) {
    if style == Style::Solid {
        painter.add(Shape::convex_polygon(outline, fill, stroke));
        return;
    }
    let mut closed = outline.clone();
    closed.extend(outline.first().copied());
    painter.add(Shape::convex_polygon(outline, fill, Stroke::NONE));
    along(painter, &closed, stroke, style);
}

/// A line through points in a style.
pub(super) fn along(painter: &Painter, points: &[Pos2], stroke: Stroke, style: Style) {
    match style {
        Style::Solid => {
            painter.add(Shape::line(points.to_vec(), stroke));
        }
        Style::Dashed => {
            painter.extend(Shape::dashed_line(points, stroke, 3.0 * stroke.width + 2.0, 1.5 * stroke.width + 1.5));
        }
        Style::Dotted => {
            painter.extend(Shape::dotted_line(points, stroke.color, 1.9 * stroke.width + 1.2, stroke.width * 0.62));
        }
    }
}

/// An arrow head at the end of a line.
pub(super) fn arrowhead(painter: &Painter, tip: Pos2, direction: Vec2, size: f32, color: Color32) {
    let along = direction.normalized() * size;
    let across = vec2(-along.y, along.x) * 0.55;
    let points = vec![tip, tip - along + across, tip - along - across];
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// A circle as an outline.
pub(super) fn circle(middle: Pos2, radius: f32) -> Vec<Pos2> {
    const PARTS: u16 = 16;
    (0..PARTS).map(|part| middle + radius * Vec2::angled(TAU * f32::from(part) / f32::from(PARTS))).collect()
}
