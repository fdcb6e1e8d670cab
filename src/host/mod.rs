//! What a system gives to the program: files and threads. A desktop has them; in a browser, files are in the memory of the
//! page, and all work runs on one thread. Each module has the same functions on both. Clocks come from the crate `web-time`.

#[cfg(feature = "window")]
pub(crate) mod dialogs;
pub(crate) mod fs;
#[cfg(all(feature = "window", target_family = "wasm"))]
pub(crate) mod page;
pub(crate) mod thread;

/// The address of the page without the part after `#`; `None` on a desktop.
#[cfg(feature = "window")]
pub(crate) fn address() -> Option<String> {
    #[cfg(target_family = "wasm")]
    return page::address();
    #[cfg(not(target_family = "wasm"))]
    None
}

/// Whether this program runs in a page of a browser.
#[cfg(feature = "window")]
pub(crate) const IS_PAGE: bool = cfg!(target_family = "wasm");
