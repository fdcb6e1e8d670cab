//! The reasons why an animation, a hierarchy or the weights of vertices are refused.

use std::fmt;

/// The reason why input is refused. Indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinError {
    /// An animation channel has no key.
    NoKeys,
    /// The time of this key is not greater than that of the key before it.
    TimesDoNotAscend(usize),
    /// The time of this key is negative, NaN or infinite.
    BadTime(usize),
    /// This key has a value that is NaN or infinite.
    BadValue(usize),
    /// The number of values does not match the number of keys.
    CountOfValues {
        /// The number of values that the keys need.
        expected: usize,
        /// The number of values given.
        found: usize,
    },
    /// A translation or scale must have 3 values a key, and a rotation 4.
    CountOfLanes {
        /// The number of values a key must have.
        expected: usize,
        /// The number of values a key has.
        found: usize,
    },
    /// This node names a parent that does not exist.
    NoParent(usize),
    /// This node is its own ancestor.
    Cycle(usize),
    /// This vertex names a joint that the skin does not have.
    JointOutOfRange {
        /// The index of the vertex.
        vertex: usize,
        /// The joint that it names.
        joint: u16,
        /// The number of joints of the skin.
        joints: usize,
    },
    /// This vertex has a weight that is NaN or infinite.
    BadWeight(usize),
}

impl fmt::Display for SkinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeys => write!(f, "it has no key: at least one is required"),
            Self::TimesDoNotAscend(key) => {
                write!(f, "the time of key {key} is not greater than that of key {}: times must ascend", key - 1)
            }
            Self::BadTime(key) => write!(f, "the time of key {key} must be finite and not negative"),
            Self::BadValue(key) => write!(f, "key {key} has a value that is not finite"),
            Self::CountOfValues { expected, found } => {
                write!(f, "its keys need {expected} values, but there are {found}")
            }
            Self::CountOfLanes { expected, found } => {
                write!(f, "each key must have {expected} values, not {found}")
            }
            Self::NoParent(node) => write!(f, "node {node} names a parent that does not exist"),
            Self::Cycle(node) => write!(f, "node {node} is a descendant of itself"),
            Self::JointOutOfRange { vertex, joint, joints } => {
                write!(f, "vertex {vertex} names joint {joint}, but the skin has {joints} joints")
            }
            Self::BadWeight(vertex) => write!(f, "vertex {vertex} has a weight that is not finite"),
        }
    }
}

impl std::error::Error for SkinError {}
