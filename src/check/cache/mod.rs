//! What is known of scenes that were equal to their baselines, so that they are neither read nor drawn again.
//!
//! ```text
//! store      the cache of the scenes in one root
//! contents   the contents of its file
//! key        the program, the renderer and the options of a run
//! file       the digest of a file
//! entry      what is stored of a scene
//! ```
//!
//! A scene is known to be equal when nothing changed that its result depends on: the program, the renderer, the options,
//! the scene's file, each file that it names, the project file, and its baselines. Each is compared by its SHA-256 digest,
//! never by its time. A scene with a file that was written during the run is not stored, because the run may have read the
//! old contents. Only a scene that is equal, without errors, is stored. So a run with the cache has the rows of one
//! without it.
//!
//! There is one file for each root in the user's cache folder. Two runs at once may lose entries of each other; the scenes
//! are then checked again. A cache that cannot be read or written is no error.

mod contents;
mod entry;
mod file;
mod key;
mod store;

pub use key::RunKey;
pub use store::CheckCache;
