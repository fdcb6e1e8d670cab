//! The scene document: its types, how its file is read and checked, and its schema. The contents of the files that it
//! names are not part of it: see [`crate::files`].
//!
//! ```text
//! text ─ read ─► document ─ validate, warn ─► Scene ─ write ─► text
//! ```
//!
//! Every error is located: [`SceneError`] contains file, line and column, and can show the source line.
//!
//! ```
//! let text = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "near": 0.3, "far": 0.2 }] }"#;
//! let error = eyeline::scene::parse(text, "guard.json").unwrap_err();
//! assert!(error.render(false).contains("`far`, which is 0.2, must be above `near`, which is 0.3"));
//!
//! let scene = eyeline::scene::parse(&text.replace("0.2", "20"), "guard.json")?;
//! assert_eq!(scene.cameras[0].name, "guard");
//! # Ok::<(), eyeline::scene::SceneError>(())
//! ```

mod animation;
mod changed;
mod chunked_list;
mod document;
mod entry;
mod generate;
mod id;
mod lesson_text;
mod levels;
mod names;
mod nullable;
mod read;
mod schema;
#[cfg(feature = "window")]
#[cfg(test)]
mod schema_tables;
mod subject;
mod tour;
pub mod tree;
mod validate;
mod warn;
pub mod write;

pub use crate::source::folder::Folder;
pub use crate::source::{ReadOptions, SceneError, SceneWarning, Stamp, ValuePath};
pub(crate) use animation::MissingAnimation;
pub use changed::Changed;
pub use chunked_list::List;
pub use document::*;
pub use entry::{Entry, EntryKind};
pub use generate::{are_our_hills, generate, write_hills};
pub(crate) use id::LastIndices;
pub use id::{EntryId, ItemId, ItemMap, ItemSet, PartKind};
pub(crate) use lesson_text::rename_in_text;
pub use lesson_text::{LessonTextPart, lesson_text, value_path};
pub use levels::{AwaitedProgram, InLevel, InTrace, Levels, NoLevels};
pub(crate) use names::names;
pub use read::course::WrittenCourse;
pub(crate) use read::located::memory_of_tree;
pub use read::located::{WrittenScene, parse, parse_within};
pub use read::project::WrittenProject;
pub use schema::{course_schema, project_schema, schema};
pub use tour::tour;
pub use validate::{
    ValidBefore, Violation, ViolationKind, check_change, check_expectations, check_lesson, check_settings, validate,
};
pub(crate) use validate::{expected_fields, words_of_field};
pub(crate) use warn::{InWorld, Measure, UnusualObjects, imprecise_in_levels, warnings};
pub use write::rewrite::rewrite;
pub use write::save::{SaveError, save, save_bytes, save_with};
pub use write::text::{write, write_to};
