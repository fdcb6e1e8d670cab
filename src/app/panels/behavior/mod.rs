//! The Behaviour panel: an agent's tree at a moment, its history, its blackboard, and changes of the tree.
//!
//! ```text
//! panel     the parts of the panel and their sizes
//! event_history  all known events of the agent, and the statuses of its nodes before any tick
//! shown     the agent at one moment: a tick, and the number of its events that have happened
//! chart     the boxes and their places; folds: the nodes to fold, so that the whole tree is readable; sight: the
//!           visible part; overview: a map of the whole tree; strip: statuses over ticks
//! canvas    the view of the tree; drop: the target of a dragged node; paint: drawing with egui's painter
//! head      the headline, and the navigation in time
//! side      the lists beside the tree: events, history, blackboard, the selected node, breakpoints
//! edit      changes of a tree; commands: the commands of the window on the tree
//! ```
//!
//! Model and layout do not use a painter. The panel reads events and never runs a tree.

mod board;
mod breakpoints;
mod canvas;
mod chart;
mod commands;
mod drop;
mod edit;
mod element_fields;
mod event_history;
mod events;
mod folds;
mod head;
mod history;
mod legend;
mod menu;
mod node;
mod node_fields;
mod overview;
mod paint;
mod panel;
mod shown;
mod side;
mod sight;
mod state;
mod strip;
mod subject;

pub(in crate::app) use canvas::{is_sideways, keep, set_sideways};
pub(in crate::app) use commands::ShownTree;
pub(in crate::app) use panel::{height, is_about, is_alone};
pub(in crate::app) use state::BehaviorPanel;
