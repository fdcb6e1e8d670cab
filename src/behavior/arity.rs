//! The number of children that a kind of node allows.

/// The number of children of a kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// A leaf.
    None,
    /// A decorator.
    One,
    /// A composite: at least one.
    Some,
}
