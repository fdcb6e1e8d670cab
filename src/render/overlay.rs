//! Labels and legend, painted by egui over the viewport's texture: the text is the same in the window, in files
//! and in tests.

use eframe::egui;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Rect, Shape, Stroke, pos2, vec2};
use glam::Vec2;

use crate::picture::{Area, Color, Item, Label, LegendEntry, Palette, Picture, Sample, Style, Viewpoint, place_labels};

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

/// What was painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Painted {
    /// The legend, and the labels that belong to something. Through other labels one points at what they cover.
    pub plates: Vec<Plate>,
    /// How many labels found no room.
    pub dropped: usize,
}

/// A plate over the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// Where it is.
    pub place: Rect,
    /// To what its label belongs; nothing for the legend.
    pub item: Option<Item>,
}

/// Paints legend and labels of a picture that fills `rect`.
pub fn paint(painter: &Painter, rect: Rect, picture: &Picture, viewpoint: &Viewpoint, palette: &Palette) -> Painted {
    paint_beside(painter, rect, &[], &picture.legend, picture, viewpoint, palette)
}

/// Like [`paint`], but keeps labels away from what else stands in `rect`, and with another legend or none.
pub fn paint_beside(
    painter: &Painter,
    rect: Rect,
    others: &[Rect],
    legend: &[LegendEntry],
    picture: &Picture,
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> Painted {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let legend = paint_legend(&painter, rect, legend, palette);
    let taken: Vec<Area> = legend.into_iter().chain(others.iter().copied()).map(area).collect();
    let mut done = paint_labels(&painter, rect, &picture.labels, &taken, viewpoint, palette);
    done.plates.extend(legend.map(|place| Plate { place, item: None }));
    done
}

/// Paints the legend in the lower left corner and returns its plate; nothing where it does not fit.
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
    if !rect.contains_rect(plate) {
        return None;
    }
    painter.rect_filled(plate, CornerRadius::same(5), color32(palette.plate));
    let mut middle = plate.left_top() + vec2(MARGIN, MARGIN / 2.0 + ROW / 2.0);
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

/// Paints all labels that find room.
fn paint_labels(
    painter: &Painter,
    rect: Rect,
    labels: &[Label],
    taken: &[Area],
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> Painted {
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
    let mut done = Painted { plates: Vec::with_capacity(layout.placed.len()), dropped: layout.dropped };
    for placed in &layout.placed {
        let label = &labels[placed.label];
        let plate = Rect::from_min_max(
            pos2(placed.plate.min.x, placed.plate.min.y),
            pos2(placed.plate.max.x, placed.plate.max.y),
        );
        let strength = f32::from(label.color.0[3]) / 255.0;
        painter.rect_filled(plate, CornerRadius::same(4), color32(palette.plate).gamma_multiply(strength));
        let color = color32(label.color.readable_on(palette.plate, palette.text).fade(strength));
        painter.text(plate.center(), Align2::CENTER_CENTER, &label.text, font(), color);
        if label.item.is_some() {
            done.plates.push(Plate { place: plate, item: label.item });
        }
    }
    done
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
