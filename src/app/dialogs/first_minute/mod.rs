//! The first minute: cards over the window that point at the most important widgets, then the same as steps to try.
//!
//! ```text
//! overlay  the state of the overlay, and the window with all cards
//! trying   the step that a user tries
//! seen     whether the overlay was closed, between runs
//! words    the text of each card of the overlay, for the current selection
//! steps    the steps that a user tries; each one is over when its action was done
//! layout   the places of the cards: no card covers a target or another card
//! paint    the dimmed window, cards, numbers and leaders
//! ```
//!
//! The overlay opens with the tour until the user has closed it once. egui's memory stores that between runs. The Help
//! menu opens it at any time. [`anchors`](crate::app::kit::anchors) gives the places of the targets. A target in a closed
//! panel is left out.

mod layout;
mod overlay;
mod paint;
mod seen;
mod steps;
mod trying;
mod words;

pub(in crate::app) use overlay::FirstMinute;
pub(in crate::app) use seen::keep;
