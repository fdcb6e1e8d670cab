//! Draws the tree with egui's painter.
//!
//! ```text
//! outline   the shape of a node's box, by its kind
//! label     the words in it
//! links     the lines from parents to children, and the way of the last abort along them
//! node      one box
//! ```
//!
//! Text that is too small to be read and nodes outside the view are not drawn.

mod label;
mod links;
mod node;
mod outline;

use eframe::egui::{Color32, FontId, Painter, Ui};

use super::chart::Chart;
use super::shown::Shown;
use super::sight::ChartView;
use crate::app::kit::theme;
use crate::behavior::Status;
use crate::geometry::Tone;
use crate::picture::{Palette, Style};
use crate::report::agents::words;
pub(super) use label::Label;
pub(super) use outline::{Form, draw};

/// What the panel draws in addition to the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extras<'a> {
    pub(super) selected: Option<usize>,
    pub(super) hovered: Option<usize>,
    /// The nodes with breakpoints.
    pub(super) breaks: &'a [usize],
}

/// Draws the visible part of a tree.
pub(super) fn tree(
    ui: &Ui,
    painter: &Painter,
    shown: &Shown<'_>,
    chart: &Chart,
    sight: &ChartView,
    extras: Extras<'_>,
) {
    let canvas = Canvas { painter, colors: TreeColors::of(ui), shown, chart, sight, extras };
    links::all(&canvas);
    links::aborts(&canvas);
    let part = sight.part();
    let mut last: Option<(f32, f32, Status)> = None;
    for one in chart.within(&part) {
        let rect = sight.rect(one);
        let key = (rect.top(), rect.right(), shown.statuses[one.node]);
        // A box on the same pixel as the previous one is skipped.
        let is_lost = last.is_some_and(|(top, right, status)| {
            top.to_bits() == key.0.to_bits() && key.1 - right < 0.7 && status == key.2
        });
        if !is_lost {
            node::paint(&canvas, one, rect);
            last = Some(key);
        }
    }
    node::badges(&canvas);
}

/// The values that all drawing functions need.
struct Canvas<'a> {
    painter: &'a Painter,
    colors: TreeColors,
    shown: &'a Shown<'a>,
    chart: &'a Chart,
    sight: &'a ChartView,
    extras: Extras<'a>,
}

impl Canvas<'_> {
    /// A length of the chart on screen.
    fn long(&self, length: f32) -> f32 {
        length * self.sight.zoom
    }

    /// A font of the chart on screen. Sizes are rounded to steps, so that zooming does not fill the font atlas. `None`
    /// when the text would be too small to read.
    fn font(&self, size: f32) -> Option<FontId> {
        const LEAST: f32 = 5.5;
        let size = (self.long(size) * 2.0).round() / 2.0;
        (size >= LEAST).then(|| FontId::proportional(size))
    }

    /// The width of a stroke. It increases more slowly than the zoom.
    fn stroke(&self, width: f32) -> f32 {
        width * self.sight.zoom.sqrt().clamp(0.4, 1.6)
    }
}

/// Colours.
pub(super) struct TreeColors {
    palette: Palette,
    pub(super) text: Color32,
    pub(super) weak: Color32,
    ground: Color32,
    pub(super) selected: Color32,
}

impl TreeColors {
    pub(super) fn of(ui: &Ui) -> Self {
        let palette = theme::palette(ui.ctx());
        Self {
            palette,
            text: ui.visuals().strong_text_color(),
            weak: ui.visuals().weak_text_color(),
            ground: ui.visuals().extreme_bg_color,
            selected: theme::color(palette.selected),
        }
    }

    /// The colour of a status for lines.
    pub(super) fn line(&self, status: Status) -> Color32 {
        theme::color(self.palette.tone(words::tone(status)))
    }

    /// The colour of a status for text.
    pub(super) fn letters(&self, status: Status) -> Color32 {
        self.readable(words::tone(status))
    }

    fn readable(&self, tone: Tone) -> Color32 {
        theme::color(self.palette.on_plate(self.palette.tone(tone)))
    }

    pub(super) fn symbol(&self, status: Status) -> &'static str {
        if status == Status::Skipped {
            return "»";
        }
        self.palette.symbol(words::tone(status))
    }

    fn style(&self, status: Status) -> Style {
        match status {
            Status::Inactive => Style::Solid,
            Status::Skipped => Style::Dashed,
            status => self.palette.style(words::tone(status)),
        }
    }

    /// The colour of an abort.
    pub(super) fn abort(&self) -> Color32 {
        self.readable(Tone::Fail)
    }

    /// The selection's colour for text.
    pub(super) fn mark(&self) -> Color32 {
        theme::color(self.palette.on_plate(self.palette.selected))
    }

    pub(super) fn plate(&self) -> Color32 {
        theme::color(self.palette.plate)
    }
}

#[cfg(test)]
mod tests;
