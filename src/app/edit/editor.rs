//! Changes of the selected item, and the question before an item is deleted that others refer to.

use eframe::egui::{Context, Frame, Id, Label, Modal, RichText, ScrollArea};

use super::add::{New, Spot};
use super::delete::consequences;
use super::item::Item;
use super::reorder::Way;
use crate::app::{Session, keys};

/// A change of what the scene is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Change {
    /// Something new.
    Add(New),
    /// A copy of the selected thing.
    Duplicate,
    /// Another name for it, typed into its row.
    Rename,
    /// Another place in its list.
    Move(Way),
    /// Not drawn any more, or again.
    Hide,
    /// Removes the selected thing from the scene.
    Delete,
}

impl Change {
    /// Those of the selected thing, in the order of the menus.
    pub(in crate::app) const OF_ITEM: [Self; 6] =
        [Self::Rename, Self::Duplicate, Self::Move(Way::Up), Self::Move(Way::Down), Self::Hide, Self::Delete];

    /// Whether it adds something.
    pub(in crate::app) fn is_insertion(self) -> bool {
        matches!(self, Self::Add(_))
    }
}

/// What the changes remember from frame to frame.
#[derive(Default)]
pub(in crate::app) struct Editor {
    /// The name that is being typed.
    pub(in crate::app) renaming: Option<Renaming>,
    deleting: Option<Question>,
}

/// A name that is being typed into a row of the outliner.
pub(in crate::app) struct Renaming {
    /// Whose.
    pub(in crate::app) item: Item,
    /// So far.
    pub(in crate::app) text: String,
    /// Whether its row was not shown yet. egui gives the focus to a field only when it is laid out, which may take frames
    /// of scrolling.
    pub(in crate::app) is_new: bool,
}

/// The question whether to delete an item, with the consequences.
struct Question {
    item: Item,
    revision: u64,
    consequences: Vec<String>,
}

impl Editor {
    /// Whether the question is open whether to delete something.
    pub(in crate::app) fn is_asking(&self) -> bool {
        self.deleting.is_some()
    }

    /// Whether a name is being typed.
    pub(in crate::app) fn is_renaming(&self) -> bool {
        self.renaming.is_some()
    }

    /// Makes a change; what is new comes where `spot` looks.
    pub(in crate::app) fn make(&mut self, change: Change, session: &mut Session, spot: &Spot) {
        if let Change::Add(new) = change {
            session.add(new, spot);
            return;
        }
        let Some(item) = session.active() else { return };
        let Some(name) = item.name(session.scene()).map(str::to_owned) else { return };
        match change {
            Change::Add(_) => {}
            Change::Duplicate => session.duplicate(item),
            // It is named in its file.
            Change::Rename if session.means_part_of_model() => {}
            Change::Rename => self.renaming = Some(Renaming { item, text: name, is_new: true }),
            Change::Move(way) => session.step_in_list(item, way),
            Change::Hide => {
                if let Some(name) = session.active_name() {
                    session.set_hidden(&name, !session.hidden().contains(&name));
                }
            }
            Change::Delete => {
                let consequences = consequences(session.scene(), item);
                if consequences.is_empty() {
                    session.delete(item);
                } else {
                    self.deleting = Some(Question { item, revision: session.revision(), consequences });
                }
            }
        }
    }

    /// Shows the question before something goes that others refer to.
    pub(in crate::app) fn show(&mut self, ctx: &Context, session: &mut Session) {
        let Some(question) = &self.deleting else { return };
        let name = question.item.name(session.scene()).filter(|_| question.revision == session.revision());
        let Some(name) = name else {
            // The scene changed meanwhile: what was asked about may be another thing now.
            self.deleting = None;
            return;
        };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("delete")).frame(frame).show(ctx, |ui| {
            ui.set_width(360.0);
            ui.heading(format!("Delete “{name}”?"));
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
            let item = question.item;
            self.deleting = None;
            session.delete(item);
            ctx.request_repaint();
        } else if cancel || modal.should_close() {
            self.deleting = None;
        }
    }
}
