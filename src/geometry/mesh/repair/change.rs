//! The changes of a repaired mesh, and what it left.

use std::fmt;

use glam::Vec3;

use crate::geometry::narrate::num;

/// The most edges of a rim that is closed: time grows with their third power, memory with their second.
pub(super) const MOST_EDGES: usize = 256;

/// A change of a mesh. Numbers of vertices and triangles are those before the repair, from 0; lengths are those of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshChange {
    /// A vertex took the place of an earlier one.
    Merged {
        /// The vertex.
        vertex: u32,
        /// The earlier vertex.
        to: u32,
        /// Their distance before.
        distance: f32,
    },
    /// A triangle was removed.
    Removed {
        /// The triangle.
        triangle: u32,
        /// Why.
        reason: RemovalReason,
    },
    /// The corners of a triangle were reversed.
    Flipped {
        /// The triangle.
        triangle: u32,
    },
    /// A hole was closed.
    Closed {
        /// The centre of the box of its rim.
        centre: Vec3,
        /// The diagonal of the box of its rim.
        size: f32,
        /// The number of edges of its rim.
        edges: usize,
        /// The number of triangles that close it.
        triangles: usize,
    },
}

/// Why a triangle was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalReason {
    /// A corner has a coordinate that is NaN or infinite.
    NotFinite,
    /// Its corners are on one line.
    NoArea,
    /// An earlier triangle has the same corners.
    Duplicate {
        /// The earlier triangle.
        of: u32,
    },
}

/// A fault that a repair left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeptFault {
    /// The winding of a part cannot be consistent: it has one side, as a Möbius strip.
    OneSided {
        /// Its first triangle.
        triangle: u32,
    },
    /// A hole is larger than the size.
    LargeHole {
        /// The centre of the box of its rim.
        centre: Vec3,
        /// The diagonal of the box of its rim.
        size: f32,
    },
    /// The triangles beside a rim do not all have the same winding, so that it is no loop.
    BrokenRim {
        /// The place.
        at: Vec3,
    },
    /// A rim has more edges than the search for the least area takes.
    LongRim {
        /// The centre of the box of the rim.
        centre: Vec3,
        /// The number of its edges.
        edges: usize,
    },
    /// The rim belongs to primitives of several materials.
    MixedRim {
        /// The centre of the box of the rim.
        centre: Vec3,
    },
    /// Each set of triangles over the rim has an edge that the mesh has already, or a triangle without area.
    Unclosable {
        /// The centre of the box of the rim.
        centre: Vec3,
    },
    /// Triangles over the rim would cover the back of the surface: it is the border of a flat sheet.
    FlatSheet {
        /// The centre of the box of the rim.
        centre: Vec3,
    },
}

/// A place in words.
struct Place(Vec3);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vec3 { x, y, z } = self.0;
        write!(f, "({}, {}, {})", num(x), num(y), num(z))
    }
}

impl fmt::Display for MeshChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Merged { vertex, to, distance } => {
                write!(f, "vertex {vertex}: moved by {} to the place of vertex {to}", num(distance))
            }
            Self::Removed { triangle, reason } => {
                write!(f, "triangle {triangle}: removed, ")?;
                match reason {
                    RemovalReason::NotFinite => write!(f, "a corner is not finite"),
                    RemovalReason::NoArea => write!(f, "it has no area"),
                    RemovalReason::Duplicate { of } => write!(f, "it has the corners of triangle {of}"),
                }
            }
            Self::Flipped { triangle } => write!(f, "triangle {triangle}: winding reversed"),
            Self::Closed { centre, size, edges, triangles } => {
                let (place, noun) = (Place(centre), if triangles == 1 { "triangle" } else { "triangles" });
                write!(f, "hole of {edges} edges at {place}, {} across: closed by {triangles} {noun}", num(size))
            }
        }
    }
}

impl fmt::Display for KeptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OneSided { triangle } => {
                write!(
                    f,
                    "part with triangle {triangle}: its winding cannot be made consistent, because it has one side only"
                )
            }
            Self::LargeHole { centre, size } => {
                write!(f, "hole at {}: it is {} across, more than the size to close", Place(centre), num(size))
            }
            Self::BrokenRim { at } => {
                write!(
                    f,
                    "open edge at {}: the triangles along it have different winding; make it consistent first",
                    Place(at)
                )
            }
            Self::LongRim { centre, edges } => {
                write!(f, "hole at {}: its rim has {edges} edges, more than {}", Place(centre), MOST_EDGES)
            }
            Self::MixedRim { centre } => {
                write!(f, "hole at {}: its rim has several materials; close it in a modelling program", Place(centre))
            }
            Self::Unclosable { centre } => {
                write!(f, "hole at {}: all triangles over it are thin, or repeat an edge of the mesh", Place(centre))
            }
            Self::FlatSheet { centre } => {
                write!(f, "open border at {}: it is the border of a flat sheet, not a hole", Place(centre))
            }
        }
    }
}
