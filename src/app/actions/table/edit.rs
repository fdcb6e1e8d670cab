//! Commands that change the scene.

use eframe::egui::Key;

use crate::app::App;
use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, alt, ctrl, ctrl_shift, plain, shift};
use crate::app::dialogs::editor::Change;
use crate::app::view::gizmo::Keymap;
use crate::geometry::narrate::capitalized;
use crate::workspace::edit::{MoveDirection, NewItemKind};

/// The largest number of rows of the table that can be expected at once.
const MOST_EXPECTED: usize = 1000;

/// The largest number of items that are copied at once.
pub(super) const MOST_DUPLICATED: usize = 1000;

/// A command of the Edit and Insert menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum EditCommand {
    Undo,
    Redo,
    /// Adds the selected answer to the expectations of the scene.
    Expect,
    /// Adds the answers in the table of verdicts.
    ExpectTable,
    /// Removes the expectation of the selected answer.
    RemoveExpectation,
    /// Hides everything but the selected items.
    Isolate,
    /// Shows all hidden items.
    ShowAll,
    /// Unlocks all locked items.
    UnlockAll,
    /// Opens the palette on the commands that add an item.
    Add,
    /// Adds an item, or changes the selected item.
    Change(Change),
}

impl EditCommand {
    /// All commands.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let item = Change::OF_ITEM.into_iter().map(Self::Change);
        let new = NewItemKind::ALL.into_iter().map(|new| Self::Change(Change::Add(new)));
        let others = [
            Self::Undo,
            Self::Redo,
            Self::Expect,
            Self::ExpectTable,
            Self::RemoveExpectation,
            Self::Isolate,
            Self::ShowAll,
            Self::UnlockAll,
            Self::Add,
        ];
        others.into_iter().chain(item).chain(new)
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
            Self::Undo => Entry::new(with("Undo", context.undo.as_deref()), |work| work.app.workspace.undo())
                .keys(Scope::Panels, [ctrl(Key::Z)])
                .needs(context.undo.is_some(), "There is no change to undo."),
            Self::Redo => Entry::new(with("Redo", context.redo.as_deref()), |work| work.app.workspace.redo())
                .keys(Scope::Panels, [ctrl_shift(Key::Z)])
                .needs(context.redo.is_some(), "There is no change to redo."),
            Self::Expect => Entry::new("Expect this answer", |work| work.app.workspace.edits().expect_selected())
                .help(
                    "Add the selected answer, as it is now, to the expectations of the scene. The Problems panel and \
                     `eyeline check` report when it changes.",
                )
                .needs(context.why_not_expect.is_none(), context.why_not_expect.unwrap_or_default()),
            Self::ExpectTable => Entry::new("Expect all answers of the table", |work| {
                let App { workspace, panels, .. } = &mut *work.app;
                let objects = panels.verdicts.listed(workspace);
                workspace.edits().expect_objects(&objects);
            })
            .help("Add the answers in the rows of the table of verdicts to the expectations of the scene.")
            .needs(context.has_table, "Select a camera or a ray first. The table then has a row for each object.")
            .needs(
                context.table_rows <= MOST_EXPECTED,
                format!("The table has more than {MOST_EXPECTED} rows. Type a filter above it."),
            ),
            Self::RemoveExpectation => {
                Entry::new("Remove expectation", |work| work.app.workspace.edits().remove_selected_expectation())
                    .help("Remove the expectation of the selected answer at this tick.")
                    .needs(context.has_expectation, "The selected answer is not expected at this tick.")
            }
            Self::Isolate => Entry::new("Isolate", |work| work.app.workspace.marks_mut().isolate())
                .help("Hide everything but the selected items.")
                .keys(Scope::Panels, [shift(Key::H)])
                .needs(context.item.is_some(), "Nothing is selected. Click an item in the outliner or in the 3D view."),
            Self::ShowAll => Entry::new("Show all", |work| work.app.workspace.marks_mut().show_all())
                .help("Draw all hidden items again.")
                .keys(
                    Scope::Panels,
                    [if context.gizmo.keymap == Keymap::Blender { alt(Key::H) } else { ctrl_shift(Key::H) }],
                )
                .needs(context.has_hidden, "Nothing is hidden."),
            Self::UnlockAll => Entry::new("Unlock all", |work| work.app.workspace.marks_mut().unlock_all())
                .help("Unlock all locked items. They can then be selected and moved in the 3D view.")
                .needs(context.has_locked, "Nothing is locked."),
            Self::Add => Entry::new("Add…", |work| work.app.palette.open_on(work.ctx, "Insert "))
                .help("Choose the item to add in the command palette.")
                .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::View, [shift(Key::A)]),
            Self::Change(Change::Add(NewItemKind::Occlusion)) => {
                Entry::new("Occlusion query", move |work| work.change(Change::Add(NewItemKind::Occlusion)))
                    .help(
                        "Add an occlusion query: do the selected object and the object nearest to it touch? Without a \
                         selected object, the query is about the object nearest to the middle of the view.",
                    )
                    .needs(context.why_no_query.is_none(), context.why_no_query.unwrap_or_default())
            }
            Self::Change(Change::Add(NewItemKind::Cut)) => Entry::new("Cut by a plane", move |work| {
                work.change(Change::Add(NewItemKind::Cut));
            })
            .help(
                "Cut the selected object by a plane at this tick. Without a selected object, the command cuts the \
                     object with a mesh that is nearest to the middle of the view.",
            )
            .needs(context.why_no_cut.is_none(), context.why_no_cut.unwrap_or_default()),
            Self::Change(Change::Add(new)) => {
                Entry::new(capitalized(new.word()), move |work| work.change(Change::Add(new))).help(format!(
                    "Add {} {} {}",
                    article(new.word()),
                    new.word(),
                    where_it_is(new)
                ))
            }
            Self::Change(change) => of_item(change, context),
        }
    }
}

/// A command on the selected item.
fn of_item(change: Change, context: &Context) -> Entry {
    let item = context.item.as_ref();
    let is_part = item.is_some_and(|item| item.is_part);
    let is_half = item.is_some_and(|item| item.is_half);
    let [is_hidden, is_locked] = item.map_or([false; 2], |item| [item.is_hidden, item.is_locked]);
    let several = item.and_then(|item| item.several.as_deref());
    let (word, help, shortcut) = match change {
        Change::Rename if several.is_some() => {
            ("Rename", "Type a new name for the active item (the one selected last) in the outliner.", plain(Key::F2))
        }
        Change::Rename => ("Rename", "Type another name in the outliner.", plain(Key::F2)),
        Change::Duplicate => ("Duplicate", "Add a copy of the selected item.", ctrl(Key::D)),
        Change::Move(MoveDirection::Up) => ("Move up", "Move the selected item up in its list.", alt(Key::ArrowUp)),
        Change::Move(MoveDirection::Down) => {
            ("Move down", "Move the selected item down in its list.", alt(Key::ArrowDown))
        }
        Change::Hide if is_hidden => ("Show", "Draw the selected item again.", plain(Key::H)),
        Change::Hide => ("Hide", "Do not draw the selected item. Its answers are still computed.", plain(Key::H)),
        Change::Lock if is_locked => {
            ("Unlock", "Unlock the selected item. It can then be selected and moved in the 3D view.", ctrl(Key::L))
        }
        Change::Lock => (
            "Lock",
            "Clicks in the 3D view do not select the selected item, and the gizmo does not move it.",
            ctrl(Key::L),
        ),
        Change::Delete | Change::Add(_) => ("Delete", "Remove the selected item from the scene.", plain(Key::Delete)),
    };
    let is_of_whole = is_part && !matches!(change, Change::Hide | Change::Lock | Change::Rename);
    let name = match (several, item) {
        // Only one item can be renamed at a time.
        (Some(_), Some(item)) if change == Change::Rename && !is_part => format!("{word} “{}”", item.name),
        (Some(several), _) if change != Change::Rename => format!("{word} {several}"),
        (None, _) if is_of_whole && is_half => format!("{word} whole object"),
        (None, _) if is_of_whole => format!("{word} model"),
        _ => word.to_owned(),
    };
    let entry = Entry::new(name, move |work| work.change(change)).help(help);
    let entry = match (context.gizmo.keymap, change) {
        (Keymap::Blender, Change::Delete) => entry.keys(Scope::Panels, [shortcut, plain(Key::X)]),
        _ => entry.keys(Scope::Panels, [shortcut]),
    };
    entry
        .needs(item.is_some(), "Nothing is selected. Click an item in the outliner or in the 3D view.")
        .needs(
            !(change == Change::Duplicate && item.is_some_and(|item| item.count > MOST_DUPLICATED)),
            format!("More than {MOST_DUPLICATED} items are selected. Select fewer to copy them."),
        )
        .needs(
            !(is_half && change == Change::Rename),
            "The name of a half is made of those of the object and its cut. Rename the cut, or the object in the inspector.",
        )
        .needs(
            !(is_part && change == Change::Rename),
            "The name comes from the file of the model. Only the model itself can be renamed.",
        )
}

fn with(verb: &str, label: Option<&str>) -> String {
    label.map_or(verb.to_owned(), |label| format!("{verb} {label}"))
}

/// Where a new item is, the end of a sentence.
fn where_it_is(new: NewItemKind) -> &'static str {
    match new {
        NewItemKind::Camera => "that looks at the middle of the view.",
        NewItemKind::Ray => "from the eye through the pointer; without the pointer in the view, through its middle.",
        NewItemKind::Agent => {
            "whose body is the selected object, and whose camera is the one attached to it. Its tree waits."
        }
        _ => "in the middle of the view, on the surface there or below; without a surface, on the plane y = 0.",
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
