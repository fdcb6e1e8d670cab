//! An XML document that can be edited: elements in an arena, with their attributes and contents in order. Everything
//! but white space between elements is kept. Tags and attributes are not interpreted here.
//!
//! A document may have millions of elements, so an [`Element`] has 64 bytes and a content of it 4. Lists have no spare
//! memory, names are shared, and the end of a tag is found in the text again.

use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use crate::behavior::{Description, NodeId, NodeKey, correspondence};
use crate::source::error::{SceneError, line_and_column};

/// An XML document. Two documents are equal if their contents are; positions in the text do not count.
#[derive(Clone, Debug)]
pub struct XmlDocument {
    pub(super) file: Arc<str>,
    pub(super) source: Arc<str>,
    pub(super) elements: Vec<Element>,
    /// The contents of all elements that are not elements.
    pub(super) passages: Vec<Passage>,
    /// Comments and instructions before the root element.
    pub(super) before: Vec<Passage>,
    /// Comments and instructions after it.
    pub(super) after: Vec<Passage>,
}

/// The id of an element of a document. It does not change while others are added, moved and removed.
///
/// It is one more than the index, so that an optional id takes no more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(NonZeroU32);

impl ElementId {
    const ROOT: Self = Self(NonZeroU32::MIN);

    /// The id of the element with this index; `None` beyond the greatest number of elements.
    pub(super) fn at(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1).filter(|number| *number < Slot::PASSAGE)?;
        NonZeroU32::new(number).map(Self)
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A tag with its contents, which [`XmlDocument::contents`] gives.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its name. Elements of one text with the same name share it.
    pub tag: Arc<str>,
    /// The attributes in order, each name once.
    pub attributes: Box<[Attribute]>,
    /// In order.
    pub(super) contents: Box<[Slot]>,
    /// `None` for the root, and for one that was removed.
    pub(super) parent: Option<ElementId>,
    pub(super) start: ElementStart,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content<'d> {
    /// Another element.
    Element(ElementId),
    /// Text, a comment or an instruction.
    Passage(&'d Passage),
}

/// A content that is not an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// Text, without white space around it.
    Text(Box<str>),
    /// The text between `<!--` and `-->`.
    Comment(Box<str>),
    /// The text between `<?` and `?>`.
    Instruction(Box<str>),
}

/// A content of an element as it is stored: the id of an element, or an index into [`XmlDocument::passages`] with a bit
/// that no id has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(u32);

impl Slot {
    const PASSAGE: u32 = 1 << 31;

    pub(super) fn of(id: ElementId) -> Self {
        Self(id.0.get())
    }

    /// The slot of the passage with this index.
    pub(super) fn of_passage(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX) | Self::PASSAGE)
    }

    pub(super) fn is_element(self) -> bool {
        self.0 & Self::PASSAGE == 0
    }

    fn element(self) -> Option<ElementId> {
        NonZeroU32::new(self.0).filter(|_| self.is_element()).map(ElementId)
    }

    fn passage(self) -> usize {
        (self.0 & !Self::PASSAGE) as usize
    }
}

/// Where an element starts in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementStart(u32);

impl ElementStart {
    /// Of an element that was made later.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// At the byte of its `<`.
    pub(super) fn at(byte: usize) -> Self {
        Self(short(byte))
    }
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

    pub(super) fn of(bytes: &Range<usize>) -> Self {
        Self { start: short(bytes.start), end: short(bytes.end) }
    }

    /// `None` when it was not read.
    pub(super) fn bytes(self) -> Option<Range<usize>> {
        (self.start != u32::MAX).then_some(self.start as usize..self.end as usize)
    }
}

/// A byte of a source. Files are far smaller than 4 GiB.
fn short(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX - 1)
}

/// The tag that begins at the byte after a `<`, as it is written.
pub(super) fn tag_at(source: &str, start: usize) -> &str {
    let tag = source.get(start..).unwrap_or_default();
    &tag[..tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(tag.len())]
}

impl XmlDocument {
    /// The file's name in messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The element that contains all others.
    pub fn root(&self) -> ElementId {
        ElementId::ROOT
    }

    /// An element.
    ///
    /// # Panics
    /// May panic for an element of another document.
    pub fn element(&self, id: ElementId) -> &Element {
        &self.elements[id.index()]
    }

    pub(super) fn element_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.elements[id.index()]
    }

    /// The elements inside of one, in order.
    pub fn children(&self, id: ElementId) -> impl DoubleEndedIterator<Item = ElementId> {
        self.element(id).contents.iter().filter_map(|slot| slot.element())
    }

    /// The contents of an element, in order.
    pub fn contents(&self, id: ElementId) -> impl DoubleEndedIterator<Item = Content<'_>> + ExactSizeIterator {
        let content = move |slot: &Slot| match slot.element() {
            Some(child) => Content::Element(child),
            None => Content::Passage(&self.passages[slot.passage()]),
        };
        self.element(id).contents.iter().map(content)
    }

    /// The texts directly inside an element, joined.
    pub fn text(&self, id: ElementId) -> String {
        let texts = self.contents(id).filter_map(|content| match content {
            Content::Passage(Passage::Text(text)) => Some(&**text),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
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
        self.position(id).bytes().map(|bytes| line_and_column(&self.source, bytes.start))
    }

    /// From the `<` of an element to the end of its tag.
    pub(super) fn position(&self, id: ElementId) -> Position {
        match self.element(id).start {
            ElementStart(u32::MAX) => Position::NONE,
            ElementStart(start) => {
                let start = start as usize;
                Position::of(&(start..start + 1 + tag_at(&self.source, start + 1).len()))
            }
        }
    }

    /// An error at an element.
    pub(super) fn error(&self, id: ElementId, message: &str, help: Option<&str>) -> SceneError {
        self.error_at(self.position(id), message, help)
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
}

/// The same elements, attributes and contents in the same order.
impl PartialEq for XmlDocument {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((a, b)) = pairs.pop() {
            let (one, two) = (self.element(a), other.element(b));
            if one.tag != two.tag || one.attributes != two.attributes || one.contents.len() != two.contents.len() {
                return false;
            }
            for contents in self.contents(a).zip(other.contents(b)) {
                match contents {
                    (Content::Element(a), Content::Element(b)) => pairs.push((a, b)),
                    (Content::Passage(a), Content::Passage(b)) if a == b => {}
                    _ => return false,
                }
            }
        }
        self.before == other.before && self.after == other.after
    }
}
