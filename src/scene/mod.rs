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

mod changed;
pub(crate) mod check;
pub(crate) mod decode;
pub(crate) mod document;
mod entry;
mod generate;
mod hint;
mod id;
mod list;
mod names;
pub mod save;
mod schema;
pub(crate) mod subject;
mod tour;
pub mod tree;
pub(crate) mod warn;
mod write;

/// The files of other programs, by their old paths.
pub mod import {
    pub(crate) use crate::files::as_scene::images_of_level;
    pub use crate::files::as_scene::{is_foreign, is_image, is_tree, level_as_scene};
    pub use crate::import::{behavior_tree, level};
}

/// Images, by their old paths.
pub mod image {
    pub use crate::files::cells::Cells;
    pub use crate::files::image::ImageFile;
    pub(crate) use crate::files::image::title;
    pub use crate::files::image_faults::layout;
    pub use crate::import::image::*;
    pub use crate::source::stamp::Stamp;
}

pub use crate::files::asset::Asset;
pub(crate) use crate::files::assets::file_of;
pub use crate::files::assets::{Assets, Files, Pace};
pub use crate::files::inputs::Inputs;
pub(crate) use crate::files::level_faults::LevelFault;
pub use crate::files::read::{Loaded, parse, parse_with, read, read_file, read_watched, read_with};
pub use crate::source::folder;
pub use crate::source::options::ReadOptions;
pub(crate) use crate::source::{error, place, suggest, syntax, text};
pub use changed::Changed;
pub use check::{Problem, check, check_change};
pub use document::*;
pub use entry::Entry;
pub use error::{SceneError, SceneWarning};
pub use folder::Folder;
pub use generate::{are_our_hills, generate, write_hills};
pub use id::{EntryId, Part, ThingId};
pub use image::Stamp;
pub use list::List;
pub(crate) use names::names;
pub use place::Place;
pub use save::{SaveError, save, save_bytes, save_with};
pub use schema::schema;
pub(crate) use suggest::nearest;
pub use text::LARGEST_FILE;
pub(crate) use text::no_file;
pub use tour::tour;
pub use write::{write, write_to};
