//! Notes on a readable tree: unsupported content, by name and line.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::document::{ElementId, Position, XmlDocument};
use crate::source::error::{SceneWarning, line_and_column};

/// The most notes that are kept; the number of the others is counted.
const MOST: usize = 200;

/// Notes in the order in which they are made, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    kept: Vec<SceneWarning>,
    /// Hashes of the place and message of each note, so that notes beyond [`MOST`] take little memory.
    known: HashSet<u64>,
    more: usize,
}

impl Notes {
    /// About an element.
    pub(super) fn at(&mut self, document: &XmlDocument, id: ElementId, message: String) {
        self.at_place(document, document.position(id), message);
    }

    /// About a place.
    pub(super) fn at_place(&mut self, document: &XmlDocument, at: Position, message: String) {
        let mut hasher = DefaultHasher::new();
        (document.file(), at.start, &message).hash(&mut hasher);
        if !self.known.insert(hasher.finish()) {
            return;
        }
        if self.kept.len() >= MOST {
            self.more += 1;
        } else {
            let (line, column) = at.bytes().map_or((1, 1), |bytes| line_and_column(&document.source, bytes.start));
            self.kept.push(SceneWarning::new(document.file(), line, column, message));
        }
    }

    /// All of them.
    pub(super) fn finish(mut self) -> Vec<SceneWarning> {
        if let (Some(last), 1..) = (self.kept.last().cloned(), self.more) {
            let message = format!("{} more warnings about the trees are not listed", self.more).into();
            self.kept.push(SceneWarning { message, ..last });
        }
        self.kept
    }
}
