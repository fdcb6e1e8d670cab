//! A running program that the window shows.
//!
//! ```text
//! program  what has come from it, and whether the view follows it
//! bar      its state above the time bar
//! saving   saves the recording to a file
//! words    rates and states in words
//! ```
//!
//! It is a folder of its own, because the commands on running programs use it. It uses `kit` and `command`.

pub(in crate::app) mod bar;
pub(in crate::app) mod program;
pub(in crate::app) mod saving;
mod words;
