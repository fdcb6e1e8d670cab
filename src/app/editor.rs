//! Changes of the selected item, and the question before an item is deleted that others refer to.

use eframe::egui::{Context, Frame, Id, Label, Modal, RichText, ScrollArea};

use super::edit::{New, Spot, Way, consequences};
use crate::app::{Session, keys};
use crate::scene::ThingId;

/// A change of what the scene is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
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
    pub(crate) const OF_ITEM: [Self; 6] =
        [Self::Rename, Self::Duplicate, Self::Move(Way::Up), Self::Move(Way::Down), Self::Hide, Self::Delete];

    /// Whether it adds something.
    pub(crate) fn is_insertion(self) -> bool {
        matches!(self, Self::Add(_))
    }
}

/// What the changes remember from frame to frame.
#[derive(Default)]
pub(crate) struct Editor {
    /// The name that is being typed.
    pub(crate) renaming: Option<Renaming>,
    deleting: Option<Question>,
}

/// A name that is being typed into a row of the outliner.
pub(crate) struct Renaming {
    /// Whose.
    pub(crate) id: ThingId,
    /// So far.
    pub(crate) text: String,
    /// Whether its row was not shown yet. egui gives the focus to a field only when it is laid out, which may take frames
    /// of scrolling.
    pub(crate) is_new: bool,
}

/// The question whether to delete an item, with the consequences.
struct Question {
    id: ThingId,
    revision: u64,
    consequences: Vec<String>,
}

impl Editor {
    /// Whether the question is open whether to delete something.
    pub(crate) fn is_asking(&self) -> bool {
        self.deleting.is_some()
    }

    /// Whether a name is being typed.
    pub(crate) fn is_renaming(&self) -> bool {
        self.renaming.is_some()
    }

    /// Makes a change; what is new comes where `spot` looks.
    pub(crate) fn make(&mut self, change: Change, session: &mut Session, spot: &Spot) {
        if let Change::Add(new) = change {
            session.add(new, spot);
            return;
        }
        let Some(active) = session.active() else { return };
        let Some(entry) = session.active_entry() else { return };
        let Some(id) = entry.id(session.scene()) else { return };
        match change {
            Change::Add(_) => {}
            Change::Duplicate => session.duplicate(id),
            // Its file defines the name.
            Change::Rename if session.is_part_active() => {}
            Change::Rename => {
                let text = entry.name(session.scene()).unwrap_or_default().to_owned();
                self.renaming = Some(Renaming { id, text, is_new: true });
            }
            Change::Move(way) => session.step_in_list(id, way),
            Change::Hide => session.set_hidden(active, !session.hidden().contains(active)),
            Change::Delete => {
                let consequences = consequences(session.scene(), entry);
                if consequences.is_empty() {
                    session.delete(id);
                } else {
                    self.deleting = Some(Question { id, revision: session.revision(), consequences });
                }
            }
        }
    }

    /// Shows the question before something goes that others refer to.
    pub(crate) fn show(&mut self, ctx: &Context, session: &mut Session) {
        let Some(question) = &self.deleting else { return };
        let name = session.scene().name_of(question.id).filter(|_| question.revision == session.revision());
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
            let id = question.id;
            self.deleting = None;
            session.delete(id);
            ctx.request_repaint();
        } else if cancel || modal.should_close() {
            self.deleting = None;
        }
    }
}
