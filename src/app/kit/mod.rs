//! What the other folders of the window share: the look, keys and values kept between runs, and widgets.
//!
//! ```text
//! theme, units, scale, anchors    the look of the window, the units of numbers, its scale, places that help points at
//! host                            the place where the window is shown
//! persistent                      values kept between runs; fly_speed, motion, recent and units use it
//! keys, list_keys                 key presses that are not commands
//! form/                           the form with which the fields of an item are shown and changed
//! markdown                        text in Markdown: its blocks and the runs of a line
//! glossary/                       the terms, their window and their tooltips
//! path_field/                     a field for the path of a file; file_purpose: what files are chosen for
//! viewport_texture, shown_texture a 3D picture inside the window, and how egui shows it; draft: its quality while it moves
//! job, toast, callout             progress of long work, messages
//! playback                        plays the steps of an answer
//! hovered, pointing               the item under the pointer, and the field that is pointed at
//! clipped, fitted, tall_window    areas of a fixed size
//! slider_click, wheel             clicks on sliders, zooming by the wheel
//! ```
//!
//! This folder uses no other folder of `app`.

// The form has the macros for the parts of an item, so it comes first.
#[macro_use]
pub(in crate::app) mod form;

pub(in crate::app) mod anchors;
pub(in crate::app) mod callout;
pub(in crate::app) mod clipped;
pub(in crate::app) mod draft;
pub(in crate::app) mod file_purpose;
pub(in crate::app) mod fitted;
pub(in crate::app) mod fly_speed;
pub(in crate::app) mod glossary;
pub(in crate::app) mod host;
pub(in crate::app) mod hovered;
pub(in crate::app) mod job;
pub(in crate::app) mod keys;
pub(in crate::app) mod list_keys;
pub(in crate::app) mod markdown;
pub(in crate::app) mod motion;
pub(in crate::app) mod path_field;
pub(in crate::app) mod persistent;
pub(in crate::app) mod playback;
pub(in crate::app) mod pointing;
pub(in crate::app) mod recent;
pub(in crate::app) mod scale;
pub(in crate::app) mod shown_texture;
pub(in crate::app) mod slider_click;
pub(in crate::app) mod tall_window;
pub(in crate::app) mod theme;
pub(in crate::app) mod toast;
pub(in crate::app) mod units;
pub(in crate::app) mod viewport_texture;
pub(in crate::app) mod wheel;
