//! Edits of the steps of a lesson.
//!
//! A step without a tick has that of the step before. When the order changes, each step keeps the tick that it had.

use crate::report::lesson::tick_of_step;
use crate::scene::{LessonStep, Scene};
use crate::workspace::document::edits::Edits;
use crate::workspace::judging::authoring_read::AuthoringRef;

/// A step with the tick at which it begins.
type Timed = (LessonStep, u64);

/// Changes the order of the steps. Each step that is left begins at the tick at which it began before.
fn reorder(scene: &mut Scene, change: impl FnOnce(&mut Vec<Timed>)) {
    let ticks: Vec<u64> = (0..scene.lesson.len()).map(|i| tick_of_step(scene, &scene.lesson, i)).collect();
    let mut steps: Vec<Timed> = std::mem::take(&mut scene.lesson).into_iter().zip(ticks).collect();
    change(&mut steps);
    let mut before = scene.opens_at;
    for (step, tick) in &mut steps {
        if step.tick.is_none() && *tick != before {
            step.tick = Some(*tick);
        }
        before = step.tick.unwrap_or(before);
    }
    scene.lesson = steps.into_iter().map(|(step, _)| step).collect();
}

/// Inserts a step that begins at a tick at a place in the list.
pub(super) fn insert(scene: &mut Scene, index: usize, step: LessonStep, tick: u64) {
    reorder(scene, |steps| {
        let index = index.min(steps.len());
        steps.insert(index, (step, tick));
    });
}

/// Inserts a copy after a step.
pub(super) fn duplicate(scene: &mut Scene, index: usize) {
    reorder(scene, |steps| {
        if let Some(step) = steps.get(index).cloned() {
            steps.insert(index + 1, step);
        }
    });
}

/// Removes a step.
pub(super) fn delete(scene: &mut Scene, index: usize) {
    reorder(scene, |steps| {
        if index < steps.len() {
            steps.remove(index);
        }
    });
}

/// Moves a step to another place in the list.
pub(super) fn move_to(scene: &mut Scene, from: usize, to: usize) {
    reorder(scene, |steps| {
        if from < steps.len() && to < steps.len() {
            let step = steps.remove(from);
            steps.insert(to, step);
        }
    });
}

impl Edits<'_> {
    /// Adds a step that begins at the present tick after the edited one, and edits it.
    pub(crate) fn add_lesson_step(&mut self, step: LessonStep) {
        self.workspace.lesson_mut().cancel_solution();
        let edited = self.workspace.judging().authoring().and_then(AuthoringRef::step);
        let index = edited.map_or(0, |(index, _)| index + 1);
        let tick = self.workspace.tick();
        self.workspace.command(&format!("add step {}", index + 1), |scene, _| insert(scene, index, step, tick));
        self.workspace.lesson_mut().edit_step(index);
    }

    /// Adds a copy of a step after it, and edits the copy.
    pub(crate) fn duplicate_lesson_step(&mut self, index: usize) {
        self.workspace.lesson_mut().cancel_solution();
        self.workspace.command(&format!("duplicate step {}", index + 1), |scene, _| duplicate(scene, index));
        self.workspace.lesson_mut().edit_step(index + 1);
    }

    /// Deletes a step, and edits the step that follows it.
    pub(crate) fn delete_lesson_step(&mut self, index: usize) {
        self.workspace.lesson_mut().cancel_solution();
        self.workspace.command(&format!("delete step {}", index + 1), |scene, _| delete(scene, index));
        self.workspace.lesson_mut().edit_step(index);
    }

    /// Moves a step to another place, and edits it there.
    pub(crate) fn move_lesson_step(&mut self, from: usize, to: usize) {
        if from == to || to >= self.workspace.scene().lesson.len() {
            return;
        }
        self.workspace.lesson_mut().cancel_solution();
        self.workspace.command(&format!("move step {} to {}", from + 1, to + 1), |scene, _| move_to(scene, from, to));
        self.workspace.lesson_mut().edit_step(to);
    }

    /// Changes a part of a step. Changes of the same part until [`Workspace::settle`](crate::workspace::Workspace::settle) are one
    /// undo step.
    pub(crate) fn change_lesson_step(&mut self, index: usize, part: &str, change: impl FnOnce(&mut LessonStep)) {
        let label = format!("{part} of step {}", index + 1);
        self.workspace.edit(&label, |scene| {
            if let Some(step) = scene.lesson.get_mut(index) {
                change(step);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;
    use crate::workspace::open_scene::Workspace;

    /// Steps a to d. `b` goes to tick 5, and `c` stays there.
    fn scene() -> Scene {
        let text = r#"{ "eyeline": 1, "opens_at": 2, "lesson": [
            { "say": "a" }, { "say": "b", "tick": 5 }, { "say": "c" }, { "say": "d", "tick": 7 } ] }"#;
        parse(text, "a.json").unwrap()
    }

    /// Each step with its own tick and the tick at which it begins: "a2" for a step without a tick, "b=5" for one with a tick.
    fn words(scene: &Scene) -> String {
        let word = |(i, step): (usize, &LessonStep)| {
            let sign = if step.tick.is_some() { "=" } else { "" };
            format!("{}{sign}{}", step.say, tick_of_step(scene, &scene.lesson, i))
        };
        scene.lesson.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_keep_their_ticks_when_their_order_changes() {
        type Change = fn(&mut Scene);
        let cases: [(Change, &str); 10] = [
            (|_| (), "a2 b=5 c5 d=7"),
            (|scene| move_to(scene, 2, 0), "c=5 a=2 b=5 d=7"),
            (|scene| move_to(scene, 0, 3), "b=5 c5 d=7 a=2"),
            (|scene| move_to(scene, 0, 9), "a2 b=5 c5 d=7"),
            (|scene| delete(scene, 1), "a2 c=5 d=7"),
            (|scene| delete(scene, 9), "a2 b=5 c5 d=7"),
            (|scene| duplicate(scene, 1), "a2 b=5 b=5 c5 d=7"),
            (|scene| duplicate(scene, 0), "a2 a2 b=5 c5 d=7"),
            (|scene| insert(scene, 2, named("x"), 5), "a2 b=5 x5 c5 d=7"),
            (|scene| insert(scene, 2, named("x"), 9), "a2 b=5 x=9 c=5 d=7"),
        ];
        for (change, expected) in cases {
            let mut scene = scene();
            change(&mut scene);
            assert_eq!(words(&scene), expected);
        }
    }

    fn named(say: &str) -> LessonStep {
        LessonStep { say: say.to_owned(), ..LessonStep::default() }
    }

    #[test]
    fn each_edit_is_one_undo_step_and_chooses_the_step() {
        let mut workspace = Workspace::new(scene(), None);
        workspace.lesson_mut().begin_editing();
        let edited = |workspace: &Workspace| {
            let (index, step) = workspace.judging().authoring().unwrap().step().unwrap();
            (index, step.say.clone())
        };
        let of = |index: usize, say: &str| (index, say.to_owned());
        workspace.lesson_mut().edit_step(1);
        workspace.edits().add_lesson_step(named("x"));
        assert_eq!((words(workspace.scene()), edited(&workspace)), ("a2 b=5 x=2 c=5 d=7".to_owned(), of(2, "x")));
        assert_eq!(workspace.document().undo_label(), Some("add step 3"));
        workspace.edits().move_lesson_step(2, 0);
        assert_eq!((words(workspace.scene()), edited(&workspace)), ("x=2 a2 b=5 c=5 d=7".to_owned(), of(0, "x")));
        workspace.edits().duplicate_lesson_step(0);
        assert_eq!(edited(&workspace), of(1, "x"));
        workspace.edits().delete_lesson_step(1);
        assert_eq!(edited(&workspace), of(1, "a"));
        for part in ["te", "text"] {
            workspace.edits().change_lesson_step(1, "text", |step| part.clone_into(&mut step.say));
        }
        assert_eq!(words(workspace.scene()), "x=2 text2 b=5 c=5 d=7");
        for expected in [
            "x=2 a2 b=5 c=5 d=7",
            "x=2 x=2 a2 b=5 c=5 d=7",
            "x=2 a2 b=5 c=5 d=7",
            "a2 b=5 x=2 c=5 d=7",
            "a2 b=5 c5 d=7",
        ] {
            workspace.undo();
            assert_eq!(words(workspace.scene()), expected);
        }
        workspace.edits().delete_lesson_step(3);
        assert_eq!(edited(&workspace), of(2, "c"), "the last step is edited after the last one was deleted");
    }
}
