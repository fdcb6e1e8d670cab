//! Reads a scene from text, by two readers that agree on every text: tests compare them.
//!
//! ```text
//! text ─ fast ──────────────────► document
//!   └─── located: syntax ─► tree ─ decode ──► document, each value with its place
//! ```
//!
//! [`fast`] reads without a syntax tree; [`cursor`] is its position in the text, and [`pieces`] divides a long list among
//! threads. [`located`] makes the syntax tree, but only when something must be located: for a text that is no scene, and for
//! the errors and warnings of a document. [`hint`] has examples for the help of messages, and [`not_a_scene`] recognises
//! files of other programs by their keys. [`project`] reads the project file, [`course`] the
//! file of a course; [`version`] is the version of both.

pub(in crate::scene) mod course;
pub(in crate::scene) mod cursor;
pub(in crate::scene) mod decode;
pub(in crate::scene) mod fast;
pub(in crate::scene) mod hint;
pub(in crate::scene) mod located;
pub(in crate::scene) mod not_a_scene;
pub(in crate::scene) mod pieces;
pub(in crate::scene) mod project;
pub(in crate::scene) mod version;
