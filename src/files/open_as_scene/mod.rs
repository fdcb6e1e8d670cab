//! Opens files of other programs as scenes, a file for each kind.

pub(crate) mod image;
pub(crate) mod item_name;
pub(crate) mod level;
pub(crate) mod session;
pub(crate) mod trace;
pub(crate) mod tree;
