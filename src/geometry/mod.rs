//! Shapes, poses, bounds and planes, and the two spatial queries: frustum against box, ray against solid.
//!
//! ```
//! use eyeline::geometry::camera::{Camera, DepthRange, Projection};
//! use eyeline::geometry::frustum::{Frustum, Side, Verdict, classify};
//! use eyeline::geometry::{Aabb, exact};
//! use glam::{DQuat, Vec3};
//!
//! // A camera at the origin that looks along −Z.
//! let camera = Camera {
//!     position: Vec3::ZERO,
//!     rotation: DQuat::IDENTITY,
//!     projection: Projection::Perspective { fov_y: 60_f64.to_radians(), aspect: 1.5 },
//!     near: 0.3,
//!     far: 20.0,
//!     depth: DepthRange::MinusOneToOne,
//! };
//! let frustum = Frustum::of(&camera);
//!
//! let ahead = Aabb::around(Vec3::new(0.0, 0.0, -5.0), Vec3::splat(0.5));
//! assert_eq!(classify(&frustum, &ahead).verdict, Verdict::Inside);
//!
//! let too_far = Aabb::around(Vec3::new(0.0, 0.0, -30.0), Vec3::splat(0.5));
//! assert_eq!(classify(&frustum, &too_far).rejected_by, Some(Side::Far));
//!
//! // The exact reference answers in f64, by another algorithm.
//! assert_eq!(exact::frustum::classify(&camera, &ahead).verdict, Verdict::Inside);
//! ```
//!
//! Right-handed, +Y up, metres, radians. The queries compute in `f32` as an engine does. [`exact`] answers the same
//! questions in `f64` by other algorithms. This module uses no files, no OpenGL, no egui and no scenes.

pub mod bounds;
pub mod box_tree;
pub mod camera;
mod columns;
pub mod exact;
pub mod frustum;
pub mod interval;
pub mod mesh;
pub mod narrate;
pub mod plane;
pub mod polygon;
pub mod pose;
pub mod ray;
pub mod shape;
mod spacing;
pub mod units;

pub use bounds::Aabb;
pub use box_tree::BoxTree;
pub use interval::Interval;
pub use mesh::Mesh;
pub(crate) use mesh::has_area;
pub use narrate::{Mark, MarkShape, Narrator, OtherValues, Plot, Silent, Step, Story, Tone, Values};
pub use plane::Plane;
pub use pose::Pose;
pub use shape::Shape;
pub use spacing::spacing;
