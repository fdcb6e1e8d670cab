//! Collision of two bodies by occlusion queries on a depth buffer.
//!
//! Each [`DepthView`] has two tests. The first draws the front faces of A into the depth buffer and tests whether some
//! back face of B passes "depth ≥ the nearest front face of A" in some pixel. The second test exchanges A and B. If
//! both are true, the pair collides in that view (`rule`). The answer is compared with the exact one in `f64`, which
//! gives a [`Verdict`], and each [`Limit`] is a reason for which the method may be wrong.
//!
//! Depths that are computed on the CPU ([`DepthPicture`], [`Column`]) explain an answer. No answer depends on them, unless
//! [`PictureQueries`] takes the place of OpenGL.
//!
//! This module does not draw: the trait [`DepthQueries`] answers whether any sample passed. `render` implements it with
//! OpenGL, the tests with rays in `f64`.
//!
//! ```
//! use eyeline::geometry::exact::body::ExactBody;
//! use eyeline::geometry::{Pose, Shape, Silent};
//! use eyeline::occlusion::{DepthView, Method, Pair, Passed, Verdict};
//! use glam::{DVec3, Quat, Vec3};
//!
//! let ball = |x: f32| {
//!     let pose = Pose::new(Vec3::new(x, 0.0, 0.0), Quat::IDENTITY, Vec3::ONE).unwrap();
//!     vec![ExactBody::new(&Shape::Sphere { radius: 1.0 }, &pose)]
//! };
//! let view = DepthView::framing(DVec3::NEG_Z, [DVec3::splat(-8.0), DVec3::splat(8.0)], 64);
//! let pair = Pair::new(ball(0.0), ball(5.0), Method::Axes, &view);
//!
//! // Three views with two tests each. A depth buffer runs them; here no sample passes.
//! let passed: Vec<Passed> = pair.tests().map(|_| Passed { any: false, draws: 2, queries: 1 }).collect();
//! assert_eq!(passed.len(), 6);
//!
//! let answer = pair.answer(&passed, &pair.exact(), &mut Silent);
//! assert_eq!(answer.verdict, Verdict::TrueNegative);
//! assert!((answer.separation - 3.0).abs() < 1e-6);
//! ```
//!
//! Right-handed, +Y up, metres, `f64`. Bodies are closed sets: touching counts. This module uses no files, no OpenGL,
//! no egui and no scenes.

mod column;
mod covered;
mod fattened;
mod limits;
pub mod memory;
mod method;
mod picture;
mod picture_queries;
mod queries;
mod rule;
mod steps;
mod surface;
#[cfg(test)]
mod tests;
mod values;
mod verdict;
mod view;

pub use column::{Column, ColumnCrossing};
pub use covered::Pixels;
pub use fattened::{FattenedSide, fattened_triangles};
pub use limits::Limit;
pub use method::Method;
pub use picture::{DepthPicture, Faces};
pub use picture_queries::PictureQueries;
pub use queries::{DepthQueries, DepthTest, Passed, QueryError};
pub use rule::{Exact, Pair, QueryAnswer, ViewAnswer, answer, answer_told};
pub use steps::column_marks;
pub use surface::triangles;
pub use values::OcclusionValues;
pub use verdict::Verdict;
pub use view::{DepthProjection, DepthView};
