//! The cameras of which a report computes what they see.

use crate::world::World;

/// Some cameras of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// All of them.
    All,
    /// Those of which an expectation is about what they see.
    Expected,
    /// None.
    None,
}

impl Looking {
    /// The indices of the cameras.
    pub(super) fn cameras(self, world: &World) -> Vec<usize> {
        let is_asked = |i: &usize| match self {
            Self::All => true,
            Self::Expected => world.is_asked_what_it_sees(*i),
            Self::None => false,
        };
        (0..world.cameras.len()).filter(is_asked).collect()
    }
}
