//! Text files: the folder that contains references, reading within limits, and located errors.

pub(crate) mod error;
pub mod folder;
pub(crate) mod options;
pub(crate) mod place;
pub(crate) mod stamp;
pub(crate) mod suggest;
pub(crate) mod syntax;
pub(crate) mod text;

pub use error::{SceneError, SceneWarning};
pub use options::ReadOptions;
pub use place::Place;
pub use stamp::Stamp;
pub use text::{LARGEST_FILE, LARGEST_SCENE};
