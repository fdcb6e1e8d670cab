//! Text files: the folder that contains references, reading within limits, and located errors.
//!
//! A scene may come from an untrusted source, so it may only refer to files inside its root [`folder`]. A
//! [`SceneError`] has the file, line and column of the value that it is about.
//!
//! ```
//! use eyeline::source::folder::check_written;
//!
//! assert!(check_written("images/leaf.png").is_ok());
//! assert!(check_written("/images/leaf.png").unwrap_err().leads_out(), "an absolute path");
//! assert!(check_written(r"images\leaf.png").unwrap_err().is_refused(), "a backslash");
//! ```

pub(crate) mod decoding;
pub(crate) mod error;
pub(crate) mod extension;
pub mod folder;
pub(crate) mod git;
pub mod git_text;
pub(crate) mod json_keys;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod place;
pub mod regular;
pub mod rooted;
pub(crate) mod stamp;
pub(crate) mod suggest;
pub(crate) mod syntax;
pub(crate) mod text;

pub use error::{SceneError, SceneWarning};
pub use options::ReadOptions;
pub use place::ValuePath;
pub use stamp::Stamp;
pub use text::{LARGEST_FILE, LARGEST_SCENE};
