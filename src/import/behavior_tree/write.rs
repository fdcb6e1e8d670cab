//! Writes a [`Document`] to text with the layout of Groot2: two spaces a level, one element a line. Without recursion.

use super::document::{Content, Document, Element, ElementId};

impl Document {
    /// The document as the text of a file. Reading it gives an equal document.
    pub fn to_xml(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        for content in &self.before {
            other(&mut text, content, 0);
        }
        self.write(&mut text);
        for content in &self.after {
            other(&mut text, content, 0);
        }
        text
    }

    fn write(&self, text: &mut String) {
        enum Task<'d> {
            Open(ElementId, usize),
            Other(&'d Content, usize),
            Close(&'d str, usize),
        }
        let mut tasks = vec![Task::Open(self.root(), 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Other(content, depth) => other(text, content, depth),
                Task::Close(tag, depth) => {
                    indent(text, depth);
                    text.extend(["</", tag, ">\n"]);
                }
                Task::Open(id, depth) => {
                    let element = self.element(id);
                    indent(text, depth);
                    opening(text, element);
                    match &element.contents[..] {
                        [] => text.push_str("/>\n"),
                        [Content::Text(inner)] => {
                            text.push('>');
                            escape(text, inner, false);
                            text.extend(["</", &element.tag, ">\n"]);
                        }
                        contents => {
                            text.push_str(">\n");
                            tasks.push(Task::Close(&element.tag, depth));
                            tasks.extend(contents.iter().rev().map(|content| match content {
                                Content::Element(child) => Task::Open(*child, depth + 1),
                                content => Task::Other(content, depth + 1),
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

/// Contents that are not elements, each on a line.
fn other(text: &mut String, content: &Content, depth: usize) {
    indent(text, depth);
    match content {
        Content::Text(inner) => escape(text, inner, false),
        Content::Comment(inner) => text.extend(["<!--", inner, "-->"]),
        Content::Instruction(inner) => text.extend(["<?", inner, "?>"]),
        Content::Element(_) => {}
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
