//! Why corners and triangles are not a mesh.

use std::error::Error;
use std::fmt;

/// The reason why corners and triangles are not a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshError {
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// The triangle's number, in file order, from 0.
        triangle: usize,
        /// The index to which it refers.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// No triangle has finite corners.
    Empty,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { triangle, vertex, vertices } => {
                write!(f, "triangle {triangle} names vertex {vertex}, but there are {vertices}")
            }
            Self::Empty => write!(f, "no triangle has finite corners"),
        }
    }
}

impl Error for MeshError {}
