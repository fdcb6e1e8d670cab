//! The cameras whose answers a report stores.

/// Some cameras of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cameras {
    /// All of them.
    All,
    /// One, by its index.
    One(usize),
    /// None.
    None,
}
