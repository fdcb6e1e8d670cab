//! The steps that a user tries, one after another. A step is over when its action was done in the window.

use std::sync::Arc;

use crate::app::kit::anchors::Anchor;
use crate::app::kit::theme;
use crate::escape;
use crate::scene::Scene;
use crate::workspace::Workspace;

/// The number of steps.
pub(super) const COUNT: usize = 5;
/// The step in the Explain panel.
pub(super) const IN_EXPLAIN: usize = 1;
/// The step in the Inspector.
pub(super) const IN_INSPECTOR: usize = 2;

/// A step, and the state of the window when it began.
#[derive(Clone, Debug)]
pub(super) struct TryStep {
    /// The number of the step, from 0.
    pub(super) number: usize,
    generation: u64,
    object: Option<usize>,
    scene: Arc<Scene>,
    tick: u64,
}

impl TryStep {
    /// Begins a step.
    pub(super) fn begin(number: usize, workspace: &Workspace) -> Self {
        let (generation, object) = (workspace.disk().generation(), workspace.selected().object());
        Self { number, generation, object, scene: Arc::clone(workspace.scene()), tick: workspace.tick() }
    }

    /// Whether another scene was opened since it began. The last step asks for that.
    pub(super) fn has_other_scene(&self, workspace: &Workspace) -> bool {
        self.generation != workspace.disk().generation()
    }

    /// Whether the action was done.
    pub(super) fn is_done(&self, workspace: &Workspace) -> bool {
        match self.number {
            0 => workspace.selected().object().is_some() && workspace.selected().object() != self.object,
            1 => workspace.selected().step.is_some(),
            2 => !Arc::ptr_eq(&self.scene, workspace.scene()) && *self.scene != **workspace.scene(),
            3 => workspace.tick() != self.tick,
            _ => false,
        }
    }

    /// What to do, and where; without an anchor, the text says where.
    pub(super) fn task(&self, workspace: &Workspace) -> (Option<Anchor>, String) {
        let world = workspace.world();
        let name = |object: usize| world.objects.get(object).map(|object| escape::shown(&object.name).into_owned());
        match self.number {
            0 => {
                let other = (0..world.objects.len()).find(|object| Some(*object) != self.object).and_then(name);
                let such_as = other.map_or(String::new(), |name| format!(", such as {name}"));
                (Some(Anchor::Verdict), format!("Click another object in the list or in the 3D view{such_as}."))
            }
            1 => (
                Some(Anchor::DecidingStep),
                "This step decides the answer. Click it: the 3D view shows only this step.".into(),
            ),
            IN_INSPECTOR => {
                let (anchor, label) = number(workspace);
                let number = anchor
                    .map_or_else(|| format!("a number beside “{label}” in the Inspector"), |_| "this number".into());
                (anchor, format!("Drag {number}. Every answer is computed again while you drag."))
            }
            3 => {
                let moving = world.objects.iter().find(|object| object.path.is_some());
                let what = moving.map_or_else(|| "time passes".into(), |it| format!("the {} moves", it.name));
                (Some(Anchor::Play), theme::quoted(&format!("Press Play: {}.", escape::line(&what))))
            }
            _ => (
                Some(Anchor::Lessons),
                "The menu Lessons has a scene for each question. Ctrl+Page Down opens the next one.".into(),
            ),
        }
    }
}

/// The number to drag: its anchor, if it has one, and the label of its field. An object on a path has no position of its
/// own, so its size is dragged.
pub(super) fn number(workspace: &Workspace) -> (Option<Anchor>, &'static str) {
    let object = workspace.selected().object().and_then(|object| workspace.world().objects.get(object));
    match object.map(|object| (object.path.is_none(), &object.shape)) {
        None => (Some(Anchor::Near), "near"),
        Some((true, _)) => (Some(Anchor::Position), "position"),
        Some((false, shape)) => (None, shape.sizes().first().map_or("scale", |size| size.label)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    #[test]
    fn each_step_is_over_after_its_action_and_not_before() {
        let mut workspace = Workspace::new(scene::tour().unwrap(), None);
        let actions: [fn(&mut Workspace); 4] = [
            |workspace| workspace.selection_mut().select_object(Some(1)),
            |workspace| workspace.selection_mut().show_step(Some(0)),
            |workspace| assert!(workspace.edit("position of barrel", |scene| scene.objects[1].position[0] = 1.0)),
            |workspace| workspace.set_tick(1),
        ];
        for (number, action) in actions.into_iter().enumerate() {
            let step = TryStep::begin(number, &workspace);
            assert!(!step.is_done(&workspace), "{number}");
            action(&mut workspace);
            assert!(step.is_done(&workspace), "{number}");
        }
        assert!(TryStep::begin(0, &workspace).task(&workspace).1.ends_with("such as crate."));
        assert!(TryStep::begin(3, &workspace).task(&workspace).1.contains("the visitor moves"));
    }

    #[test]
    fn an_object_on_a_path_has_a_size_to_drag() {
        let mut workspace = Workspace::new(scene::tour().unwrap(), None);
        let task = |workspace: &Workspace| TryStep::begin(IN_INSPECTOR, workspace).task(workspace);
        let (anchor, text) = task(&workspace);
        assert!(anchor == Some(Anchor::Position) && text.starts_with("Drag this number."), "{anchor:?} {text}");
        let visitor = workspace.world().objects.iter().position(|object| object.path.is_some());
        workspace.selection_mut().select_object(visitor);
        let (anchor, text) = task(&workspace);
        assert!(
            anchor.is_none() && text.starts_with("Drag a number beside “radius” in the Inspector."),
            "{anchor:?} {text}"
        );
    }
}
