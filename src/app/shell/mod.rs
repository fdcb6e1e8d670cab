//! The window itself: one frame, its start, and what belongs to the desktop.
//!
//! ```text
//! app              the window and one frame of it
//! panels           calls the panels; messages: choices over the 3D view; menu: the menu bar
//! run, page        open the window with eframe, on a desktop and in a browser; headless_window: draws it without a display
//! start            the contents of a new window; it lists the values that are kept between runs
//! state_file       the file with the state between runs
//! watch            watches the files of the scene
//! window_size, lost_display   the size of the window; a window that is destroyed from outside
//! ```
//!
//! This folder uses all others, and none of them uses it.

pub(in crate::app) mod app;
pub(in crate::app) mod headless_window;
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) mod lost_display;
pub(in crate::app) mod menu;
pub(in crate::app) mod messages;
#[cfg(target_family = "wasm")]
pub(in crate::app) mod page;
pub(in crate::app) mod panels;
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) mod run;
pub(in crate::app) mod start;
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) mod state_file;
pub(in crate::app) mod watch;
pub(in crate::app) mod window_size;
