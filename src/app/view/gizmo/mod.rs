//! The gizmo in the 3D view: handles that move, rotate and scale the selected items, and drags that begin with a key.
//!
//! ```text
//! interaction  the gizmo between frames: keys, handles, the drag in progress
//! subject      the selected items, their pivot and axes, or why they cannot be moved
//! offer        the dots of a tool, and their names
//! handles      the handles of a tool on screen
//! drag         from the pointer to a change; typed numbers, snapping
//! readout      the place of the number beside the pointer
//! paint        handles, guide line, that number
//! ```
//!
//! The change is always computed from the scene before the drag. So a drag is one undo step, and Esc restores that
//! scene. transform-gizmo 0.11 was tried: it needs egui 0.36 and glam 0.32, and has neither typed numbers nor drags by
//! a key.

mod drag;
mod handles;
mod interaction;
mod lens;
mod offer;
mod paint;
mod placing;
mod readout;
mod running;
mod sizes;
mod subject;
mod typed;

pub(in crate::app) use interaction::Gizmo;
