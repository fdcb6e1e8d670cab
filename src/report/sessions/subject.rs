//! The subject of one explanation of recorded paths.

/// The subject of one explanation of recorded paths. The numbers are indices of the world's sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionSubject {
    /// One path.
    One(usize),
    /// Two paths. The first is the reference.
    Pair(usize, usize),
}
