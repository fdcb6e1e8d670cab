//! app/shell

pub(in crate::app) mod headless_window;
pub(in crate::app) mod layout;
pub(in crate::app) mod loop_range;
pub(in crate::app) mod lost_display;
pub(in crate::app) mod menu;
pub(in crate::app) mod panels;
pub(in crate::app) mod received_files;
pub(in crate::app) mod recent;
pub(in crate::app) mod skin_search_job;
pub(in crate::app) mod start;
pub(in crate::app) mod state_file;
pub(in crate::app) mod time_marks;
pub(in crate::app) mod timeline;
pub(in crate::app) mod watch;
pub(in crate::app) mod window_size;
