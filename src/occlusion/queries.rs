//! What a depth buffer is asked.

use std::error::Error;
use std::fmt;

use super::view::DepthView;
use crate::geometry::exact::body::Body;

/// Draw the front faces of some bodies into an empty depth buffer; does any back face of others pass "depth ≥ the
/// nearest front face" in some pixel? Where there is no front face, nothing passes.
#[derive(Clone, Copy, Debug)]
pub struct DepthTest<'a> {
    /// The camera.
    pub view: &'a DepthView,
    /// Whose front faces are drawn.
    pub front: &'a [Body],
    /// Whose back faces are tested.
    pub back: &'a [Body],
    /// Whether both are made wider by half the diagonal of a pixel, see [`fat_triangles`](super::fat_triangles).
    pub fatten: bool,
}

/// The answer of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Whether any sample passed.
    pub any: bool,
    /// Draw calls that were issued.
    pub draws: u32,
    /// Queries that were issued.
    pub queries: u32,
}

/// Why a depth buffer cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError(pub String);

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for QueryError {}

/// Something that answers depth tests.
pub trait DepthQueries {
    /// The greatest resolution of a picture.
    ///
    /// # Errors
    /// When there is no depth buffer at all.
    fn most_resolution(&mut self) -> Result<u32, QueryError>;

    /// Answers all tests in one batch, in their order, and waits for the results.
    ///
    /// # Errors
    /// When there is no depth buffer, or one of that resolution cannot be made.
    fn ask(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError>;
}
