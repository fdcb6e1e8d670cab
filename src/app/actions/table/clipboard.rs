//! Commands on the clipboard: the selected items as the JSON text of a scene.

use std::sync::Arc;

use eframe::egui::{Key, ViewportCommand};

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, ctrl};
use crate::app::dialogs::editor::Change;

/// A command on the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum ClipboardCommand {
    Copy,
    Cut,
    /// Asks the system for the contents of the clipboard.
    Paste,
    /// Adds the items of this text.
    PasteText(Arc<str>),
}

impl ClipboardCommand {
    /// All commands without a text.
    pub(in crate::app) const ALL: [Self; 3] = [Self::Cut, Self::Copy, Self::Paste];

    pub(super) fn entry(&self, context: &Context) -> Entry {
        let nothing = "Nothing is selected. Click an item in the outliner or in the 3D view.";
        match self {
            Self::Copy => Entry::new("Copy", |work| {
                if let Some(text) = work.app.workspace.selection().copied() {
                    work.ctx.copy_text(text);
                    let words = format!("Copied {}", work.app.workspace.selection().set_words());
                    work.app.workspace.notices_mut().say(words);
                }
            })
            .help("Copy the selected items to the clipboard, as JSON.")
            .keys(Scope::Panels, [ctrl(Key::C)])
            .needs(context.item.is_some(), nothing),
            Self::Cut => Entry::new("Cut", |work| {
                if let Some(text) = work.app.workspace.selection().copied() {
                    work.ctx.copy_text(text);
                    work.change(Change::Delete);
                }
            })
            .help("Copy the selected items to the clipboard and remove them from the scene.")
            .keys(Scope::Panels, [ctrl(Key::X)])
            .needs(context.item.is_some(), nothing),
            Self::Paste => Entry::new("Paste", |work| work.ctx.send_viewport_cmd(ViewportCommand::RequestPaste))
                .help("Add the items of the clipboard, from this or another window, or the text of a scene.")
                .keys(Scope::Panels, [ctrl(Key::V)]),
            Self::PasteText(text) => {
                let text = Arc::clone(text);
                Entry::new("Paste", move |work| work.app.workspace.edits().paste(&text))
            }
        }
    }
}
