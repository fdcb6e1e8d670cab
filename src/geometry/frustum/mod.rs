//! The view volume as six planes, and the test of a box against it.
//!
//! A point is in view when −w ≤ x, y ≤ w and its depth is in range. Each of these inequalities is linear in the
//! point, so its coefficients, sums and differences of the clip matrix's rows, are a plane (Gribb and Hartmann,
//! "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix", 2001). With column
//! vectors these are the rows of the matrix, and all normals point inward.

pub mod batch;
pub(crate) mod classified;
mod classify;
mod extract;
pub(crate) mod extracted;
pub(crate) mod side;
pub(crate) mod six_planes;
mod three_planes;

pub use classified::{Classification, PlaneDistances, PlaneValues, Verdict};
pub use classify::{classify, classify_told, n_vertex, p_vertex};
pub use extracted::{ClipMatrix, ExtractedPlane, ExtractionValues, PlaneRows};
pub use side::Side;
pub use six_planes::Frustum;
