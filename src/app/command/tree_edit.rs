//! The changes of a behaviour tree that commands make at a node.

use super::new_node::New;
use crate::import::behavior_tree::Template;

/// A change of a tree at a node.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum NodeEdit {
    /// A new node: the last child of a composite, or else right after the node.
    Add(NodeKind),
    /// A new node around the node.
    Wrap(NodeKind),
    /// Replaces the node by its only child.
    Unwrap,
    /// Moves the node.
    Move(Way),
    /// Moves the node beside or into another one.
    Place(Spot),
    /// Deletes the node and all nodes below it.
    Delete,
}

/// A kind of new node.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum NodeKind {
    /// For a tree in the scene file.
    InScene(New),
    /// For a tree in a file of its own.
    InFile(Template),
}

impl NodeKind {
    /// The kinds of new nodes for a tree in the scene file. Those for a tree in a file of its own depend on that file.
    pub(in crate::app) fn all_in_scene() -> impl Iterator<Item = Self> {
        let lists = [New::COMPOSITES, New::DECORATORS, New::CONDITIONS, New::ACTIONS];
        lists.into_iter().flatten().copied().map(Self::InScene)
    }
}

/// The direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Way {
    /// Moves before the sibling on the left.
    Left,
    /// Moves after the sibling on the right.
    Right,
    /// Moves out of the parent, directly after it.
    Out,
    /// Moves into the composite on the left, as its last child.
    In,
}

impl Way {
    pub(in crate::app) const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Out, Self::In];

    pub(in crate::app) fn words(self) -> &'static str {
        match self {
            Self::Left => "Move left",
            Self::Right => "Move right",
            Self::Out => "Move out of its parent",
            Self::In => "Move into the node on its left",
        }
    }
}

/// A target beside or in the node at an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Spot {
    pub(in crate::app) node: usize,
    pub(in crate::app) side: SpotSide,
}

/// The side of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SpotSide {
    Before,
    After,
    /// In it, as its last child.
    Inside,
}
