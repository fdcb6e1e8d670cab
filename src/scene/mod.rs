//! The scene document: what is written in the file, how it is read and checked, and its schema.
//!
//! ```text
//! text ─ syntax ─► tree ─ decode ─► document ─ check ─► Loaded
//! ```
//!
//! Every error has a place: [`SceneError`] holds file, line and column, and can show the source line.
//!
//! ```
//! let text = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "near": 0.3, "far": 0.2 }] }"#;
//! let error = eyeline::scene::parse(text, "guard.json", None).unwrap_err();
//! assert!(error.render(false).contains("`far`, which is 0.2, must be above `near`, which is 0.3"));
//!
//! let loaded = eyeline::scene::parse(&text.replace("0.2", "20"), "guard.json", None)?;
//! assert_eq!(loaded.scene.cameras[0].name, "guard");
//! # Ok::<(), eyeline::scene::SceneError>(())
//! ```

mod asset;
mod assets;
mod changed;
mod check;
mod decode;
mod document;
mod error;
pub mod folder;
mod generate;
mod hint;
pub mod image;
pub mod import;
mod list;
mod names;
mod options;
mod place;
mod placed;
mod read;
pub mod save;
mod schema;
mod subject;
mod suggest;
mod syntax;
mod text;
mod tour;
pub mod tree;
mod warn;
mod write;

pub use asset::Asset;
pub(crate) use assets::file_of;
pub use assets::{Assets, Files, Pace};
pub use changed::Changed;
pub use check::{Problem, check, check_change};
pub use document::*;
pub use error::{SceneError, SceneWarning};
pub use folder::Folder;
pub use generate::{are_our_hills, generate, write_hills};
pub use image::Stamp;
pub(crate) use import::level::LevelFault;
pub use list::List;
pub(crate) use names::names;
pub use options::ReadOptions;
pub use place::Place;
pub use read::{Loaded, parse, parse_with, read, read_file, read_watched, read_with};
pub use save::{Inputs, SaveError, save, save_bytes, save_with};
pub use schema::schema;
pub(crate) use suggest::nearest;
pub use text::LARGEST_FILE;
pub(crate) use text::no_file;
pub use tour::tour;
pub use write::{write, write_to};
