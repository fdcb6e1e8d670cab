//! The Markdown subset of the lessons: headings, paragraphs, lists, code blocks; within a line `code`, **strong** and
//! *emphasis*. All other text is unchanged.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Color32, FontFamily, FontId, Ui};

/// The height of a line, points.
pub(in crate::app) const LINE: f32 = 18.0;

/// A block of the text, laid out below the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum TextBlock {
    /// A heading: its level, from 1, and its text.
    Heading(usize, String),
    Paragraph(String),
    /// An entry of a list: its mark, such as "•" or "2.", and its text.
    Item(String, String),
    Code(String),
}

/// The style of a run of text within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum TextLook {
    Plain,
    Code,
    Strong,
    Emphasis,
}

/// The blocks of a text, in their order.
pub(in crate::app) fn blocks(text: &str) -> Vec<TextBlock> {
    let mut blocks = Vec::new();
    let mut code: Option<String> = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            match code.take() {
                Some(text) => blocks.push(TextBlock::Code(text)),
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
    blocks.extend(code.map(TextBlock::Code));
    blocks.retain(|block| !matches!(block, TextBlock::Paragraph(text) if text.is_empty()));
    blocks
}

fn add_line(blocks: &mut Vec<TextBlock>, line: &str) {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    if let (1..=6, Some(text)) = (level, line[level..].strip_prefix(' ')) {
        return blocks.push(TextBlock::Heading(level, text.trim().to_owned()));
    }
    if let Some(text) = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return blocks.push(TextBlock::Item("•".to_owned(), text.to_owned()));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if let (1..=3, Some(text)) = (digits, line[digits..].strip_prefix(". ")) {
        return blocks.push(TextBlock::Item(line[..=digits].to_owned(), text.to_owned()));
    }
    match blocks.last_mut() {
        // A line break within a paragraph is a space; an empty line begins a new one.
        Some(TextBlock::Paragraph(text) | TextBlock::Item(_, text)) if !line.is_empty() && !text.is_empty() => {
            text.push(' ');
            text.push_str(line);
        }
        _ => blocks.push(TextBlock::Paragraph(line.to_owned())),
    }
}

/// The runs of a line, each with its style.
pub(in crate::app) fn pieces(mut text: &str) -> Vec<(TextLook, &str)> {
    let mut pieces = Vec::new();
    while let Some(start) = text.find(['`', '*']) {
        let rest = &text[start..];
        let found = [("`", TextLook::Code), ("**", TextLook::Strong), ("*", TextLook::Emphasis)].iter().find_map(
            |(mark, look)| {
                let inner = rest.strip_prefix(mark)?;
                let end = inner.find(mark).filter(|end| *end > 0)?;
                // A star between spaces is a multiplication sign.
                (*look == TextLook::Code || !inner.starts_with(' ')).then_some((*look, &inner[..end], mark.len()))
            },
        );
        let (before, after) = match found {
            Some((look, inner, mark)) => {
                pieces.push((TextLook::Plain, &text[..start]));
                pieces.push((look, inner));
                ("", &rest[2 * mark + inner.len()..])
            }
            None => (&text[..=start], &text[start + 1..]),
        };
        pieces.push((TextLook::Plain, before));
        text = after;
    }
    pieces.push((TextLook::Plain, text));
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

/// Appends a run in its style, in a colour of its own if one is given.
pub(in crate::app) fn append(job: &mut LayoutJob, ui: &Ui, look: TextLook, piece: &str, color: Option<Color32>) {
    let is_strong = matches!(look, TextLook::Strong | TextLook::Code);
    let usual = if is_strong { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let font = match look {
        TextLook::Code => FontId::new(12.0, FontFamily::Monospace),
        _ => FontId::new(13.0, FontFamily::Proportional),
    };
    let format = TextFormat {
        italics: look == TextLook::Emphasis,
        line_height: Some(LINE),
        ..TextFormat::simple(font, color.unwrap_or(usual))
    };
    job.append(piece, 0.0, format);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_distinguished() {
        let text = "# Title\nOne\nline.\n\nTwo.\n- a\n  more\n2. b\n```\nx\n  y\n```\n#no";
        let expected = [
            TextBlock::Heading(1, "Title".into()),
            TextBlock::Paragraph("One line.".into()),
            TextBlock::Paragraph("Two.".into()),
            TextBlock::Item("•".into(), "a more".into()),
            TextBlock::Item("2.".into(), "b".into()),
            TextBlock::Code("x\n  y".into()),
            TextBlock::Paragraph("#no".into()),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn lines_have_styles_and_unpaired_marks_are_kept() {
        use TextLook::{Code, Emphasis, Plain, Strong};
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
