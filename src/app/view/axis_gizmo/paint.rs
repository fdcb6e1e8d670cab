//! Lines, balls and letters of the axes.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Stroke};

use super::model::{ARM, Ball};
use crate::app::command::directions::Direction;
use crate::app::kit::theme;
use crate::picture::{AXIS_COLORS, Palette};

/// Opacity of an axis that points straight away from the eye.
const FAR: f32 = 0.55;

pub(super) fn paint(painter: &Painter, place: Rect, balls: &[Ball; 6], hovered: Option<Direction>, palette: &Palette) {
    if hovered.is_some() {
        painter.circle_filled(place.center(), ARM + 12.0, theme::color(palette.plate));
    }
    for ball in balls {
        let at = ball.middle(place);
        let is_hovered = hovered == Some(ball.end);
        // Ends that point away from the eye fade into the background.
        let strength = FAR + (1.0 - FAR) * (0.5 + 0.5 * ball.toward_eye);
        let ground = theme::color(palette.background[0]);
        let color = ground.lerp_to_gamma(theme::color(AXIS_COLORS[ball.end.axis]), strength);
        if ball.end.positive {
            let way = at - place.center();
            let short = way * (1.0 - ball.radius / way.length().max(ball.radius));
            painter.line_segment([place.center(), place.center() + short], Stroke::new(2.0, color));
            painter.circle_filled(at, ball.radius, color);
        } else {
            painter.circle_filled(at, ball.radius, ground.lerp_to_gamma(color, 0.35));
            painter.circle_stroke(at, ball.radius - 0.5, Stroke::new(1.0, color));
        }
        if is_hovered {
            painter.circle_stroke(at, ball.radius + 1.0, Stroke::new(1.5, theme::color(palette.text)));
        }
        if ball.end.positive || is_hovered {
            let letter = if ball.end.positive { &ball.end.name()[1..] } else { ball.end.name() };
            let text = if ball.end.positive { Color32::WHITE } else { theme::color(palette.text) };
            let size = if ball.end.positive { 11.0 } else { 9.0 };
            painter.text(at, Align2::CENTER_CENTER, letter, FontId::proportional(size), text);
        }
    }
}
