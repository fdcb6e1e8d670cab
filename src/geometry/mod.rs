//! Shapes, poses, bounds and planes, and the two spatial queries: frustum against box, ray against solid.
//!
//! Right-handed, +Y up, metres, radians. Everything here is computed in `f32` as an engine would, except
//! `exact/`, which answers the same questions in `f64` by other algorithms. Knows nothing of files, GL,
//! egui or scenes.

pub mod bounds;
pub mod box_tree;
pub mod camera;
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

pub use bounds::Aabb;
pub use box_tree::BoxTree;
pub use interval::Interval;
pub use mesh::Mesh;
pub use narrate::{Mark, MarkShape, Narrator, Plot, Silent, Step, Story, Tone, Values};
pub use plane::Plane;
pub use pose::Pose;
pub use shape::Shape;
pub use spacing::spacing;
