//! File, Hunt: asks another program, and lists its faults as they come in.
//!
//! ```text
//! dialog    the window: what is asked, the progress, what was found
//! form      the fields
//! run       the run on another thread, and what it has found so far
//! found     a fault as a row of the list
//! ```

mod dialog;
mod form;
mod found;
mod run;

pub(in crate::app) use dialog::{HuntDialog, HuntRequest};
