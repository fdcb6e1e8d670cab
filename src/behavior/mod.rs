//! Behaviour trees with conditional aborts: when a watched condition changes its result, the running branch is aborted.
//!
//! ```
//! use eyeline::behavior::{
//!     Abort, Action, Blackboard, ChildOrder, Condition, EmptyWorld, EventKind, Log, NodeKind, Script, Status, TreeBuilder,
//!     TreeState,
//! };
//!
//! // A guard waits. It escapes as soon as the condition `weak` succeeds, here in tick 3.
//! let weak = Script::new(&[Status::Failure, Status::Failure, Status::Success]).unwrap();
//! let mut builder = TreeBuilder::new();
//! builder.open(NodeKind::Selector { order: ChildOrder::Resume, abort: Abort::None }, "guard");
//! builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::LowerPriority }, "escape");
//! let weak = builder.leaf(NodeKind::Condition(Condition::Script(weak)), "weak");
//! builder.leaf(NodeKind::Action(Action::Wait { ticks: 5 }), "run away");
//! builder.close();
//! let wait = builder.leaf(NodeKind::Action(Action::Wait { ticks: 100 }), "wait");
//! let tree = builder.finish()?;
//!
//! let mut state = TreeState::new(&tree, Blackboard::default(), 0);
//! let mut log = Log::default();
//! for _ in 0..3 {
//!     state.tick(&tree, &mut EmptyWorld, &mut log);
//! }
//! let abort = log.events.iter().find(|event| event.what == EventKind::Abort).unwrap();
//! assert_eq!((abort.tick, abort.node as usize, abort.cause()), (3, wait, Some(weak)));
//! # Ok::<(), eyeline::behavior::TreeError>(())
//! ```
//!
//! - [`Tree`] is a behaviour tree as flat arrays in pre-order. [`TreeBuilder`] makes a tree of nodes that are added in
//!   that order. [`NodeKind`] documents each kind of node.
//! - [`TreeState`] is all that changes from tick to tick: statuses, counters and the blackboard. [`TreeState::tick`] runs one
//!   tick and reports every event to a [`Listener`]. A copy of the state is a snapshot.
//! - [`Leaves`] is the world in which leaves sense and act.
//!
//! A tick has two phases. First it evaluates the watched conditions again, in tree order; the first one with another
//! result than before aborts the running branch, deepest node first. Then it continues at the running path until every
//! leaf that has a turn is running, or the root has ended. Repeating decorators start their child again in the next
//! tick, so every tick ends. The code has no recursion, so deep trees do not overflow the stack.
//!
//! Conditional aborts work like the observer aborts of Unreal Engine. The other terms follow M. Colledanchise and P.
//! Ögren, "Behavior Trees in Robotics and AI", 2018.
//!
//! This module uses no files, no OpenGL, no egui and no scenes.

mod arity;
mod blackboard;
mod correspondence;
mod entry;
mod event;
mod expression;
mod id;
mod kind;
mod leaf;
mod leaves;
mod library;
mod memory;
mod navigation;
mod port;
mod script;
mod shared_names;
mod state;
mod status;
#[cfg(test)]
mod tests;
mod tick;
mod tree;
mod value;
mod watch;

pub use arity::Arity;
pub use blackboard::Blackboard;
pub use correspondence::{Description, correspondence};
pub use entry::{Declared, literal};
pub use event::{DetailedLog, Event, EventKind, LONGEST_MESSAGE, Listener, Log, Message};
pub use expression::{Expression, ExpressionError, RunError};
pub use id::{NodeId, NodeKey};
pub use kind::{Abort, ChildOrder, NodeKind, Policy};
pub use leaf::{Action, Condition, LeafPlace, Motion, ObjectRef, Sense};
pub use leaves::{EmptyWorld, Leaves};
pub use library::{
    ConsumeQueue, EntryTarget, Fault, LibraryLeaf, LibraryNode, Loop, Milliseconds, NodeScripts, Precondition,
    QueueLeaf, Switch, Thresholds, is_constant,
};
pub use navigation::{Approach, Calls, MOST_STATES, Rates};
pub use port::Port;
pub use script::Script;
#[cfg(feature = "scene")]
pub(crate) use shared_names::SharedNames;
pub use state::{TreeState, apply};
pub use status::Status;
pub use tree::{MOST_NODES, Tree, TreeBuilder, TreeError};
pub use value::{Value, ValueComparison};
