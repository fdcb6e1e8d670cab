//! Undo and redo by whole documents, which share everything through `Arc`. Steps keep the names of images, not the images:
//! those are read again. What is hidden belongs to a step too, but it is no part of the document and is not saved.

use std::sync::Arc;

use crate::picture::Hidden;
use crate::scene::Scene;

/// Steps kept; the oldest are forgotten.
const MOST_STEPS: usize = 200;

/// The document, and the ones before and after it.
pub(super) struct History {
    scene: Arc<Scene>,
    saved: Arc<Scene>,
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
    scene: Option<Arc<Scene>>,
    hidden: Arc<Hidden>,
}

impl History {
    pub(super) fn new(scene: Scene) -> Self {
        let scene = Arc::new(scene);
        let hidden = Arc::default();
        Self { saved: Arc::clone(&scene), scene, hidden, past: Vec::new(), future: Vec::new(), running: None }
    }

    pub(super) fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// A change that belongs to the running step when it is of the same field.
    pub(super) fn change(&mut self, label: &str, scene: Scene) {
        if self.running.as_deref() == Some(label) {
            // What is saved may be the document that goes.
            let before = std::mem::replace(&mut self.scene, Arc::new(scene));
            self.kept(before);
            self.future.clear();
        } else {
            self.push(label, scene);
            self.running = Some(label.to_owned());
        }
    }

    /// A step of its own.
    pub(super) fn push(&mut self, label: &str, scene: Scene) {
        let before = std::mem::replace(&mut self.scene, Arc::new(scene));
        let before = self.kept(before);
        let hidden = Arc::clone(&self.hidden);
        self.keep(Step { label: label.to_owned(), scene: Some(before), hidden });
    }

    /// What is not drawn.
    pub(super) fn hidden(&self) -> &Arc<Hidden> {
        &self.hidden
    }

    /// A step of its own that hides or shows something. The document stays as it is, saved or not.
    pub(super) fn push_hidden(&mut self, label: &str, hidden: Hidden) {
        let before = std::mem::replace(&mut self.hidden, Arc::new(hidden));
        self.keep(Step { label: label.to_owned(), scene: None, hidden: before });
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
        self.thin_out();
    }

    /// A document as a step keeps it. When it is the saved one, so is the result.
    fn kept(&mut self, scene: Arc<Scene>) -> Arc<Scene> {
        if !scene.assets.is_more_than_history() {
            return scene;
        }
        let kept = Arc::new(Scene { assets: scene.assets.for_history(), ..Scene::clone(&scene) });
        if Arc::ptr_eq(&scene, &self.saved) {
            self.saved = Arc::clone(&kept);
        }
        kept
    }

    /// Lets go of what steps need not keep any more, now that memory is scarce.
    fn thin_out(&mut self) {
        for i in 0..self.past.len() {
            if let Some(scene) = self.past[i].scene.clone()
                && scene.assets.is_more_than_history()
            {
                self.past[i].scene = Some(self.kept(scene));
            }
        }
        if !Arc::ptr_eq(&self.saved, &self.scene) {
            let saved = Arc::clone(&self.saved);
            self.kept(saved);
        }
    }

    /// Puts another document in place of this one without a step; when this one was as saved, so is the other.
    pub(super) fn amend(&mut self, scene: Scene) {
        let scene = Arc::new(scene);
        if Arc::ptr_eq(&self.scene, &self.saved) {
            self.saved = Arc::clone(&scene);
        }
        self.scene = scene;
    }

    /// Puts another document in place of every one that undo and redo lead to, of this one and of the saved one.
    pub(super) fn rewrite(&mut self, change: impl Fn(&Scene) -> Scene) {
        // Documents that were the same stay the same.
        let mut done: Vec<(Arc<Scene>, Arc<Scene>)> = Vec::new();
        let mut rewrite = |scene: &mut Arc<Scene>| {
            let known = done.iter().find(|(old, _)| Arc::ptr_eq(old, scene)).map(|(_, new)| Arc::clone(new));
            let new = known.unwrap_or_else(|| {
                let new = Arc::new(change(scene));
                done.push((Arc::clone(scene), Arc::clone(&new)));
                new
            });
            *scene = new;
        };
        rewrite(&mut self.scene);
        rewrite(&mut self.saved);
        self.past.iter_mut().chain(&mut self.future).filter_map(|step| step.scene.as_mut()).for_each(rewrite);
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
        let Step { label, scene, hidden } = step;
        let left = scene.map(|scene| std::mem::replace(&mut self.scene, scene));
        let scene = left.map(|scene| self.kept(scene));
        Step { label, scene, hidden: std::mem::replace(&mut self.hidden, hidden) }
    }

    pub(super) fn undo_label(&self) -> Option<&str> {
        self.past.last().map(|step| step.label.as_str())
    }

    pub(super) fn redo_label(&self) -> Option<&str> {
        self.future.last().map(|step| step.label.as_str())
    }

    pub(super) fn mark_saved(&mut self) {
        self.saved = Arc::clone(&self.scene);
    }

    /// The document as it was saved last.
    pub(super) fn saved(&self) -> &Scene {
        &self.saved
    }

    pub(super) fn is_dirty(&self) -> bool {
        !Arc::ptr_eq(&self.scene, &self.saved)
    }
}
