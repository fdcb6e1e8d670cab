//! The sides of a view volume.

/// A side of the view volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Local −X.
    Left,
    /// Local +X.
    Right,
    /// Local −Y.
    Bottom,
    /// Local +Y.
    Top,
    /// Towards the eye.
    Near,
    /// Away from the eye.
    Far,
}

impl Side {
    /// All sides, in plane order.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Bottom, Self::Top, Self::Near, Self::Far];

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Top => "top",
            Self::Near => "near",
            Self::Far => "far",
        }
    }

    /// The corners of a view volume ([`crate::geometry::camera::Camera::corners`]) that lie on this side, around its edge.
    pub fn corners(self) -> [usize; 4] {
        match self {
            Self::Left => [0, 2, 6, 4],
            Self::Right => [1, 5, 7, 3],
            Self::Bottom => [0, 4, 5, 1],
            Self::Top => [2, 3, 7, 6],
            Self::Near => [0, 1, 3, 2],
            Self::Far => [4, 6, 7, 5],
        }
    }
}
