//! The shapes of a page of plots. Lengths are points, y points down.

use crate::picture::palette::{Color, Palette};

/// A page of plots.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotSheet {
    /// Width and height.
    pub size: [f32; 2],
    /// The colour behind the shapes.
    pub background: Color,
    /// What the page shows, for readers that cannot see it.
    pub title: String,
    /// The shapes in the order in which they are drawn.
    pub shapes: Vec<PlotShape>,
}

/// A shape of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum PlotShape {
    /// A line through points.
    Line {
        /// The points.
        points: Vec<[f32; 2]>,
        /// The colour.
        color: Color,
        /// The width.
        width: f32,
        /// The lengths of dashes and gaps; `None` for an unbroken line.
        dashes: Option<[f32; 2]>,
    },
    /// A filled rectangle.
    Area {
        /// The corner at the upper left.
        min: [f32; 2],
        /// The corner at the lower right.
        max: [f32; 2],
        /// The colour.
        color: Color,
    },
    /// A line of text.
    Text {
        /// The middle of its height, at its start, middle or end.
        at: [f32; 2],
        /// Which part of the text is there.
        anchor: TextAnchor,
        /// The height of the letters.
        size: f32,
        /// The colour.
        color: Color,
        /// The text.
        text: String,
        /// Whether it is read from below to above.
        is_vertical: bool,
    },
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// Its first letter.
    Start,
    /// Its middle.
    Middle,
    /// Its last letter.
    End,
}

impl PlotSheet {
    /// An empty page.
    pub(in crate::picture) fn new(title: String) -> Self {
        Self { size: [1200.0, 900.0], background: Color::rgb(255, 255, 255), title, shapes: Vec::new() }
    }

    pub(in crate::picture) fn line(
        &mut self,
        points: Vec<[f32; 2]>,
        color: Color,
        width: f32,
        dashes: Option<[f32; 2]>,
    ) {
        self.shapes.push(PlotShape::Line { points, color, width, dashes });
    }

    pub(in crate::picture) fn area(&mut self, min: [f32; 2], max: [f32; 2], color: Color) {
        self.shapes.push(PlotShape::Area { min, max, color });
    }

    pub(in crate::picture) fn text(&mut self, at: [f32; 2], anchor: TextAnchor, size: f32, text: impl Into<String>) {
        self.colored_text(at, anchor, size, text, Palette::LIGHT.text);
    }

    pub(in crate::picture) fn colored_text(
        &mut self,
        at: [f32; 2],
        anchor: TextAnchor,
        size: f32,
        text: impl Into<String>,
        color: Color,
    ) {
        self.shapes.push(PlotShape::Text { at, anchor, size, color, text: text.into(), is_vertical: false });
    }

    pub(in crate::picture) fn vertical_text(&mut self, at: [f32; 2], size: f32, text: impl Into<String>) {
        let (anchor, color) = (TextAnchor::Middle, Palette::LIGHT.text);
        self.shapes.push(PlotShape::Text { at, anchor, size, color, text: text.into(), is_vertical: true });
    }

    /// The title of the page and what is below it.
    pub(in crate::picture) fn head(&mut self, below: &str) {
        let title = self.title.clone();
        self.text([36.0, 34.0], TextAnchor::Start, 20.0, title);
        self.colored_text([36.0, 60.0], TextAnchor::Start, 13.0, below, Palette::LIGHT.neutral);
    }
}

/// The width of a text in letters of this height, roughly: fonts differ.
pub(in crate::picture) fn width_of(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * 0.56
}

/// The lines of a text, each with at most so many letters unless a word is longer.
pub(in crate::picture) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(last) = lines.last_mut() else { break };
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > columns {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
