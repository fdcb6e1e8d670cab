//! scene/read

pub(in crate::scene) mod cursor;
pub(in crate::scene) mod decode;
pub(in crate::scene) mod fast;
pub(in crate::scene) mod hint;
pub(in crate::scene) mod located;
pub(in crate::scene) mod not_a_scene;
pub(in crate::scene) mod pieces;
