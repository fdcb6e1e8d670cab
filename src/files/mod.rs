//! The store of the files that a scene names: images, levels, trees and cells, each with its state (waiting, read, or
//! broken with the last valid reading kept), and the memory for them.
//!
//! The store is separate from the scene. After an edit or undo, earlier readings are still in the store; only new and
//! changed files are read. The caller decides when and how files are read: see [`Reading`].
//!
//! ```
//! // Opens a scene, and reads the image that it names.
//! let loaded = eyeline::files::open("scenes/leaf.json".as_ref())?;
//! assert_eq!(loaded.scene.images[0].name, "leaf");
//! assert!(loaded.faults.is_empty());
//! # Ok::<(), eyeline::source::SceneError>(())
//! ```

mod asset;
mod at_revision;
mod bag;
mod beside;
mod cells;
mod content;
mod course;
mod image;
mod image_faults;
mod inputs;
mod kind;
mod level;
mod level_far;
mod level_faults;
mod level_parts;
mod needs;
pub(crate) mod open;
pub(crate) mod open_as_scene;
mod paths;
pub(crate) mod placed;
mod program;
pub(crate) mod read;
mod reading;
pub(crate) mod repair_level;
mod session;
mod session_comparisons;
mod session_faults;
mod store;
mod trace;
mod trace_faults;
mod tree;
mod tree_faults;
mod update;
mod with_program;

pub use asset::Asset;
pub(crate) use asset::file_of;
pub use at_revision::FileAtRevision;
pub use cells::{Cells, layout};
pub use content::{Content, Files};
pub use course::{COURSE_FILE, CourseLesson, OpenCourse, is_course};
pub use image::ImageFile;
pub(crate) use image::title;
pub use inputs::{InputIndex, Inputs};
pub use kind::{FileKind, is_foreign};
pub use level::{LevelFile, LevelPart};
pub(crate) use level_faults::{LevelFault, LevelFaultKind};
pub use open::{open, open_watched};
pub use open_as_scene::image::{IMAGE_EXTENSIONS, is_image};
pub use open_as_scene::level::as_scene as level_as_scene;
pub use open_as_scene::session::{RECORDING_EXTENSIONS, as_scene as session_as_scene};
pub use open_as_scene::trace::{RECEIVED, as_scene as trace_as_scene};
pub use open_as_scene::tree::{TREE_EXTENSIONS, as_scene as tree_as_scene, is_tree};
pub use read::{Loaded, parse, parse_with};
pub use reading::{Pace, Reading};
pub use session::SessionFile;
pub use session_comparisons::Comparison;
pub use store::Store;
pub use trace::{TraceFile, name_of as name_of_trace};
pub use tree::{Runnable, TreeAsset};
pub(crate) use update::tree_of;
