//! Parses a text to a [`XmlDocument`], without recursion.

use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

use roxmltree::{Error, Node, NodeType, ParsingOptions};

use super::document::{Attribute, Element, ElementId, ElementStart, Passage, Position, Slot, XmlDocument, tag_at};
use crate::behavior::{MOST_NODES, NodeKey, SharedNames};
use crate::source::error::{SceneError, quoted};

/// The greatest number of attributes of one element, whose names are compared pair by pair.
const MOST_ATTRIBUTES: usize = 256;

/// The greatest number of namespace declarations, each of which is copied to all elements below.
const MOST_NAMESPACES: usize = 64;

/// An element whose contents are being read.
struct Open {
    /// The parser's node.
    node: roxmltree::NodeId,
    id: ElementId,
    /// The first of its contents in the list of those of all open elements.
    contents: usize,
}

/// Parses a text to a document, which keeps the text. `file` is its name in messages.
///
/// # Errors
/// When it is not well-formed XML, declares a document type, or exceeds the limits.
pub(super) fn parse(source: &Arc<str>, file: &str) -> Result<XmlDocument, SceneError> {
    let text = &*readable(source);
    check_size(text, file)?;
    let nodes_limit = u32::try_from(4 * MOST_NODES).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd: false, nodes_limit, ..ParsingOptions::default() };
    let xml = roxmltree::Document::parse_with_options(text, options).map_err(|error| located(&error, text, file))?;
    let mut document = XmlDocument {
        file: file.into(),
        source: Arc::clone(source),
        elements: Vec::with_capacity(xml.descendants().filter(Node::is_element).count()),
        passages: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
    };
    let mut open: Vec<Open> = Vec::new();
    // Those of all open elements, the innermost last.
    let mut contents: Vec<Slot> = Vec::new();
    let mut names = SharedNames::default();
    for node in xml.descendants() {
        let above = node.parent().map(|parent| parent.id());
        while let Some(ended) = open.pop_if(|last| Some(last.node) != above) {
            close(&ended, &mut document, &mut contents);
        }
        let parent = open.last().map(|open| open.id);
        let passage = match node.node_type() {
            NodeType::Root => continue,
            NodeType::Element => {
                let id = ElementId::at(document.elements.len())
                    .ok_or_else(|| located(&Error::NodesLimitReached, text, file))?;
                document.elements.push(element(node, parent, text, &mut names));
                if parent.is_some() {
                    contents.push(Slot::of(id));
                }
                open.push(Open { node: node.id(), id, contents: contents.len() });
                continue;
            }
            NodeType::Text if !is_content(&node) => continue,
            NodeType::Text => Passage::Text(node.text().unwrap_or_default().trim().into()),
            NodeType::Comment => Passage::Comment(node.text().unwrap_or_default().into()),
            NodeType::PI => {
                let written = &text[node.range()];
                let inner = written.strip_prefix("<?").and_then(|inner| inner.strip_suffix("?>"));
                Passage::Instruction(inner.unwrap_or(written).into())
            }
        };
        if parent.is_some() {
            contents.push(Slot::of_passage(document.passages.len()));
            document.passages.push(passage);
        } else if document.elements.is_empty() {
            document.before.push(passage);
        } else {
            document.after.push(passage);
        }
    }
    while let Some(ended) = open.pop() {
        close(&ended, &mut document, &mut contents);
    }
    Ok(document)
}

/// Moves the contents of an element that has ended to the element, into memory for exactly these.
fn close(ended: &Open, document: &mut XmlDocument, contents: &mut Vec<Slot>) {
    if contents.len() > ended.contents {
        document.element_mut(ended.id).contents = Box::from(&contents[ended.contents..]);
        contents.truncate(ended.contents);
    }
}

/// Whether a node is not only white space.
fn is_content(node: &Node) -> bool {
    !node.is_text() || !node.text().unwrap_or_default().trim().is_empty()
}

/// An element without its contents.
fn element(node: Node, parent: Option<ElementId>, text: &str, names: &mut SharedNames) -> Element {
    let start = node.range().start;
    // The parser does not list namespace declarations as attributes; they are few.
    let above: Vec<_> = node.parent().map(|parent| parent.namespaces().collect()).unwrap_or_default();
    let declared = node.namespaces().filter(|namespace| !above.contains(namespace)).map(|namespace| Attribute {
        name: namespace.name().map_or("xmlns".into(), |name| format!("xmlns:{name}").into()),
        value: namespace.uri().into(),
        at: Position::NONE,
    });
    let mut attributes: Vec<Attribute> = declared.collect();
    attributes.reserve_exact(node.attributes().len());
    attributes.extend(node.attributes().map(|attribute| Attribute {
        name: names.get(&text[attribute.range_qname()]),
        value: attribute.value().into(),
        at: Position::of(&attribute.range_value()),
    }));
    Element {
        tag: names.get(tag_at(text, start + 1)),
        attributes: attributes.into_boxed_slice(),
        contents: Box::default(),
        parent,
        start: ElementStart::at(start),
        key: NodeKey::default(),
    }
}

/// The text as the parser reads it: with spaces in place of a declaration that follows white space, so that places stay.
/// BehaviorTree.CPP reads such files.
pub(super) fn readable(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    let end = text[start..].strip_prefix("<?xml").and_then(|rest| rest.find("?>")).map(|end| start + 5 + end + 2);
    match end.filter(|_| start > 0) {
        Some(end) => {
            let blank = text[start..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
            // Each character has its length in bytes again.
            let widths = text[start..end].chars().map(char::len_utf8);
            let blank: String = blank.zip(widths).flat_map(|(c, width)| iter::repeat_n(c, width)).collect();
            Cow::Owned([&text[..start], &blank, &text[end..]].concat())
        }
        None => Cow::Borrowed(text),
    }
}

/// Refuses a text for which the parser would take more than linear time.
pub(super) fn check_size(text: &str, file: &str) -> Result<(), SceneError> {
    let (mut attributes, mut namespaces, mut before) = (0, 0, b' ');
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => attributes = 0,
            b'"' | b'\'' if before == b'=' => attributes += 1,
            b'x' if text.as_bytes()[i..].starts_with(b"xmlns") => namespaces += 1,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        let (found, most) = match (attributes, namespaces) {
            (MOST_ATTRIBUTES.., _) => ("attributes of one element", MOST_ATTRIBUTES),
            (_, MOST_NAMESPACES..) => ("declarations of namespaces", MOST_NAMESPACES),
            _ => continue,
        };
        let message = format!("there are more than {most} {found}");
        return Err(SceneError::at(file, text, i..i + 1, &message, Some("no behaviour tree needs as many")));
    }
    Ok(())
}

fn located(error: &Error, text: &str, file: &str) -> SceneError {
    let pos = error.pos();
    let at = match error {
        Error::UnclosedRootNode => text.trim_end().len(),
        Error::DtdDetected => text.find("<!DOCTYPE").unwrap_or(0),
        _ => byte_of(text, pos.row as usize, pos.col as usize),
    };
    let help = match error {
        Error::DtdDetected => "remove it; a tree needs no document type and no entities of its own",
        Error::UnclosedRootNode => "close every element, such as `<Sequence> … </Sequence>`",
        Error::UnexpectedCloseTag(..) => "close the element that was opened last first",
        Error::NoRootNode => "begin the file with `<root BTCPP_format=\"4\">`",
        Error::NodesLimitReached => "split it into smaller files",
        Error::UnknownEntityReference(..) | Error::MalformedEntityReference(..) => {
            "write `&amp;` for `&`; the known entities are `&lt;`, `&gt;`, `&amp;`, `&quot;` and `&apos;`"
        }
        Error::InvalidAttributeValue(..) => "write `&lt;` for `<` in the value of an attribute",
        _ => "behaviour trees of this form are well-formed XML",
    };
    let message = match error {
        Error::DtdDetected => "document types are not read".to_owned(),
        Error::UnclosedRootNode => "the text ends within an element".to_owned(),
        Error::NoRootNode => "there is no element".to_owned(),
        Error::NodesLimitReached => "there are too many elements".to_owned(),
        Error::UnexpectedCloseTag(expected, found, _) => {
            format!("expected `</{}>`, found `</{}>`", short(expected), short(found))
        }
        _ => {
            let described = error.to_string();
            let described = described.strip_suffix(&format!(" at {}:{}", pos.row, pos.col)).unwrap_or(&described);
            format!("this is not XML: {}", quoted(described).trim_matches('`'))
        }
    };
    SceneError::at(file, text, at..at + 1, &message, Some(help))
}

fn short(tag: &str) -> String {
    quoted(tag).trim_matches('`').to_owned()
}

/// The byte at a line and a column in characters, both from 1.
fn byte_of(text: &str, row: usize, column: usize) -> usize {
    let line = match row {
        0 | 1 => 0,
        row => text.match_indices('\n').nth(row - 2).map_or(text.len(), |(i, _)| i + 1),
    };
    text[line..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(i, _)| line + i)
}
