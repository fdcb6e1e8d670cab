//! The scene's `about` text in the Markdown subset of the lessons, laid out by egui.
//!
//! Headings, paragraphs, lists, code blocks; within a line `code`, **strong** and *emphasis*. All other text is shown
//! unchanged.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{FontFamily, FontId, Label, RichText, ScrollArea, Ui};

/// A block of the text, laid out below the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    /// A heading: its level, from 1, and its text.
    Heading(usize, String),
    Paragraph(String),
    /// An entry of a list: its mark, such as "•" or "2.", and its text.
    Item(String, String),
    Code(String),
}

/// The style of a run of text within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Plain,
    Code,
    Strong,
    Emphasis,
}

/// Shows a text, with a scroll bar when it is long. A changed `generation` means another scene, whose text is scrolled
/// to the top.
pub(super) fn show(ui: &mut Ui, text: &str, generation: u64) {
    let scroll = ScrollArea::vertical().id_salt(("about", generation)).auto_shrink([false, false]);
    scroll.show(ui, |ui| markdown(ui, text));
}

fn markdown(ui: &mut Ui, text: &str) {
    for block in blocks(text) {
        match block {
            Block::Heading(level, text) => {
                ui.add_space(4.0);
                let size = if level == 1 { 16.0 } else { 14.0 };
                ui.label(RichText::new(text).size(size).color(ui.visuals().strong_text_color()));
            }
            Block::Paragraph(text) => {
                line(ui, &text);
                ui.add_space(3.0);
            }
            Block::Item(mark, text) => {
                ui.horizontal_top(|ui| {
                    ui.add_space(6.0);
                    ui.label(RichText::new(mark).weak());
                    line(ui, &text);
                });
            }
            Block::Code(text) => {
                ui.label(RichText::new(text).monospace().background_color(ui.visuals().code_bg_color));
                ui.add_space(3.0);
            }
        }
    }
}

fn line(ui: &mut Ui, text: &str) {
    let (color, strong) = (ui.visuals().text_color(), ui.visuals().strong_text_color());
    let mut job = LayoutJob::default();
    for (look, piece) in pieces(text) {
        let font = match look {
            Look::Code => FontId::new(12.0, FontFamily::Monospace),
            _ => FontId::new(13.0, FontFamily::Proportional),
        };
        job.append(
            piece,
            0.0,
            TextFormat {
                color: if matches!(look, Look::Strong | Look::Code) { strong } else { color },
                italics: look == Look::Emphasis,
                line_height: Some(18.0),
                ..TextFormat::simple(font, color)
            },
        );
    }
    ui.add(Label::new(job).wrap());
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut code: Option<String> = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            match code.take() {
                Some(text) => blocks.push(Block::Code(text)),
                None => code = Some(String::new()),
            }
        } else if let Some(code) = &mut code {
            if !code.is_empty() {
                code.push('\n');
            }
            code.push_str(line);
        } else {
            add_line(&mut blocks, trimmed);
        }
    }
    blocks.extend(code.map(Block::Code));
    blocks.retain(|block| !matches!(block, Block::Paragraph(text) if text.is_empty()));
    blocks
}

fn add_line(blocks: &mut Vec<Block>, line: &str) {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    if let (1..=6, Some(text)) = (level, line[level..].strip_prefix(' ')) {
        return blocks.push(Block::Heading(level, text.trim().to_owned()));
    }
    if let Some(text) = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return blocks.push(Block::Item("•".to_owned(), text.to_owned()));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if let (1..=3, Some(text)) = (digits, line[digits..].strip_prefix(". ")) {
        return blocks.push(Block::Item(line[..=digits].to_owned(), text.to_owned()));
    }
    match blocks.last_mut() {
        // A line break within a paragraph is a space; an empty line begins a new one.
        Some(Block::Paragraph(text) | Block::Item(_, text)) if !line.is_empty() && !text.is_empty() => {
            text.push(' ');
            text.push_str(line);
        }
        _ => blocks.push(Block::Paragraph(line.to_owned())),
    }
}

fn pieces(mut text: &str) -> Vec<(Look, &str)> {
    let mut pieces = Vec::new();
    while let Some(start) = text.find(['`', '*']) {
        let rest = &text[start..];
        let found = [("`", Look::Code), ("**", Look::Strong), ("*", Look::Emphasis)].iter().find_map(|(mark, look)| {
            let inner = rest.strip_prefix(mark)?;
            let end = inner.find(mark).filter(|end| *end > 0)?;
            // A star between spaces is a multiplication sign.
            (*look == Look::Code || !inner.starts_with(' ')).then_some((*look, &inner[..end], mark.len()))
        });
        let (before, after) = match found {
            Some((look, inner, mark)) => {
                pieces.push((Look::Plain, &text[..start]));
                pieces.push((look, inner));
                ("", &rest[2 * mark + inner.len()..])
            }
            None => (&text[..=start], &text[start + 1..]),
        };
        pieces.push((Look::Plain, before));
        text = after;
    }
    pieces.push((Look::Plain, text));
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_distinguished() {
        let text = "# Title\nOne\nline.\n\nTwo.\n- a\n  more\n2. b\n```\nx\n  y\n```\n#no";
        let expected = [
            Block::Heading(1, "Title".into()),
            Block::Paragraph("One line.".into()),
            Block::Paragraph("Two.".into()),
            Block::Item("•".into(), "a more".into()),
            Block::Item("2.".into(), "b".into()),
            Block::Code("x\n  y".into()),
            Block::Paragraph("#no".into()),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn lines_have_styles_and_unpaired_marks_are_kept() {
        use Look::{Code, Emphasis, Plain, Strong};
        for (text, expected) in [
            ("a `b` c", vec![(Plain, "a "), (Code, "b"), (Plain, " c")]),
            ("**b**", vec![(Strong, "b")]),
            ("*é* x", vec![(Emphasis, "é"), (Plain, " x")]),
            ("`a*b*`", vec![(Code, "a*b*")]),
            ("", vec![]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
        for text in ["2 * 3 * 4", "a ` b", "**", "***", "``", "*", "é*`"] {
            assert_eq!(pieces(text).iter().map(|(_, piece)| *piece).collect::<String>(), text);
        }
    }
}
