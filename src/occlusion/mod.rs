//! Collision of two bodies by occlusion queries on a depth buffer.
//!
//! Each [`DepthView`] has two tests. The first draws the front faces of A into the depth buffer and tests whether some
//! back face of B passes "depth ≥ the nearest front face of A" in some pixel. The second test exchanges A and B. If
//! both are true, the pair collides in that view (`rule`). The answer is compared with the exact one in `f64`, which
//! gives a [`Verdict`], and each [`Limit`] is a reason for which the method may be wrong.
//!
//! Depths that are computed on the CPU ([`DepthPicture`], [`Column`]) explain an answer. No answer depends on them.
//!
//! This module does not draw: the trait [`DepthQueries`] answers whether any sample passed. `render` implements it with
//! OpenGL, the tests with rays in `f64`.
//!
//! Right-handed, +Y up, metres, `f64`. Bodies are closed sets: touching counts. This module uses no files, no OpenGL,
//! no egui and no scenes.

mod column;
mod fat;
mod limits;
pub mod memory;
mod method;
mod picture;
mod queries;
mod rule;
mod steps;
mod surface;
#[cfg(test)]
mod tests;
mod values;
mod verdict;
mod view;

pub use column::{Column, Crossing};
pub use fat::{Side, fat_triangles};
pub use limits::Limit;
pub use method::Method;
pub use picture::{DepthPicture, Faces};
pub use queries::{DepthQueries, DepthTest, Passed, QueryError};
pub use rule::{Answer, Exact, Pair, ViewAnswer, answer, answer_told};
pub use steps::column_marks;
pub use surface::triangles;
pub use values::OcclusionValues;
pub use verdict::Verdict;
pub use view::{DepthLens, DepthView};
