//! The document with its undo and redo steps. A step keeps a whole document; documents share their parts through `Arc`.
//! Steps do not keep readings of files: a file that undo names again is taken from the store or read again. A step also
//! keeps the hidden and the locked items, although they are not part of the document and are not saved.

use std::sync::Arc;

use super::state::DocumentState;
use crate::scene::ItemId;
use crate::workspace::counted::Counted;
use crate::workspace::view::marks::Marks;

/// The largest number of steps. The oldest steps are dropped.
const MOST_STEPS: usize = 200;

/// The document, and the steps before and after it.
pub(in crate::workspace) struct History {
    document: Arc<DocumentState>,
    saved: Arc<DocumentState>,
    /// Each change is counted.
    marks: Counted<Arc<Marks>>,
    past: Vec<UndoStep>,
    future: Vec<UndoStep>,
    /// The field of the last step, while further changes of that field belong to the step.
    running: Option<String>,
}

/// The origin of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::workspace) enum StepKind {
    /// A change by the user.
    Edit,
    /// The scene's file was read again.
    Reload,
}

/// A state to which undo or redo returns, and the label of the change between it and the current state.
struct UndoStep {
    kind: StepKind,
    label: String,
    /// `None` for a step that only hides, shows, locks or unlocks items. Undoing it keeps the document and later amendments.
    document: Option<Arc<DocumentState>>,
    marks: Arc<Marks>,
    /// The items that were selected before a deletion. Undo selects them again.
    selected: Vec<ItemId>,
}

impl History {
    pub(in crate::workspace) fn new(document: DocumentState) -> Self {
        let document = Arc::new(document);
        let marks = Counted::default();
        Self { saved: Arc::clone(&document), document, marks, past: Vec::new(), future: Vec::new(), running: None }
    }

    /// The current document.
    pub(in crate::workspace) fn document(&self) -> &Arc<DocumentState> {
        &self.document
    }

    /// Makes a change. It belongs to the last step if that step is of the same field.
    pub(in crate::workspace) fn change(&mut self, label: &str, document: DocumentState) {
        if self.running.as_deref() == Some(label) {
            self.document = Arc::new(document);
            self.future.clear();
        } else {
            self.push(label, document);
            self.running = Some(label.to_owned());
        }
    }

    /// Makes a change as a separate step.
    pub(in crate::workspace) fn push(&mut self, label: &str, document: DocumentState) {
        self.push_kind(StepKind::Edit, label, document);
    }

    /// Replaces the document by the contents of its file, as a separate step.
    pub(in crate::workspace) fn push_reloaded(&mut self, document: DocumentState) {
        self.push_kind(StepKind::Reload, "reload", document);
    }

    fn push_kind(&mut self, kind: StepKind, label: &str, document: DocumentState) {
        let before = std::mem::replace(&mut self.document, Arc::new(document));
        let marks = Arc::clone(&self.marks);
        self.keep(UndoStep { kind, label: label.to_owned(), document: Some(before), marks, selected: Vec::new() });
    }

    /// The hidden and the locked items.
    pub(in crate::workspace) fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Hides, shows, locks or unlocks items as a separate step. The document does not change, nor does whether it is
    /// saved.
    pub(in crate::workspace) fn push_marks(&mut self, label: &str, marks: Marks) {
        let before = self.marks.replace(Arc::new(marks));
        self.keep(UndoStep {
            kind: StepKind::Edit,
            label: label.to_owned(),
            document: None,
            marks: before,
            selected: Vec::new(),
        });
    }

    /// Replaces the hidden and the locked items. The change belongs to the last step.
    pub(in crate::workspace) fn amend_marks(&mut self, marks: Marks) {
        self.marks.replace(Arc::new(marks));
    }

    /// The number of changes of the hidden and the locked items.
    pub(in crate::workspace) fn mark_changes(&self) -> u64 {
        self.marks.changes()
    }

    fn keep(&mut self, step: UndoStep) {
        if self.past.len() == MOST_STEPS {
            self.past.remove(0);
        }
        self.past.push(step);
        self.future.clear();
        self.running = None;
    }

    /// Replaces the document without a step. If the old document was saved, the new one counts as saved.
    pub(in crate::workspace) fn amend(&mut self, document: DocumentState) {
        let document = Arc::new(document);
        if Arc::ptr_eq(&self.document, &self.saved) {
            self.saved = Arc::clone(&document);
        }
        self.document = document;
    }

    /// Replaces every document: the current one, the saved one, and those of undo and redo.
    pub(in crate::workspace) fn rewrite(&mut self, change: impl Fn(&DocumentState) -> DocumentState) {
        // Equal documents remain shared.
        let mut done: Vec<(Arc<DocumentState>, Arc<DocumentState>)> = Vec::new();
        let mut rewrite = |document: &mut Arc<DocumentState>| {
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

    pub(in crate::workspace) fn settle(&mut self) {
        self.running = None;
    }

    /// Returns to the state before the step to which changes still belong, without a step for redo. Returns whether there
    /// was such a step.
    pub(in crate::workspace) fn drop_running(&mut self) -> bool {
        if self.running.take().is_none() {
            return false;
        }
        let Some(step) = self.past.pop() else { return false };
        self.go(step);
        true
    }

    pub(in crate::workspace) fn undo(&mut self) -> bool {
        self.running = None;
        let Some(step) = self.past.pop() else { return false };
        let back = self.go(step);
        self.future.push(back);
        true
    }

    pub(in crate::workspace) fn redo(&mut self) -> bool {
        self.running = None;
        let Some(step) = self.future.pop() else { return false };
        let back = self.go(step);
        self.past.push(back);
        true
    }

    /// Changes to the state of a step. Returns the reverse step.
    fn go(&mut self, step: UndoStep) -> UndoStep {
        let UndoStep { kind, label, document, marks, selected } = step;
        let document = document.map(|document| std::mem::replace(&mut self.document, document));
        UndoStep { kind, label, document, marks: self.marks.replace(marks), selected }
    }

    /// Keeps with the last step what was selected before it.
    pub(in crate::workspace) fn keep_selected(&mut self, selected: Vec<ItemId>) {
        if let Some(step) = self.past.last_mut() {
            step.selected = selected;
        }
    }

    /// What was selected before the step that was undone last.
    pub(in crate::workspace) fn selected_before_undone(&self) -> &[ItemId] {
        self.future.last().map_or(&[], |step| &step.selected)
    }

    /// The kind of the step that undo would revert.
    pub(in crate::workspace) fn undo_kind(&self) -> Option<StepKind> {
        self.past.last().map(|step| step.kind)
    }

    pub(in crate::workspace) fn undo_label(&self) -> Option<&str> {
        self.past.last().map(|step| step.label.as_str())
    }

    pub(in crate::workspace) fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|step| step.label.as_str())
    }

    pub(in crate::workspace) fn mark_saved(&mut self) {
        self.saved = Arc::clone(&self.document);
    }

    /// The document as it was last saved.
    pub(in crate::workspace) fn saved(&self) -> &DocumentState {
        &self.saved
    }

    pub(in crate::workspace) fn is_dirty(&self) -> bool {
        !Arc::ptr_eq(&self.document, &self.saved)
    }
}
