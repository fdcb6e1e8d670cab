//! Animations, node hierarchies and skinned vertices, as glTF 2.0 defines them.
//!
//! ```text
//! Animation ─ sample(time) ─► Transform of each node ─ Hierarchy ─► world_from_node
//!                                          Skin::matrices ─► world_from_bind of each joint ─ pose ─► world vertices
//! ```
//!
//! A vertex of a skinned mesh is at `Σ wⱼ · world_from_jointⱼ · joint_from_bindⱼ · v`. The transform of the node that
//! has the mesh does not count (glTF 2.0, section 3.7.3.3). Weights are used as given; they are not normalised.
//!
//! [`pose`] computes in f32. [`exact::pose`] computes the same sum in f64, term by term.
//! Keys are f32; times are in seconds; transforms of nodes are composed in f64.
//!
//! ```
//! use eyeline::skin::{Animation, Channel, Hierarchy, Influences, Interpolation, Keys};
//! use eyeline::skin::{Property, Skin, Transform, pose};
//! use glam::{DMat4, DVec3, Vec3};
//!
//! // Two joints in a row, one metre apart. The second turns by 90° about Z within one second.
//! let joint = |y: f32| Transform { translation: Vec3::Y * y, ..Transform::default() };
//! let rest = [joint(0.0), joint(1.0)];
//! let hierarchy = Hierarchy::new(vec![None, Some(0)])?;
//! let half = 0.5_f32.sqrt();
//! let turn = Keys::new(Interpolation::Linear, 4, vec![0.0, 1.0], vec![0., 0., 0., 1., 0., 0., half, half])?;
//! let animation = Animation::new(vec![Channel { node: 1, property: Property::Rotation, keys: turn }])?;
//!
//! // One vertex, two metres above the first joint, moved by the second joint alone.
//! let vertices = [Vec3::Y * 2.0];
//! let influences = Influences::new(2, 1, vec![1], vec![1.0])?;
//! let joint_from_bind = vec![DMat4::IDENTITY, DMat4::from_translation(-DVec3::Y)];
//! let skin = Skin { joints: vec![0, 1], joint_from_bind };
//!
//! let mut nodes = rest;
//! animation.sample(1.0, &mut nodes);
//! let world_from_node = hierarchy.world_from_nodes(&nodes);
//! let mut posed = Vec::new();
//! pose(&skin.matrices(&world_from_node), &influences, &vertices, &mut posed);
//! assert!(posed[0].distance(Vec3::new(-1.0, 1.0, 0.0)) < 1e-6);
//! # Ok::<(), eyeline::skin::SkinError>(())
//! ```

mod animation;
mod error;
pub mod exact;
mod hierarchy;
mod influences;
mod keys;
mod posing;
mod stray;
mod stretch;

pub use animation::{Animation, Channel, Property};
pub use error::SkinError;
pub use hierarchy::{Hierarchy, Skin, Transform};
pub use influences::Influences;
pub use keys::{Interpolation, Keys};
pub use posing::{pose, pose_at};
pub use stray::{LEAST_STRAY_WEIGHT, StrayWeight, stray_weights};
pub use stretch::{LEAST_LONGER, LEAST_STRETCH, StretchedEdge, stretched_edges};
