//! Writes a [`XmlDocument`] to text with the layout of Groot2: two spaces a level, one element a line. Without recursion.

use super::document::{Content, Element, ElementId, Passage, XmlDocument};

impl XmlDocument {
    /// The document as the text of a file. Reading it gives an equal document.
    pub fn to_xml(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        for before in &self.before {
            passage(&mut text, before, 0);
        }
        self.write(&mut text);
        for after in &self.after {
            passage(&mut text, after, 0);
        }
        text
    }

    fn write(&self, text: &mut String) {
        enum WriteTask<'d> {
            Open(ElementId, usize),
            Passage(&'d Passage, usize),
            Close(&'d str, usize),
        }
        let mut tasks = vec![WriteTask::Open(self.root(), 0)];
        while let Some(task) = tasks.pop() {
            match task {
                WriteTask::Passage(inner, depth) => passage(text, inner, depth),
                WriteTask::Close(tag, depth) => {
                    indent(text, depth);
                    text.extend(["</", tag, ">\n"]);
                }
                WriteTask::Open(id, depth) => {
                    let element = self.element(id);
                    indent(text, depth);
                    opening(text, element);
                    let mut contents = self.contents(id);
                    match (contents.next(), contents.len()) {
                        (None, _) => text.push_str("/>\n"),
                        (Some(Content::Passage(Passage::Text(inner))), 0) => {
                            text.push('>');
                            escape(text, inner, false);
                            text.extend(["</", &element.tag, ">\n"]);
                        }
                        _ => {
                            text.push_str(">\n");
                            tasks.push(WriteTask::Close(&element.tag, depth));
                            tasks.extend(self.contents(id).rev().map(|content| match content {
                                Content::Element(child) => WriteTask::Open(child, depth + 1),
                                Content::Passage(inner) => WriteTask::Passage(inner, depth + 1),
                            }));
                        }
                    }
                }
            }
        }
    }
}

/// The deepest indentation. Without this limit, the size of the text would be quadratic in the depth.
const DEEPEST_INDENT: usize = 60;

fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n("  ", depth.min(DEEPEST_INDENT)));
}

fn opening(text: &mut String, element: &Element) {
    text.extend(["<", &element.tag]);
    for attribute in &element.attributes {
        text.extend([" ", &attribute.name, "=\""]);
        escape(text, &attribute.value, true);
        text.push('"');
    }
}

/// A content that is not an element, on a line.
fn passage(text: &mut String, passage: &Passage, depth: usize) {
    indent(text, depth);
    match passage {
        Passage::Text(inner) => escape(text, inner, false),
        Passage::Comment(inner) => text.extend(["<!--", inner, "-->"]),
        Passage::Instruction(inner) => text.extend(["<?", inner, "?>"]),
    }
    text.push('\n');
}

/// Writes a text with XML escapes.
fn escape(text: &mut String, raw: &str, is_attribute: bool) {
    for c in raw.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' if is_attribute => text.push_str("&quot;"),
            '\r' => text.push_str("&#13;"),
            '\n' if is_attribute => text.push_str("&#10;"),
            '\t' if is_attribute => text.push_str("&#9;"),
            // These are not valid in XML; only an edit can add them.
            c if c.is_control() && !matches!(c, '\n' | '\t') && (c as u32) < 0x20 => text.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
}
