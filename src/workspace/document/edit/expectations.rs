//! Adds and removes expectations of answers as they are now.

use crate::geometry::narrate::counted;
use crate::scene::{Expectation, NAMING_KEYS};
use crate::workspace::document::edits::Edits;
use crate::workspace::document::refusal::Refusal;
use crate::workspace::judging::expectations_read::is_same_answer;

impl Edits<'_> {
    /// Adds an expectation of the selected answer as it is now. An expectation of the same answer at the same tick is
    /// replaced.
    pub(crate) fn expect_selected(&mut self) {
        let expected = match self.workspace.selected().question(self.workspace.world()) {
            Some(subject) => self.workspace.judging().present(subject),
            None => return,
        };
        match expected {
            Ok(expected) => self.expect(vec![expected]),
            Err(reason) => {
                let field = "expectation".to_owned();
                self.workspace.document.refusal = Some(Refusal { field, reason });
            }
        }
    }

    /// Adds expectations of the current answers of the selected camera or ray for these objects, as one undo step.
    pub(crate) fn expect_objects(&mut self, objects: &[usize]) {
        let expected = self.workspace.judging().present_of_objects(objects);
        self.expect(expected);
    }

    /// Removes expectations by their indices.
    pub(crate) fn remove_expectation(&mut self, index: usize) {
        let Some(expected) = self.workspace.scene().expect.get(index) else { return };
        let label = format!("remove expectation of {}", words(expected));
        self.workspace.command(&label, |scene, _| drop(scene.expect.remove(index)));
    }

    /// Removes the expectation of the selected answer at this tick.
    pub(crate) fn remove_selected_expectation(&mut self) {
        if let Some(place) =
            self.workspace.judging().named_answer().and_then(|named| self.workspace.judging().place_of(&named))
        {
            self.remove_expectation(place);
        }
    }

    /// Selects the answer of an expectation and goes to its tick.
    pub(crate) fn show_expectation(&mut self, index: usize) {
        let Some(expected) = self.workspace.scene().expect.get(index).cloned() else { return };
        self.workspace.set_tick(expected.tick());
        self.workspace.selection_mut().show_answer_of(&names_of(&expected));
        let looking = expected.looking_camera();
        let cameras = &self.workspace.world().cameras;
        let camera = cameras.iter().position(|camera| looking.is_some_and(|name| *camera.name == *name));
        if camera.is_some() || self.workspace.selected().asks_why {
            self.workspace.selection_mut().ask_why(camera);
        }
    }

    /// Adds expectations, and replaces those of the same answers. When it replaces some, a message offers to undo that.
    fn expect(&mut self, expected: Vec<Expectation>) {
        let replaced = self.workspace.judging().count_replaced(&expected);
        let expected: Vec<Expectation> =
            expected.into_iter().map(|new| self.workspace.judging().updated(&new).unwrap_or(new)).collect();
        let label = match &expected[..] {
            [] => return,
            [one] => format!("expect {}", words(one)),
            more => format!("expect {} answers", more.len()),
        };
        self.workspace.command(&label, |scene, _| {
            for new in expected {
                match scene.expect.iter_mut().find(|old| is_same_answer(old, &new)) {
                    Some(old) => *old = new,
                    None => scene.expect.push(new),
                }
            }
        });
        if replaced > 0 {
            let text = format!("Replaced {}", counted(replaced, "expectation"));
            self.workspace.notices_mut().say_undoable(text, label);
        }
    }
}

fn names_of(expected: &Expectation) -> Vec<String> {
    let names = NAMING_KEYS.into_iter().filter_map(|key| expected.name(key));
    names.map(str::to_owned).collect()
}

fn words(expected: &Expectation) -> String {
    let names = names_of(expected);
    if names.is_empty() { "octree".to_owned() } else { names.join(" · ") }
}

#[cfg(test)]
mod tests {
    use crate::report::expected::ExpectedOutcome;
    use crate::workspace::open_scene::Workspace;

    const SCENE: &str = r#"{ "eyeline": 1, "octree": {},
        "cameras": [{ "name": "guard" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
        "agents": [{ "name": "g", "tree": { "action": { "name": "hold", "wait": { "ticks": 100 } } } }],
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 9, 5] }] }"#;

    fn workspace() -> Workspace {
        Workspace::new(crate::scene::parse(SCENE, "a.json").unwrap(), None)
    }

    fn lines(workspace: &Workspace) -> Vec<String> {
        workspace.judging().outcomes().iter().map(ExpectedOutcome::line).collect()
    }

    #[test]
    fn an_answer_is_expected_and_not_met_after_an_edit() {
        for (names, met, after, not_met) in [
            (
                &["guard", "crate"][..],
                "guard · crate: inside as expected",
                [0.0, 0.0, 5.0],
                "expected inside, found outside",
            ),
            (&["aim"], "aim: nearest crate as expected", [0.0, 9.0, 0.0], "expected nearest crate, found nothing"),
            (&["aim", "crate"], "aim · crate: hit true, t 9 as expected", [0.0, 0.0, -6.0], "expected t 9, found 10"),
            (&["aim", "ball"], "aim · ball: hit false as expected", [0.0, 0.0, 0.0], ""),
        ] {
            let mut workspace = workspace();
            workspace
                .selection_mut()
                .select_names(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
                .unwrap();
            assert_eq!(workspace.judging().why_not_expect(), None);
            workspace.edits().expect_selected();
            assert_eq!(workspace.document().refusal(), None);
            assert_eq!(lines(&workspace), [met]);
            assert_eq!(workspace.judging().why_not_expect(), Some("This answer is already expected."));
            workspace.edit("position of crate", |scene| scene.objects[0].position = after);
            assert!(lines(&workspace)[0].ends_with(not_met), "{:?}", lines(&workspace));
            if !not_met.is_empty() {
                assert_eq!(workspace.judging().why_not_expect(), None);
                workspace.edits().expect_selected();
                assert!(workspace.judging().outcomes()[0].is_met(), "the expectation is replaced");
                workspace.undo();
            }
            workspace.undo();
            assert_eq!(lines(&workspace), [met]);
            workspace.undo();
            assert!(workspace.judging().outcomes().is_empty() && workspace.scene().expect.is_empty());
        }
    }

    #[test]
    fn a_replaced_expectation_keeps_its_other_fields_and_ranges() {
        let text = SCENE.replace(
            r#""octree": {},"#,
            r#""octree": {}, "expect": [{ "ray": "aim", "object": "crate", "hit": true, "t": 7, "feature": "surface" },
                { "ray": "aim", "nearest": "ball", "t": { "min": 1, "max": 20 } }],"#,
        );
        let mut workspace = Workspace::new(crate::scene::parse(&text, "a.json").unwrap(), None);
        let replace = |workspace: &mut Workspace, names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            workspace.selection_mut().select_names(&names).unwrap();
            workspace.edits().expect_selected();
        };
        replace(&mut workspace, &["aim", "crate"]);
        replace(&mut workspace, &["aim"]);
        let keys = |workspace: &Workspace, i: usize| serde_json::to_value(&workspace.scene().expect[i].keys).unwrap();
        let expected =
            serde_json::json!({ "ray": "aim", "object": "crate", "hit": true, "t": 9.0, "feature": "surface" });
        assert_eq!(keys(&workspace, 0), expected);
        let expected = serde_json::json!({ "ray": "aim", "nearest": "crate", "t": { "min": 1, "max": 20 } });
        assert_eq!(keys(&workspace, 1), expected);
        let message = workspace.latest_message();
        assert_eq!((message.text, message.undoes), ("Replaced 1 expectation", true));
        // Without a hit there is no distance.
        workspace.edit("position of crate", |scene| scene.objects[0].position = [0.0, 9.0, 0.0]);
        assert!(!workspace.latest_message().undoes, "another change is the latest");
        replace(&mut workspace, &["aim", "crate"]);
        assert_eq!(lines(&workspace)[0], "aim · crate: hit false as expected");
    }

    #[test]
    fn an_agent_is_expected_at_its_tick_and_shown_there() {
        let mut workspace = workspace();
        workspace.selection_mut().select_agent(0);
        workspace.set_tick(3);
        workspace.edits().expect_selected();
        assert_eq!(lines(&workspace), ["g at tick 3: running, running hold as expected"]);
        workspace.set_tick(0);
        workspace.selection_mut().select_names(&["guard".to_owned()]).unwrap();
        workspace.edits().show_expectation(0);
        assert_eq!((workspace.tick(), workspace.selected().agent()), (3, Some(0)));
        assert!(workspace.judging().has_expectation());
        workspace.edits().remove_selected_expectation();
        assert_eq!(lines(&workspace), [""; 0]);
    }

    /// A camera and an object have two answers: where the object is in the view volume, and what the camera sees of it.
    #[test]
    fn what_a_camera_sees_is_expected_beside_the_place_in_its_view_volume() {
        let text = SCENE.replace(
            r#""octree": {},"#,
            r#""octree": {}, "expect": [{ "camera": "guard", "object": "crate", "seen": true }],"#,
        );
        let mut workspace = Workspace::new(crate::scene::parse(&text, "a.json").unwrap(), None);
        workspace.selection_mut().select_names(&["guard".to_owned(), "crate".to_owned()]).unwrap();
        workspace.selection_mut().ask_why(None);
        assert_eq!(
            (workspace.judging().has_expectation(), workspace.judging().why_not_expect()),
            (false, None),
            "the place in the view volume is not expected"
        );
        workspace.edits().expect_selected();
        assert_eq!(lines(&workspace), ["guard · crate: seen true as expected", "guard · crate: inside as expected"]);
        assert!(workspace.judging().has_expectation());
        workspace.edits().remove_selected_expectation();
        assert_eq!(lines(&workspace), ["guard · crate: seen true as expected"]);

        workspace.edits().show_expectation(0);
        assert!(workspace.selected().asks_why);
        assert!(workspace.judging().has_expectation() && workspace.judging().is_selected_expectation(0));
        workspace.edits().remove_selected_expectation();
        assert_eq!(lines(&workspace), [""; 0]);
    }

    #[test]
    fn all_rows_of_the_table_are_one_step() {
        let mut workspace = workspace();
        workspace.selection_mut().select_names(&["guard".to_owned()]).unwrap();
        assert!(workspace.judging().why_not_expect().is_some(), "a camera alone has no answer");
        workspace.edits().expect_objects(&[0, 1]);
        assert_eq!(lines(&workspace), ["guard · crate: inside as expected", "guard · ball: outside as expected"]);
        assert_eq!(workspace.document().undo_label(), Some("expect 2 answers"));
        workspace.edits().remove_expectation(0);
        assert_eq!(lines(&workspace), ["guard · ball: outside as expected"]);
        workspace.undo();
        workspace.undo();
        assert!(workspace.judging().outcomes().is_empty());
    }
}
