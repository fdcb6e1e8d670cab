//! Writes a scene: `text` makes the text of a scene, `rewrite` changes the text of the user where the scene has changed,
//! and `save` writes files completely or not at all.

pub(in crate::scene) mod rewrite;
pub mod save;
pub(in crate::scene) mod text;
