//! Files of other programs: images, levels, behaviour trees and recorded camera paths.
//!
//! The contents of these files are not trusted: they are read within limits, and an error has its place in the file.
//!
//! ```
//! use eyeline::import::trajectory::{Format, Settings, parse};
//!
//! // Two frames in the format of TUM: time, position, rotation as x, y, z, w.
//! let text = "0 0 0 0 0 0 0 1\n0.5 0.1 0 0 0 0 0 1\n";
//! let settings = Settings { format: Some(Format::Tum), ..Settings::default() };
//! let recorded = parse("walk.txt", text, &settings)?;
//! assert_eq!(recorded.format, Format::Tum);
//! assert!(recorded.left_out.is_empty());
//! # Ok::<(), eyeline::source::SceneError>(())
//! ```

pub mod behavior_tree;
pub(crate) mod fbx;
pub(crate) mod gltf;
pub mod image;
pub mod level;
pub(crate) mod obj;
pub(crate) mod ply;
pub(crate) mod quake_bsp;
pub(crate) mod quake_map;
pub(crate) mod stl;
pub mod trajectory;
