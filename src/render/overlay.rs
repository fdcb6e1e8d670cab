//! Labels and legend, painted by egui over the viewport's texture: the text is the same in the window, in files
//! and in tests.

use eframe::egui;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use glam::Vec2;

use crate::picture::{
    Area, Color, Item, Label, LegendEntry, Palette, Picture, Sample, Sheet, Span, Style, Viewpoint, place_labels,
};

/// Letter height of labels and of the legend, points.
const FONT_SIZE: f32 = 12.5;
const LEGEND: f32 = 11.5;
/// Between the text of a label and the border of its plate.
const PADDING: egui::Vec2 = vec2(6.0, 3.0);
/// Between the legend and the border of the picture, and inside the legend.
const MARGIN: f32 = 10.0;
/// From one row of the legend to the next.
const ROW: f32 = 16.5;
/// Half a tick at the end of a distance, and how far labels keep from there.
const TICK: egui::Vec2 = vec2(5.0, 5.0);
/// Width of a sample in the legend.
const SAMPLE: f32 = 24.0;

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
    let mut done = paint_labels(&painter, rect, picture, &taken, viewpoint, palette);
    done.plates.extend(legend.map(|place| Plate { place, item: None }));
    done
}

/// Paints the legend in the lower left corner and returns its plate; nothing where it does not fit.
fn paint_legend(painter: &Painter, rect: Rect, legend: &[LegendEntry], palette: &Palette) -> Option<Rect> {
    if legend.is_empty() {
        return None;
    }
    let size = legend_size(painter, legend);
    let corner = rect.left_bottom() + vec2(MARGIN, -MARGIN);
    let plate = Rect::from_min_max(pos2(corner.x, corner.y - size.y), pos2(corner.x + size.x, corner.y));
    if !rect.contains_rect(plate) {
        return None;
    }
    painter.rect_filled(plate, CornerRadius::same(5), color32(palette.plate));
    paint_rows(painter, plate, legend, color32(palette.text));
    Some(plate)
}

/// The rows of a legend alone, for a view that is too small for it.
pub fn show_legend(ui: &mut egui::Ui, legend: &[LegendEntry]) {
    let size = legend_size(ui.painter(), legend);
    let (place, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    paint_rows(ui.painter(), place, legend, ui.visuals().text_color());
}

fn legend_size(painter: &Painter, legend: &[LegendEntry]) -> egui::Vec2 {
    let width = |entry: &LegendEntry| {
        let galley = painter.layout_no_wrap(entry.text.clone(), FontId::proportional(LEGEND), Color32::PLACEHOLDER);
        galley.size().x
    };
    let widest = legend.iter().map(width).fold(0.0, f32::max);
    vec2(SAMPLE + 3.0 * MARGIN + widest, ROW * legend.len() as f32 + MARGIN)
}

fn paint_rows(painter: &Painter, plate: Rect, legend: &[LegendEntry], text: Color32) {
    let mut middle = plate.left_top() + vec2(MARGIN, MARGIN / 2.0 + ROW / 2.0);
    for entry in legend {
        paint_sample(painter, Rect::from_center_size(middle + vec2(SAMPLE / 2.0, 0.0), vec2(SAMPLE, 12.0)), entry);
        let start = middle + vec2(SAMPLE + MARGIN, 0.0);
        painter.text(start, Align2::LEFT_CENTER, &entry.text, FontId::proportional(LEGEND), text);
        middle.y += ROW;
    }
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
    picture: &Picture,
    taken: &[Area],
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> Painted {
    let labels = &picture.labels[..];
    let size = Vec2::new(rect.width(), rect.height());
    let corner = Vec2::new(rect.left(), rect.top());
    let anchors: Vec<_> =
        labels.iter().map(|label| viewpoint.project(label.at, size).map(|place| place + corner)).collect();
    let spans = spans(labels, rect, viewpoint);
    // Neither end of a distance is covered.
    let ends = spans.iter().flat_map(|(_, ends, _)| ends).map(|end| area(Rect::from_center_size(*end, 2.0 * TICK)));
    let taken: Vec<Area> = taken.iter().copied().chain(ends).collect();
    let images = images(picture, rect, viewpoint);
    let layout = place_labels(labels, &anchors, area(rect), &taken, &images, |text| {
        let size = painter.layout_no_wrap(text.to_owned(), font(), Color32::WHITE).size() + 2.0 * PADDING;
        Vec2::new(size.x, size.y).ceil()
    });
    // Distances and leader lines go below all plates.
    for (label, ends, dot) in &spans {
        paint_span(painter, *ends, [labels[*label].color, *dot].map(color32), color32(palette.plate));
    }
    for placed in layout.placed.iter().filter(|placed| placed.led || labels[placed.label].span.is_some()) {
        let end = placed.plate.nearest(placed.anchor);
        let label = &labels[placed.label];
        let (strength, width) = if label.span.is_some() { (1.0, 1.5) } else { (0.7, 1.0) };
        let color = color32(label.color).gamma_multiply(strength);
        let ends = [pos2(placed.anchor.x, placed.anchor.y), pos2(end.x, end.y)];
        painter.line_segment(ends, Stroke::new(width, color));
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

/// Where images are on the screen. One that fills most of it has nowhere beside it, and one that reaches behind the eye
/// has no place.
fn images(picture: &Picture, rect: Rect, viewpoint: &Viewpoint) -> Vec<Area> {
    let project = |corner: &glam::Vec3| viewpoint.project(*corner, Vec2::new(rect.width(), rect.height()));
    let bounds = |sheet: &Sheet| {
        let corners: Option<Vec<Vec2>> = sheet.corners.iter().map(project).collect();
        let bounds = Rect::from_points(&corners?.into_iter().map(|at| rect.min + vec2(at.x, at.y)).collect::<Vec<_>>());
        (bounds.area() < 0.6 * rect.area()).then(|| area(bounds))
    };
    picture.sheets.iter().filter_map(bounds).collect()
}

/// The distances that labels say, on the screen, each with the number of its label.
fn spans(labels: &[Label], rect: Rect, viewpoint: &Viewpoint) -> Vec<(usize, [Pos2; 2], Color)> {
    let project = |end| viewpoint.project(end, Vec2::new(rect.width(), rect.height()));
    let span = |label: &Label| {
        let Span { from, to, dot } = label.span?;
        Some(([project(from)?, project(to)?].map(|end| rect.min + vec2(end.x, end.y)), dot))
    };
    labels.iter().enumerate().filter_map(|(i, label)| span(label).map(|(ends, dot)| (i, ends, dot))).collect()
}

/// A distance as in a technical drawing: a line from its point to a tick, cased so that it reads on any ground.
fn paint_span(painter: &Painter, [from, to]: [Pos2; 2], colors: [Color32; 2], casing: Color32) {
    let [color, dot] = colors;
    let tick = TICK.x * (to - from).normalized().rot90();
    for (wider, color) in [(2.5, casing), (0.0, color)] {
        for line in [[from, to], [to - tick, to + tick]] {
            painter.line_segment(line, Stroke::new(2.5 + wider, color));
        }
    }
    painter.circle(from, 4.5, dot, Stroke::new(1.5, casing));
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
