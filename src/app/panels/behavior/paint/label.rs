//! The text in a node's box, and the width that it needs.

use eframe::egui::{FontId, Ui};

use crate::behavior::Tree;
use crate::report::agents::words;

/// Sizes of letters at a zoom of 1, points.
pub(super) const LETTERS: f32 = 12.5;
pub(super) const SMALL: f32 = 9.5;
/// The space before the first word and after the last.
pub(super) const PAD: f32 = 6.5;
/// Width of the status symbol.
pub(super) const STATUS: f32 = 15.0;
/// The space between words.
pub(super) const SPACE: f32 = 4.0;
/// The number of characters after which titles are cut.
const LONGEST: usize = 26;

/// The text of a box.
pub(in crate::app::panels::behavior) struct Label {
    pub(super) sign: &'static str,
    pub(super) title: String,
    pub(super) mark: &'static str,
}

impl Label {
    pub(in crate::app::panels::behavior) fn of(tree: &Tree, node: usize) -> Self {
        let mut title = words::title(tree, node);
        if let Some((end, _)) = title.char_indices().nth(LONGEST) {
            title.truncate(end);
            title.push('…');
        }
        let kind = tree.kind(node);
        Self { sign: words::sign(kind), title, mark: words::abort_mark(kind.abort()) }
    }

    /// The width of its box at a zoom of 1.
    pub(in crate::app::panels::behavior) fn width(&self, ui: &Ui) -> f32 {
        let letters = |text: &str, size: f32| -> f32 {
            let font = FontId::proportional(size);
            ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(&font, c)).sum())
        };
        let extra = |text: &str| if text.is_empty() { 0.0 } else { letters(text, LETTERS) + SPACE };
        let width = 2.0 * PAD + STATUS + extra(self.sign) + letters(&self.title, LETTERS) + extra(self.mark);
        width.ceil()
    }
}
