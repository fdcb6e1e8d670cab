//! The values that all drawing functions need.

use eframe::egui::{Color32, Ui};
use eframe::egui::{FontId, Painter};

use crate::app::kit::theme;
use crate::app::panels::behavior::chart::Chart;
use crate::app::panels::behavior::shown::ShownAgent;
use crate::app::panels::behavior::sight::ChartView;
use crate::behavior::Status;
use crate::geometry::Tone;
use crate::picture::{Palette, Style};
use crate::report::agents::words;

/// What the panel draws in addition to the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::app::panels::behavior) struct Extras<'a> {
    pub(in crate::app::panels::behavior) selected: Option<usize>,
    pub(in crate::app::panels::behavior) hovered: Option<usize>,
    /// The nodes with breakpoints.
    pub(in crate::app::panels::behavior) breaks: &'a [usize],
}

/// Colours.
pub(in crate::app::panels::behavior) struct TreeColors {
    pub(super) palette: Palette,
    pub(in crate::app::panels::behavior) text: Color32,
    pub(in crate::app::panels::behavior) weak: Color32,
    pub(super) ground: Color32,
    pub(in crate::app::panels::behavior) selected: Color32,
}

impl TreeColors {
    pub(in crate::app::panels::behavior) fn of(ui: &Ui) -> Self {
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
    pub(in crate::app::panels::behavior) fn line(&self, status: Status) -> Color32 {
        theme::color(self.palette.tone(words::tone(status)))
    }

    /// The colour of a status for text.
    pub(in crate::app::panels::behavior) fn letters(&self, status: Status) -> Color32 {
        self.readable(words::tone(status))
    }

    fn readable(&self, tone: Tone) -> Color32 {
        theme::color(self.palette.on_plate(self.palette.tone(tone)))
    }

    pub(in crate::app::panels::behavior) fn symbol(&self, status: Status) -> &'static str {
        if status == Status::Skipped {
            return "»";
        }
        self.palette.symbol(words::tone(status))
    }

    pub(super) fn style(&self, status: Status) -> Style {
        match status {
            Status::Inactive => Style::Solid,
            Status::Skipped => Style::Dashed,
            status => self.palette.style(words::tone(status)),
        }
    }

    /// The colour of an abort.
    pub(in crate::app::panels::behavior) fn abort(&self) -> Color32 {
        self.readable(Tone::Fail)
    }

    /// The selection's colour for text.
    pub(in crate::app::panels::behavior) fn mark(&self) -> Color32 {
        theme::color(self.palette.on_plate(self.palette.selected))
    }

    pub(in crate::app::panels::behavior) fn plate(&self) -> Color32 {
        theme::color(self.palette.plate)
    }
}

/// The values that all drawing functions need.
pub(super) struct TreePainter<'a> {
    pub(super) painter: &'a Painter,
    pub(super) colors: TreeColors,
    pub(super) shown: &'a ShownAgent<'a>,
    pub(super) chart: &'a Chart,
    pub(super) sight: &'a ChartView,
    pub(super) extras: Extras<'a>,
}

impl TreePainter<'_> {
    /// A length of the chart on screen.
    pub(super) fn long(&self, length: f32) -> f32 {
        length * self.sight.zoom
    }

    /// A font of the chart on screen. Sizes are rounded to steps, so that zooming does not fill the font atlas. `None`
    /// when the text would be too small to read.
    pub(super) fn font(&self, size: f32) -> Option<FontId> {
        const LEAST: f32 = 5.5;
        let size = (self.long(size) * 2.0).round() / 2.0;
        (size >= LEAST).then(|| FontId::proportional(size))
    }

    /// The width of a stroke. It increases more slowly than the zoom.
    pub(super) fn stroke(&self, width: f32) -> f32 {
        width * self.sight.zoom.sqrt().clamp(0.4, 1.6)
    }
}
