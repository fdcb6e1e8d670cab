//! The commands of the window as values, with their words and keys. What they do is in [`actions`](super::actions).
//!
//! ```text
//! table/     the commands, one file for each menu; what commands name: pane, tool, split, directions, change,
//!            tree_edit, new_node
//! entry      the words, keys and state of a command
//! commands   the entries of all commands at one moment, and the queue of those that were given
//! menu_facts what menus depend on beside the entries
//! shortcut   keys of commands: matching, and how they are written; scope: where they apply
//! menu       menus and buttons of commands; item_menus: the menus that several places show
//! palette    the search over all commands
//! sheet      the window with all shortcuts; gestures: what the mouse does, for the sheet
//! drag_key   the keys of a drag of the gizmo
//! next_steps, deselect_button   what several panels offer
//! ```
//!
//! ```text
//! key press ─┐
//! menu ──────┼─► Command ─► actions::carry_out ─► Action::run
//! button ────┘
//! ```
//!
//! Only `actions/carry_out.rs` carries out a command. Key presses are carried out at the start of a frame, in their
//! order, and those of the menu bar right after it, so that the panels show the result in the same frame. Panels cannot
//! change each other while they are drawn: their commands are carried out when all panels have been drawn.
//!
//! This folder uses only [`kit`](super::kit).

pub(in crate::app) mod change;
pub(in crate::app) mod commands;
pub(in crate::app) mod deselect_button;
pub(in crate::app) mod directions;
pub(in crate::app) mod drag_key;
pub(in crate::app) mod entry;
pub(in crate::app) mod gestures;
pub(in crate::app) mod item_menus;
pub(in crate::app) mod menu;
pub(in crate::app) mod menu_facts;
pub(in crate::app) mod new_node;
pub(in crate::app) mod next_steps;
pub(in crate::app) mod palette;
pub(in crate::app) mod pane;
pub(in crate::app) mod scope;
pub(in crate::app) mod sheet;
pub(in crate::app) mod shortcut;
pub(in crate::app) mod split;
pub(in crate::app) mod table;
pub(in crate::app) mod tool;
pub(in crate::app) mod tree_edit;

pub(in crate::app) use self::commands::Commands;
pub(in crate::app) use self::drag_key::{DragKey, drop_drag_keys, take_drag_keys};
pub(in crate::app) use self::item_menus::{add_menu, context_menu, expectation_menu, show_context_menu, view_menu};
pub(in crate::app) use self::menu::{button, check_named, item};
pub(in crate::app) use self::sheet::{show as show_sheet, window_id as sheet_id};
pub(in crate::app) use self::table::{
    AuthorCommand, Command, CompareCommand, DisagreementCommand, EditCommand, FileCommand, GizmoCommand, LessonCommand,
    LiveCommand, PlayCommand, PresentCommand, ProblemCommand, ReviewCommand, STOPS, SelectCommand, StepCommand,
    StepPart, TreeCommand, ViewCommand, WindowCommand,
};
