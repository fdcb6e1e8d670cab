//! The image and its cells with egui's painter.
//!
//! The order from the bottom: checkerboard, pixels, the tint of solid cells, grid and outline, unread pixels, numbers,
//! rays, and the cell under the pointer. Everything is clipped to the visible part, so the cost depends on the size of
//! the panel rather than of the image.

use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::callouts::Callout;
use super::comparison::ComparedMethods;
use super::lattice::Span;
use super::show::Show;
use super::sight::ImageView;
use super::subject::{OpacitySubject, RayPoint};
use super::texture::{Extract, SQUARE, Textures};
use super::{callouts, lattice, words};
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::opacity::{CellLayout, Grid, PixelRect};
use crate::picture::Palette;

/// The largest number of columns and rows of cells that are drawn separately.
const MOST_CELLS: u32 = 256;
/// The least size of a cell with lines, and of a cell with a number, points.
const LINED: f32 = 4.0;
const NUMBERED: [f32; 2] = [27.0, 14.0];
/// The largest number of rays with names.
const MOST_NAMED: usize = 32;
/// The largest number of runs of solid cells that labels are kept off. Every place of a label is compared with each run.
const MOST_KEPT_OFF: usize = 1000;
/// The padding of a plate around its text, points.
const PADDING: Vec2 = vec2(4.0, 0.0);
/// The distance between the lines of a hatch, points.
const HATCH: f32 = 7.0;

/// One image in its view, for one frame.
struct View<'a> {
    painter: Painter,
    sight: &'a ImageView,
    subject: &'a OpacitySubject<'a>,
    palette: Palette,
    text: Color32,
}

/// Draws the image; `pointed` is the pixel under the pointer.
pub(super) fn show(
    ui: &Ui,
    sight: &ImageView,
    subject: &OpacitySubject<'_>,
    textures: &mut Textures,
    pointed: Option<[u32; 2]>,
) {
    let painter = ui.painter_at(sight.view());
    painter.rect_filled(sight.view(), 3.0, ui.visuals().extreme_bg_color);
    let view =
        View { painter, sight, subject, palette: theme::palette(ui.ctx()), text: ui.visuals().strong_text_color() };
    view.pixels(ui, textures);
    if let Some(compared) = subject.compared.filter(|_| subject.show == Show::Difference) {
        view.differences(compared);
    } else {
        view.solid(subject.grid);
        view.lines(subject.grid.layout(), None);
        view.unread(subject.grid.layout());
        view.numbers(subject.grid);
    }
    let words = view.rays();
    if subject.show == Show::Cells {
        view.name_unread(subject.grid.layout(), &words);
    }
    if let Some(cell) = pointed.and_then(|pixel| subject.grid.layout().cell_of(pixel)) {
        view.outline(cell, Stroke::new(2.0, view.text));
    }
}

impl View<'_> {
    fn pixels(&self, ui: &Ui, textures: &mut Textures) {
        let sight = self.sight;
        let size = self.subject.bitmap.size();
        let whole = sight.rect(&PixelRect { x: 0..size[0], y: 0..size[1] });
        let seen = whole.intersect(sight.view());
        if !seen.is_positive() {
            return;
        }
        let squares = |at: Pos2| ((at - sight.view().min) / (2.0 * SQUARE)).to_pos2();
        let checkers = textures.checkers(ui.ctx(), ui.visuals().dark_mode);
        self.painter.image(checkers, seen, Rect::from_min_max(squares(seen.min), squares(seen.max)), Color32::WHITE);
        let extract = Extract::of(size, &sight.visible(), sight.scale() * ui.pixels_per_point());
        let texture = textures.pixels(ui.ctx(), self.subject.bitmap, &extract);
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let within = self.painter.with_clip_rect(seen.intersect(self.painter.clip_rect()));
        within.image(texture, sight.rect(&extract.covered()), all, Color32::WHITE);
        let line = Stroke::new(1.0, theme::color(self.palette.neutral));
        self.painter.rect_stroke(whole, 0.0, line, StrokeKind::Outside);
    }

    /// The visible columns and rows.
    fn spans(&self, layout: &CellLayout) -> [Vec<Span>; 2] {
        let visible = self.sight.visible();
        let [x, y] = layout.axes();
        [lattice::spans(x, &visible.x, MOST_CELLS), lattice::spans(y, &visible.y, MOST_CELLS)]
    }

    /// The rectangles of the runs of solid cells, and what they are made of.
    fn solid_runs(&self, grid: &Grid) -> (Vec<Rect>, Vec<bool>, [Vec<Span>; 2]) {
        let [columns, rows] = self.spans(grid.layout());
        let solid = lattice::solid(grid, self.subject.image.threshold, &columns, &rows);
        let rect = |[row, first, end]: [usize; 3]| {
            let pixels = PixelRect { x: columns[first].from..columns[end - 1].to, y: rows[row].from..rows[row].to };
            self.sight.rect(&pixels)
        };
        let runs = lattice::runs(&solid, columns.len()).into_iter().map(rect).collect();
        (runs, solid, [columns, rows])
    }

    /// A tint over solid cells, and a line around each run of them.
    fn solid(&self, grid: &Grid) {
        let (runs, solid, [columns, rows]) = self.solid_runs(grid);
        let green = theme::color(self.palette.pass);
        for rect in runs {
            self.painter.rect_filled(rect, 0.0, green.gamma_multiply(0.42));
        }
        if self.is_lined(grid.layout()) {
            self.border(&solid, &columns, &rows, Stroke::new(2.0, green));
        }
    }

    /// The border between solid and clear cells.
    fn border(&self, solid: &[bool], columns: &[Span], rows: &[Span], stroke: Stroke) {
        let is = |row: usize, column: usize| solid[row * columns.len() + column];
        for (row, y) in rows.iter().enumerate() {
            for (column, x) in columns.iter().enumerate().filter(|(column, _)| is(row, *column)) {
                let rect = self.sight.rect(&PixelRect { x: x.from..x.to, y: y.from..y.to });
                for (is_edge, ends) in [
                    (column == 0 || !is(row, column - 1), [rect.left_top(), rect.left_bottom()]),
                    (column + 1 == columns.len() || !is(row, column + 1), [rect.right_top(), rect.right_bottom()]),
                    (row == 0 || !is(row - 1, column), [rect.left_top(), rect.right_top()]),
                    (row + 1 == rows.len() || !is(row + 1, column), [rect.left_bottom(), rect.right_bottom()]),
                ] {
                    if is_edge {
                        self.painter.line_segment(ends, stroke);
                    }
                }
            }
        }
    }

    /// The size of a cell on screen.
    fn cell_size(&self, layout: &CellLayout) -> [f32; 2] {
        layout.axes().each_ref().map(|axis| axis.covered() as f32 / axis.cells() as f32 * self.sight.scale())
    }

    fn is_lined(&self, layout: &CellLayout) -> bool {
        self.cell_size(layout).iter().all(|side| *side >= LINED)
    }

    /// Lines between cells. `dash` is the length of a dash in points; without it the lines are solid.
    fn lines(&self, layout: &CellLayout, dash: Option<f32>) {
        if !self.is_lined(layout) {
            return;
        }
        let [columns, rows] = self.spans(layout);
        let [x, y] = layout.axes();
        let covered = self.sight.rect(&PixelRect { x: 0..x.covered(), y: 0..y.covered() });
        let stroke = Stroke::new(1.0, self.text.gamma_multiply(if dash.is_some() { 0.8 } else { 0.4 }));
        let line = |ends: [Pos2; 2]| {
            if let Some(dash) = dash {
                self.painter.extend(Shape::dashed_line(&ends, stroke, dash, dash));
            } else {
                self.painter.line_segment(ends, stroke);
            }
        };
        for edge in edges(&columns) {
            let x = self.sight.at([edge as f32, 0.0]).x;
            line([pos2(x, covered.top()), pos2(x, covered.bottom())]);
        }
        for edge in edges(&rows) {
            let y = self.sight.at([0.0, edge as f32]).y;
            line([pos2(covered.left(), y), pos2(covered.right(), y)]);
        }
    }

    /// Hatches the pixels that belong to no cell.
    fn unread(&self, layout: &CellLayout) {
        let color = self.word_color(Tone::Fail);
        for rect in layout.unread() {
            let place = self.sight.rect(&rect).intersect(self.sight.view());
            if !place.is_positive() {
                continue;
            }
            let painter = self.painter.with_clip_rect(place.intersect(self.painter.clip_rect()));
            painter.rect_filled(place, 0.0, theme::color(self.palette.plate).gamma_multiply(0.55));
            let height = place.height();
            let count = (place.width() + height) / HATCH;
            let stroke = Stroke::new(1.2, color.gamma_multiply(0.8));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the window")]
            for i in 0..=(count as u32) {
                let x = place.left() + i as f32 * HATCH;
                painter.line_segment([pos2(x, place.top()), pos2(x - height, place.bottom())], stroke);
            }
            painter.rect_stroke(place, 0.0, Stroke::new(1.0, color), StrokeKind::Inside);
        }
    }

    /// The label of unread pixels, where other labels leave room.
    fn name_unread(&self, layout: &CellLayout, others: &[Rect]) {
        let color = self.word_color(Tone::Fail);
        let galley = self.galley("never read", color);
        for rect in layout.unread() {
            let strip = self.sight.rect(&rect).intersect(self.sight.view());
            if let Some(place) = callouts::within(strip, galley.size() + PADDING, others) {
                self.plate(place, Arc::clone(&galley), 1.0);
            }
        }
    }

    fn numbers(&self, grid: &Grid) {
        if !self.is_numbered(grid.layout()) {
            return;
        }
        self.cells(grid, |rect, cell| {
            let Some(mean) = grid.mean(cell) else { return };
            // The point of a ray must not cover the number, and the number must not cover the point.
            let ray = self.subject.rays.iter().find(|met| met.cell == Some(cell)).map(|met| self.sight.at(met.at));
            let at = ray.map_or(rect.center(), |ray| {
                let y = if ray.y > rect.center().y { rect.top() + 8.0 } else { rect.bottom() - 8.0 };
                pos2(rect.center().x, y)
            });
            self.number(at, &words::short(mean, self.subject.image.threshold));
        });
    }

    fn is_numbered(&self, layout: &CellLayout) -> bool {
        self.cell_size(layout).iter().zip(NUMBERED).all(|(side, least)| *side >= least)
    }

    /// The differences of the methods: cells of `exact` with tint and number, cells of `odd_block` dashed.
    fn differences(&self, compared: &ComparedMethods) {
        let ground = theme::color(self.palette.plate).gamma_multiply(0.6);
        self.painter.rect_filled(self.sight.view(), 0.0, ground);
        let of = |cell: [u32; 2]| compared.at(cell);
        self.cells(&compared.exact, |rect, cell| {
            let (by, differs) = of(cell);
            self.differing(rect, by, differs);
        });
        self.unread(compared.odd.layout());
        self.lines(compared.odd.layout(), Some(4.0));
        let [width, height] = self.cell_size(compared.exact.layout());
        if width >= NUMBERED[0] + 6.0 && height >= NUMBERED[1] {
            self.cells(&compared.exact, |rect, cell| {
                let (by, differs) = of(cell);
                let mark = if differs { "⚠" } else { "" };
                self.number(rect.center(), &format!("{mark}{}", words::difference(by)));
            });
        }
    }

    /// Every visible cell, if cells are large enough.
    fn cells(&self, grid: &Grid, draw: impl Fn(Rect, [u32; 2])) {
        let [columns, rows] = self.spans(grid.layout());
        for row in &rows {
            for column in &columns {
                let rect = PixelRect { x: column.from..column.to, y: row.from..row.to };
                draw(self.sight.rect(&rect), [column.cell, row.cell]);
            }
        }
    }

    /// A cell tinted by the difference of the two methods; with a border where they disagree on solid or clear.
    fn differing(&self, rect: Rect, by: f64, differs: bool) {
        let painter = &self.painter;
        let purple = theme::color(self.palette.exact);
        #[expect(clippy::cast_possible_truncation, reason = "a share of a colour")]
        let strength = (by.abs().sqrt() as f32).min(1.0);
        painter.rect_filled(rect, 0.0, purple.gamma_multiply(0.85 * strength));
        if rect.width() >= LINED && rect.height() >= LINED {
            let thin = Stroke::new(1.0, self.text.gamma_multiply(0.3));
            painter.rect_stroke(rect, 0.0, thin, StrokeKind::Middle);
        }
        if differs {
            painter.rect_stroke(rect.shrink(1.0), 0.0, Stroke::new(2.5, purple), StrokeKind::Inside);
        }
    }

    /// The crossed cells, the points and the names of rays. Returns the places of the labels.
    fn rays(&self) -> Vec<Rect> {
        let color = |met: &RayPoint| if met.is_querier { theme::color(self.palette.selected) } else { self.text };
        let mut seen = Vec::new();
        for met in self.subject.rays {
            if let Some(cell) = met.cell {
                self.outline(cell, Stroke::new(if met.is_querier { 2.5 } else { 1.5 }, color(met)));
            }
            if self.sight.view().contains(self.sight.at(met.at)) {
                seen.push(met);
            }
        }
        let tone = |met: &RayPoint| Tone::pass_or_fail(met.is_hit);
        let callout = |met: &&RayPoint| {
            let word = if met.is_hit { "hits" } else { "passes through" };
            let text = format!("{} {} {word}", self.palette.symbol(tone(met)), met.name);
            Callout { at: self.sight.at(met.at), text, is_first: met.is_querier }
        };
        // The selected ray is the last one, and keeps its name. Names of more rays than these would hide the image.
        let named = seen.split_off(seen.len().saturating_sub(MOST_NAMED));
        let unnamed = std::mem::replace(&mut seen, named);
        let callouts: Vec<Callout> = seen.iter().map(callout).collect();
        let galley = |text: &str, color| self.galley(text, color);
        let mut solid = if callouts.is_empty() { Vec::new() } else { self.solid_runs(self.subject.grid).0 };
        if solid.len() > MOST_KEPT_OFF {
            solid.clear();
        }
        let size = |text: &str| galley(text, self.text).size() + PADDING;
        let placed = callouts::place(&callouts, self.sight.view(), &solid, size);
        for ends in placed.iter().filter_map(|placed| placed.leader) {
            self.painter.line_segment(ends, Stroke::new(1.0, self.text));
        }
        for met in unnamed.iter().chain(&seen) {
            let fill = theme::color(self.palette.tone(tone(met)));
            self.painter.circle(self.sight.at(met.at), 4.0, fill, Stroke::new(1.5, color(met)));
        }
        for placed in &placed {
            let word = galley(&callouts[placed.callout].text, self.word_color(tone(seen[placed.callout])));
            self.plate(placed.plate, word, 1.0);
        }
        let points = callouts.iter().map(|callout| Rect::from_center_size(callout.at, vec2(10.0, 10.0)));
        let note = self.note_rays(unnamed.len());
        placed.iter().map(|placed| placed.plate).chain(points).chain(note).collect()
    }

    /// Says in the lower left corner which rays have no name or no mark. Returns the place of the words.
    fn note_rays(&self, unnamed: usize) -> Option<Rect> {
        let (marked, left_out) = (self.subject.rays.len(), self.subject.rays_left_out);
        let text = match (unnamed, left_out) {
            (0, 0) => return None,
            (_, 0) => format!("{MOST_NAMED} of {marked} rays are named; select a ray to name it"),
            _ => format!("{marked} of {} rays are marked; select a ray to mark it", marked + left_out),
        };
        let galley = self.galley(&text, self.text);
        let size = galley.size() + PADDING;
        let view = self.sight.view();
        let place = Rect::from_min_size(view.left_bottom() + vec2(4.0, -4.0 - size.y), size);
        self.plate(place, galley, 0.8);
        Some(place)
    }

    fn word_color(&self, tone: Tone) -> Color32 {
        theme::color(self.palette.on_plate(self.palette.tone(tone)))
    }

    fn outline(&self, cell: [u32; 2], stroke: Stroke) {
        if let Some(rect) = self.subject.grid.layout().cell(cell) {
            let rect = self.sight.rect(&rect).expand(0.5);
            self.painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Middle);
        }
    }

    /// A number around a point, on a translucent plate.
    fn number(&self, at: Pos2, text: &str) {
        let galley = self.galley(text, self.text);
        let place = Align2::CENTER_CENTER.anchor_size(at, galley.size() + PADDING);
        self.plate(place, galley, 0.75);
    }

    fn galley(&self, text: &str, color: Color32) -> Arc<Galley> {
        self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(10.5), color)
    }

    /// A label on its plate. `share` is the opacity of the plate.
    fn plate(&self, place: Rect, galley: Arc<Galley>, strength: f32) {
        let ground = theme::color(self.palette.plate);
        let ground = if strength < 1.0 { ground.gamma_multiply(strength) } else { ground.to_opaque() };
        self.painter.rect_filled(place, 2.0, ground);
        self.painter.galley(place.min + 0.5 * PADDING, galley, self.text);
    }
}

/// The borders of cells.
fn edges(spans: &[Span]) -> impl Iterator<Item = u32> {
    spans.iter().map(|span| span.from).chain(spans.last().map(|span| span.to))
}
