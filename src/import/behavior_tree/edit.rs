//! Edits of a [`XmlDocument`]. They keep it well-formed XML. Whether it is still a valid tree is checked when it is read
//! again.

use super::document::{Attribute, Element, ElementId, ElementStart, Position, Slot, XmlDocument};
use crate::behavior::NodeKey;

/// The reason why an edit was refused. The document is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// A tag or an attribute name that is not valid in XML.
    #[error("`{0}` cannot be a name in XML; use letters, digits, `_`, `-` and `.`, and start with a letter or `_`")]
    Name(String),
    /// The root element and removed elements cannot be moved or removed.
    #[error("this element has no parent, so it cannot be moved or removed")]
    NoParent,
    /// An element cannot be moved into itself.
    #[error("an element cannot be moved into itself")]
    IntoItself,
    /// The document has the greatest number of elements.
    #[error("the document has too many elements")]
    TooMany,
}

impl XmlDocument {
    /// Adds an element to a parent: before its child of that index, or as the last one.
    ///
    /// # Errors
    /// When the tag is not valid.
    pub fn add(&mut self, parent: ElementId, index: usize, tag: &str) -> Result<ElementId, EditError> {
        check_name(tag)?;
        let id = ElementId::at(self.elements.len()).ok_or(EditError::TooMany)?;
        let (attributes, contents) = (Box::default(), Box::default());
        let (start, key) = (ElementStart::NONE, NodeKey::default());
        self.elements.push(Element { tag: tag.into(), attributes, contents, parent: None, start, key });
        self.place_in(parent, index, id);
        Ok(id)
    }

    /// Removes an element with its contents.
    ///
    /// # Errors
    /// For the root.
    pub fn remove(&mut self, id: ElementId) -> Result<(), EditError> {
        let parent = self.parent(id).ok_or(EditError::NoParent)?;
        change(&mut self.element_mut(parent).contents, |contents| contents.retain(|slot| *slot != Slot::of(id)));
        self.element_mut(id).parent = None;
        Ok(())
    }

    /// Moves an element to a parent: before the child that has that index after the element is removed, or as the last
    /// one.
    ///
    /// # Errors
    /// For the root, and for a move into itself.
    pub fn move_to(&mut self, id: ElementId, parent: ElementId, index: usize) -> Result<(), EditError> {
        let mut above = std::iter::successors(Some(parent), |&at| self.parent(at));
        if above.any(|at| at == id) {
            return Err(EditError::IntoItself);
        }
        self.remove(id)?;
        self.place_in(parent, index, id);
        Ok(())
    }

    /// Replaces an element by a new one, of which it becomes the only child.
    ///
    /// # Errors
    /// When the tag is not valid, and for the root.
    pub fn wrap(&mut self, id: ElementId, tag: &str) -> Result<ElementId, EditError> {
        let parent = self.parent(id).ok_or(EditError::NoParent)?;
        let index = self.index_of(parent, id);
        let wrapper = self.add(parent, index, tag)?;
        self.remove(id)?;
        self.place_in(wrapper, 0, id);
        Ok(wrapper)
    }

    /// Replaces an element by its children.
    ///
    /// # Errors
    /// For the root.
    pub fn unwrap_element(&mut self, id: ElementId) -> Result<(), EditError> {
        let parent = self.parent(id).ok_or(EditError::NoParent)?;
        let index = self.index_of(parent, id);
        let children: Vec<ElementId> = self.children(id).collect();
        self.remove(id)?;
        for (i, child) in children.into_iter().enumerate() {
            self.remove(child)?;
            self.place_in(parent, index + i, child);
        }
        Ok(())
    }

    /// Changes the tag of an element.
    ///
    /// # Errors
    /// When the tag is not valid.
    pub fn set_tag(&mut self, id: ElementId, tag: &str) -> Result<(), EditError> {
        check_name(tag)?;
        self.element_mut(id).tag = tag.into();
        Ok(())
    }

    /// Sets or removes an attribute. A new one is the last.
    ///
    /// # Errors
    /// When the name is not valid.
    pub fn set_attribute(&mut self, id: ElementId, name: &str, value: Option<&str>) -> Result<(), EditError> {
        check_name(name)?;
        let attributes = &mut self.element_mut(id).attributes;
        let found = attributes.iter().position(|attribute| &*attribute.name == name);
        match (found, value) {
            (Some(i), None) => drop(change(attributes, |attributes| attributes.remove(i))),
            (None, None) => {}
            (found, Some(value)) => {
                let new = Attribute { name: name.into(), value: value.into(), at: Position::NONE };
                match found {
                    Some(i) => attributes[i] = new,
                    None => change(attributes, |attributes| attributes.push(new)),
                }
            }
        }
        Ok(())
    }

    /// The index of an element among the child elements of its parent.
    pub fn index_of(&self, parent: ElementId, id: ElementId) -> usize {
        self.children(parent).take_while(|&child| child != id).count()
    }

    fn place_in(&mut self, parent: ElementId, index: usize, id: ElementId) {
        let contents = &mut self.element_mut(parent).contents;
        let elements = contents.iter().enumerate().filter(|(_, slot)| slot.is_element());
        let at = elements.map(|(at, _)| at).nth(index).unwrap_or(contents.len());
        change(contents, |contents| contents.insert(at, Slot::of(id)));
        self.element_mut(id).parent = Some(parent);
    }
}

/// Changes a list that has no spare memory.
fn change<T, R>(list: &mut Box<[T]>, change: impl FnOnce(&mut Vec<T>) -> R) -> R {
    let mut items = std::mem::take(list).into_vec();
    let result = change(&mut items);
    *list = items.into_boxed_slice();
    result
}

/// Names with a prefix and letters of all languages can be read, but an edit cannot make them.
fn check_name(name: &str) -> Result<(), EditError> {
    if is_name(name) { Ok(()) } else { Err(EditError::Name(name.chars().take(48).collect())) }
}

/// Whether [`XmlDocument::add`] accepts it as a tag.
pub(super) fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let continues = chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    starts && continues
}
