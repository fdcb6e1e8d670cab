//! The store of what was read from the files that a scene names, and scenes with these files.

pub(crate) mod as_scene;
pub(crate) mod asset;
pub(crate) mod assets;
pub(crate) mod cells;
pub(crate) mod image;
pub(crate) mod image_faults;
pub(crate) mod inputs;
pub(crate) mod level;
pub(crate) mod level_faults;
pub(crate) mod level_parts;
pub(crate) mod placed;
pub(crate) mod read;
pub(crate) mod tree;
