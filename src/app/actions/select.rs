//! Commands that select, in the outliner and in the table.

use eframe::egui::Key;

use super::action::Action;
use super::shared::SharedFacts;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{Shortcut, alt, ctrl, plain, shift};
use crate::app::command::table::select::SelectCommand;
use crate::app::command::tool::Keymap;
use crate::app::panels::outliner::SelectionStep;
use crate::world::ItemKind;

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct SelectFacts {
    /// Whether the scene has any item.
    has_items: bool,
    /// Whether the outliner is visible.
    has_list: bool,
    /// Whether an object, image or model is selected.
    is_about_something: bool,
}

impl SelectFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, layout, .. } = window;
        Self {
            has_items: ItemKind::ALL.into_iter().any(|kind| workspace.world().count(kind) > 0),
            has_list: layout.shows(Pane::Outliner),
            is_about_something: workspace.selection().is_about_something(),
        }
    }
}

impl SelectCommand {
    pub(super) fn action(self, facts: &SelectFacts, shared: &SharedFacts) -> Action {
        let step = |name: &'static str, help: &'static str, step: SelectionStep, shortcut: Shortcut| {
            let run = move |target: &mut CommandTarget<'_>| {
                if target.window.panels.outliner.step(step, &mut target.window.workspace) {
                    target.show_tree();
                }
            };
            Action::new(name, run)
                .help(help)
                .keys(KeyScope::Unfocused, [shortcut])
                .needs(facts.has_list, "The outliner is not shown. Open it in View, Panels.")
        };
        let is_blender = shared.keymap == Keymap::Blender;
        match self {
            Self::All => Action::new("Select all", |target| {
                target.select_all();
            })
                .help(
                    "Select all items: objects, models, images, cameras, rays and all others. Commands change all of them. A \
                     search in the outliner, and a filter of the table, leave out what does not match.",
                )
                .keys(KeyScope::Panels, [ctrl(Key::A)])
                // A flies the view while the right button is held.
                .keys_if(is_blender, KeyScope::View, [ctrl(Key::A), plain(Key::A)])
                .needs(facts.has_items, "The scene has no items."),
            Self::Deselect => Action::new("Deselect object", |target| target.window.workspace.selection_mut().deselect())
                .help("Show the answers for all objects. A click on the background of the 3D view does the same.")
                .keys_if(shared.escape_deselects(), KeyScope::View, [plain(Key::Escape)])
                .keys_if(is_blender && shared.escape_deselects(), KeyScope::View, [plain(Key::Escape), alt(Key::A)])
                .keys_if(is_blender && !shared.escape_deselects(), KeyScope::View, [alt(Key::A)])
                .needs(
                    facts.is_about_something || shared.item.as_ref().is_some_and(|item| item.several.is_some()),
                    "No object, image or model is selected.",
                ),
            Self::Previous => {
                step("Select previous", "Select the item above in the outliner.", SelectionStep::Up, plain(Key::ArrowUp))
            }
            Self::Next => {
                step("Select next", "Select the item below in the outliner.", SelectionStep::Down, plain(Key::ArrowDown))
            }
            Self::ExtendUp => step(
                "Extend selection up",
                "Add the item above in the outliner. On the way back to the first item, remove items.",
                SelectionStep::ExtendUp,
                shift(Key::ArrowUp),
            ),
            Self::ExtendDown => step(
                "Extend selection down",
                "Add the item below in the outliner. On the way back to the first item, remove items.",
                SelectionStep::ExtendDown,
                shift(Key::ArrowDown),
            ),
            Self::CursorUp => step(
                "Move cursor up",
                "Move the cursor of the outliner up without selecting.",
                SelectionStep::CursorUp,
                ctrl(Key::ArrowUp),
            ),
            Self::CursorDown => step(
                "Move cursor down",
                "Move the cursor of the outliner down without selecting.",
                SelectionStep::CursorDown,
                ctrl(Key::ArrowDown),
            ),
            Self::Toggle => step(
                "Select or deselect at the cursor",
                "Add the item at the cursor of the outliner to the selected ones, or remove it.",
                SelectionStep::Toggle,
                ctrl(Key::Space),
            ),
            Self::Collapse => {
                step("Collapse model", "Hide the rows below the selected model or group.", SelectionStep::Close, plain(Key::ArrowLeft))
            }
            Self::Expand => {
                step("Expand model", "List the rows below the selected model or group.", SelectionStep::Open, plain(Key::ArrowRight))
            }
            Self::CopyTable => Action::new("Copy as CSV", |target| {
                target.window.panels.verdicts.copy_csv(target.ctx, &target.window.workspace);
            })
            .help("Copy the rows of the table of verdicts, in full precision.")
            .needs(shared.has_table, "Select a camera or a ray first. The table then has a row for each object."),
        }
    }
}
