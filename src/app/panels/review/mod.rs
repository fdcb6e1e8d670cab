//! The Review panel: a run of `eyeline check --out`. Its captures can be compared and accepted.
//!
//! ```text
//! panel      the review, from the reading of a run to its end, and the whole panel
//! bar        the buttons of the whole run, and its state
//! question   the dialog before everything is accepted
//! facts      the state that commands need
//! last       the run that is proposed: the newest near the scene, or the one that was reviewed last
//! open       the open run: its list, the capture that is shown, and what was accepted
//! list       the scenes by state
//! words      what differs, in words
//! pictures   the pictures of the capture, read on another thread
//! stage      the pictures side by side, swiped, blinking, or their difference
//! ```

mod bar;
mod facts;
mod last;
mod list;
mod open;
mod panel;
mod pictures;
mod question;
mod stage;
mod words;

pub(in crate::app) use facts::Facts;
pub(in crate::app) use last::{keep, proposed};
pub(in crate::app) use panel::Review;
