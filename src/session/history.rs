//! The document with its undo and redo. A step keeps a whole document; documents share everything through `Arc`. What was
//! read from files is not kept: what undo names again is found in the store or read again. What is hidden belongs to a step
//! too, but it is no part of the document and is not saved.

use std::sync::Arc;

use super::document::Document;
use crate::picture::Hidden;

/// Steps kept; the oldest are forgotten.
const MOST_STEPS: usize = 200;

/// The document, and the ones before and after it.
pub(super) struct History {
    document: Arc<Document>,
    saved: Arc<Document>,
    hidden: Arc<Hidden>,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The field of the last step, as long as more changes of it belong to the same step.
    running: Option<String>,
}

/// A state to go to, and what was changed between here and there.
struct Step {
    label: String,
    /// `None` for a step that only hides or shows something. The document then stays, also one that was amended since.
    document: Option<Arc<Document>>,
    hidden: Arc<Hidden>,
}

impl History {
    pub(super) fn new(document: Document) -> Self {
        let document = Arc::new(document);
        let hidden = Arc::default();
        Self { saved: Arc::clone(&document), document, hidden, past: Vec::new(), future: Vec::new(), running: None }
    }

    /// The document of now.
    pub(super) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// A change that belongs to the running step when it is of the same field.
    pub(super) fn change(&mut self, label: &str, document: Document) {
        if self.running.as_deref() == Some(label) {
            self.document = Arc::new(document);
            self.future.clear();
        } else {
            self.push(label, document);
            self.running = Some(label.to_owned());
        }
    }

    /// A step of its own.
    pub(super) fn push(&mut self, label: &str, document: Document) {
        let before = std::mem::replace(&mut self.document, Arc::new(document));
        let hidden = Arc::clone(&self.hidden);
        self.keep(Step { label: label.to_owned(), document: Some(before), hidden });
    }

    /// What is not drawn.
    pub(super) fn hidden(&self) -> &Arc<Hidden> {
        &self.hidden
    }

    /// A step of its own that hides or shows something. The document stays as it is, saved or not.
    pub(super) fn push_hidden(&mut self, label: &str, hidden: Hidden) {
        let before = std::mem::replace(&mut self.hidden, Arc::new(hidden));
        self.keep(Step { label: label.to_owned(), document: None, hidden: before });
    }

    /// Changes what is not drawn as a part of the last step.
    pub(super) fn hidden_mut(&mut self) -> &mut Hidden {
        Arc::make_mut(&mut self.hidden)
    }

    fn keep(&mut self, step: Step) {
        if self.past.len() == MOST_STEPS {
            self.past.remove(0);
        }
        self.past.push(step);
        self.future.clear();
        self.running = None;
    }

    /// Puts another document in place of this one without a step; when this one was as saved, so is the other.
    pub(super) fn amend(&mut self, document: Document) {
        let document = Arc::new(document);
        if Arc::ptr_eq(&self.document, &self.saved) {
            self.saved = Arc::clone(&document);
        }
        self.document = document;
    }

    /// Puts another document in place of every one that undo and redo lead to, of this one and of the saved one.
    pub(super) fn rewrite(&mut self, change: impl Fn(&Document) -> Document) {
        // Documents that were the same stay the same.
        let mut done: Vec<(Arc<Document>, Arc<Document>)> = Vec::new();
        let mut rewrite = |document: &mut Arc<Document>| {
            let known = done.iter().find(|(old, _)| Arc::ptr_eq(old, document)).map(|(_, new)| Arc::clone(new));
            let new = known.unwrap_or_else(|| {
                let new = Arc::new(change(document));
                done.push((Arc::clone(document), Arc::clone(&new)));
                new
            });
            *document = new;
        };
        rewrite(&mut self.document);
        rewrite(&mut self.saved);
        self.past.iter_mut().chain(&mut self.future).filter_map(|step| step.document.as_mut()).for_each(rewrite);
    }

    pub(super) fn settle(&mut self) {
        self.running = None;
    }

    pub(super) fn undo(&mut self) -> bool {
        self.running = None;
        let Some(step) = self.past.pop() else { return false };
        let back = self.go(step);
        self.future.push(back);
        true
    }

    pub(super) fn redo(&mut self) -> bool {
        self.running = None;
        let Some(step) = self.future.pop() else { return false };
        let back = self.go(step);
        self.past.push(back);
        true
    }

    /// Goes where a step leads, and gives the step back to here.
    fn go(&mut self, step: Step) -> Step {
        let Step { label, document, hidden } = step;
        let document = document.map(|document| std::mem::replace(&mut self.document, document));
        Step { label, document, hidden: std::mem::replace(&mut self.hidden, hidden) }
    }

    pub(super) fn undo_label(&self) -> Option<&str> {
        self.past.last().map(|step| step.label.as_str())
    }

    pub(super) fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|step| step.label.as_str())
    }

    pub(super) fn mark_saved(&mut self) {
        self.saved = Arc::clone(&self.document);
    }

    /// The document as it was saved last.
    pub(super) fn saved(&self) -> &Document {
        &self.saved
    }

    pub(super) fn is_dirty(&self) -> bool {
        !Arc::ptr_eq(&self.document, &self.saved)
    }
}
