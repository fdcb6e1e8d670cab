//! What a system gives to the program: files and threads. A desktop has them; in a browser, files are in the memory of the
//! page, and all work runs on one thread. Each module has the same functions on both. Clocks come from the crate `web-time`.

#[cfg(feature = "window")]
pub(crate) mod dialogs;
pub(crate) mod fs;
#[cfg(all(feature = "window", target_family = "wasm"))]
pub(crate) mod page;
#[cfg(feature = "window")]
pub(crate) mod place;
pub(crate) mod thread;
