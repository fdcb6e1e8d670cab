//! The undo labels of changes, and the words of a refused one.

use super::change::{ChangeRefused, TreeChange};
use crate::app::command::new_node::New;
use crate::import::behavior_tree::{Template, TreeEditError};

/// The name of a kind of node in undo labels.
pub(in crate::app::panels::behavior) trait Words {
    fn words(&self) -> &str;
}

impl Words for New {
    fn words(&self) -> &str {
        New::words(*self)
    }
}

impl Words for Template {
    fn words(&self) -> &str {
        Template::words(self)
    }
}

impl From<TreeEditError> for ChangeRefused {
    fn from(error: TreeEditError) -> Self {
        Self::Unsound(crate::app::kit::theme::quoted(&error.reason()))
    }
}

impl<K: Words> TreeChange<K> {
    /// The undo label.
    pub(in crate::app::panels::behavior) fn label(&self) -> String {
        match self {
            Self::Add(new) => format!("add {}", new.words()),
            Self::Wrap(new) => format!("wrap in {}", new.words()),
            Self::Unwrap => "unwrap a node".to_owned(),
            Self::Move(_) | Self::Place(_) => "move a node".to_owned(),
            Self::Delete => "delete a node".to_owned(),
        }
    }
}
