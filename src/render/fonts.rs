//! The fonts of labels and panels.

use egui::FontFamily;

/// egui's own fonts, with its monospaced one as a second choice everywhere: it has glyphs that egui's proportional one
/// lacks, such as arrows, the half-filled circle, √ and ∈.
pub fn install(context: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    if let Some(family) = fonts.families.get_mut(&FontFamily::Proportional) {
        family.insert(1.min(family.len()), "Hack".to_owned());
    }
    context.set_fonts(fonts);
}
