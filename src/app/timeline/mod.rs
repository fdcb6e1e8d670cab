//! The time bar: the shown tick, and playback.
//!
//! ```text
//! bar              the bar, and the state of playback
//! marks            aborts, losses, jumps, anchors, taps and cuts on the bar; ticks and times of the scene
//! step_lane        the steps of the selected answer, above the rail
//! loop_range       the ticks that playback repeats
//! said_marks_job   the search for the ticks at which answers of a program begin to differ
//! skin_search_job  the search for the ticks at which animated meshes leave a box
//! ```
//!
//! It is a folder of its own, because the Sessions panel, the dialogs for files of time ranges and the commands on time use
//! it. It uses `kit` and `command`.

pub(in crate::app) mod bar;
pub(in crate::app) mod loop_range;
pub(in crate::app) mod marks;
mod said_marks_job;
pub(in crate::app) mod skin_search_job;
mod step_lane;
