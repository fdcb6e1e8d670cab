//! Changes of the selected item, and the dialog before an item with references is deleted.

use eframe::egui::{Context, Frame, Id, Label, Modal, RichText, ScrollArea};

use crate::app::command::change::SceneChange;
use crate::app::kit::keys;
use crate::app::panels::outliner::Renaming;
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::workspace::edit::{ViewPlacement, consequences_of_all};

/// The state of the changes between frames.
#[derive(Default)]
pub(crate) struct Editor {
    /// The name that is being typed.
    pub(crate) renaming: Option<Renaming>,
    deleting: Option<Question>,
}

/// The dialog that asks whether to delete items that others refer to.
struct Question {
    ids: Vec<ItemId>,
    /// The name of the item, or the number of several.
    name: String,
    revision: u64,
    consequences: Vec<String>,
}

impl Editor {
    /// Whether that dialog is open.
    pub(crate) fn is_asking(&self) -> bool {
        self.deleting.is_some()
    }

    /// Whether a name is being typed.
    pub(crate) fn is_renaming(&self) -> bool {
        self.renaming.is_some()
    }

    /// Makes a change. A new item is placed at the target of `spot`.
    pub(crate) fn make(&mut self, change: SceneChange, workspace: &mut Workspace, spot: &ViewPlacement) {
        if let SceneChange::Add(new) = change {
            workspace.edits().add(new, spot);
            return;
        }
        match change {
            SceneChange::Add(_) => {}
            SceneChange::Duplicate => {
                let entries = workspace.selection().selected_entries();
                workspace.edits().duplicate(&entries);
            }
            // The name is defined by the model's file, or by the object and its cut.
            SceneChange::Rename if workspace.selection().is_part_active() => {}
            SceneChange::Rename => {
                let Some(id) = workspace.selection().active() else { return };
                let text = workspace.scene().name_of(id).unwrap_or_default().to_owned();
                self.renaming = Some(Renaming { id, text, is_new: true });
            }
            SceneChange::Move(way) => {
                let entries = workspace.selection().selected_entries();
                workspace.edits().step_in_list(&entries, way);
            }
            SceneChange::Hide => workspace.marks_mut().hide_selected(),
            SceneChange::Lock => workspace.marks_mut().lock_selected(),
            SceneChange::Delete => {
                let ids = workspace.selection().selected_entries();
                let unlocked: Vec<ItemId> =
                    ids.iter().copied().filter(|id| !workspace.marks().locked().contains(*id)).collect();
                let consequences = consequences_of_all(workspace.scene(), &unlocked, workspace.world());
                if consequences.is_empty() {
                    workspace.edits().delete(&ids);
                } else if let Some(name) = workspace.selection().in_words(&unlocked) {
                    let name = if unlocked.len() == 1 { format!("“{name}”") } else { name };
                    self.deleting = Some(Question { ids, name, revision: workspace.revision(), consequences });
                }
            }
        }
    }

    /// Shows the dialog before items with references are deleted.
    pub(crate) fn show(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let Some(question) = &self.deleting else { return };
        if question.revision != workspace.revision() {
            // The scene has changed, and the consequences may be others.
            self.deleting = None;
            return;
        }
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("delete")).frame(frame).show(ctx, |ui| {
            ui.set_width(360.0);
            ui.heading(format!("Delete {}?", question.name));
            ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
                for sentence in &question.consequences {
                    ui.add(Label::new(format!("• {sentence}")).wrap());
                }
            });
            ui.add_space(2.0);
            ui.label(RichText::new("You can undo this.").weak());
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let delete = ui.button("Delete");
                keys::answer_with(&delete);
                [delete.clicked(), ui.button("Cancel").clicked()]
            })
            .inner
        });
        let [delete, cancel] = modal.inner;
        if delete {
            if let Some(question) = self.deleting.take() {
                workspace.edits().delete(&question.ids);
            }
            ctx.request_repaint();
        } else if cancel || modal.should_close() {
            self.deleting = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Reading, parse};
    use crate::workspace::edit::MoveDirection;
    use crate::world::Item;

    #[test]
    fn a_half_as_the_active_item_changes_the_object_that_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        std::fs::write(folder.path().join("a.obj"), tetrahedron).unwrap();
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [9, 0, 0] },
                { "name": "a", "shape": { "mesh": { "file": "a.obj" } } },
                { "name": "last", "shape": { "sphere": { "radius": 1 } }, "position": [19, 0, 0] }],
            "cuts": [{ "name": "low", "object": "a", "point": [0, 0.25, 0], "normal": [0, 1, 0] }] }"#;
        let workspace = || {
            let loaded = parse(text, "a.json", Some(folder.path())).unwrap();
            let mut workspace = Workspace::on(loaded.scene, loaded.files, None, Reading::default());
            let half = workspace.world().named("a/low+").and_then(|id| workspace.world().find(id)).unwrap();
            workspace.selection_mut().extend(&[Item::Object(0), half]);
            workspace
        };
        let names = |workspace: &Workspace| {
            workspace.scene().objects.iter().map(|object| object.name.clone()).collect::<Vec<_>>().join(" ")
        };
        for (change, expected) in [
            (SceneChange::Duplicate, "ball ball 2 a a 2 last"),
            (SceneChange::Move(MoveDirection::Down), "last ball a"),
            (SceneChange::Rename, "ball a last"),
        ] {
            let (mut workspace, mut editor) = (workspace(), Editor::default());
            editor.make(change, &mut workspace, &ViewPlacement::default());
            assert_eq!(names(&workspace), expected, "{change:?}");
            assert!(!editor.is_renaming(), "a half has no name of its own");
        }
        let (mut workspace, mut editor) = (workspace(), Editor::default());
        editor.make(SceneChange::Delete, &mut workspace, &ViewPlacement::default());
        let question = editor.deleting.as_ref().unwrap();
        assert_eq!(question.name, "2 objects");
        assert!(
            question.consequences.iter().any(|sentence| sentence.contains("Cut “low”")),
            "{:?}",
            question.consequences
        );
    }
}
