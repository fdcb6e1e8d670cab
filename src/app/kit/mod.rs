//! app/kit

pub(in crate::app) mod anchors;
pub(in crate::app) mod callout;
pub(in crate::app) mod clipped;
pub(in crate::app) mod file_purpose;
pub(in crate::app) mod fitted;
pub(in crate::app) mod fly_speed;
pub(in crate::app) mod recent;
#[macro_use]
pub(in crate::app) mod form;
pub(in crate::app) mod glossary;
pub(in crate::app) mod host;
pub(in crate::app) mod hovered;
pub(in crate::app) mod job;
pub(in crate::app) mod keys;
pub(in crate::app) mod list_keys;
pub(in crate::app) mod path_field;
pub(in crate::app) mod persistent;
pub(in crate::app) mod playback;
pub(in crate::app) mod pointing;
pub(in crate::app) mod scale;
pub(in crate::app) mod slider_click;
pub(in crate::app) mod tall_window;
pub(in crate::app) mod theme;
pub(in crate::app) mod toast;
pub(in crate::app) mod units;
pub(in crate::app) mod viewport_texture;
pub(in crate::app) mod wheel;
