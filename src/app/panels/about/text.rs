//! The blocks and lines of a text, with links to items, fields and nodes.

use eframe::egui::text::LayoutJob;
use eframe::egui::{Label, Link, RichText, Ui};

use super::links::LinkTarget;
use crate::app::kit::markdown::{LINE, TextBlock, TextLook, append, blocks, pieces};
use crate::app::kit::theme;
use crate::workspace::Workspace;

/// Shows the blocks. Returns what the clicked link leads to.
pub(super) fn markdown(ui: &mut Ui, text: &str, workspace: &Workspace) -> Option<LinkTarget> {
    let mut clicked = None;
    for block in blocks(text) {
        match block {
            TextBlock::Heading(level, text) => {
                ui.add_space(4.0);
                let size = if level == 1 { 16.0 } else { 14.0 };
                ui.label(RichText::new(text).size(size).color(ui.visuals().strong_text_color()));
            }
            TextBlock::Paragraph(text) => {
                clicked = line(ui, &text, workspace).or(clicked);
                ui.add_space(3.0);
            }
            TextBlock::Item(mark, text) => {
                ui.horizontal_top(|ui| {
                    ui.add_space(6.0);
                    ui.label(RichText::new(mark).weak());
                    clicked = line(ui, &text, workspace).or(clicked.take());
                });
            }
            TextBlock::Code(text) => {
                ui.label(RichText::new(text).monospace().background_color(ui.visuals().code_bg_color));
                ui.add_space(3.0);
            }
        }
    }
    clicked
}

/// A line, which wraps. Runs without a link are one label.
fn line(ui: &mut Ui, text: &str, workspace: &Workspace) -> Option<LinkTarget> {
    let mut clicked = None;
    let mut near = Vec::new();
    let mut job = LayoutJob::default();
    let runs: Vec<_> = pieces(text)
        .into_iter()
        .map(|(look, piece)| {
            let target = LinkTarget::of(look, piece, workspace, &near);
            if let Some(LinkTarget::Item(id)) = &target {
                near.push(*id);
            }
            (look, piece, target)
        })
        .collect();
    if runs.iter().all(|(_, _, target)| target.is_none()) {
        for (look, piece, _) in &runs {
            append(&mut job, ui, *look, piece, None);
        }
        ui.add(Label::new(job).wrap());
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = eframe::egui::Vec2::ZERO;
        ui.spacing_mut().interact_size.y = LINE;
        for (i, (look, piece, target)) in runs.iter().enumerate() {
            let Some(target) = target else {
                let is_broken = job.is_empty() && i > 0 && begin_row(ui, *look, first_word(piece));
                append(&mut job, ui, *look, if is_broken { piece.trim_start() } else { piece }, None);
                continue;
            };
            if !job.is_empty() {
                ui.add(Label::new(std::mem::take(&mut job)));
            }
            // A row does not begin with the comma after a link.
            let mark = runs.get(i + 1).map_or("", |(_, next, _)| punctuation(next));
            if !mark.is_empty() {
                begin_row(ui, *look, &format!("{piece}{mark}"));
            }
            let mut link = LayoutJob::default();
            append(&mut link, ui, *look, piece, Some(ui.visuals().hyperlink_color));
            let response = ui.add(Link::new(link)).on_hover_text(theme::quoted(&target.help(workspace)));
            if response.clicked() {
                clicked = Some(*target);
            }
        }
        if !job.is_empty() {
            ui.add(Label::new(job));
        }
    });
    clicked
}

/// Begins a new row if words do not fit into the rest of this one. Returns whether it did.
fn begin_row(ui: &mut Ui, look: TextLook, words: &str) -> bool {
    let mut job = LayoutJob::default();
    append(&mut job, ui, look, words, None);
    let is_full = ui.painter().layout_job(job).size().x > ui.available_size_before_wrap().x;
    let is_begun = ui.cursor().left() > ui.max_rect().left();
    if is_full && is_begun {
        ui.end_row();
    }
    is_full && is_begun
}

/// The text up to the end of its first word, with the spaces before that.
fn first_word(text: &str) -> &str {
    let start = text.len() - text.trim_start().len();
    let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
    &text[..start + length]
}

/// The punctuation at the start of a text.
fn punctuation(text: &str) -> &str {
    let length = text.find(|c| !matches!(c, ',' | '.' | ':' | ';' | '!' | '?' | ')')).unwrap_or(text.len());
    &text[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_word_has_the_spaces_before_it_and_punctuation_is_that_at_the_start() {
        assert_eq!(["", " ", " is not", "is, not", "  é"].map(first_word), ["", " ", " is", "is,", "  é"]);
        assert_eq!(["", ", and", ").", " (a)", "é"].map(punctuation), ["", ",", ").", "", ""]);
    }
}
