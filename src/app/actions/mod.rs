//! What commands do, and when they are enabled.
//!
//! ```text
//! file, edit, view, …  one file for each menu: the action of each of its commands, beside the facts that it depends on
//! shared               what several of these files depend on
//! facts                the facts of all files, and the table of commands that is made of them
//! action               a command with what it does
//! carry_out            carries out commands, also those of key presses
//! state                what commands change: the scene, the panels, their places, the time bar, the dialogs
//! seen_now, view_link  what is selected and seen now, and links to it
//! target               that state for one command, and what several commands do
//! open_panel           the panel that a file names
//! movie, still_picture, repair_level, trim, hunt, received_files   work with files that begins in a dialog
//! ```
//!
//! A new command is a variant of its enum in [`command::table`](super::command::table) and an arm in the file of the same
//! name here. This folder uses all others except [`shell`](super::shell).

mod action;
pub(in crate::app) mod carry_out;
pub(in crate::app) mod facts;
pub(in crate::app) mod hunt;
pub(in crate::app) mod movie;
pub(in crate::app) mod open_panel;
pub(in crate::app) mod received_files;
pub(in crate::app) mod repair_level;
mod seen_now;
mod shared;
pub(in crate::app) mod state;
pub(in crate::app) mod still_picture;
pub(in crate::app) mod target;
pub(in crate::app) mod trim;
pub(in crate::app) mod view_link;

// The commands of each menu.
mod author;
mod clipboard;
pub(in crate::app) mod compare;
mod disagreement;
mod display;
mod dropped_files;
mod edit;
mod export;
mod export_problems;
mod file;
mod gizmo;
mod help;
mod lesson;
pub(in crate::app) mod lesson_step;
mod live;
mod play;
pub(in crate::app) mod present;
mod problem;
mod review;
mod select;
mod tree;
mod view;
mod window;

#[cfg(test)]
mod readme;
#[cfg(test)]
mod tests;
