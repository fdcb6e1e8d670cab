//! Labels and legend, painted by egui over the viewport's texture: the text is the same in the window, in files
//! and in tests.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use glam::Vec2;

use super::cards;
use super::in_sight::InSight;
pub use super::label_plate::Plate;
use super::label_plate::{area, color32};
use crate::picture::{
    Area, AvoidedAreas, BodyGroup, CONTEXT, Caption, Color, Fineness, Front, Label, LegendEntry, Line, MetCell,
    Palette, Picture, Sample, Sheet, Silhouette, SolidBody, SolidForm, Span, Stroke as LabelStroke, Style, Viewpoint,
    place_labels, short,
};
use crate::world::Item;

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
/// Between two entries in one row of the legend.
const COLUMN: f32 = 10.0;
/// Letter height of the title above a picture.
const TITLE: f32 = 15.0;
/// From one line of the caption to the next, in letter heights.
const LINE: f32 = 1.4;
/// The greatest part of the picture's width and height that the caption takes.
const CAPTION: egui::Vec2 = vec2(0.6, 0.25);

/// The result of painting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Painted {
    /// The legend, and the labels of items. Labels without an item can be clicked through.
    pub plates: Vec<Plate>,
    /// The labels without an item.
    pub bare_labels: Vec<Rect>,
    /// The number of labels without a place.
    pub dropped: usize,
}

/// Paints caption, legend and labels of a picture that fills `rect`.
pub fn paint(painter: &Painter, rect: Rect, picture: &Picture, viewpoint: &Viewpoint, palette: &Palette) -> Painted {
    let caption = picture.caption.as_ref().and_then(|caption| paint_caption(painter, rect, caption, palette));
    paint_beside(painter, rect, caption.as_slice(), &picture.legend, picture, viewpoint, palette)
}

/// Paints the caption in the upper left corner and returns its plate; `None` where not even a line fits. Without room for
/// all of it, the title, then the question, are left out; then the answer ends with an ellipsis.
fn paint_caption(painter: &Painter, rect: Rect, caption: &Caption, palette: &Palette) -> Option<Rect> {
    let plain = color32(palette.text);
    let answer = color32(palette.on_plate(caption.color));
    let lines = [
        (&caption.title, TITLE, plain),
        (&caption.question, FONT_SIZE, plain.gamma_multiply(0.75)),
        (&caption.answer, FONT_SIZE, answer),
    ];
    let lines: Vec<_> = lines.into_iter().filter(|(text, ..)| !text.is_empty()).collect();
    let around = 2.0 * vec2(MARGIN, 6.0);
    let most = rect.size() * CAPTION;
    let laid_out = |from: usize, rows: usize| {
        let mut job = LayoutJob::default();
        job.wrap.max_width = most.x;
        job.wrap.max_rows = rows;
        for &(text, size, color) in &lines[from..] {
            let end = if job.is_empty() { "" } else { "\n" };
            let format = TextFormat::simple(FontId::proportional(size), color);
            job.append(&format!("{end}{text}"), 0.0, TextFormat { line_height: Some(LINE * size), ..format });
        }
        let galley = painter.layout_job(job);
        let plate = Rect::from_min_size(rect.min + vec2(MARGIN, MARGIN), galley.size() + around);
        let fits = rect.shrink(MARGIN).contains_rect(plate) && plate.height() <= most.y;
        fits.then_some((galley, plate))
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number, not negative")]
    let rows = ((most.y - around.y) / (LINE * FONT_SIZE)).max(0.0) as usize;
    let whole = (0..lines.len()).find_map(|from| laid_out(from, usize::MAX));
    let (galley, plate) = whole.or_else(|| laid_out(lines.len().checked_sub(1)?, rows))?;
    paint_plate(painter, plate, 5, palette, 1.0);
    painter.galley(plate.min + vec2(MARGIN, 6.0), galley, plain);
    Some(plate)
}

/// Like [`paint`], but keeps labels off the rectangles in `taken`, and with another legend or none.
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
    let mut taken: Vec<Rect> = legend.into_iter().chain(others.iter().copied()).collect();
    let silhouettes = silhouettes(picture, rect, viewpoint);
    let (cards, labels) = cards::paint(&painter, rect, picture, &taken, &silhouettes, viewpoint, palette);
    taken.extend(cards.iter().map(|plate| plate.place));
    let taken: Vec<Area> = taken.into_iter().map(area).collect();
    let has_context = rect.area() >= LEAST_FOR_CONTEXT;
    let of_picture = picture.labels.iter().filter(|label| has_context || label.priority > CONTEXT).cloned();
    let labels: Vec<Label> = of_picture.chain(labels).collect();
    let mut done = paint_labels(&painter, rect, (picture, &labels), (&taken, &silhouettes), viewpoint, palette);
    done.plates.extend(cards);
    done.plates.extend(legend.map(|place| Plate { place, item: None }));
    done
}

/// Paints the legend in the lower left corner and returns its plate; `None` where it does not fit.
fn paint_legend(painter: &Painter, rect: Rect, legend: &[LegendEntry], palette: &Palette) -> Option<Rect> {
    if legend.is_empty() {
        return None;
    }
    let rows = rows(painter, legend);
    let size = rows.size;
    let corner = rect.left_bottom() + vec2(MARGIN, -MARGIN);
    let plate = Rect::from_min_max(pos2(corner.x, corner.y - size.y), pos2(corner.x + size.x, corner.y));
    if !rect.contains_rect(plate) {
        return None;
    }
    paint_plate(painter, plate, 5, palette, 1.0);
    paint_rows(painter, plate, legend, &rows, color32(palette.text));
    Some(plate)
}

/// The plate behind a text, with an edge that separates it from a background of equal brightness.
pub fn paint_plate(painter: &Painter, plate: Rect, radius: u8, palette: &Palette, strength: f32) {
    let (fill, edge) = (color32(palette.plate), color32(palette.plate_edge));
    let edge = Stroke::new(1.0, edge.gamma_multiply(strength));
    painter.rect(plate, CornerRadius::same(radius), fill.gamma_multiply(strength), edge, StrokeKind::Inside);
}

/// The rows of a legend alone, for a view that is too small for it.
pub fn show_legend(ui: &mut egui::Ui, legend: &[LegendEntry]) {
    let rows = rows(ui.painter(), legend);
    let (place, _) = ui.allocate_exact_size(rows.size, egui::Sense::hover());
    paint_rows(ui.painter(), place, legend, &rows, ui.visuals().text_color());
}

/// The size of a legend in points.
pub fn legend_size(painter: &Painter, legend: &[LegendEntry]) -> egui::Vec2 {
    rows(painter, legend).size
}

/// The arrangement of a legend's entries.
struct LegendRows {
    /// One entry or two, by their numbers.
    entries: Vec<[Option<usize>; 2]>,
    /// From the start of a row to its second entry.
    second: f32,
    /// With the borders.
    size: egui::Vec2,
}

fn rows(painter: &Painter, legend: &[LegendEntry]) -> LegendRows {
    let width = |entry: &LegendEntry| {
        let galley = painter.layout_no_wrap(entry.text.clone(), FontId::proportional(LEGEND), Color32::PLACEHOLDER);
        galley.size().x + if entry.sample == Sample::None { 0.0 } else { SAMPLE + MARGIN }
    };
    let widths: Vec<f32> = legend.iter().map(width).collect();
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let entries = paired(&widths, (widest - COLUMN) / 2.0);
    let size = vec2(widest + 2.0 * MARGIN, ROW * entries.len() as f32 + MARGIN);
    LegendRows { entries, second: f32::midpoint(widest, COLUMN), size }
}

/// Entries in their order, those no wider than `half` two in a row: each with the next such one, which moves up.
fn paired(widths: &[f32], half: f32) -> Vec<[Option<usize>; 2]> {
    let mut rows: Vec<[Option<usize>; 2]> = Vec::new();
    let mut open: Option<usize> = None;
    for (entry, width) in widths.iter().enumerate() {
        let is_short = *width <= half;
        if let Some(row) = open.take_if(|_| is_short) {
            rows[row][1] = Some(entry);
            continue;
        }
        if is_short {
            open = Some(rows.len());
        }
        rows.push([Some(entry), None]);
    }
    rows
}

fn paint_rows(painter: &Painter, plate: Rect, legend: &[LegendEntry], rows: &LegendRows, text: Color32) {
    let start = plate.left_top() + vec2(MARGIN, MARGIN / 2.0 + ROW / 2.0);
    for (row, entries) in rows.entries.iter().enumerate() {
        for (entry, x) in entries.iter().zip([0.0, rows.second]) {
            let Some(entry) = entry.map(|entry| &legend[entry]) else { continue };
            let mut middle = start + vec2(x, ROW * row as f32);
            if entry.sample != Sample::None {
                let sample = Rect::from_center_size(middle + vec2(SAMPLE / 2.0, 0.0), vec2(SAMPLE, 12.0));
                paint_sample(painter, sample, entry);
                middle.x += SAMPLE + MARGIN;
            }
            painter.text(middle, Align2::LEFT_CENTER, &entry.text, FontId::proportional(LEGEND), text);
        }
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
            // Translucent solids have a border, so their sample has one.
            if entry.color.0[3] < u8::MAX {
                let border = egui::Stroke::new(1.0, color32(entry.color.fade(1.0)));
                painter.rect_stroke(patch, CornerRadius::same(2), border, egui::StrokeKind::Inside);
            }
        }
        Sample::Plane(style) => {
            let patch = rect.shrink2(vec2(3.0, 0.5));
            painter.rect_filled(patch, CornerRadius::ZERO, color);
            paint_border(painter, patch, color32(entry.color.fade(1.0)), style);
        }
        Sample::Body(style) => {
            let patch = rect.shrink2(vec2(3.0, 0.0));
            painter.rect_filled(patch.shrink(2.5), CornerRadius::same(1), color);
            paint_border(painter, patch, color, style);
        }
        Sample::None => {}
    }
}

/// The border of a sample in the legend.
fn paint_border(painter: &Painter, patch: Rect, color: Color32, style: Style) {
    let corners = [patch.left_top(), patch.right_top(), patch.right_bottom(), patch.left_bottom(), patch.left_top()];
    let edge = Stroke::new(1.0, color);
    match style {
        Style::Solid => painter.extend(corners.windows(2).map(|ends| Shape::line_segment([ends[0], ends[1]], edge))),
        Style::Dashed => painter.extend(Shape::dashed_line(&corners, edge, 4.0, 2.5)),
        Style::Dotted => painter.extend(Shape::dotted_line(&corners, color, 2.5, 0.7)),
    }
}

/// Paints all labels that have a place.
fn paint_labels(
    painter: &Painter,
    rect: Rect,
    (picture, labels): (&Picture, &[Label]),
    (taken, silhouettes): (&[Area], &[Silhouette]),
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> Painted {
    let size = Vec2::new(rect.width(), rect.height());
    let corner = Vec2::new(rect.left(), rect.top());
    let mut anchors: Vec<_> =
        labels.iter().map(|label| viewpoint.project(label.at, size).map(|place| place + corner)).collect();
    let sight = InSight::new(picture, labels, silhouettes, rect, viewpoint);
    let is_behind = sight.settle(labels, &mut anchors);
    let spans = spans(labels, rect, viewpoint);
    // The ends of a distance are not covered.
    let ends = spans.iter().flat_map(|(_, ends, _)| ends).map(|end| area(Rect::from_center_size(*end, 2.0 * TICK)));
    let taken: Vec<Area> = taken.iter().copied().chain(ends).collect();
    let strokes = strokes(picture, rect, viewpoint);
    let silhouettes = &[silhouettes, &met_cells(picture, rect, viewpoint)].concat();
    let distance = |silhouette: &Silhouette| match silhouette.item {
        Item::Object(object) => picture.bodies.aabb(object).centre().distance(viewpoint.eye),
        // Labels beside images have rules of their own.
        _ => f32::INFINITY,
    };
    let distances: Vec<f32> = silhouettes.iter().map(distance).collect();
    let is_seen = |item: Item, place: &Area| sight.is_seen(item, place);
    let front = picture.has_one_model.then_some(Front { distances: &distances, is_seen: &is_seen });
    let avoided = AvoidedAreas { areas: &[], strokes: &strokes, silhouettes, front };
    let layout = place_labels(labels, &anchors, area(rect), &taken, avoided, |text| {
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
        if is_behind[placed.label] {
            // The line does not end on the item in front.
            painter.extend(Shape::dashed_line(&ends, Stroke::new(width, color), 3.0, 3.0));
            painter.circle_stroke(ends[0], LEADER_DOT + 1.0, Stroke::new(width, color));
            continue;
        }
        painter.line_segment(ends, Stroke::new(width, color));
        // The dot shows where the line ends, also where other lines cross it.
        if placed.led {
            painter.circle_filled(ends[0], LEADER_DOT, color);
        }
    }
    let plates = Vec::with_capacity(layout.placed.len());
    let mut done = Painted { plates, bare_labels: Vec::new(), dropped: layout.dropped };
    for placed in &layout.placed {
        let label = &labels[placed.label];
        let plate = Rect::from_min_max(
            pos2(placed.plate.min.x, placed.plate.min.y),
            pos2(placed.plate.max.x, placed.plate.max.y),
        );
        let strength = f32::from(label.color.0[3]) / 255.0;
        paint_plate(painter, plate, 4, palette, strength);
        let color = color32(palette.on_plate(label.color).fade(strength));
        let text = short(&label.text).filter(|_| placed.is_short).unwrap_or(&label.text);
        painter.text(plate.center(), Align2::CENTER_CENTER, text, font(), color);
        if label.item.is_some() {
            done.plates.push(Plate { place: plate, item: label.item });
        } else {
            done.bare_labels.push(plate);
        }
    }
    done
}

/// Radius of the dot where a leader line ends, in points.
const LEADER_DOT: f32 = 2.0;
/// The most objects that all have labels. With more objects, few have labels, and labels may cover the others.
const MOST_SILHOUETTES: usize = 200;
/// Labels may cover an object that fills more of the picture than this.
const MOST_COVERED: f32 = 0.6;
/// Enough points for the outline of a mesh.
const MOST_POINTS: usize = 400;

/// The place of a point on the screen, in a view that fills `rect`; `None` for one behind the eye.
fn project(point: glam::Vec3, rect: Rect, viewpoint: &Viewpoint) -> Option<Vec2> {
    let size = Vec2::new(rect.width(), rect.height());
    Some(viewpoint.project(point, size)? + Vec2::new(rect.left(), rect.top()))
}

/// The outlines of objects and images on screen. Objects that reach behind the eye, or fill most of the picture, have
/// none.
pub(super) fn silhouettes(picture: &Picture, rect: Rect, viewpoint: &Viewpoint) -> Vec<Silhouette> {
    let project = |point: glam::Vec3| project(point, rect, viewpoint);
    let image = |sheet: &Sheet| {
        let corners: Option<Vec<Vec2>> = sheet.corners.into_iter().map(project).collect();
        Silhouette::of(Item::Image(sheet.index), corners?)
    };
    let mut outlines: Vec<Silhouette> = picture.sheets.iter().filter_map(image).collect();
    if picture.bodies.len() <= MOST_SILHOUETTES && !(picture.labels.is_empty() && picture.cards.is_empty()) {
        let mut points: Vec<Option<Vec<Vec2>>> = vec![Some(Vec::new()); picture.bodies.len()];
        for BodyGroup { form, bodies } in picture.bodies.groups().iter().filter(|group| !group.bodies.is_empty()) {
            let local = local_points(form, Fineness::Low);
            for body in bodies.iter() {
                let slot = &mut points[body.object as usize];
                let seen = local.iter().map(|point| project(body.world_from_unit.transform_point3(*point)));
                *slot = slot.take().and_then(|before| before.into_iter().map(Some).chain(seen).collect());
            }
        }
        let objects = points.into_iter().enumerate();
        outlines.extend(objects.filter_map(|(i, points)| Silhouette::of(Item::Object(i), points?)));
    }
    outlines.retain(|outline| {
        let Area { min, max } = outline.bounds();
        (max.x - min.x) * (max.y - min.y) < MOST_COVERED * rect.area()
    });
    outlines
}

/// The outlines of the cells that rays meet.
fn met_cells(picture: &Picture, rect: Rect, viewpoint: &Viewpoint) -> Vec<Silhouette> {
    let project = |point: glam::Vec3| project(point, rect, viewpoint);
    let outline = |cell: &MetCell| {
        let corners: Option<Vec<Vec2>> = cell.corners.into_iter().map(project).collect();
        Silhouette::of(Item::Image(cell.image), corners?)
    };
    picture.met_cells.iter().filter_map(outline).collect()
}

/// The outline of an object or an image on the screen; `None` for one that reaches behind the eye, and for other
/// items.
pub fn outline(picture: &Picture, item: Item, rect: Rect, viewpoint: &Viewpoint) -> Option<Vec<Pos2>> {
    let project = |point: glam::Vec3| project(point, rect, viewpoint);
    let mut points = Vec::new();
    for sheet in picture.sheets.iter().filter(|sheet| item == Item::Image(sheet.index)) {
        points.extend(sheet.corners);
    }
    for BodyGroup { form, bodies } in picture.bodies.groups() {
        let is_it = |body: &&SolidBody| item == Item::Object(body.object as usize);
        for body in bodies.iter().filter(is_it) {
            points.extend(
                local_points(form, Fineness::Full).iter().map(|point| body.world_from_unit.transform_point3(*point)),
            );
        }
    }
    let points: Option<Vec<Vec2>> = points.into_iter().map(project).collect();
    let hull = Silhouette::of(item, points?)?;
    Some(hull.hull().iter().map(|point| pos2(point.x, point.y)).collect())
}

/// Points whose hull is that of a form.
fn local_points(form: &SolidForm, fineness: Fineness) -> Vec<glam::Vec3> {
    match form {
        SolidForm::Part(part) => part.mesh(fineness).positions,
        SolidForm::Mesh(mesh) => {
            let step = mesh.positions().len().div_ceil(MOST_POINTS).max(1);
            mesh.positions().iter().copied().step_by(step).collect()
        }
    }
}

/// The least area of a view, in square points, in which all items have labels. In a smaller view only selected items have them:
/// others would cover the scene.
const LEAST_FOR_CONTEXT: f32 = 130_000.0;

/// The most lines of rays that labels avoid.
const MOST_STROKES: usize = 400;
/// The width of the lines of the querying ray.
const STRONG: f32 = 2.0;

/// The drawn lines of rays on screen, without the dots beyond their hits.
fn strokes(picture: &Picture, rect: Rect, viewpoint: &Viewpoint) -> Vec<LabelStroke> {
    let project = |end| {
        let place = viewpoint.project(end, Vec2::new(rect.width(), rect.height()))?;
        Some(place + Vec2::new(rect.left(), rect.top()))
    };
    if !picture.labels.iter().any(|label| matches!(label.item, Some(Item::Ray(_)))) {
        return Vec::new();
    }
    let is_ray = |line: &&Line| matches!(line.item, Some(Item::Ray(_))) && line.style == Style::Solid;
    let stroke = |line: &Line| {
        let (from, to) = (project(line.from)?, project(line.to)?);
        Some(LabelStroke { from, to, item: line.item, is_strong: line.width > STRONG })
    };
    let strokes: Vec<_> = picture.lines.iter().filter(is_ray).take(MOST_STROKES + 1).filter_map(stroke).collect();
    if strokes.len() > MOST_STROKES { Vec::new() } else { strokes }
}

/// The distances of labels, on screen, each with the index of its label.
fn spans(labels: &[Label], rect: Rect, viewpoint: &Viewpoint) -> Vec<(usize, [Pos2; 2], Color)> {
    let project = |end| viewpoint.project(end, Vec2::new(rect.width(), rect.height()));
    let span = |label: &Label| {
        let Span { from, to, dot } = label.span?;
        Some(([project(from)?, project(to)?].map(|end| rect.min + vec2(end.x, end.y)), dot))
    };
    labels.iter().enumerate().filter_map(|(i, label)| span(label).map(|(ends, dot)| (i, ends, dot))).collect()
}

/// A distance as in a technical drawing: a line from its point to a tick, with a casing for contrast.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Loaded, open};
    use crate::picture::{Selected, Shown};
    use crate::report::Report;
    use crate::scene::Scene;
    use crate::world::World;

    /// A lesson as it opens, and its picture.
    fn lesson(name: &str, palette: &Palette) -> (Scene, World, Selected, Picture) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let Loaded { scene, files, .. } = open(&folder.join(format!("{name}.json"))).unwrap();
        let world = World::at(&scene, &files, 0);
        let selected = Selected::on(&world, &scene.select).unwrap_or_else(|_| Selected::of(&world));
        let picture = Picture::of(&Shown::new(&world, &Report::of(&world), &selected, palette));
        (scene, world, selected, picture)
    }

    /// In the smallest view of the window, no label covers the main objects of a lesson.
    #[test]
    fn the_labels_of_the_lessons_leave_the_bodies_in_sight() {
        let palette = Palette::DARK;
        for name in ["tour", "frustum", "round", "kinds", "depth", "flicker", "guard"] {
            let (scene, world, selected, picture) = lesson(name, &palette);
            for size in [vec2(442.0, 315.0), vec2(442.0, 236.0), vec2(860.0, 570.0)] {
                let rect = Rect::from_min_size(pos2(0.0, 0.0), size);
                let viewpoint = crate::picture::scene_view(&scene, &world, rect.aspect_ratio());
                let silhouettes = silhouettes(&picture, rect, &viewpoint);
                let ctx = egui::Context::default();
                let mut painted = Painted::default();
                let mut output = ctx.run_ui(egui::RawInput { screen_rect: Some(rect), ..Default::default() }, |ui| {
                    painted = paint_beside(ui.painter(), rect, &[], &[], &picture, &viewpoint, &palette);
                });
                output.textures_delta.clear();
                // The answer's own labels are necessary, and the tree of the selected agent.
                let body = selected.agent().and_then(|agent| world.agents[agent].body);
                let requested = [selected.object().or(body).map(Item::Object), selected.querier()];
                let is_other = |plate: &&Plate| plate.item.is_some() && !requested.contains(&plate.item);
                let plates: Vec<Area> = painted.plates.iter().filter(is_other).map(|plate| area(plate.place)).collect();
                for silhouette in &silhouettes {
                    let part: f32 = plates.iter().map(|plate| silhouette.covered_part(plate)).sum();
                    assert!(part < 0.2, "{name} at {size}: {part} of {:?} is covered", silhouette.item);
                }
            }
        }
    }

    #[test]
    fn labels_leave_the_cells_that_rays_meet_in_sight() {
        let palette = Palette::DARK;
        for name in ["leaf", "glyphs", "fence"] {
            let (scene, world, _, picture) = lesson(name, &palette);
            for size in [vec2(1280.0, 720.0), vec2(860.0, 570.0)] {
                let rect = Rect::from_min_size(pos2(0.0, 0.0), size);
                let viewpoint = crate::picture::scene_view(&scene, &world, rect.aspect_ratio());
                let cells = met_cells(&picture, rect, &viewpoint);
                assert!(!cells.is_empty(), "{name}");
                let ctx = egui::Context::default();
                let mut painted = Painted::default();
                let mut output = ctx.run_ui(egui::RawInput { screen_rect: Some(rect), ..Default::default() }, |ui| {
                    painted = paint_beside(ui.painter(), rect, &[], &[], &picture, &viewpoint, &palette);
                });
                output.textures_delta.clear();
                for (cell, plate) in cells.iter().flat_map(|cell| painted.plates.iter().map(move |plate| (cell, plate)))
                {
                    let part = cell.covered_part(&area(plate.place));
                    assert!(part < 0.02, "{name} at {size}: {part} of a cell is covered by {:?}", plate.place);
                }
            }
        }
    }

    #[test]
    fn short_entries_stand_two_in_a_row_and_none_is_lost() {
        let widths = [90.0, 230.0, 60.0, 40.0, 200.0, 115.0, 116.0, 20.0];
        let rows = paired(&widths, 115.0);
        let expected = [[Some(0), Some(2)], [Some(1), None], [Some(3), Some(5)], [Some(4), None], [Some(6), None]];
        assert_eq!(rows[..5], expected);
        assert_eq!(rows[5..], [[Some(7), None]]);
        assert_eq!(paired(&[], 10.0), Vec::<[Option<usize>; 2]>::new());
    }
}
