//! Compressed parts of a glTF: buffer views by meshopt, and primitives by Draco.
//!
//! Both become the bytes that a file without compression would have, so no other reader differs for them. What a view or a primitive
//! becomes is reserved in the budget before it is decoded, by the counts in the file; a stream with more than these is an error.

pub(in crate::import::gltf) mod draco;
pub(in crate::import::gltf) mod meshopt;

/// The command of another program that writes a level without these compressions.
pub(in crate::import::gltf) const DECOMPRESS: &str =
    "`gltf-transform copy level.glb plain.glb` writes the level without compression";
