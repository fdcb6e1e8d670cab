//! Watches the files of the open scene.

mod files;
mod places;
mod rhythm;

pub(crate) use files::Files;
