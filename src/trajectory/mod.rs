//! A recorded camera path: the session of an AR app, the trajectory of a SLAM system, or captured head motion.
//!
//! A [`Trajectory`] has [`Frame`]s with ascending times, and what the device saw at these times: the lens, feature points
//! and anchors (planes). [`Trajectory::at`] is the pose at a time; it is never interpolated across a loss or a jump.
//!
//! ```
//! use eyeline::trajectory::{Frame, Tracking, Trajectory};
//! use glam::{DQuat, DVec3};
//!
//! let frame = |time: f64, x: f64, tracking| Frame { time, position: DVec3::X * x, rotation: DQuat::IDENTITY, tracking };
//! let walk = Trajectory::new(
//!     [
//!         frame(0.0, 0.0, Tracking::Normal),
//!         frame(1.0, 1.0, Tracking::Normal),
//!         frame(2.0, 9.0, Tracking::Lost),
//!         frame(3.0, 2.0, Tracking::Normal),
//!     ]
//!     .into_iter()
//!     .collect(),
//! );
//! // Between two frames the position is linear.
//! assert_eq!(walk.at(0.25).unwrap().position.x, 0.25);
//! // While tracking is lost, the last pose holds.
//! assert_eq!(walk.at(2.5).unwrap().position.x, 1.0);
//! let summary = walk.summary();
//! assert_eq!((summary.lost[0].from, summary.lost[0].to, summary.path_length), (2.0, 3.0, 1.0));
//! ```
//!
//! - [`CameraAxes`] and [`Convention`] convert poses of other programs.
//! - [`Anchors`] has the history of each anchor and its state at a time.
//! - [`tap`] is the hit test of a point of the picture against anchors and feature points, with every candidate.
//! - [`align`] aligns two paths (Umeyama); [`errors`] has absolute and relative pose errors, and [`deviation`] has them in few
//!   numbers for a plot and a picture. [`segments`] has errors over distances, as the benchmark of KITTI. [`offset`] finds how
//!   far the clocks of two paths are apart.
//!
//! Right-handed, +Y up, metres, seconds. All numbers are `f64`. This module uses no files, no OpenGL, no egui and no
//! scenes.

pub mod align;
mod anchor;
mod convention;
pub mod deviation;
pub mod errors;
mod frames;
mod lens;
mod limits;
pub mod offset;
mod outline;
mod recorded;
mod replay;
pub mod segments;
pub mod steps;
mod summary;
pub mod tap;

pub use anchor::{Alignment, Anchor, AnchorChange, AnchorEvent, Anchors, History, UnknownAnchor};
pub use convention::{CameraAxes, Convention, World};
pub use frames::{FRAME_BYTES, Frame, Frames, Tracking};
pub use lens::Lens;
pub use outline::{Stroke, StrokeKind};
pub use recorded::{GAP, JumpLimit, Numbering, Trajectory};
pub use replay::PoseAt;
pub use summary::{FarthestTurn, Jump, Lost, Summary};
