//! FBX, binary and as text, by one of two modules with the same functions.
//!
//! `reader` parses with the crate `ufbx`, whose parser is C. It is in the program with the feature `fbx`, which is a default one.
//! `absent` is there without that feature, and in a page in a browser, for which no C compiler makes code; it says so.

#[cfg(not(all(feature = "fbx", not(target_family = "wasm"))))]
mod absent;
#[cfg(all(feature = "fbx", not(target_family = "wasm")))]
mod reader;

#[cfg(not(all(feature = "fbx", not(target_family = "wasm"))))]
pub(in crate::import) use absent::{image_names, read};
#[cfg(all(feature = "fbx", not(target_family = "wasm")))]
pub(in crate::import) use reader::build::read;
#[cfg(all(feature = "fbx", not(target_family = "wasm")))]
pub(in crate::import) use reader::image_names::image_names;
