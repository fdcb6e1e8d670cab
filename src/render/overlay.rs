//! Labels and legend, painted by egui over the viewport's texture: the text is the same in the window, in files
//! and in tests.

use eframe::egui;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Rect, Shape, Stroke, pos2, vec2};
use glam::Vec2;

use crate::picture::{Area, Color, Label, LegendEntry, Palette, Picture, Sample, Style, Viewpoint, place_labels};

/// Letter height of labels and legend in points.
const FONT_SIZE: f32 = 12.5;
/// Between the text of a label and the border of its plate.
const PADDING: egui::Vec2 = vec2(6.0, 3.0);
/// Between the legend and the border of the picture, and inside the legend.
const MARGIN: f32 = 10.0;
/// From one row of the legend to the next.
const ROW: f32 = 18.0;
/// Width of a sample in the legend.
const SAMPLE: f32 = 26.0;

/// Paints legend and labels of a picture that fills `rect`, and says how many labels found no room.
pub fn paint(painter: &Painter, rect: Rect, picture: &Picture, viewpoint: &Viewpoint, palette: &Palette) -> usize {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let legend = paint_legend(&painter, rect, &picture.legend, palette);
    let taken: Vec<Area> = legend.into_iter().map(area).collect();
    paint_labels(&painter, rect, &picture.labels, &taken, viewpoint, palette)
}

/// Paints the legend in the lower left corner and returns its plate.
fn paint_legend(painter: &Painter, rect: Rect, legend: &[LegendEntry], palette: &Palette) -> Option<Rect> {
    if legend.is_empty() {
        return None;
    }
    let text = color32(palette.text);
    let rows: Vec<_> = legend.iter().map(|entry| painter.layout_no_wrap(entry.text.clone(), font(), text)).collect();
    let widest = rows.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let size = vec2(SAMPLE + 3.0 * MARGIN + widest, ROW * rows.len() as f32 + MARGIN);
    let corner = rect.left_bottom() + vec2(MARGIN, -MARGIN);
    let plate = Rect::from_min_max(pos2(corner.x, corner.y - size.y), pos2(corner.x + size.x, corner.y));
    painter.rect_filled(plate, CornerRadius::same(5), color32(palette.plate));
    let mut middle = plate.left_top() + vec2(MARGIN, (MARGIN + ROW) / 2.0);
    for (entry, galley) in legend.iter().zip(rows) {
        paint_sample(painter, Rect::from_center_size(middle + vec2(SAMPLE / 2.0, 0.0), vec2(SAMPLE, 12.0)), entry);
        painter.galley(middle + vec2(SAMPLE + MARGIN, -galley.size().y / 2.0), galley, text);
        middle.y += ROW;
    }
    Some(plate)
}

fn paint_sample(painter: &Painter, rect: Rect, entry: &LegendEntry) {
    let color = color32(entry.color);
    let ends = [rect.left_center(), rect.right_center()];
    let stroke = Stroke::new(2.0, color);
    match entry.sample {
        Sample::Line(Style::Solid) => {
            painter.line_segment(ends, stroke);
        }
        Sample::Line(Style::Dashed) => {
            painter.extend(Shape::dashed_line(&ends, stroke, 8.0, 4.0));
        }
        Sample::Line(Style::Dotted) => {
            painter.extend(Shape::dotted_line(&ends, color, 4.0, 1.2));
        }
        Sample::Dot => {
            painter.circle_filled(rect.center(), 4.0, color);
        }
        Sample::Patch => {
            let patch = rect.shrink2(vec2(3.0, 0.5));
            painter.rect_filled(patch, CornerRadius::same(2), color);
        }
    }
}

/// Paints all labels that find room, and says how many do not.
fn paint_labels(
    painter: &Painter,
    rect: Rect,
    labels: &[Label],
    taken: &[Area],
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> usize {
    let size = Vec2::new(rect.width(), rect.height());
    let corner = Vec2::new(rect.left(), rect.top());
    let anchors: Vec<_> =
        labels.iter().map(|label| viewpoint.project(label.at, size).map(|place| place + corner)).collect();
    let layout = place_labels(labels, &anchors, area(rect), taken, |text| {
        let size = painter.layout_no_wrap(text.to_owned(), font(), Color32::WHITE).size() + 2.0 * PADDING;
        Vec2::new(size.x, size.y).ceil()
    });
    // Leader lines go below all plates.
    for placed in layout.placed.iter().filter(|placed| placed.led) {
        let end = placed.plate.nearest(placed.anchor);
        let color = color32(labels[placed.label].color).gamma_multiply(0.7);
        let ends = [pos2(placed.anchor.x, placed.anchor.y), pos2(end.x, end.y)];
        painter.line_segment(ends, Stroke::new(1.0, color));
    }
    for placed in &layout.placed {
        let label = &labels[placed.label];
        let plate = Rect::from_min_max(
            pos2(placed.plate.min.x, placed.plate.min.y),
            pos2(placed.plate.max.x, placed.plate.max.y),
        );
        painter.rect_filled(plate, CornerRadius::same(4), color32(palette.plate));
        let color = color32(label.color.readable_on(palette.plate, palette.text));
        painter.text(plate.center(), Align2::CENTER_CENTER, &label.text, font(), color);
    }
    layout.dropped
}

fn font() -> FontId {
    FontId::proportional(FONT_SIZE)
}

fn color32(Color([r, g, b, a]): Color) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

fn area(rect: Rect) -> Area {
    Area { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) }
}
