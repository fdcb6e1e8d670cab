//! Watches the files of the open scene.

#[cfg(not(target_family = "wasm"))]
mod change_timer;
#[cfg(not(target_family = "wasm"))]
mod files;
#[cfg(target_family = "wasm")]
mod page_files;
#[cfg(not(target_family = "wasm"))]
mod places;

#[cfg(not(target_family = "wasm"))]
pub(crate) use files::Files;
#[cfg(target_family = "wasm")]
pub(crate) use page_files::UnwatchedFiles as Files;
