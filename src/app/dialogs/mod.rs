//! Dialogs above the panels, and the windows of the Help menu.
//!
//! A dialog keeps its state while it is open and returns what was chosen; `actions` and `shell` carry it out. This folder
//! uses all others except `actions` and `shell`.

// Files.
pub(in crate::app) mod add_level;
pub(in crate::app) mod choose_file;
pub(in crate::app) mod compare;
pub(in crate::app) mod conflict;
pub(in crate::app) mod opening;
pub(in crate::app) mod recovery;
pub(in crate::app) mod save_before_leaving;
pub(in crate::app) mod tree_choice;
pub(in crate::app) mod which_way_up;

// Files that are made of the scene.
pub(in crate::app) mod movie;
pub(in crate::app) mod repair_level;
pub(in crate::app) mod screenshot;
pub(in crate::app) mod trim;

// Changes of the selected items.
pub(in crate::app) mod editor;
mod export_modal;
pub(in crate::app) mod replace_expectation;

// Help.
pub(in crate::app) mod first_minute;
pub(in crate::app) mod help;
pub(in crate::app) mod hunt;
pub(in crate::app) mod lessons;
pub(in crate::app) mod settings;
pub(in crate::app) mod still_picture;
