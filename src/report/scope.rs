//! The answers that a report computes.

/// The answers that a new report computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a section of the report")]
pub struct Scope {
    /// The cameras whose answers about all objects are stored. [`Report::in_view`] computes those of the others.
    pub cameras: Cameras,
    /// Whether the answers of rays are computed.
    pub rays: bool,
    /// Whether the octree is computed.
    pub octree: bool,
    /// Whether the answers of agents are computed.
    pub agents: bool,
    /// Whether problems are searched.
    pub problems: bool,
}

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

impl Scope {
    /// All answers.
    pub const ALL: Self = Self { cameras: Cameras::All, rays: true, octree: true, agents: true, problems: true };
}
