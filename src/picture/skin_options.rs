//! What the view shows of the skin of the selected object.

/// The weights that the vertices of a skinned mesh show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weights {
    /// None: the mesh has its material or the colour of its answer.
    #[default]
    Off,
    /// The weights of one joint, by its index in the skin, in one hue.
    Joint(usize),
    /// The colour of each joint, mixed by the weights.
    All,
}

/// What the view shows of the skin of the selected object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SkinLook {
    /// The weights.
    pub weights: Weights,
    /// Whether the bind pose is drawn too, translucent.
    pub bind: bool,
}

impl SkinLook {
    /// The joint whose weights are shown.
    pub fn joint(&self) -> Option<usize> {
        match self.weights {
            Weights::Joint(joint) => Some(joint),
            Weights::Off | Weights::All => None,
        }
    }
}
