//! The window without a display, operated by clicks and keys.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::float_cmp, reason = "a number arrives as it was typed")]

mod adding;
mod alive;
mod behavior;
mod box_select;
mod clipboard;
mod commands;
mod compare;
mod display;
mod edit;
mod elsewhere;
mod expectations;
mod fields;
mod files;
mod first_minute;
mod fits;
mod gizmo;
mod glossary;
mod keys;
mod lessons;
mod level_problems;
mod look;
mod many;
mod models;
mod movie;
mod occlusion;
mod octree;
mod opacity;
mod outline;
mod panels;
mod paths;
mod plots;
mod point;
mod problems;
mod recovery;
mod restart;
mod review;
mod scale;
mod scenes;
mod select;
mod sessions;
mod set;
mod skins;
mod snapshots;
mod steady;
mod still;
mod stops;
mod story;
mod table;
mod test_window;
mod texts;
mod tree_file;
mod unanswered;
mod views;
