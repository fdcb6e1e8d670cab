//! The fields of the scene itself: its title, ticks and text, and how it opens.

use std::sync::Arc;

use eframe::egui::{DragValue, Ui};

use crate::app::kit::form::decimal::decimal;
use crate::app::kit::form::fields::ItemForm;
use crate::app::view::movie_eye::MovieEye;
use crate::app::view::saved_view::{save_in, viewpoint};
use crate::scene::LAST_TICK;
use crate::workspace::Workspace;

/// The labels of what the scene opens with. A refused change is shown at them.
const VIEW: &str = "view";
const SELECTION: &str = "selection";

/// The fields; a change can be undone. `eye` is that of the active 3D view.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, eye: Option<&MovieEye>) {
    let scene = Arc::clone(workspace.scene());
    let (mut title, mut about) = (scene.title.clone(), scene.about.clone());
    let (mut tick_rate, mut opens_at) = (scene.tick_rate, scene.opens_at);
    let (mut view, mut select) = (scene.view.clone(), scene.select.clone());
    let mut form = ItemForm::new(ui, "the scene", workspace.document().refusal());
    form.text("title", &mut title, "The title of the window. Without a title it is the name of the file.");
    decimal(
        &mut form,
        "ticks a second",
        &mut tick_rate,
        "The number of ticks per second, above 0. Agents without a rate of their own have it too.",
    );
    form.section("Opening");
    let drag = DragValue::new(&mut opens_at).speed(0.2).range(0..=LAST_TICK).update_while_editing(false);
    form.drag("opens at tick", drag, "The tick at which the scene opens, 0 to 1,000,000.");
    let own_view = if view.is_some() { "its own viewpoint" } else { "everything in the picture" };
    form.fact(VIEW, own_view, "The viewpoint of the 3D view when the scene opens, and of its picture.");
    let seen = viewpoint(eye);
    let help = "The scene opens with the present viewpoint of the 3D view.";
    if form.button_unless("Open with this view", help, seen.err())
        && let Ok(seen) = seen
    {
        save_in(&mut view, seen);
        form.change(VIEW);
    }
    let names = if select.is_empty() { "nothing".to_owned() } else { select.join(", ") };
    form.fact(SELECTION, &names, "What is selected when the scene opens, and in its picture.");
    let selected = workspace.selection().opening_names();
    let help = "The scene opens with the items that are selected now. The active one counts, with its camera or ray.";
    let why_not = "A scene cannot open with a model selected. Select an object of the model.";
    if form.button_unless("Open with this selection", help, selected.is_none().then_some(why_not))
        && let Some(selected) = selected
    {
        select = selected;
        form.change(SELECTION);
    }
    form.section("Text");
    form.long_text(
        "about",
        &mut about,
        "The text of the About panel, in Markdown. The name of an item between stars or backticks is a link to it.",
    );
    if let Some(changed) = form.changed() {
        workspace.edit(&changed.field, |scene| {
            (scene.title, scene.about) = (title, about);
            (scene.tick_rate, scene.opens_at) = (tick_rate, opens_at);
            (scene.view, scene.select) = (view, select);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    const SCENE: &str = r#"{ "eyeline": 1,
        "cameras": [{ "name": "eye" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "agents": [{ "name": "guard", "tree": { "action": { "wait": { "ticks": 1 } } } }] }"#;

    fn workspace() -> Workspace {
        let scene: Scene = serde_json::from_str(SCENE).unwrap();
        Workspace::new(scene, None)
    }

    #[test]
    fn a_scene_can_open_with_what_is_selected() {
        let mut workspace = workspace();
        assert_eq!(workspace.selection().opening_names(), Some(vec![]), "the camera is shown, but nothing is selected");
        for names in [&["guard"][..], &["aim"], &["eye"], &["aim", "ball"], &["eye", "ball"]] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            workspace.selection_mut().select_names(&names).unwrap();
            assert_eq!(workspace.selection().opening_names().as_ref(), Some(&names));
            assert!(
                workspace.edit("select", |scene| scene.select.clone_from(&names)),
                "{:?}",
                workspace.document().refusal()
            );
        }
    }
}
