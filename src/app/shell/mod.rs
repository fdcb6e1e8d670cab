//! app/shell

pub(in crate::app) mod app;
pub(in crate::app) mod headless_window;
pub(in crate::app) mod lost_display;
pub(in crate::app) mod menu;
pub(in crate::app) mod messages;
pub(in crate::app) mod panels;
pub(in crate::app) mod run;
pub(in crate::app) mod start;
pub(in crate::app) mod state_file;
pub(in crate::app) mod watch;
pub(in crate::app) mod window_size;
