//! Why a target is not seen.

/// The first test of the chain that a target fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The mask of the camera has none of its layers.
    Layer,
    /// It has no triangle with finite corners and an area.
    Empty,
    /// Its bounds are outside one of the four sides of the view volume.
    Frustum,
    /// All of it is before the near plane.
    Near,
    /// All of it is behind the far plane.
    Far,
    /// No part of it is in the view volume.
    Outside,
    /// The parts in the view volume turn away.
    Faces,
    /// Its alpha is under the cutoff at all pixels.
    Alpha,
    /// Others have all of its pixels.
    Covered,
    /// It contains the centre of no pixel.
    Small,
}

impl Reason {
    /// All of them, in the order in which they are tested.
    pub const ALL: [Self; 10] = [
        Self::Layer,
        Self::Empty,
        Self::Frustum,
        Self::Near,
        Self::Far,
        Self::Outside,
        Self::Faces,
        Self::Alpha,
        Self::Covered,
        Self::Small,
    ];

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Layer => "layer",
            Self::Empty => "empty",
            Self::Frustum => "frustum",
            Self::Near => "near",
            Self::Far => "far",
            Self::Outside => "outside",
            Self::Faces => "faces",
            Self::Alpha => "alpha",
            Self::Covered => "covered",
            Self::Small => "small",
        }
    }
}
