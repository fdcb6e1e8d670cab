//! What an author does with the lesson of the open scene beside its edits: begins and ends, chooses a step, tries it, and records a
//! solution.

use std::sync::Arc;

use super::lesson::StepsDone;
use super::lesson_mut::LessonMut;
use crate::report::lesson::recorded;
use crate::scene::Scene;

impl LessonMut<'_> {
    /// Begins to edit the lesson of the scene. A shown step or a quiz ends, and what was changed in the step is undone.
    pub(crate) fn begin_editing(&mut self) {
        let step = self.workspace.judging.lesson.step().filter(|_| self.workspace.judging.lesson.quiz.is_none());
        self.end();
        let lesson = &mut self.workspace.judging.lesson;
        lesson.is_hidden_by_user = false;
        lesson.authoring.get_or_insert_default().step = step.unwrap_or_default();
        self.workspace.judging_mut().evaluate_at_once();
        self.follow();
    }

    /// Ends the editing. A solution that is being recorded is dropped.
    pub(crate) fn end_editing(&mut self) {
        self.cancel_solution();
        self.end();
        self.workspace.judging.lesson.authoring = None;
    }

    /// Chooses the step to edit. A solution that is being recorded is dropped.
    pub(crate) fn edit_step(&mut self, index: usize) {
        self.cancel_solution();
        if let Some(authoring) = &mut self.workspace.judging.lesson.authoring {
            authoring.step = index;
        }
        self.workspace.judging_mut().evaluate_at_once();
    }

    /// Shows a step as a student sees it, without earlier answers. The lesson is edited on when the steps are closed.
    pub(crate) fn try_step(&mut self, index: usize) {
        self.cancel_solution();
        if let Some(authoring) = &mut self.workspace.judging.lesson.authoring {
            authoring.step = index;
        }
        self.workspace.judging.lesson.done = StepsDone::default();
        self.go_to(index);
    }

    /// Begins to record a solution of a step: from now on, the changes of the scene are the solution.
    pub(crate) fn record_solution(&mut self, index: usize) {
        let scene = Arc::clone(self.workspace.scene());
        if let Some(authoring) = &mut self.workspace.judging.lesson.authoring {
            authoring.recording = Some((index, scene));
        }
    }

    /// Stores the changes since the recording began as the solution of its step, and restores the scene before them, as one step of
    /// undo.
    ///
    /// # Errors
    /// When a solution cannot have the changes: the reason. Nothing is changed then.
    pub(crate) fn keep_solution(&mut self) -> Result<(), String> {
        let Some(authoring) = &self.workspace.judging.lesson.authoring else { return Ok(()) };
        let Some((step, before)) = authoring.recording.clone() else { return Ok(()) };
        let now = Arc::clone(self.workspace.scene());
        let Some(written) = now.lesson.get(step) else { return Ok(()) };
        let solution = recorded(&before, &now, &written.free)?;
        self.restore(&format!("solution of step {}", step + 1), &before, |scene| {
            scene.lesson[step].solution = solution;
        });
        Ok(())
    }

    /// Ends the recording of a solution, and restores the scene before it, as one step of undo.
    pub(crate) fn cancel_solution(&mut self) {
        let Some(authoring) = &self.workspace.judging.lesson.authoring else { return };
        if let Some((_, before)) = authoring.recording.clone() {
            self.restore("end of the recording", &before, |_| ());
        }
    }

    /// Restores the scene of an author before it is saved: a solution that is being recorded, and a trial, change it for a while.
    pub(crate) fn restore_authored(&mut self) {
        self.cancel_solution();
        if self.workspace.judging().is_trying_lesson() {
            self.end();
        }
    }

    /// Restores the scene before a recording. The lesson stays as it is.
    fn restore(&mut self, label: &str, before: &Scene, change: impl FnOnce(&mut Scene)) {
        self.workspace.step(label, |scene, _| {
            let lesson = std::mem::take(&mut scene.lesson);
            *scene = before.clone();
            scene.lesson = lesson;
            change(scene);
        });
        self.drop_recording();
    }

    /// Ends the recording of a solution. The scene stays.
    pub(in crate::workspace) fn drop_recording(&mut self) {
        if let Some(authoring) = &mut self.workspace.judging.lesson.authoring {
            authoring.recording = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::scene::parse;
    use crate::workspace::open_scene::Workspace;

    /// A camera that looks along −Z with a ball behind it, and a lesson with a question and a goal.
    fn workspace() -> Workspace {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "near": 0.5, "far": 20 }],
            "objects": [
                { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
                { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 6] }],
            "lesson": [
                { "say": "Where is `ball`?", "ask": { "choice": { "camera": "eye", "object": "ball", "field": "verdict" } } },
                { "say": "Move it.", "free": ["ball"], "goal": [{ "camera": "eye", "object": "ball", "verdict": "inside" }] }] }"#;
        Workspace::new(parse(text, "a.json").unwrap(), None)
    }

    fn move_ball(workspace: &mut Workspace, z: f32) {
        workspace.edit("position of ball", |scene| scene.objects[1].position[2] = z);
        workspace.settle();
    }

    /// The z of the ball.
    fn place_of_ball(workspace: &Workspace) -> String {
        workspace.scene().objects[1].position[2].to_string()
    }

    #[test]
    fn a_recorded_solution_is_stored_and_the_scene_is_restored() {
        let mut workspace = workspace();
        workspace.lesson_mut().begin_editing();
        workspace.lesson_mut().edit_step(1);
        workspace.lesson_mut().record_solution(1);
        let why_not = |workspace: &Workspace| workspace.judging().authoring().unwrap().why_not_keep();
        assert_eq!(why_not(&workspace).as_deref(), Some("Nothing has changed yet."));
        move_ball(&mut workspace, 3.0);
        assert_eq!(why_not(&workspace).as_deref(), Some("The goal is not met yet."));
        move_ball(&mut workspace, -8.0);
        assert_eq!(why_not(&workspace), None);
        workspace.edit("far", |scene| scene.cameras[0].far = 30.0);
        workspace.settle();
        assert!(why_not(&workspace).unwrap().starts_with("Undo a change: `eye` has changed"));
        assert!(workspace.lesson_mut().keep_solution().is_err());
        workspace.undo();
        workspace.lesson_mut().keep_solution().unwrap();
        let scene = workspace.scene();
        assert_eq!((scene.objects[1].position[2], scene.cameras[0].far), (6.0, 20.0));
        assert_eq!(json!(scene.lesson[1].solution), json!({ "ball": { "position": [0.0, 0.0, -8.0] } }));
        let authoring = workspace.judging().authoring().unwrap();
        assert_eq!((authoring.recording(), authoring.judged().faults.len()), (None, 0));
        assert_eq!(workspace.document().undo_label(), Some("solution of step 2"));
        workspace.undo();
        assert_eq!(place_of_ball(&workspace), "-8", "undo leads to the scene that was recorded");
        assert!(workspace.scene().lesson[1].solution.is_empty());
    }

    #[test]
    fn a_recording_that_ends_restores_the_scene_but_keeps_the_lesson() {
        let mut workspace = workspace();
        workspace.lesson_mut().begin_editing();
        workspace.lesson_mut().record_solution(1);
        move_ball(&mut workspace, -8.0);
        workspace.edits().change_lesson_step(1, "text", |step| step.say = "Now move it.".to_owned());
        workspace.lesson_mut().edit_step(0);
        assert_eq!(place_of_ball(&workspace), "6");
        assert_eq!(workspace.scene().lesson[1].say, "Now move it.");
        assert_eq!(workspace.judging().authoring().unwrap().recording(), None);
    }

    #[test]
    fn a_recording_and_a_trial_are_not_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lesson.json");
        let mut workspace = workspace();
        workspace.lesson_mut().begin_editing();
        let begins: [fn(&mut Workspace); 2] =
            [|workspace| workspace.lesson_mut().record_solution(1), |workspace| workspace.lesson_mut().try_step(1)];
        for begin in begins {
            begin(&mut workspace);
            move_ball(&mut workspace, -8.0);
            assert!(workspace.disk_mut().save_as(&path));
            assert_eq!(place_of_ball(&workspace), "6");
            let written = std::fs::read_to_string(&path).unwrap();
            assert!(!written.contains("-8"), "{written}");
            assert!(workspace.judging().authoring().unwrap().recording().is_none());
        }
    }

    #[test]
    fn a_trial_is_that_of_a_student_and_leads_back() {
        let mut workspace = workspace();
        workspace.lesson_mut().go_to(1);
        move_ball(&mut workspace, -8.0);
        workspace.lesson_mut().begin_editing();
        let edited = |workspace: &Workspace| workspace.judging().authoring().unwrap().step().unwrap().0;
        assert_eq!((edited(&workspace), workspace.scene().objects[1].position[2]), (1, 6.0));
        assert!(workspace.report().has_answers());
        workspace.lesson_mut().try_step(0);
        assert!(workspace.judging().is_trying_lesson() && workspace.judging().authoring().is_none());
        assert!(!workspace.report().has_answers(), "the question hides the answers");
        assert_eq!(workspace.judging().lesson().progress(), None, "a trial is no progress");
        workspace.lesson_mut().answer("outside".into());
        assert!(workspace.judging().lesson().given().unwrap().is_right);
        workspace.lesson_mut().end();
        assert_eq!(edited(&workspace), 0);
        workspace.lesson_mut().try_step(0);
        assert!(workspace.judging().lesson().given().is_none(), "each trial begins without answers");
        workspace.lesson_mut().end();
        workspace.lesson_mut().end_editing();
        assert!(workspace.judging().authoring().is_none() && !workspace.judging().is_trying_lesson());
    }

    #[test]
    fn faults_are_those_of_check_at_their_steps() {
        let mut workspace = workspace();
        workspace.lesson_mut().begin_editing();
        let faults = |workspace: &Workspace| workspace.judging().authoring().unwrap().judged().faults.clone();
        assert_eq!(faults(&workspace), []);
        workspace.edits().change_lesson_step(0, "text", |step| step.say = "{eye.ball.margn}".to_owned());
        workspace.edits().change_lesson_step(1, "camera", |step| step.camera = Some("gone".to_owned()));
        let found = faults(&workspace);
        let [(0, value), (1, camera)] = &found[..] else { panic!("{found:?}") };
        assert!(value.starts_with("the value `{eye.ball.margn}` is missing"), "{value}");
        assert!(camera.contains("no camera named"), "{camera}");
    }

    #[test]
    fn a_step_asks_about_the_selected_answer_at_its_tick() {
        let mut workspace = workspace();
        workspace.lesson_mut().begin_editing();
        workspace.selection_mut().select_names(&["eye", "crate"].map(str::to_owned)).unwrap();
        workspace.judging_mut().evaluate_at_once();
        let authoring = workspace.judging().authoring().unwrap();
        let named = authoring.selected_answer(0).unwrap().named;
        assert_eq!(json!(named.keys), json!({ "camera": "eye", "object": "crate" }));
        let goal = authoring.selected_goal(0).unwrap();
        assert_eq!(json!(goal.keys), json!({ "camera": "eye", "object": "crate", "verdict": "inside" }));
        let fields = authoring.judged().selected.clone().unwrap().unwrap();
        assert!(fields.iter().any(|field| field.path == "margin"), "{fields:?}");
        let asked = authoring.judged().asked.clone().unwrap().unwrap();
        assert!(asked.iter().any(|field| field.value == "outside"), "{asked:?}");
        workspace.set_tick(3);
        let named = workspace.judging().authoring().unwrap().selected_answer(0).unwrap().named;
        assert_eq!(named.keys["tick"], 3, "the step begins at tick 0");
    }
}
