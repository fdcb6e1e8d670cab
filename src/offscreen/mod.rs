//! Pictures of a scene without the window: of one moment, and moving ones. The command line and the window use the same.
//!
//! ```text
//! depth    occlusion queries, answered without a display
//! drawn    what OpenGL draws for a camera, beside the exact picture
//! moment   the answers of a scene at one tick, and pictures of them
//! frames   what moves: ticks, a turn around the scene, or the steps of an answer
//! movie    the pictures one after another, and the file of all of them
//! ```

mod depth;
mod drawn;
mod frames;
mod moment;
mod movie;

pub use depth::DepthAnswers;
pub use drawn::drawn_comparison;
pub use frames::{FASTEST, Frames, MOST, SLOWEST};
pub use moment::{Moment, PictureOptions, camera_named};
pub use movie::{Movie, Output};
