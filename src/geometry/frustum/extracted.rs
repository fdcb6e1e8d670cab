//! The values of the extraction of planes from a clip matrix.

use glam::DVec4;

use super::side::Side;
use crate::geometry::camera::DepthRange;
use crate::geometry::plane::Plane;

/// The values of one step of the extraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExtractionValues {
    /// The clip matrix.
    Matrix(ClipMatrix),
    /// A plane from the rows of the matrix.
    Plane(ExtractedPlane),
    /// A plane from the camera's position, rotation and projection, because the rows of the matrix cancel.
    Lost {
        /// Which side of the frustum.
        side: Side,
        /// The plane.
        plane: Plane,
    },
    /// A plane of the rows that cuts nothing off, because the edges of the view volume do not reach it.
    Open {
        /// Which side of the frustum.
        side: Side,
        /// The plane of the rows.
        found: Plane,
    },
}

/// The clip matrix, by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipMatrix {
    /// Row 1 first.
    pub rows: [DVec4; 4],
    /// The range of depth in view.
    pub depth: DepthRange,
}

/// One plane from the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtractedPlane {
    /// Which side of the frustum.
    pub side: Side,
    /// The rows that it combines.
    pub rows: PlaneRows,
    /// The combination of the rows: (a, b, c, e).
    pub combined: DVec4,
    /// The same with a unit normal, rounded once.
    pub plane: Plane,
}

/// The rows of the clip matrix that give a plane. Rows are numbered from 1, as in the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneRows {
    /// Row 4 plus the row of this number.
    FourthPlus(usize),
    /// Row 4 minus the row of this number.
    FourthMinus(usize),
    /// The row of this number.
    Single(usize),
}

impl PlaneRows {
    /// The rows for a side (Gribb and Hartmann 2001, see [`super`]).
    pub fn of(side: Side, depth: DepthRange) -> Self {
        match (side, depth) {
            (Side::Left, _) => Self::FourthPlus(1),
            (Side::Right, _) => Self::FourthMinus(1),
            (Side::Bottom, _) => Self::FourthPlus(2),
            (Side::Top, _) => Self::FourthMinus(2),
            (Side::Near, DepthRange::MinusOneToOne) => Self::FourthPlus(3),
            (Side::Near, DepthRange::ZeroToOne) | (Side::Far, DepthRange::Reversed) => Self::Single(3),
            (Side::Near, DepthRange::Reversed) | (Side::Far, _) => Self::FourthMinus(3),
        }
    }

    /// The coefficients of the plane.
    pub fn combined(self, rows: &[DVec4; 4]) -> DVec4 {
        match self {
            Self::FourthPlus(row) => rows[3] + rows[row - 1],
            Self::FourthMinus(row) => rows[3] - rows[row - 1],
            Self::Single(row) => rows[row - 1],
        }
    }

    /// In symbols: "row 4 + row 1".
    pub(super) fn symbols(self) -> String {
        match self {
            Self::FourthPlus(row) => format!("row 4 + row {row}"),
            Self::FourthMinus(row) => format!("row 4 − row {row}"),
            Self::Single(row) => format!("row {row}"),
        }
    }
}
