//! The file field of a model or a mesh object, and the progress while another level is read.

use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::job;
use crate::scene::Entry;
use crate::workspace::Workspace;

/// The field. `file` is the scene's value, and becomes the typed one. Returns whether another level was typed; that
/// value is for `Edits::name_level`.
pub(super) fn show(form: &mut ItemForm, workspace: &mut Workspace, item: Entry, file: &mut String) -> bool {
    let named = workspace.document().named_level(item).map(str::to_owned);
    let written = named.clone().unwrap_or_else(|| file.clone());
    let mut typed = written.clone();
    form.text(
        "file",
        &mut typed,
        "glTF, GLB, FBX, OBJ, PLY, STL or a map of Quake (.map, .bsp), in the folder of the scene file.",
    );
    if let Some(named) = named {
        let working = workspace.disk().working().filter(|working| *working.file == *named);
        let ui = form.ui();
        match working {
            Some(working) => {
                if job::bar(ui, &format!("reading {:.0} %", 100.0 * working.fraction), working.fraction) {
                    workspace.edits().drop_named_level(item);
                }
            }
            None => drop(ui.weak("Waiting for other files to load.")),
        }
        ui.weak(format!("{file} is used until then."));
    }
    let is_other = typed != written;
    if is_other {
        *file = typed;
    }
    is_other
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use eframe::egui::accesskit::Role;
    use eframe::egui::{Key, Ui, vec2};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use crate::workspace::Workspace;

    #[test]
    fn another_level_shows_its_progress_and_can_be_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        let text = "v 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n";
        for (name, text) in [
            ("shed.obj", text),
            ("barn.obj", &text.replace('3', "5").replace("f 1 2 5", "f 1 2 3")),
            ("a.json", r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.obj" }] }"#),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let mut workspace = Workspace::empty();
        assert!(workspace.open(&folder.path().join("a.json")));
        let workspace = workspace.in_window();
        let draw = |ui: &mut Ui, workspace: &mut Workspace| super::super::model::show(ui, workspace, 0);
        let mut harness = Harness::builder().with_size(vec2(320.0, 500.0)).build_ui_state(draw, workspace);
        let file = |harness: &Harness<'_, Workspace>| harness.state().scene().models[0].file.clone();
        let ask = |harness: &mut Harness<'_, Workspace>| {
            harness.get_by_role_and_label(Role::TextInput, "file").focus();
            harness.run();
            harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
            harness.get_by_role_and_label(Role::TextInput, "file").type_text("barn.obj");
            harness.run();
            harness.key_press(Key::Enter);
        };
        ask(&mut harness);
        harness.step();
        // A small file may have been loaded already, so it is requested again and stalled.
        harness.state_mut().load(Duration::from_mins(1));
        assert_eq!(file(&harness), "barn.obj");
        harness.state_mut().undo();
        harness.state_mut().edits().stall_naming(0, "other.obj");
        harness.run();
        harness.get_by_label_contains("shed.obj is used until then");
        harness.get_by_label("Cancel").click();
        harness.run();
        assert!(!harness.state_mut().load(Duration::from_mins(1)));
        harness.run();
        assert_eq!((file(&harness), harness.query_by_label("Cancel").is_none()), ("shed.obj".to_owned(), true));
        assert_eq!(harness.state().document().named_level(crate::scene::Entry::Model(0)), None);
    }
}
