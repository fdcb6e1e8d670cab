//! Where the program runs: on a desktop, or in a page of a browser.

/// Whether it is a page of a browser.
pub(crate) const IS_PAGE: bool = cfg!(target_family = "wasm");

/// The address of the page without the part after `#`; `None` on a desktop.
pub(crate) fn address() -> Option<String> {
    #[cfg(target_family = "wasm")]
    return super::page::address();
    #[cfg(not(target_family = "wasm"))]
    None
}
