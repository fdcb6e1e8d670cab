//! The subject of one explanation of an octree.

/// The subject of one explanation of an octree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OctreeSubject {
    /// The cell of an object.
    Object(usize),
    /// Whether two objects are a candidate pair.
    Pair(usize, usize),
}
