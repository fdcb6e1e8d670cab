//! Recovery: unsaved changes are stored while the user works, and offered after a crash or a kill.
//!
//! ```text
//! store     the files of unsaved changes, one for each window that runs
//! autosave  writes the changes of this window some seconds after the last one
//! offer     the dialog with the changes that other windows have left
//! ```

mod autosave;
mod offer;
mod store;

use std::path::PathBuf;

use eframe::egui::Context;

use crate::lessons::{self, Library};
use crate::workspace::{Notice, NoticeKind, Workspace};
use autosave::Autosave;
use offer::{Offer, RecoveryChoice};
use store::Store;

/// The recovery of a window. Without a folder nothing is stored.
#[derive(Default)]
pub(in crate::app) struct Recovery {
    store: Option<Store>,
    autosave: Autosave,
    offer: Offer,
}

impl Recovery {
    /// Stores changes in a folder, and offers those that windows have left there that no longer run.
    pub(in crate::app) fn begin(&mut self, folder: PathBuf) {
        let store = Store::new(folder);
        self.offer = Offer::of(store.left());
        self.store = Some(store);
    }

    /// Whether there are changes to recover.
    pub(in crate::app) fn has_offer(&self) -> bool {
        !self.offer.is_empty()
    }

    /// Stores the unsaved changes when it is time, or removes what was stored when there are none.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &Workspace) {
        if let Some(store) = &mut self.store {
            self.autosave.advance(ctx, workspace, store);
        }
    }

    /// Removes what this window has stored, after a normal exit.
    pub(in crate::app) fn end(&mut self) {
        self.autosave = Autosave::default();
        if let Some(store) = &mut self.store {
            store.remove();
        }
    }

    /// Shows the dialog while there are changes to recover, and carries out the answer.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &mut Workspace, library: &Library) {
        let Some(answer) = self.offer.show(ctx) else { return };
        match answer {
            RecoveryChoice::Discard(left) => left.discard(),
            RecoveryChoice::Recover(left) => {
                let changes = left.changes();
                let lesson = changes.lesson.as_deref().and_then(lessons::by_file);
                let path = match lesson {
                    Some(lesson) => library.write(lesson).ok(),
                    None => changes.path.clone(),
                };
                match workspace.disk_mut().recover(changes, path.as_deref(), lesson) {
                    Ok(()) => left.discard(),
                    Err(reason) => {
                        let text = format!(
                            "The unsaved changes of “{}” cannot be recovered: {reason}. They stay in {}.",
                            changes.title,
                            left.file().display()
                        );
                        workspace.notify(Notice::error(NoticeKind::NotRecovered, text));
                    }
                }
            }
        }
        ctx.request_repaint();
    }
}
