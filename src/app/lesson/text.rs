//! The text of a step, with values of the report in it.

use eframe::egui::text::LayoutJob;
use eframe::egui::{Label, RichText, Ui};

use crate::app::kit::markdown::{TextBlock, append, blocks, pieces};
use crate::app::kit::theme;
use crate::report::lesson::StepText;

/// Shows the text of a step. A value without an answer is shown as it is written, with the reason as a tooltip.
pub(in crate::app) fn show(ui: &mut Ui, parts: &[StepText]) {
    let mut reasons: Vec<String> = Vec::new();
    let text = parts.iter().fold(String::new(), |mut text, part| {
        match part {
            StepText::Text(part) => text.push_str(part),
            // A value has no Markdown of its own.
            StepText::Value { words: Ok(words), .. } => text.extend(words.chars().filter(|c| !matches!(c, '*' | '`'))),
            StepText::Value { written, words: Err(reason) } => {
                text.extend(["{", written, "}"]);
                reasons.push(format!("`{{{written}}}`: {reason}"));
            }
        }
        text
    });
    show_markdown(ui, &text);
    for reason in reasons {
        ui.label(RichText::new(format!("⚠ {}", theme::quoted(&reason))).small().weak());
    }
}

/// Shows text in Markdown. Links and HTML in it are text.
pub(in crate::app) fn show_markdown(ui: &mut Ui, text: &str) {
    for block in blocks(text) {
        match block {
            TextBlock::Heading(_, text) => {
                ui.label(RichText::new(text).size(14.0).color(ui.visuals().strong_text_color()));
            }
            TextBlock::Paragraph(text) => line(ui, &text),
            TextBlock::Item(mark, text) => {
                ui.horizontal_top(|ui| {
                    ui.add_space(6.0);
                    ui.label(RichText::new(mark).weak());
                    line(ui, &text);
                });
            }
            TextBlock::Code(text) => {
                ui.label(RichText::new(text).monospace().background_color(ui.visuals().code_bg_color));
            }
        }
    }
}

fn line(ui: &mut Ui, text: &str) {
    let mut job = LayoutJob::default();
    for (look, piece) in pieces(text) {
        append(&mut job, ui, look, piece, None);
    }
    ui.add(Label::new(job).wrap());
}
