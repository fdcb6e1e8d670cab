//! Kinds of problems.

/// What is wrong with an object or with its mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An object fills no space: its shape is flat, or it is scaled to nothing.
    ZeroVolume,
    /// An object stands where others of the same shape stand.
    Coincident,
    /// Numbers are coarse where an object stands.
    FarFromOrigin,
}

impl Kind {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 3] = [Self::ZeroVolume, Self::Coincident, Self::FarFromOrigin];

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::ZeroVolume => "zero_volume",
            Self::Coincident => "coincident_objects",
            Self::FarFromOrigin => "far_from_origin",
        }
    }

    /// What it is called on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::ZeroVolume => "Objects without volume",
            Self::Coincident => "Objects at the same place",
            Self::FarFromOrigin => "Objects far from the origin",
        }
    }

    /// What it leads to, and what helps.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ZeroVolume => {
                "What is flat has no inside: nothing can be in it, collisions pass it from one side, and where it lies on \
                 another surface the two flicker. Give it a thickness, or take it out if it is left over."
            }
            Self::Coincident => {
                "The same shape at the same place, to the last bit: it is drawn, cast against and lit twice, and surfaces \
                 flicker. It is mostly pasted by accident. Delete all but one."
            }
            Self::FarFromOrigin => {
                "A 32-bit number has 24 bits, so its steps grow with it. Where they reach a millimetre, edges tremble as \
                 the camera moves, and contacts miss. Move the level to the origin, or give it a local one."
            }
        }
    }
}
