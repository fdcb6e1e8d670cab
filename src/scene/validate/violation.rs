//! A violation of a rule of scenes.

use crate::scene::document::Scene;
use crate::scene::id::ItemId;
use crate::scene::names::Kind;
use crate::source::place::ValuePath;

/// The kind of a violation. Two violations with equal kind, item and place are the same violation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ViolationKind {
    /// A value outside its range.
    Value,
    /// Values that contradict each other, or a missing value.
    Combination,
    /// A reference with this name refers to no item, or to an item of another kind.
    Reference(Box<str>),
    /// This name is empty or already used.
    Name(Box<str>),
    /// This file name is refused.
    File(Box<str>),
    /// A file has no node with this name, or, without a name, no mesh.
    Node(Option<Box<str>>),
}

/// The identity of a violation, see [`Violation::identity`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ViolationId {
    item: Option<ItemId>,
    place: ValuePath,
    kind: ViolationKind,
}

/// An invalid value of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The kind. Code compares kinds; messages are for people only.
    pub kind: ViolationKind,
    /// The path of the value.
    pub place: ValuePath,
    /// The message.
    pub message: String,
    /// Whether the value at the place is appended to the message.
    pub shows_value: bool,
    /// The remedy.
    pub help: Option<String>,
    /// The place to report when the value at `place` has its default and is not in the file.
    pub or_place: Option<ValuePath>,
    /// For a duplicate name: the place of the other item.
    pub other: Option<ValuePath>,
    /// The suggested name is not searched yet.
    pub(super) seeks: Option<Seeks>,
}

/// The names among which the suggested name is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seeks {
    /// Those of the scene's items of a kind.
    Item(Kind),
    /// Those of the nodes of a file.
    NodeOf(Box<str>),
}

impl Violation {
    /// A violation without the optional parts.
    pub(crate) fn at(place: ValuePath, message: String, help: Option<String>) -> Self {
        let kind = ViolationKind::Combination;
        Self { kind, place, or_place: None, message, shows_value: false, help, other: None, seeks: None }
    }

    /// What makes it the same violation as one in another scene: its item, the place within the item, and its kind. The item
    /// may have a different name and index there.
    pub(crate) fn identity(&self, scene: &Scene) -> ViolationId {
        let item = scene.id_at(&self.place);
        let place = if item.is_some() { self.place.within_item() } else { self.place.clone() };
        ViolationId { item, place, kind: self.kind.clone() }
    }
}
