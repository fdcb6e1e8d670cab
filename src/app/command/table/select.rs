//! Commands that select, in the outliner and in the table.

use eframe::egui::Key;

use super::super::shortcut::{Scope, alt, ctrl, plain};
use super::super::{Context, Entry, Work};
use crate::app::gizmo::Keymap;
use crate::app::outliner::Step;

/// A command on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SelectCommand {
    All,
    Deselect,
    Next,
    Previous,
    Collapse,
    Expand,
    /// Copies the rows of the table.
    CopyTable,
}

impl SelectCommand {
    /// All of them.
    pub(super) const ALL: [Self; 7] =
        [Self::All, Self::Deselect, Self::Previous, Self::Next, Self::Collapse, Self::Expand, Self::CopyTable];

    pub(super) fn entry(self, context: &Context) -> Entry {
        let step = |name: &'static str, help: &'static str, step: Step, key: Key| {
            let run = move |work: &mut Work<'_>| {
                if work.app.panels.outliner.step(step, &mut work.app.session) {
                    work.show_tree();
                }
            };
            Entry::new(name, run)
                .help(help)
                .keys(Scope::Unfocused, [plain(key)])
                .needs(context.has_list, "The outliner is not shown. Open it in View, Panels.")
        };
        let is_blender = context.gizmo.keymap == Keymap::Blender;
        match self {
            Self::All => Entry::new("Select all", |work| work.app.session.select_all())
                .help("Select all items of the kind of the active one; without an active item, all objects.")
                .keys(Scope::Panels, [ctrl(Key::A)])
                // A flies the view while the right button is held.
                .keys_if(is_blender, Scope::View, [ctrl(Key::A), plain(Key::A)])
                .needs(context.has_items, "The scene has no items of this kind."),
            Self::Deselect => Entry::new("Deselect object", |work| work.app.session.deselect())
                .help("Show the answers for all objects. A click on the background of the 3D view does the same.")
                .keys_if(context.escape_deselects(), Scope::View, [plain(Key::Escape)])
                .keys_if(is_blender && context.escape_deselects(), Scope::View, [plain(Key::Escape), alt(Key::A)])
                .keys_if(is_blender && !context.escape_deselects(), Scope::View, [alt(Key::A)])
                .needs(
                    context.is_about_something || context.item.as_ref().is_some_and(|item| item.several.is_some()),
                    "No object, image or model is selected.",
                ),
            Self::Previous => step("Select previous", "Select the item above in the outliner.", Step::Up, Key::ArrowUp),
            Self::Next => step("Select next", "Select the item below in the outliner.", Step::Down, Key::ArrowDown),
            Self::Collapse => {
                step("Collapse model", "Hide the objects of the selected model.", Step::Close, Key::ArrowLeft)
            }
            Self::Expand => {
                step("Expand model", "List the objects of the selected model.", Step::Open, Key::ArrowRight)
            }
            Self::CopyTable => Entry::new("Copy as CSV", |work| {
                work.app.panels.verdicts.copy_csv(work.ctx, &work.app.session);
            })
            .help("Copy the rows of the table of verdicts, in full precision.")
            .needs(context.has_table, "Select a camera or a ray first. The table then has a row for each object."),
        }
    }
}
