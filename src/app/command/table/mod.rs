//! The commands, one file for each menu. `command` has the enum of them all.
//!
//! A new command is a variant in the file of its menu, and an arm in the file of the same name in
//! [`actions`](crate::app::actions). Menus refer to it where they show it. Keys, palette, shortcut sheet and
//! `docs/window.md` find it in `ALL`.

pub(in crate::app) mod author;
pub(in crate::app) mod clipboard;
mod command;
pub(in crate::app) mod compare;
pub(in crate::app) mod disagreement;
pub(in crate::app) mod display;
pub(in crate::app) mod edit;
pub(in crate::app) mod file;
pub(in crate::app) mod gizmo;
pub(in crate::app) mod help;
pub(in crate::app) mod lesson;
pub(in crate::app) mod live;
pub(in crate::app) mod play;
pub(in crate::app) mod present;
pub(in crate::app) mod problem;
pub(in crate::app) mod review;
pub(in crate::app) mod select;
pub(in crate::app) mod tree;
pub(in crate::app) mod view;
pub(in crate::app) mod window;

pub(in crate::app) use author::{AuthorCommand, StepPart};
pub(in crate::app) use command::Command;
pub(in crate::app) use compare::CompareCommand;
pub(in crate::app) use disagreement::DisagreementCommand;
pub(in crate::app) use edit::EditCommand;
pub(in crate::app) use file::FileCommand;
pub(in crate::app) use gizmo::GizmoCommand;
pub(in crate::app) use lesson::{LessonCommand, StepCommand};
pub(in crate::app) use live::LiveCommand;
pub(in crate::app) use play::PlayCommand;
pub(in crate::app) use present::PresentCommand;
pub(in crate::app) use problem::ProblemCommand;
pub(in crate::app) use review::ReviewCommand;
pub(in crate::app) use select::SelectCommand;
pub(in crate::app) use tree::{STOPS, TreeCommand};
pub(in crate::app) use view::ViewCommand;
pub(in crate::app) use window::WindowCommand;
