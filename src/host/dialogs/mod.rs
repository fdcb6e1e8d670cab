//! Dialogs for files: those of the system, and in a browser those of the browser.

#[cfg(not(target_family = "wasm"))]
mod desktop;
#[cfg(target_family = "wasm")]
mod page;
mod request;

#[cfg(not(target_family = "wasm"))]
pub(crate) use desktop::ask;
#[cfg(target_family = "wasm")]
pub(crate) use page::ask;
pub(crate) use request::{DialogAnswer, FileRequest, RequestedFile};
