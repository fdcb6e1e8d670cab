//! Watches the files of the open scene.

mod change_timer;
mod files;
mod places;

pub(crate) use files::Files;
