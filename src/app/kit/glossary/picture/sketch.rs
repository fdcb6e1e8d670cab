//! A small canvas for the pictures: 160 wide, 100 high, y downwards, in the colours of the theme.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, pos2};

use super::SIZE;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::picture::{AXIS_COLORS, Palette, Style};

/// A point of the canvas.
pub(super) type Point = [f32; 2];

/// Letter height, in units of the canvas.
const LETTERS: f32 = 10.5;

/// The colours of the theme by meaning.
pub(super) struct SketchColors {
    palette: Palette,
    /// Text.
    pub(super) text: Color32,
    /// Lines of the context.
    pub(super) weak: Color32,
    /// Selection, and view volumes.
    pub(super) selected: Color32,
    /// The colour of the selection for text.
    pub(super) selected_word: Color32,
    /// Candidate pairs.
    pub(super) candidate: Color32,
    /// The colour of candidate pairs for text.
    pub(super) candidate_word: Color32,
    /// The tones for small text on a panel.
    words: [Color32; 5],
}

impl SketchColors {
    pub(super) fn of(ui: &Ui) -> Self {
        let palette = theme::palette(ui.ctx());
        Self {
            palette,
            text: ui.visuals().text_color(),
            weak: ui.visuals().weak_text_color(),
            selected: theme::color(palette.selected),
            selected_word: theme::color(palette.on_plate(palette.selected)),
            candidate: theme::color(palette.candidate),
            candidate_word: theme::color(palette.on_plate(palette.candidate)),
            words: [Tone::Note, Tone::Pass, Tone::Partial, Tone::Fail, Tone::Exact]
                .map(|tone| theme::text_color(ui.ctx(), tone)),
        }
    }

    /// The colour of a tone for lines and dots.
    pub(super) fn tone(&self, tone: Tone) -> Color32 {
        theme::color(self.palette.tone(tone))
    }

    /// The colour of a tone for text.
    pub(super) fn word(&self, tone: Tone) -> Color32 {
        self.words[tone as usize]
    }

    /// The colour of an axis, 0 to 2, for text.
    pub(super) fn axis(&self, axis: usize) -> Color32 {
        theme::color(self.palette.on_plate(AXIS_COLORS[axis % 3]))
    }

    fn style(&self, tone: Tone) -> Style {
        self.palette.style(tone)
    }
}

/// A picture under construction.
pub(super) struct Sketch<'p> {
    painter: &'p Painter,
    pub(super) colors: SketchColors,
    rect: Rect,
    shapes: Vec<Shape>,
}

impl<'p> Sketch<'p> {
    pub(super) fn new(painter: &'p Painter, colors: SketchColors, rect: Rect) -> Self {
        Self { painter, colors, rect, shapes: Vec::new() }
    }

    pub(super) fn into_shapes(self) -> Vec<Shape> {
        self.shapes
    }

    fn scale(&self) -> f32 {
        self.rect.width() / SIZE.x
    }

    fn at(&self, [x, y]: Point) -> Pos2 {
        self.rect.min + Vec2::new(x, y) * self.scale()
    }

    fn all(&self, points: &[Point]) -> Vec<Pos2> {
        points.iter().map(|point| self.at(*point)).collect()
    }

    fn stroke(&self, width: f32, color: Color32) -> Stroke {
        Stroke::new(width * self.scale(), color)
    }

    /// A solid line through points.
    pub(super) fn path(&mut self, points: &[Point], width: f32, color: Color32) {
        let (points, stroke) = (self.all(points), self.stroke(width, color));
        self.shapes.extend(points.windows(2).map(|ends| Shape::line_segment([ends[0], ends[1]], stroke)));
    }

    /// A line through points in the colour and style of a tone.
    pub(super) fn toned(&mut self, points: &[Point], width: f32, tone: Tone) {
        let color = self.colors.tone(tone);
        match self.colors.style(tone) {
            Style::Solid => self.path(points, width, color),
            Style::Dashed => self.dashed(points, width, color),
            Style::Dotted => self.broken(points, width, color, [1.5, 2.5]),
        }
    }

    /// A dashed line in any colour.
    pub(super) fn dashed(&mut self, points: &[Point], width: f32, color: Color32) {
        self.broken(points, width, color, [5.0, 3.0]);
    }

    /// A dotted line in any colour.
    pub(super) fn dotted(&mut self, points: &[Point], color: Color32) {
        self.broken(points, 1.0, color, [1.5, 2.5]);
    }

    fn broken(&mut self, points: &[Point], width: f32, color: Color32, [dash, gap]: [f32; 2]) {
        let (points, stroke, scale) = (self.all(points), self.stroke(width, color), self.scale());
        self.shapes.extend(Shape::dashed_line(&points, stroke, dash * scale, gap * scale));
    }

    /// A filled convex shape without a border.
    pub(super) fn fill(&mut self, points: &[Point], color: Color32) {
        self.shapes.push(Shape::convex_polygon(self.all(points), color, Stroke::NONE));
    }

    /// A box in the colour and style of a tone.
    pub(super) fn toned_box(&mut self, min: Point, max: Point, tone: Tone) {
        let corners = corners(min, max);
        self.fill(&corners, self.colors.tone(tone).gamma_multiply(0.2));
        self.toned(&closed(&corners), 1.5, tone);
    }

    /// A box of the context.
    pub(super) fn plain_box(&mut self, min: Point, max: Point) {
        let corners = corners(min, max);
        self.fill(&corners, self.colors.weak.gamma_multiply(0.22));
        self.path(&closed(&corners), 1.2, self.colors.text);
    }

    /// A filled dot.
    pub(super) fn dot(&mut self, at: Point, radius: f32, color: Color32) {
        self.shapes.push(Shape::circle_filled(self.at(at), radius * self.scale(), color));
    }

    /// A round solid, seen as a disc.
    pub(super) fn disc(&mut self, at: Point, radius: f32, fill: Color32, line: Color32) {
        let (centre, radius, stroke) = (self.at(at), radius * self.scale(), self.stroke(1.2, line));
        self.shapes.push(Shape::circle_filled(centre, radius, fill));
        self.shapes.push(Shape::circle_stroke(centre, radius, stroke));
    }

    /// A line with an arrow head at its end.
    pub(super) fn arrow(&mut self, from: Point, to: Point, width: f32, color: Color32) {
        let (tail, tip) = (Vec2::from(from), Vec2::from(to));
        let along = (tip - tail).normalized();
        let across = along.rot90();
        let [left, right] = [across * 2.8, across * -2.8].map(|aside| tip - along * 6.0 + aside);
        self.path(&[from, (tip - along * 4.0).into()], width, color);
        self.fill(&[to, left.into(), right.into()], color);
    }

    /// A text.
    pub(super) fn text(&mut self, at: Point, align: Align2, text: &str, color: Color32) {
        let font = FontId::proportional(LETTERS * self.scale());
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, color);
        let place = align.anchor_size(self.at(at), galley.size());
        self.shapes.push(Shape::galley(pos2(place.left(), place.top()), galley, color));
    }
}

/// The corners of a box.
pub(super) fn corners([left, top]: Point, [right, bottom]: Point) -> [Point; 4] {
    [[left, top], [right, top], [right, bottom], [left, bottom]]
}

/// The points with the first one repeated at the end.
pub(super) fn closed(points: &[Point]) -> Vec<Point> {
    points.iter().chain(points.first()).copied().collect()
}

/// Points of an ellipse from one angle to another, in degrees, clockwise on screen.
pub(super) fn arc(centre: Point, radii: Point, turned: f32, from: f32, to: f32) -> Vec<Point> {
    const PIECES: u8 = 40;
    let (sin, cos) = libm::sincosf(turned.to_radians());
    (0..=PIECES)
        .map(|i| {
            let angle = (from + (to - from) * f32::from(i) / f32::from(PIECES)).to_radians();
            let (x, y) = (radii[0] * libm::cosf(angle), radii[1] * libm::sinf(angle));
            [centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos]
        })
        .collect()
}
