//! The leaves that read ports: `Sleep`, `SetBlackboard`, `UnsetBlackboard`, `WasEntryUpdated`, and those on queues.

use std::sync::Arc;

use super::node::Milliseconds;
use super::queue::QueueLeaf;
use crate::behavior::entry::Declared;
use crate::behavior::port::Port;

/// A leaf that reads ports.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryLeaf {
    /// Runs for a time, then succeeds.
    Sleep(Milliseconds),
    /// Writes a value.
    Set {
        /// The entry.
        target: EntryTarget,
        /// The value: a text stays a text, and a key gives its value with its type.
        value: Port,
    },
    /// Removes an entry.
    Unset(EntryTarget),
    /// Succeeds if an entry was written since its last tick.
    WasUpdated(Arc<str>),
    /// Uses a queue.
    Queue(QueueLeaf),
}

/// The entry that a leaf writes.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryTarget {
    /// This key of the blackboard.
    Key(Arc<str>),
    /// The key whose name is the value of a key, after the prefix of its subtree.
    Named {
        /// The key with the name.
        by: Port,
        /// The prefix of the subtree; empty in the main tree.
        prefix: Arc<str>,
    },
    /// None: a subtree cannot remove an entry of the tree around it.
    Nothing,
}

impl LibraryLeaf {
    /// Its parameters in a few words.
    pub fn described(&self) -> String {
        match self {
            Self::Sleep(time) => format!("sleep {} ms", time.port.written()),
            Self::Set { target, value } => format!("{} = {}", target.described(), value.written()),
            Self::Unset(target) => format!("remove {}", target.described()),
            Self::WasUpdated(key) => format!("was {key} updated"),
            Self::Queue(QueueLeaf::Pop(one)) => format!("pop from {}", one.queue),
            Self::Queue(QueueLeaf::Size { queue, .. }) => format!("size of {queue}"),
        }
    }

    /// The types of the keys that its ports declare.
    pub fn declares(&self, mut declare: impl FnMut(&Arc<str>, Declared)) {
        match self {
            Self::Sleep(Milliseconds { port: Port::Key(key), .. }) => declare(key, Declared::Unsigned),
            Self::Unset(EntryTarget::Named { by: Port::Key(key), .. }) => declare(key, Declared::Text),
            Self::Queue(QueueLeaf::Size { size: Some(key), .. }) => declare(key, Declared::Whole),
            _ => {}
        }
    }
}

impl EntryTarget {
    fn described(&self) -> String {
        match self {
            Self::Key(key) => key.to_string(),
            Self::Named { by, .. } => by.written().into_owned(),
            Self::Nothing => "nothing".to_owned(),
        }
    }
}
