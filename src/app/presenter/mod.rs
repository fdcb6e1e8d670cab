//! Presenter mode: the 3D view fills the screen, everything is larger, and the pointer can be a pen or a spotlight.
//!
//! ```text
//! mode       whether it is on, and what it restores at its end
//! ink        the lines of the pen
//! overlay    what is drawn above the view: ink, spotlight, buttons
//! caption    the words of the shown step of an answer
//! ```

pub(in crate::app) mod caption;
mod ink;
mod mode;
mod overlay;

pub(in crate::app) use mode::{PointerTool, Presenter, keep, restore};
