//! One plot: its frame, axes, curves and legend.

use super::sheet::{PlotShape, PlotSheet, TextAnchor, width_of};
use super::ticks::Ticks;
use crate::picture::palette::{Color, Palette};

/// The height of the letters at an axis, and of titles.
const SMALL: f32 = 11.5;
const TITLE: f32 = 14.0;

/// The part of a page that a plot has, with its titles and numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::picture) struct PlotPlace {
    pub(in crate::picture) min: [f32; 2],
    pub(in crate::picture) max: [f32; 2],
}

/// The four places of a page below its head, row by row.
pub(in crate::picture) fn quarters(top: f32, size: [f32; 2]) -> [PlotPlace; 4] {
    let [width, height] = size;
    let (middle, row) = (width / 2.0, (height - top) / 2.0);
    let place = |x: f32, y: f32| PlotPlace { min: [x, y], max: [x + middle, y + row] };
    [place(0.0, top), place(middle, top), place(0.0, top + row), place(middle, top + row)]
}

/// The words of a plot.
#[derive(Clone, Copy, Debug)]
pub(in crate::picture) struct PlotWords<'a> {
    pub(in crate::picture) title: &'a str,
    pub(in crate::picture) x: &'a str,
    pub(in crate::picture) y: &'a str,
}

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(in crate::picture) struct PlotLegend {
    pub(in crate::picture) text: String,
    pub(in crate::picture) color: Color,
    pub(in crate::picture) dashes: Option<[f32; 2]>,
}

/// Draws into one plot.
pub(in crate::picture) struct PlotAxes<'s> {
    sheet: &'s mut PlotSheet,
    /// The frame on the page.
    min: [f32; 2],
    max: [f32; 2],
    /// The values at the left and right, and at the bottom and top of the frame.
    x: [f64; 2],
    y: [f64; 2],
}

/// Room at the right of a frame, for a bar of colours.
pub(in crate::picture) const BAR: f32 = 84.0;

impl<'s> PlotAxes<'s> {
    /// Draws the frame with numbers, titles and the legend in rows above. `right` is the room at the right.
    pub(in crate::picture) fn new(
        sheet: &'s mut PlotSheet,
        place: PlotPlace,
        words: &PlotWords,
        legend: &[PlotLegend],
        right: f32,
        [x, y]: [[f64; 2]; 2],
    ) -> Self {
        let left = place.min[0] + 86.0;
        let title_at = place.min[1] + 18.0;
        let mut below = title_at + 18.0;
        sheet.text([left, title_at], TextAnchor::Start, TITLE, words.title);
        let mut at = left;
        for entry in legend {
            let width = 32.0 + width_of(&entry.text, SMALL);
            if at > left && at + width > place.max[0] - 20.0 {
                (at, below) = (left, below + 17.0);
            }
            sheet.line(vec![[at, below], [at + 22.0, below]], entry.color, 2.0, entry.dashes);
            sheet.text([at + 27.0, below], TextAnchor::Start, SMALL, &*entry.text);
            at += width + 12.0;
        }
        let top = if legend.is_empty() { title_at + 16.0 } else { below + 14.0 };
        let (min, max) = ([left, top], [place.max[0] - 24.0 - right, place.max[1] - 56.0]);
        let mut axes = Self { sheet, min, max, x, y };
        axes.frame(words);
        axes
    }

    /// The same with equal lengths on both axes: one of the ranges becomes longer.
    pub(in crate::picture) fn equal(
        sheet: &'s mut PlotSheet,
        place: PlotPlace,
        words: &PlotWords,
        legend: &[PlotLegend],
        right: f32,
        [x, y]: [[f64; 2]; 2],
    ) -> Self {
        // The frame, nearly: only the rows of the legend are missing.
        let width = f64::from(place.max[0] - place.min[0] - 110.0 - right);
        let height = f64::from(place.max[1] - place.min[1] - 106.0);
        let scale = ((x[1] - x[0]).abs() / width).max((y[1] - y[0]).abs() / height);
        let around = |[from, to]: [f64; 2], length: f64| {
            let (middle, half) = (f64::midpoint(from, to), (scale * length / 2.0).copysign(to - from));
            [middle - half, middle + half]
        };
        Self::new(sheet, place, words, legend, right, [around(x, width), around(y, height)])
    }

    fn frame(&mut self, words: &PlotWords) {
        let Palette { text, grid, .. } = Palette::LIGHT;
        let ([left, top], [right, bottom]) = (self.min, self.max);
        let sorted = |[a, b]: [f64; 2]| [a.min(b), a.max(b)];
        let ([x0, x1], [y0, y1]) = (sorted(self.x), sorted(self.y));
        for (value, number) in Ticks::of(x0, x1, 9.0).0 {
            let at = self.at([value, self.y[0]])[0];
            self.sheet.line(vec![[at, top], [at, bottom]], grid, 1.0, None);
            self.sheet.line(vec![[at, bottom], [at, bottom + 4.0]], text, 1.0, None);
            self.sheet.text([at, bottom + 15.0], TextAnchor::Middle, SMALL, number);
        }
        for (value, number) in Ticks::of(y0, y1, 7.0).0 {
            let at = self.at([self.x[0], value])[1];
            self.sheet.line(vec![[left, at], [right, at]], grid, 1.0, None);
            self.sheet.line(vec![[left - 4.0, at], [left, at]], text, 1.0, None);
            self.sheet.text([left - 8.0, at], TextAnchor::End, SMALL, number);
        }
        let corners = vec![[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        self.sheet.line(corners, text, 1.0, None);
        self.sheet.text([f32::midpoint(left, right), bottom + 36.0], TextAnchor::Middle, SMALL, words.x);
        self.sheet.vertical_text([left - 60.0, f32::midpoint(top, bottom)], SMALL, words.y);
    }

    /// The place of values on the page.
    #[expect(clippy::cast_possible_truncation, reason = "a place on a page")]
    fn at(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let share = |value: f64, [from, to]: [f64; 2]| {
            let share = (value - from) / (to - from);
            // An axis without a length has its values in the middle.
            if share.is_finite() { share as f32 } else { 0.5 }
        };
        let (right, up) = (share(x, self.x), share(y, self.y));
        [self.min[0] + right * (self.max[0] - self.min[0]), self.max[1] + up * (self.min[1] - self.max[1])]
    }

    /// The values at the left and right, and at the bottom and top of the frame.
    pub(in crate::picture) fn ranges(&self) -> [[f64; 2]; 2] {
        [self.x, self.y]
    }

    /// A ring of a radius in points around a place.
    pub(in crate::picture) fn ring(&mut self, at: [f64; 2], radius: f32, color: Color) {
        let [x, y] = self.at(at);
        let point = |i: u16| {
            let (sin, cos) = libm::sincosf(std::f32::consts::TAU * f32::from(i) / 24.0);
            [x + radius * cos, y + radius * sin]
        };
        self.sheet.line((0..=24).map(point).collect(), color, 3.0, None);
    }

    /// From now on y is the number of a row from the top.
    pub(in crate::picture) fn set_rows(&mut self, rows: usize) {
        self.y = [rows as f64, 0.0];
    }

    /// A line through points.
    pub(in crate::picture) fn curve(&mut self, points: impl IntoIterator<Item = [f64; 2]>, color: Color, width: f32) {
        let points: Vec<_> = points.into_iter().map(|point| self.at(point)).collect();
        if points.len() > 1 {
            self.sheet.line(points, color, width, None);
        }
    }

    /// A dashed line through points.
    pub(in crate::picture) fn dashed(&mut self, points: impl IntoIterator<Item = [f64; 2]>, color: Color) {
        let points: Vec<_> = points.into_iter().map(|point| self.at(point)).collect();
        if points.len() > 1 {
            self.sheet.line(points, color, 1.5, Some(DASHES));
        }
    }

    /// A dashed line at a value of y, over the whole width.
    pub(in crate::picture) fn level(&mut self, y: f64, color: Color) {
        let [from, to] = self.x;
        self.dashed([[from, y], [to, y]], color);
    }

    /// A dashed line at a value of x, over the whole height.
    pub(in crate::picture) fn upright(&mut self, x: f64, color: Color) {
        let [from, to] = self.y;
        self.dashed([[x, from], [x, to]], color);
    }

    /// A filled rectangle between values, at least one point wide.
    pub(in crate::picture) fn column(&mut self, from: [f64; 2], to: [f64; 2], color: Color) {
        let ([x0, y0], [x1, y1]) = (self.at(from), self.at(to));
        self.sheet.area([x0.min(x1), y0.min(y1)], [x0.max(x1).max(x0.min(x1) + 1.0), y0.max(y1)], color);
    }

    /// A text beside a place.
    pub(in crate::picture) fn note(&mut self, at: [f64; 2], anchor: TextAnchor, text: &str) {
        let [x, y] = self.at(at);
        let x = if anchor == TextAnchor::End { x - 8.0 } else { x + 6.0 };
        self.sheet.text([x, y], anchor, SMALL, text);
    }

    /// Draws lines, and cuts them at the frame.
    pub(in crate::picture) fn inside(&mut self, draw: impl FnOnce(&mut Self)) {
        let first = self.sheet.shapes.len();
        draw(self);
        let (min, max) = (self.min, self.max);
        let drawn = self.sheet.shapes.split_off(first);
        for mut shape in drawn {
            let is_in = match &mut shape {
                PlotShape::Line { points, .. } => match points[..] {
                    [from, to] => cut(from, to, min, max).map(|ends| *points = ends.to_vec()).is_some(),
                    _ => points.iter().all(|at| (0..2).all(|i| at[i] >= min[i] && at[i] <= max[i])),
                },
                PlotShape::Area { .. } | PlotShape::Text { .. } => true,
            };
            if is_in {
                self.sheet.shapes.push(shape);
            }
        }
    }

    /// A text on a plate, beside a place; on the other side of the place where it would leave the frame.
    pub(in crate::picture) fn plate(&mut self, at: [f64; 2], text: &str, color: Color) {
        let [x, y] = self.at(at);
        let width = width_of(text, SMALL) + 12.0;
        let x = x.min(self.max[0] - width - 4.0).max(self.min[0] + 4.0);
        let y = y.clamp(self.min[1] + 12.0, self.max[1] - 12.0);
        let Palette { plate, .. } = Palette::LIGHT;
        self.sheet.area([x, y - 10.0], [x + width, y + 10.0], plate);
        self.sheet.colored_text(
            [x + 6.0, y],
            TextAnchor::Start,
            SMALL,
            text,
            color.readable_on(plate, Palette::LIGHT.text),
        );
    }

    /// A bar of colours at the right, from the least value to the greatest, with the values between them.
    pub(in crate::picture) fn color_bar(&mut self, colors: &[Color], values: &[String], title: &str) {
        let (left, top, bottom) = (self.max[0] + 18.0, self.min[1] + 18.0, self.max[1]);
        let height = (bottom - top) / colors.len().max(1) as f32;
        for (i, color) in colors.iter().enumerate() {
            let y = bottom - height * i as f32;
            self.sheet.area([left, y - height], [left + 14.0, y], *color);
        }
        for (i, value) in values.iter().enumerate() {
            self.sheet.text([left + 20.0, bottom - height * i as f32], TextAnchor::Start, SMALL, &**value);
        }
        self.sheet.text([left, self.min[1] + 4.0], TextAnchor::Start, SMALL, title);
    }
}

/// The part of a line in a rectangle (Liang and Barsky, "A New Concept and Method for Line Clipping", 1984).
fn cut(from: [f32; 2], to: [f32; 2], min: [f32; 2], max: [f32; 2]) -> Option<[[f32; 2]; 2]> {
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let along = to[axis] - from[axis];
        let ends = [(min[axis] - from[axis]) / along, (max[axis] - from[axis]) / along];
        if along == 0.0 {
            if from[axis] < min[axis] || from[axis] > max[axis] {
                return None;
            }
            continue;
        }
        first = first.max(ends[0].min(ends[1]));
        last = last.min(ends[0].max(ends[1]));
    }
    let at = |t: f32| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * t);
    (first <= last).then(|| [at(first), at(last)])
}

/// The dashes of lines that are no data.
pub(in crate::picture) const DASHES: [f32; 2] = [6.0, 4.0];

/// The range of some values. Without values, or with one, it has a length.
pub(in crate::picture) fn range(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let start = [f64::INFINITY, f64::NEG_INFINITY];
    let [least, most] = values
        .into_iter()
        .filter(|value| value.is_finite())
        .fold(start, |[least, most], value| [least.min(value), most.max(value)]);
    if least > most {
        return [0.0, 1.0];
    }
    if most - least > 1e-12 * most.abs().max(least.abs()) {
        return [least, most];
    }
    let half = if most == 0.0 { 0.5 } else { most.abs() * 0.1 };
    [least - half, most + half]
}

/// A range with some room at both ends.
pub(in crate::picture) fn widened([least, most]: [f64; 2]) -> [f64; 2] {
    let room = (most - least) * 0.05;
    [least - room, most + room]
}

/// A range from 0, with some room at the top.
pub(in crate::picture) fn from_zero(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let [_, most] = range(values);
    [0.0, if most > 0.0 { most * 1.05 } else { 1.0 }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_the_frame() {
        let frame = |from, to| cut(from, to, [0.0, 0.0], [2.0, 1.0]);
        assert_eq!(frame([-1.0, 0.5], [3.0, 0.5]), Some([[0.0, 0.5], [2.0, 0.5]]));
        assert_eq!(frame([1.0, -1.0], [1.0, 0.5]), Some([[1.0, 0.0], [1.0, 0.5]]));
        assert_eq!(frame([3.0, 0.0], [3.0, 1.0]), None);
        assert_eq!(frame([-1.0, 0.5], [0.5, 2.5]), None);
    }

    #[test]
    fn a_range_has_a_length() {
        assert_eq!(range([3.0, 1.0, f64::NAN, 2.0]).to_vec(), [1.0, 3.0]);
        assert_eq!(range([]).to_vec(), [0.0, 1.0]);
        assert_eq!(range([0.0]).to_vec(), [-0.5, 0.5]);
        assert_eq!(range([10.0, 10.0]).to_vec(), [9.0, 11.0]);
        assert_eq!(from_zero([0.0]).to_vec(), [0.0, 0.525]);
        assert_eq!(from_zero([2.0, -4.0]).to_vec(), [0.0, 2.1]);
    }
}
