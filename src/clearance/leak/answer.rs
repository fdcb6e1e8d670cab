//! What is asked about a leak, and the answer.

use glam::DVec3;

use crate::clearance::undecided::UndecidedReason;

/// The question whether the centre of a sphere can leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeakQuery {
    /// Where the centre starts, in world space.
    pub from: DVec3,
    /// Where it should arrive; `None` for any place outside of the bounds by twice the radius.
    pub to: Option<DVec3>,
    /// The radius in metres, above 0.
    pub radius: f64,
    /// The box to leave: its least and its greatest corner.
    pub bounds: [DVec3; 2],
}

/// Whether the centre can leave.
#[derive(Clone, Debug, PartialEq)]
pub enum LeakAnswer {
    /// By this way.
    Leaks(LeakPath),
    /// It cannot: blocked cells without a gap separate the start from the goal.
    Sealed {
        /// The edge of the smallest cells that were needed, metres.
        resolution: f64,
        /// The distance of the goal from the nearest body, when that is less than the radius.
        goal_inside: Option<f64>,
    },
    /// The start itself is nearer to a body than the radius.
    StartsInside {
        /// The distance of the start from the nearest body, metres.
        distance: f64,
        /// The index of that body.
        body: usize,
    },
    /// Not decided.
    Undecided {
        /// Why.
        reason: UndecidedReason,
        /// The edge of the smallest cells that were searched, metres.
        resolution: f64,
        /// Where the shortest undecided way is: the middle of a cell that is not decided.
        near: Option<DVec3>,
    },
}

/// A way that keeps the radius everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct LeakPath {
    /// Its corners, from the start to the goal or to the first point outside.
    pub points: Vec<DVec3>,
    /// Its length in metres.
    pub length: f64,
    /// The place where it comes nearest to a body.
    pub narrowest: DVec3,
    /// The indices of the bodies that are nearest there, the nearest first.
    pub bodies: Vec<usize>,
    /// Twice the least distance from the bodies, metres.
    pub width: f64,
    /// The edge of the smallest cells on the way, metres.
    pub resolution: f64,
}
