//! The layout of the panels: the user moves and closes them, and it is stored between runs.
//!
//! ```text
//! contents     what the panels show, and their badges
//! state        the layout: which panels are open, closed, filling the window
//! frame        one frame of it
//! arrangement  their places as a value: the default, and the stored one
//! fit          their sizes
//! badge        the counts on tabs
//! bars         the look of tabs and borders
//! scroll       the scrolling of tabs in a bar that is too narrow for them
//! drop         where a dragged panel is placed
//! featured     the panel that a scene is about
//! compact      one column of tabs, in a window too small for more
//! stored       storage between runs
//! ```
//!
//! `egui_tiles` moves and draws the tabs and borders. Contents are drawn before it, in the order of `Pane::ALL`
//! rather than of their places, so that a change in one panel is visible in all others in the same frame.
//!
//! It is a folder of its own, because dialogs, commands and the shell use it. It uses `kit` and `command`.

mod arrangement;
mod badge;
mod bars;
mod compact;
mod contents;
mod drop;
mod featured;
mod fit;
mod frame;
mod scroll;
mod state;
mod stored;
#[cfg(test)]
mod tests;

pub(in crate::app) use badge::Badge;
pub(in crate::app) use contents::Contents;
pub(in crate::app) use state::Layout;
