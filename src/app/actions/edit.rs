//! Commands that change the scene.

use eframe::egui::Key;

use super::action::Action;
use super::shared::SharedFacts;
use super::state::WindowState;
use crate::app::command::change::SceneChange;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{alt, ctrl, ctrl_shift, plain, shift};
use crate::app::command::table::edit::EditCommand;
use crate::app::command::tool::Keymap;
use crate::geometry::narrate::capitalized;
use crate::report::expected::ExpectedOutcome;
use crate::workspace::edit::{MoveDirection, NewItemKind};

/// What the commands depend on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct EditFacts {
    /// The labels of the steps that Undo and Redo would change. `None` when there is none.
    undo: Option<String>,
    redo: Option<String>,
    has_hidden: bool,
    has_locked: bool,
    /// A lower bound of the number of rows of the table of verdicts.
    table_rows: usize,
    /// Why the selected answer cannot be expected, why no occlusion query and why no cut can be added. Each is a sentence.
    why_not_expect: Option<&'static str>,
    why_no_query: Option<&'static str>,
    why_no_cut: Option<&'static str>,
    /// Whether an object has a collider by name that is not compared with it.
    has_new_colliders: bool,
    /// Whether the selected answer has an expectation at this tick.
    has_expectation: bool,
    /// What is expected of the selected answer and what was found, when the expectation is not met.
    unmet: Option<[String; 2]>,
}

impl EditFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, panels, .. } = window;
        Self {
            undo: workspace.document().undo_label().map(str::to_owned),
            redo: workspace.document().redo_label().map(str::to_owned),
            has_hidden: !workspace.marks().hidden().is_empty(),
            has_locked: !workspace.marks().locked().is_empty(),
            table_rows: panels.verdicts.row_count(workspace),
            why_not_expect: workspace.judging().why_not_expect(),
            why_no_query: workspace.selection().why_no_query(),
            why_no_cut: crate::workspace::edit::query::why_no_cut(workspace.bodies()),
            has_new_colliders: crate::workspace::edit::colliders::has_new(workspace),
            has_expectation: workspace.judging().has_expectation(),
            unmet: workspace.judging().unmet_expectation().and_then(ExpectedOutcome::unmet),
        }
    }
}

/// The largest number of rows of the table that can be expected at once.
const MOST_EXPECTED: usize = 1000;

/// The largest number of items that are copied at once.
pub(super) const MOST_DUPLICATED: usize = 1000;

impl EditCommand {
    pub(super) fn action(self, facts: &EditFacts, shared: &SharedFacts) -> Action {
        match self {
            Self::Undo => Action::new(with("Undo", facts.undo.as_deref()), |target| target.window.workspace.undo())
                .keys(KeyScope::Panels, [ctrl(Key::Z)])
                .needs(facts.undo.is_some(), "There is no change to undo."),
            Self::Redo => Action::new(with("Redo", facts.redo.as_deref()), |target| target.window.workspace.redo())
                .keys(KeyScope::Panels, [ctrl_shift(Key::Z)])
                .needs(facts.redo.is_some(), "There is no change to redo."),
            Self::Expect => Action::new(
                match &facts.unmet {
                    Some([_, found]) => format!("Set the expectation to {found}…"),
                    None => "Expect this answer".to_owned(),
                },
                |target| {
                    let WindowState { workspace, expecting, .. } = &mut *target.window;
                    expecting.expect_selected(workspace);
                },
            )
            .help(match &facts.unmet {
                Some([expected, found]) => {
                    format!("Expected {expected}, found {found}. Replace the expectation by the answer as it is now.")
                }
                None => {
                    "Add the selected answer, as it is now, to the expectations of the scene. The Problems panel and \
                         `eyeline check` report when it changes."
                        .to_owned()
                }
            })
            .needs(facts.why_not_expect.is_none(), facts.why_not_expect.unwrap_or_default()),
            Self::ExpectTable => Action::new("Expect all answers of the table", |target| {
                let WindowState { workspace, panels, expecting, .. } = &mut *target.window;
                let objects = panels.verdicts.listed(workspace);
                expecting.expect_objects(workspace, objects);
            })
            .help("Add the answers in the rows of the table of verdicts to the expectations of the scene.")
            .needs(shared.has_table, "Select a camera or a ray first. The table then has a row for each object.")
            .needs(
                facts.table_rows <= MOST_EXPECTED,
                format!("The table has more than {MOST_EXPECTED} rows. Type a filter above it."),
            ),
            Self::RemoveExpectation => Action::new("Remove expectation", |target| {
                target.window.workspace.edits().remove_selected_expectation();
            })
            .help("Remove the expectation of the selected answer at this tick.")
            .needs(facts.has_expectation, "The selected answer is not expected at this tick."),
            Self::Isolate => Action::new("Isolate", |target| target.window.workspace.marks_mut().isolate())
                .help("Hide everything but the selected items.")
                .keys(KeyScope::Panels, [shift(Key::H)])
                .needs(shared.item.is_some(), "Nothing is selected. Click an item in the outliner or in the 3D view."),
            Self::ShowAll => Action::new("Show all", |target| target.window.workspace.marks_mut().show_all())
                .help("Draw all hidden items again.")
                .keys(
                    KeyScope::Panels,
                    [if shared.keymap == Keymap::Blender { alt(Key::H) } else { ctrl_shift(Key::H) }],
                )
                .needs(facts.has_hidden, "Nothing is hidden."),
            Self::UnlockAll => Action::new("Unlock all", |target| target.window.workspace.marks_mut().unlock_all())
                .help("Unlock all locked items. They can then be selected and moved in the 3D view.")
                .needs(facts.has_locked, "Nothing is locked."),
            Self::CompareColliders => compare_colliders(facts),
            Self::Add => Action::new("Add…", |target| target.window.palette.open_on(target.ctx, "Insert "))
                .help("Choose the item to add in the command palette.")
                .keys_if(shared.keymap == Keymap::Blender, KeyScope::View, [shift(Key::A)]),
            Self::Change(SceneChange::Add(NewItemKind::Occlusion)) => {
                Action::new("Occlusion query", move |target| target.change(SceneChange::Add(NewItemKind::Occlusion)))
                    .help(
                        "Add an occlusion query: do the selected object and the object nearest to it touch? Without a \
                         selected object, the query is about the object nearest to the middle of the view.",
                    )
                    .needs(facts.why_no_query.is_none(), facts.why_no_query.unwrap_or_default())
            }
            Self::Change(SceneChange::Add(NewItemKind::Cut)) => Action::new("Cut by a plane", move |target| {
                target.change(SceneChange::Add(NewItemKind::Cut));
            })
            .help(
                "Cut the selected object by a plane at this tick. Without a selected object, the command cuts the \
                     object with a mesh that is nearest to the middle of the view.",
            )
            .needs(facts.why_no_cut.is_none(), facts.why_no_cut.unwrap_or_default()),
            Self::Change(SceneChange::Add(NewItemKind::Collider)) => Action::new("Collider", move |target| {
                target.change(SceneChange::Add(NewItemKind::Collider));
            })
            .help(
                "Compare a collider with what is drawn: how far is the surface of the second selected object from that of the \
                 first? Without selected objects, the comparison is about the objects nearest to the middle of the view.",
            )
            .needs(facts.why_no_query.is_none(), "A comparison needs two objects. Add another object first."),
            Self::Change(SceneChange::Add(new)) => {
                Action::new(capitalized(new.word()), move |target| target.change(SceneChange::Add(new))).help(format!(
                    "Add {} {} {}",
                    article(new.word()),
                    new.word(),
                    where_it_is(new)
                ))
            }
            Self::Change(change) => of_item(change, shared),
        }
    }
}

/// A command on the selected item.
fn of_item(change: SceneChange, shared: &SharedFacts) -> Action {
    let item = shared.item.as_ref();
    let is_part = item.is_some_and(|item| item.is_part);
    let is_half = item.is_some_and(|item| item.is_half);
    let [is_hidden, is_locked] = item.map_or([false; 2], |item| [item.is_hidden, item.is_locked]);
    let several = item.and_then(|item| item.several.as_deref());
    let (word, help, shortcut) = match change {
        SceneChange::Rename if several.is_some() => {
            ("Rename", "Type a new name for the active item (the one selected last) in the outliner.", plain(Key::F2))
        }
        SceneChange::Rename => ("Rename", "Type another name in the outliner.", plain(Key::F2)),
        SceneChange::Duplicate => ("Duplicate", "Add a copy of the selected item.", ctrl(Key::D)),
        SceneChange::Move(MoveDirection::Up) => {
            ("Move up", "Move the selected item up in its list.", alt(Key::ArrowUp))
        }
        SceneChange::Move(MoveDirection::Down) => {
            ("Move down", "Move the selected item down in its list.", alt(Key::ArrowDown))
        }
        SceneChange::Hide if is_hidden => ("Show", "Draw the selected item again.", plain(Key::H)),
        SceneChange::Hide => ("Hide", "Do not draw the selected item. Its answers are still computed.", plain(Key::H)),
        SceneChange::Lock if is_locked => {
            ("Unlock", "Unlock the selected item. It can then be selected and moved in the 3D view.", ctrl(Key::L))
        }
        SceneChange::Lock => (
            "Lock",
            "Clicks in the 3D view do not select the selected item, and the gizmo does not move it.",
            ctrl(Key::L),
        ),
        SceneChange::Delete | SceneChange::Add(_) => {
            ("Delete", "Remove the selected item from the scene.", plain(Key::Delete))
        }
    };
    let is_of_whole = is_part && !matches!(change, SceneChange::Hide | SceneChange::Lock | SceneChange::Rename);
    let name = match (several, item) {
        // Only one item can be renamed at a time.
        (Some(_), Some(item)) if change == SceneChange::Rename && !is_part => format!("{word} “{}”", item.name),
        (Some(several), _) if change != SceneChange::Rename => format!("{word} {several}"),
        (None, _) if is_of_whole && is_half => format!("{word} whole object"),
        (None, _) if is_of_whole => format!("{word} model"),
        _ => word.to_owned(),
    };
    let entry = Action::new(name, move |target| target.change(change)).help(help);
    let entry = match (shared.keymap, change) {
        (Keymap::Blender, SceneChange::Delete) => entry.keys(KeyScope::Panels, [shortcut, plain(Key::X)]),
        _ => entry.keys(KeyScope::Panels, [shortcut]),
    };
    entry
        .needs(item.is_some(), "Nothing is selected. Click an item in the outliner or in the 3D view.")
        .needs(
            !(change == SceneChange::Duplicate && item.is_some_and(|item| item.count > MOST_DUPLICATED)),
            format!("More than {MOST_DUPLICATED} items are selected. Select fewer to copy them."),
        )
        .needs(
            !(is_half && change == SceneChange::Rename),
            "The name of a half is made of those of the object and its cut. Rename the cut, or the object in the inspector.",
        )
        .needs(
            !(is_part && change == SceneChange::Rename),
            "The name comes from the file of the model. Only the model itself can be renamed.",
        )
}

fn with(verb: &str, label: Option<&str>) -> String {
    label.map_or(verb.to_owned(), |label| format!("{verb} {label}"))
}

fn compare_colliders(facts: &EditFacts) -> Action {
    Action::new("Compare colliders found by name", |target| {
        target.window.workspace.edits().add_colliders_by_name();
    })
    .help(
        "Compare each object with its collider, which is found by its name, such as `UCX_rock`, `rock-col` or \
                 `rock_collision` for `rock`. Adds a collider for each pair that is not compared yet.",
    )
    .needs(
        facts.has_new_colliders,
        "No object has a collider by its name that is not compared yet. Add a collider, and name two objects.",
    )
}

/// Where a new item is, the end of a sentence.
fn where_it_is(new: NewItemKind) -> &'static str {
    match new {
        NewItemKind::Camera => "that looks at the middle of the view.",
        NewItemKind::Ray => "from the eye through the pointer; without the pointer in the view, through its middle.",
        NewItemKind::Agent => {
            "whose body is the selected object, and whose camera is the one attached to it. Its tree waits."
        }
        NewItemKind::Leak => {
            "from the middle of the view, which asks whether a small sphere can get out of all bounds from there."
        }
        _ => "in the middle of the view, on the surface there or below; without a surface, on the plane y = 0.",
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
