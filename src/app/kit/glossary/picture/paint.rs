//! Draws the shapes of a picture within a rectangle.

use eframe::egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2};

use super::colors::Colors;
use super::file::{Figure, FigureForm, SIZE};

/// Letter height, in units of the picture.
const LETTERS: f32 = 10.5;

/// The shapes on screen.
pub(super) fn shapes(painter: &Painter, colors: &Colors, rect: Rect, figures: &[Figure]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let scale = rect.width() / SIZE.x;
    let place = |[x, y]: [f32; 2]| rect.min + Vec2::new(x, y) * scale;
    for Figure { class, opacity, form } in figures {
        let mut color = colors.get(*class);
        if *opacity < 1.0 {
            color = color.gamma_multiply(*opacity);
        }
        match form {
            FigureForm::Area(points) => {
                let points = points.iter().map(|point| place(*point)).collect();
                shapes.push(Shape::convex_polygon(points, color, Stroke::NONE));
            }
            FigureForm::Line { points, width, dashes } => {
                let points: Vec<Pos2> = points.iter().map(|point| place(*point)).collect();
                let stroke = Stroke::new(width * scale, color);
                if let Some([dash, gap]) = dashes {
                    shapes.extend(Shape::dashed_line(&points, stroke, dash * scale, gap * scale));
                } else {
                    let segments = points.windows(2);
                    shapes.extend(segments.map(|ends| Shape::line_segment([ends[0], ends[1]], stroke)));
                }
            }
            FigureForm::Circle { at, radius, width } => shapes.push(match width {
                Some(width) => Shape::circle_stroke(place(*at), radius * scale, Stroke::new(width * scale, color)),
                None => Shape::circle_filled(place(*at), radius * scale, color),
            }),
            FigureForm::Text { at, align, text } => {
                let font = FontId::proportional(LETTERS * scale);
                let galley = painter.layout_no_wrap(text.clone(), font, color);
                let align = Align2([*align, eframe::egui::Align::Center]);
                let corner = align.anchor_size(place(*at), galley.size()).min;
                shapes.push(Shape::galley(pos2(corner.x, corner.y), galley, color));
            }
        }
    }
    shapes
}
