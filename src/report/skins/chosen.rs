//! What is chosen of a skin that is explained.

/// What is chosen of a skin that is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenSkin {
    /// A vertex, by its index in the mesh. `None`: the vertex that reaches furthest out of the tested box, else the one whose
    /// joints would move it furthest apart.
    pub vertex: Option<usize>,
    /// A joint, by its index in the skin, whose matrices are listed.
    pub joint: Option<usize>,
}

impl From<Option<usize>> for ChosenSkin {
    /// A vertex, and no joint.
    fn from(vertex: Option<usize>) -> Self {
        Self { vertex, joint: None }
    }
}

/// When an explanation searches the whole animation for times at which vertices are out of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapeSearch {
    /// At once, however long it takes.
    Always,
    /// At once if that is [quick](crate::world::SkinAt::is_quick_to_search). Another thread searches a longer animation; until then the step says so.
    IfQuick,
}
