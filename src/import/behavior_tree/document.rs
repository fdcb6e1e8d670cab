//! An XML document that can be edited: elements in an arena, with their attributes and contents in order. Everything
//! but white space between elements is kept. Tags and attributes are not interpreted here.

use std::sync::Arc;

use crate::behavior::{Description, NodeId, NodeKey, correspondence};
use crate::source::error::{SceneError, line_and_column};

/// An XML document. Two documents are equal if their contents are; positions in the text do not count.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) file: Arc<str>,
    pub(super) source: Arc<str>,
    pub(super) elements: Vec<Element>,
    /// Comments and instructions before the root element.
    pub(super) before: Vec<Content>,
    /// Comments and instructions after it.
    pub(super) after: Vec<Content>,
}

/// The id of an element of a document. It does not change while others are added, moved and removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub(super) u32);

/// A tag with its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name. Elements of one text with the same name share it.
    pub tag: Arc<str>,
    /// The attributes in order, each name once.
    pub attributes: Vec<Attribute>,
    /// In order.
    pub contents: Vec<Content>,
    /// `None` for the root, and for one that was removed.
    pub(super) parent: Option<ElementId>,
    pub(super) at: Position,
    /// The identity of the node that it is.
    pub(super) key: NodeKey,
}

/// A name with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name. Attributes of one text with the same name share it.
    pub name: Arc<str>,
    /// Its value, with entities resolved.
    pub value: Box<str>,
    pub(super) at: Position,
}

/// A content of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Another element.
    Element(ElementId),
    /// Text, without white space around it.
    Text(Box<str>),
    /// The text between `<!--` and `-->`.
    Comment(Box<str>),
    /// The text between `<?` and `?>`.
    Instruction(Box<str>),
}

/// The bytes in the source; none for content that was made later. All positions compare equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl PartialEq for Position {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Position {
    pub(super) const NONE: Self = Self { start: u32::MAX, end: u32::MAX };

    /// `None` when it was not read.
    pub(super) fn bytes(self) -> Option<std::ops::Range<usize>> {
        (self.start != u32::MAX).then_some(self.start as usize..self.end as usize)
    }
}

impl Document {
    /// The file's name in messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The element that contains all others.
    pub fn root(&self) -> ElementId {
        ElementId(0)
    }

    /// An element.
    ///
    /// # Panics
    /// May panic for an element of another document.
    pub fn element(&self, id: ElementId) -> &Element {
        &self.elements[id.0 as usize]
    }

    pub(super) fn element_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.elements[id.0 as usize]
    }

    /// The elements inside of one, in order.
    pub fn children(&self, id: ElementId) -> impl DoubleEndedIterator<Item = ElementId> {
        self.element(id).contents.iter().filter_map(|content| match content {
            Content::Element(child) => Some(*child),
            _ => None,
        })
    }

    /// The parent of an element; `None` for the root and for a removed element.
    pub fn parent(&self, id: ElementId) -> Option<ElementId> {
        self.element(id).parent
    }

    /// Gives every element the id that the same element has in an earlier reading of the file. Other elements keep their
    /// new ids.
    pub(super) fn adopt_ids(&mut self, before: &Self) {
        let (old, new) = (before.in_order(), self.in_order());
        let places = correspondence(&before.descriptions(&old), &self.descriptions(&new));
        for (id, place) in old.into_iter().zip(places) {
            if let Some(place) = place {
                self.element_mut(new[place]).key = before.element(id).key;
            }
        }
    }

    /// All elements in pre-order.
    fn in_order(&self) -> Vec<ElementId> {
        let (mut all, mut open) = (Vec::new(), vec![self.root()]);
        while let Some(id) = open.pop() {
            all.push(id);
            open.extend(self.children(id).rev());
        }
        all
    }

    fn descriptions(&self, elements: &[ElementId]) -> Vec<Description<'_>> {
        let description = |&id: &ElementId| {
            let element = self.element(id);
            Description {
                kind: &element.tag,
                name: element.attribute("name").or_else(|| element.attribute("ID")).unwrap_or_default(),
                contents: format!(
                    "{:?}",
                    element.attributes.iter().map(|one| (&one.name, &one.value)).collect::<Vec<_>>()
                ),
                children: self.children(id).count(),
            }
        };
        elements.iter().map(description).collect()
    }

    /// Line and column where an element was read, from 1; `None` for one that was made later.
    pub fn place(&self, id: ElementId) -> Option<(usize, usize)> {
        self.element(id).at.bytes().map(|bytes| line_and_column(&self.source, bytes.start))
    }

    /// An error at an element.
    pub(super) fn error(&self, id: ElementId, message: &str, help: Option<&str>) -> SceneError {
        self.error_at(self.element(id).at, message, help)
    }

    /// An error at a place; without one, at the beginning.
    pub(super) fn error_at(&self, at: Position, message: &str, help: Option<&str>) -> SceneError {
        let bytes = at.bytes().unwrap_or(0..0);
        SceneError::at(&self.file, &self.source, bytes, message, help)
    }
}

impl Element {
    /// The identity of the node that it is.
    pub fn id(&self) -> NodeId {
        self.key.get()
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attribute_node(name).map(|attribute| &*attribute.value)
    }

    pub(super) fn attribute_node(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| &*attribute.name == name)
    }

    /// The texts directly inside it, joined.
    pub fn text(&self) -> String {
        let texts = self.contents.iter().filter_map(|content| match content {
            Content::Text(text) => Some(&**text),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// The same elements, attributes and contents in the same order.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((a, b)) = pairs.pop() {
            let (one, two) = (self.element(a), other.element(b));
            if one.tag != two.tag || one.attributes != two.attributes || one.contents.len() != two.contents.len() {
                return false;
            }
            for contents in one.contents.iter().zip(&two.contents) {
                match contents {
                    (Content::Element(a), Content::Element(b)) => pairs.push((*a, *b)),
                    (Content::Element(_), _) | (_, Content::Element(_)) => return false,
                    (a, b) if a == b => {}
                    _ => return false,
                }
            }
        }
        self.before == other.before && self.after == other.after
    }
}
