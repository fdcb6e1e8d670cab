//! Levels from other programs: glTF 2.0, GLB, FBX, Wavefront OBJ, PLY, STL and maps of Quake (`.map`, `.bsp`), as objects and cameras to be placed in a scene.
//!
//! ```text
//! file ─ root check ─► bytes ─ parse ─► check ─ build ─► Level
//! ```
//!
//! This folder has what the formats share: the [`Level`] value, its errors, notes, names, memory and files, the images of
//! materials, and `read`, which chooses the reader by the extension: `fbx`, `gltf`, `obj`, `ply`,
//! `quake_bsp`, `quake_map` or `stl`.
//!
//! The file is not trusted. All files that it names are in the scene's folder; every index and range is checked before
//! it is used; no memory is reserved for a claimed count before its bytes exist; decoded data counts against a budget
//! that grows with the bytes read. An error has its place in the file; ignored content is a note with its place, and
//! all other content is read.

pub(in crate::import) mod contents;
pub(in crate::import) mod error;
pub(in crate::import) mod extension;
pub(crate) mod file;
pub(in crate::import) mod image_opacity;
pub(in crate::import) mod images;
pub(crate) mod level_image;
pub(crate) mod limits;
pub(in crate::import) mod named_files;
pub(in crate::import) mod notes;
pub(in crate::import) mod outline;
pub(in crate::import) mod placing;
pub(in crate::import) mod plain_meshes;
pub(in crate::import) mod plain_note;
pub(crate) mod read;
pub(in crate::import) mod read_level;
pub(in crate::import) mod rig;
pub(crate) mod stamps;
#[cfg(test)]
pub(in crate::import) mod tests;
pub(in crate::import) mod text_lines;
pub(in crate::import) mod unique_names;
pub(crate) mod work;

pub use contents::{AlphaTexture, AttachedShape, Counts, Level, LevelCamera, LevelCollider, LevelObject, Named};
pub use extension::{LEVEL_EXTENSIONS, is_level};
pub use limits::{LARGEST_LEVEL, MOST_OBJECTS};
pub(crate) use named_files::named_files;
pub use outline::{Outline, OutlineGroup, OutlinePart, PartIndex, UsedMaterial};
pub use rig::{
    AllTimesOut, Local, Moment, Morph, NamedAnimation, NamedSkin, Rig, RigNode, RigPose, Rigged, Skinned, TimesOut,
};
