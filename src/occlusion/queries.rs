//! The tests of a depth buffer, and their answers.

use std::error::Error;
use std::fmt;

use super::view::DepthView;
use crate::geometry::exact::body::ExactBody;

/// One test: the front faces of some bodies are drawn into an empty depth buffer. The answer is whether some back face
/// of other bodies passes "depth ≥ the nearest front face" in some pixel. In a pixel without a front face, nothing
/// passes.
#[derive(Clone, Copy, Debug)]
pub struct DepthTest<'a> {
    /// The camera.
    pub view: &'a DepthView,
    /// The bodies whose front faces are drawn.
    pub front: &'a [ExactBody],
    /// The bodies whose back faces are tested.
    pub back: &'a [ExactBody],
    /// Whether both are made wider by half the diagonal of a pixel, see
    /// [`fattened_triangles`](super::fattened_triangles).
    pub fatten: bool,
}

/// The answer of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Whether any sample passed.
    pub any: bool,
    /// The number of draw calls.
    pub draws: u32,
    /// The number of occlusion queries.
    pub queries: u32,
}

/// The reason why the tests could not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError(pub String);

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for QueryError {}

/// An implementation of depth tests.
pub trait DepthQueries {
    /// The greatest resolution of a depth image, in pixels along each side.
    ///
    /// # Errors
    /// When no depth buffer is available.
    fn most_resolution(&mut self) -> Result<u32, QueryError>;

    /// Runs all tests in one batch, waits for the results, and returns them in the order of the tests.
    ///
    /// # Errors
    /// When no depth buffer is available, or none of the tests' resolution can be created.
    fn run(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError>;
}
