//! Commands that select, in the outliner and in the table.

use eframe::egui::Key;

use crate::app::actions::context::Context;
use crate::app::actions::target::Work;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, Shortcut, alt, ctrl, plain, shift};
use crate::app::panels::outliner::Step;
use crate::app::view::gizmo::Keymap;

/// A command on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SelectCommand {
    All,
    Deselect,
    Next,
    Previous,
    /// Extends the selection to the item above or below in the outliner.
    ExtendUp,
    ExtendDown,
    /// Moves the cursor of the outliner, which selects nothing.
    CursorUp,
    CursorDown,
    /// Adds the item at the cursor to the selected ones, or removes it.
    Toggle,
    Collapse,
    Expand,
    /// Copies the rows of the table.
    CopyTable,
}

impl SelectCommand {
    /// All of them.
    pub(super) const ALL: [Self; 12] = [
        Self::All,
        Self::Deselect,
        Self::Previous,
        Self::Next,
        Self::ExtendUp,
        Self::ExtendDown,
        Self::CursorUp,
        Self::CursorDown,
        Self::Toggle,
        Self::Collapse,
        Self::Expand,
        Self::CopyTable,
    ];

    pub(super) fn entry(self, context: &Context) -> Entry {
        let step = |name: &'static str, help: &'static str, step: Step, shortcut: Shortcut| {
            let run = move |work: &mut Work<'_>| {
                if work.app.panels.outliner.step(step, &mut work.app.workspace) {
                    work.show_tree();
                }
            };
            Entry::new(name, run)
                .help(help)
                .keys(Scope::Unfocused, [shortcut])
                .needs(context.has_list, "The outliner is not shown. Open it in View, Panels.")
        };
        let is_blender = context.gizmo.keymap == Keymap::Blender;
        match self {
            Self::All => Entry::new("Select all", |work| {
                work.select_all();
            })
                .help(
                    "Select all items: objects, models, images, cameras, rays and all others. Commands change all of them. A \
                     search in the outliner, and a filter of the table, leave out what does not match.",
                )
                .keys(Scope::Panels, [ctrl(Key::A)])
                // A flies the view while the right button is held.
                .keys_if(is_blender, Scope::View, [ctrl(Key::A), plain(Key::A)])
                .needs(context.has_items, "The scene has no items."),
            Self::Deselect => Entry::new("Deselect object", |work| work.app.workspace.selection_mut().deselect())
                .help("Show the answers for all objects. A click on the background of the 3D view does the same.")
                .keys_if(context.escape_deselects(), Scope::View, [plain(Key::Escape)])
                .keys_if(is_blender && context.escape_deselects(), Scope::View, [plain(Key::Escape), alt(Key::A)])
                .keys_if(is_blender && !context.escape_deselects(), Scope::View, [alt(Key::A)])
                .needs(
                    context.is_about_something || context.item.as_ref().is_some_and(|item| item.several.is_some()),
                    "No object, image or model is selected.",
                ),
            Self::Previous => {
                step("Select previous", "Select the item above in the outliner.", Step::Up, plain(Key::ArrowUp))
            }
            Self::Next => {
                step("Select next", "Select the item below in the outliner.", Step::Down, plain(Key::ArrowDown))
            }
            Self::ExtendUp => step(
                "Extend selection up",
                "Add the item above in the outliner. On the way back to the first item, remove items.",
                Step::ExtendUp,
                shift(Key::ArrowUp),
            ),
            Self::ExtendDown => step(
                "Extend selection down",
                "Add the item below in the outliner. On the way back to the first item, remove items.",
                Step::ExtendDown,
                shift(Key::ArrowDown),
            ),
            Self::CursorUp => step(
                "Move cursor up",
                "Move the cursor of the outliner up without selecting.",
                Step::CursorUp,
                ctrl(Key::ArrowUp),
            ),
            Self::CursorDown => step(
                "Move cursor down",
                "Move the cursor of the outliner down without selecting.",
                Step::CursorDown,
                ctrl(Key::ArrowDown),
            ),
            Self::Toggle => step(
                "Select or deselect at the cursor",
                "Add the item at the cursor of the outliner to the selected ones, or remove it.",
                Step::Toggle,
                ctrl(Key::Space),
            ),
            Self::Collapse => {
                step("Collapse model", "Hide the rows below the selected model or group.", Step::Close, plain(Key::ArrowLeft))
            }
            Self::Expand => {
                step("Expand model", "List the rows below the selected model or group.", Step::Open, plain(Key::ArrowRight))
            }
            Self::CopyTable => Entry::new("Copy as CSV", |work| {
                work.app.panels.verdicts.copy_csv(work.ctx, &work.app.workspace);
            })
            .help("Copy the rows of the table of verdicts, in full precision.")
            .needs(context.has_table, "Select a camera or a ray first. The table then has a row for each object."),
        }
    }
}
