//! The window.
//!
//! ```text
//! top      menu, notices               every change of the scene goes through Workspace, and panels that
//! bottom   timeline                    change it are drawn before those that show it, wherever they are:
//! between  the panels of the layout    so answers follow in the same frame
//! ```
//!
//! ```no_run
//! use eyeline::app::{Start, run};
//! use eyeline::{files, scene};
//!
//! let start = Start::on::<scene::SceneError>(None, Default::default(), |path, _| files::open(path))?;
//! run(start)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`App::ui`] draws the whole window. The window, `eyeline render --ui` and the tests call the same function; they
//! differ only in their [`Host`], which shows OpenGL textures in egui.
//!
//! The folders are layers. A file uses only files of its own folder and of the folders before it, and a panel uses no
//! other panel; `src/rooms/layers.rs` tests both.
//!
//! ```text
//! kit       what all others share: theme, keys, units, forms, glossary, path field
//! command   the commands as values, with their words and keys; menus, palette, shortcut sheet
//! layout    the places of the panels
//! timeline  the time bar
//! lesson    the bar of a lesson: its steps, their questions and goals
//! live      a running program that the window shows
//! view      the 3D view: navigation, gizmo, picking
//! panels    one folder for each panel
//! dialogs   dialogs, and the windows of the Help menu
//! actions   what each command does, when it is enabled, and the state that commands change
//! shell     the window itself: one frame, its start, the menu bar, state between runs
//! ```

// It has the macros of the fields of items, so it comes first.
#[macro_use]
mod kit;

mod actions;
mod command;
mod dialogs;
mod layout;
mod lesson;
mod live;
mod panels;
mod presenter;
mod shell;
mod timeline;
mod view;

pub use crate::workspace::{Notice, NoticeKind, Refusal, Workspace, Writing};
pub use kit::host::Host;
pub use kit::shown_texture::ShownTexture;
pub use kit::theme::set_look;
pub use live::program::LiveStart;
pub use shell::app::App;
pub use shell::headless_window::{HeadlessHost, WindowLook, WindowPicture, window_covering_objects, window_to_image};
pub use shell::start::Start;
#[cfg(not(target_family = "wasm"))]
pub use shell::{lost_display::WindowError, run::run};
