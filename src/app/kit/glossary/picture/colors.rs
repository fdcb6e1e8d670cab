//! The colours of the theme, by the classes that the pictures use.

use eframe::egui::{Color32, Ui};

use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::picture::AXIS_COLORS;

/// The classes of the pictures. The colour of a class with `-word` is for text.
pub(super) const CLASSES: [&str; 19] = [
    "text",
    "weak",
    "selected",
    "selected-word",
    "candidate",
    "candidate-word",
    "note",
    "pass",
    "partial",
    "fail",
    "exact",
    "note-word",
    "pass-word",
    "partial-word",
    "fail-word",
    "exact-word",
    "x-axis",
    "y-axis",
    "z-axis",
];

/// The colours of [`CLASSES`], in their order.
pub(super) struct Colors([Color32; CLASSES.len()]);

impl Colors {
    pub(super) fn of(ui: &Ui) -> Self {
        let palette = theme::palette(ui.ctx());
        let tones = [Tone::Note, Tone::Pass, Tone::Partial, Tone::Fail, Tone::Exact];
        let line = tones.map(|tone| theme::color(palette.tone(tone)));
        let word = tones.map(|tone| theme::text_color(ui.ctx(), tone));
        let axes = AXIS_COLORS.map(|color| theme::color(palette.on_plate(color)));
        Self([
            ui.visuals().text_color(),
            ui.visuals().weak_text_color(),
            theme::color(palette.selected),
            theme::color(palette.on_plate(palette.selected)),
            theme::color(palette.candidate),
            theme::color(palette.on_plate(palette.candidate)),
            line[0],
            line[1],
            line[2],
            line[3],
            line[4],
            word[0],
            word[1],
            word[2],
            word[3],
            word[4],
            axes[0],
            axes[1],
            axes[2],
        ])
    }

    /// The colour of a class, by its index in [`CLASSES`].
    pub(super) fn get(&self, class: usize) -> Color32 {
        self.0[class % CLASSES.len()]
    }
}
