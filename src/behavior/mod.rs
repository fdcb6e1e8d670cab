//! What will it do next: behaviour trees whose running branch is aborted when a watched condition changes.
//!
//! - [`Tree`] is what its author wrote, as flat arrays in pre-order; [`TreeBuilder`] makes one of nodes that come in that
//!   order. [`Kind`] says what each kind of node does.
//! - [`State`] is how it stands; [`State::tick`] lets it go on by one tick and tells a [`Listener`] every event. A copy
//!   of the state is a snapshot.
//! - [`Leaves`] lends a world to the leaves that need one.
//!
//! A tick (1) asks the watched conditions again, in tree order; the first that answers otherwise halts what runs, deepest
//! first; (2) goes on from the running path until every leaf that has a turn runs or the root has ended. Repeating
//! nodes start their child again in the next tick, so a tick always ends. Nothing is recursive, so no tree is too deep.
//!
//! The idea of conditions that are watched while others run comes from the conditional aborts of game engines; a
//! tree's vocabulary from M. Colledanchise and P. Ögren, "Behavior Trees in Robotics and AI", 2018.
//!
//! Knows nothing of files, GL, egui or scenes.

mod abort;
mod answer;
mod blackboard;
mod correspondence;
mod event;
mod expression;
mod kind;
mod leaf;
mod leaves;
mod navigation;
mod script;
mod state;
mod status;
#[cfg(test)]
mod tests;
mod tick;
mod tree;
mod turn;
mod value;
mod watch;

pub use blackboard::Blackboard;
pub use correspondence::correspondence;
pub use event::{Event, LONGEST_MESSAGE, Listener, Log, Message, Telling, What};
pub use expression::{Expression, ExpressionError, RunError};
pub use kind::{Abort, Arity, Kind, Order, Policy};
pub use leaf::{Act, Action, Condition, ObjectRef, Place, Sense};
pub use leaves::{Leaves, Nowhere};
pub use navigation::Rates;
pub use script::Script;
pub use state::{State, apply};
pub use status::Status;
pub use tree::{MOST_NODES, Tree, TreeBuilder, TreeError};
pub use value::{Comparison, Value};
