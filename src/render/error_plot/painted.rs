//! A page of plots as pixels, painted by egui.

use egui::epaint::TextShape;
use egui::{Align2, FontId, LayerId, Painter, Pos2, Rect, Shape, Stroke, pos2};
use image::RgbaImage;

use crate::budget::Budget;
use crate::picture::{PlotShape, PlotSheet, TextAnchor};
use crate::render::error::RenderError;
use crate::render::fonts;
use crate::render::headless::Headless;
use crate::render::label_plate::color32;
use crate::render::pixel_memory::PixelWork;

/// Draws a page, each point as `scale` pixels.
///
/// # Errors
/// When OpenGL is not available without a display, or the budget has no room for the pixels.
pub fn plot_to_image(sheet: &PlotSheet, scale: f32, budget: &Budget) -> Result<RgbaImage, RenderError> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size of some thousands")]
    let size = sheet.size.map(|side| (side * scale).round() as u32);
    let _pixels = PixelWork::Draw.reserve(budget, size)?;
    let headless = Headless::of_this_thread()?;
    let canvas = headless.canvas()?;
    let egui = egui::Context::default();
    fonts::install(&egui);
    let image = canvas.run(&egui, size, scale, 1, |ui| {
        let painter = ui.ctx().layer_painter(LayerId::background());
        painter.rect_filled(ui.ctx().content_rect(), 0.0, color32(sheet.background));
        for shape in &sheet.shapes {
            paint(&painter, shape);
        }
    });
    canvas.release_surface();
    image
}

fn paint(painter: &Painter, shape: &PlotShape) {
    match shape {
        PlotShape::Line { points, color, width, dashes } => {
            let points: Vec<Pos2> = points.iter().map(|&[x, y]| pos2(x, y)).collect();
            let stroke = Stroke::new(*width, color32(*color));
            match dashes {
                Some([dash, gap]) => painter.extend(Shape::dashed_line(&points, stroke, *dash, *gap)),
                None => painter.extend([Shape::line(points, stroke)]),
            }
        }
        PlotShape::Area { min, max, color } => {
            let rect = Rect::from_min_max(pos2(min[0], min[1]), pos2(max[0], max[1]));
            painter.rect_filled(rect, 0.0, color32(*color));
        }
        PlotShape::Text { at: [x, y], anchor, size, color, text, is_vertical } => {
            let (at, color) = (pos2(*x, *y), color32(*color));
            let anchor = match anchor {
                TextAnchor::Start => Align2::LEFT_CENTER,
                TextAnchor::Middle => Align2::CENTER_CENTER,
                TextAnchor::End => Align2::RIGHT_CENTER,
            };
            let font = FontId::proportional(*size);
            if *is_vertical {
                let galley = painter.layout_no_wrap(text.clone(), font, color);
                let half = galley.size() / 2.0;
                let corner = at + egui::vec2(-half.y, half.x);
                painter.add(TextShape::new(corner, galley, color).with_angle(-std::f32::consts::FRAC_PI_2));
            } else {
                painter.text(at, anchor, text, font, color);
            }
        }
    }
}
