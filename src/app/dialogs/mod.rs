//! app/dialogs

pub(in crate::app) mod add_level;
pub(in crate::app) mod choose_file;
pub(in crate::app) mod compare;
pub(in crate::app) mod conflict;
pub(in crate::app) mod editor;
pub(in crate::app) mod first_minute;
pub(in crate::app) mod help;
pub(in crate::app) mod lessons;
pub(in crate::app) mod movie;
pub(in crate::app) mod opening;
pub(in crate::app) mod recovery;
pub(in crate::app) mod save_before_leaving;
pub(in crate::app) mod screenshot;
pub(in crate::app) mod settings;
pub(in crate::app) mod tree_choice;
pub(in crate::app) mod trim;
