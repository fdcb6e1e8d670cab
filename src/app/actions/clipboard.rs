//! Commands on the clipboard: the selected items as the JSON text of a scene.

use std::sync::Arc;

use eframe::egui::{Key, ViewportCommand};

use super::action::Action;
use super::shared::SharedFacts;
use crate::app::command::change::SceneChange;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::ctrl;
use crate::app::command::table::clipboard::ClipboardCommand;

impl ClipboardCommand {
    pub(super) fn action(&self, shared: &SharedFacts) -> Action {
        let nothing = "Nothing is selected. Click an item in the outliner or in the 3D view.";
        match self {
            Self::Copy => Action::new("Copy", |target| {
                if let Some(text) = target.window.workspace.selection().copied() {
                    target.ctx.copy_text(text);
                    let words = format!("Copied {}", target.window.workspace.selection().set_words());
                    target.window.workspace.notices_mut().say(words);
                }
            })
            .help("Copy the selected items to the clipboard, as JSON.")
            .keys(KeyScope::Panels, [ctrl(Key::C)])
            .needs(shared.item.is_some(), nothing),
            Self::Cut => Action::new("Cut", |target| {
                if let Some(text) = target.window.workspace.selection().copied() {
                    target.ctx.copy_text(text);
                    target.change(SceneChange::Delete);
                }
            })
            .help("Copy the selected items to the clipboard and remove them from the scene.")
            .keys(KeyScope::Panels, [ctrl(Key::X)])
            .needs(shared.item.is_some(), nothing),
            Self::Paste => Action::new("Paste", |target| target.ctx.send_viewport_cmd(ViewportCommand::RequestPaste))
                .help("Add the items of the clipboard, from this or another window, or the text of a scene.")
                .keys(KeyScope::Panels, [ctrl(Key::V)]),
            Self::PasteText(text) => {
                let text = Arc::clone(text);
                Action::new("Paste", move |target| target.window.workspace.edits().paste(&text))
            }
        }
    }
}
