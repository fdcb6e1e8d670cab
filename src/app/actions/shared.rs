//! What the commands of several files depend on.

use eframe::egui::Context;

use super::state::WindowState;
use crate::app::command::menu_facts::SelectedItem;
use crate::app::command::tool::Keymap;
use crate::escape;
use crate::workspace::Workspace;

/// The keymap, the selected item, and what Esc and the table of verdicts are used for.
#[derive(Clone, Debug)]
pub(in crate::app) struct SharedFacts {
    pub(super) keymap: Keymap,
    /// The item that edit commands change.
    pub(super) item: Option<SelectedItem>,
    /// Whether the measuring tape is used.
    pub(super) is_measuring: bool,
    /// Whether a moving picture is being drawn.
    pub(super) is_exporting: bool,
    /// Whether the table of verdicts has rows.
    pub(super) has_table: bool,
}

impl SharedFacts {
    pub(super) fn of(window: &WindowState, ctx: &Context) -> Self {
        let WindowState { workspace, panels, files, .. } = window;
        Self {
            keymap: Keymap::of(ctx),
            item: selected_item(workspace),
            is_measuring: panels.views.active().is_measuring(),
            is_exporting: files.movie.is_exporting(),
            has_table: workspace.selected().querier().is_some() && !workspace.world().objects.is_empty(),
        }
    }

    /// Whether Esc in the view deselects: not while it ends a measurement or an export.
    pub(super) fn escape_deselects(&self) -> bool {
        !self.is_measuring && !self.is_exporting
    }
}

fn selected_item(workspace: &Workspace) -> Option<SelectedItem> {
    let id = workspace.selection().active()?;
    let count = workspace.selection().set_len();
    Some(SelectedItem {
        is_hidden: workspace.marks().hidden().contains(id),
        is_locked: workspace.marks().locked().contains(id),
        is_part: id.is_part(),
        is_half: workspace.selection().active_item().is_some_and(|item| workspace.world().is_half(item)),
        name: active_name(workspace),
        several: (count > 1).then(|| workspace.selection().set_words()),
        count,
    })
}

/// The name of the active item, for display.
fn active_name(workspace: &Workspace) -> String {
    let name = workspace.selection().active_item().and_then(|item| workspace.world().name_of(item));
    escape::shown(name.map_or("", |name| name)).into_owned()
}
