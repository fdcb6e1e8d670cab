//! Rules for every entry of the table.

use std::collections::HashSet;

use eframe::egui::{self, Key, Modifiers};

use super::carry_out::carry_out;
use super::facts::Facts;
use super::state::WindowState;
use crate::app::command::change::SceneChange;
use crate::app::command::commands::CommandTable;
use crate::app::command::directions::{Toward, ViewAxis};
use crate::app::command::entry::CommandEntry;
use crate::app::command::palette::found;
use crate::app::command::scope::{KeyScope, Keyboard};
use crate::app::command::sheet;
use crate::app::command::shortcut::{Press, Shortcut, ctrl};
use crate::app::command::split::Split;
use crate::app::command::table::clipboard::ClipboardCommand;
use crate::app::command::table::display::DisplayCommand;
use crate::app::command::table::help::HelpCommand;
use crate::app::command::table::{
    Command, EditCommand, FileCommand, PlayCommand, SelectCommand, ViewCommand, WindowCommand,
};
use crate::app::command::tool::Keymap;
use crate::workspace::Workspace;

/// The facts of a window without a scene.
fn facts() -> Facts {
    Facts::of(&WindowState::new(Workspace::empty()), &egui::Context::default())
}

/// The table of a window without a scene.
fn table() -> CommandTable {
    facts().into_table()
}

/// The table with the keys of a keymap.
fn table_of(keymap: Keymap) -> CommandTable {
    let mut facts = facts();
    facts.shared.keymap = keymap;
    facts.into_table()
}

const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

fn of_key(key: Key, held: Modifiers, table: &CommandTable) -> Option<Command> {
    table.command_of(Press::Key(key, held))
}

#[test]
fn no_two_commands_share_a_shortcut_in_a_context() {
    for keymap in Keymap::ALL {
        no_two_share_a_shortcut(&table_of(keymap));
    }
}

fn no_two_share_a_shortcut(table: &CommandTable) {
    let keys =
        |entry: &CommandEntry| entry.shortcuts.iter().map(|shortcut| (entry.scope, *shortcut)).collect::<Vec<_>>();
    let all: Vec<(Command, KeyScope, Shortcut)> = Command::all()
        .flat_map(|command| {
            let keys = keys(&table.entry(&command));
            keys.into_iter().map(move |(scope, shortcut)| (command.clone(), scope, shortcut))
        })
        .collect();
    assert!(all.len() > 35, "{}", all.len());
    for (i, (one, scope, shortcut)) in all.iter().enumerate() {
        for (other, other_scope, other_shortcut) in &all[i + 1..] {
            if shortcut.collides(*other_shortcut) {
                // A layer is above the other scopes and takes the key.
                let is_layered = scope != other_scope && (scope.is_layer() || other_scope.is_layer());
                assert!(is_layered, "{one:?} and {other:?}: {}", shortcut.words(false));
            }
        }
    }
}

#[test]
fn every_entry_has_a_unique_name() {
    let table = table();
    let mut names = HashSet::new();
    for command in Command::all() {
        let entry = table.entry(&command);
        assert!(names.insert((command.group(), entry.name.to_string())), "{command:?}: {} is taken", entry.name);
        assert!(
            entry.name.chars().next().is_some_and(|first| first.is_uppercase() || first.is_numeric()),
            "{command:?}"
        );
        for sentence in [Some(entry.help), entry.why_not].into_iter().flatten().filter(|text| !text.is_empty()) {
            let begins = sentence.chars().next().is_some_and(|first| !first.is_lowercase());
            assert!(begins && sentence.ends_with('.'), "{command:?}: {sentence}");
        }
    }
}

#[test]
fn every_shortcut_finds_its_command_where_its_scope_applies() {
    for keymap in Keymap::ALL {
        every_shortcut_finds_its_command(keymap);
    }
}

fn every_shortcut_finds_its_command(keymap: Keymap) {
    for scope in KeyScope::ALL {
        let mut facts = facts();
        facts.shared.keymap = keymap;
        facts.keyboard.has_help_window = scope == KeyScope::HelpWindow;
        facts.keyboard.is_presenting = scope == KeyScope::Presenter;
        facts.keyboard.is_through_camera = scope == KeyScope::Camera;
        facts.keyboard.is_node_active = scope == KeyScope::TreeNode;
        facts.keyboard.is_step_active = scope == KeyScope::LessonStep;
        assert!(scope.applies(facts.keyboard), "{scope:?}");
        let table = facts.into_table();
        for command in Command::all() {
            let entry = table.entry(&command);
            for shortcut in entry.shortcuts.iter().filter(|_| entry.scope == scope) {
                let found = match shortcut {
                    Shortcut::Key(keys) | Shortcut::AnyShift(keys) => of_key(keys.logical_key, keys.modifiers, &table),
                    Shortcut::Character(text) => table.command_of(Press::Text(text)),
                };
                assert_eq!(found.as_ref(), Some(&command), "{} in {scope:?}", shortcut.words(false));
            }
        }
    }
}

#[test]
fn a_press_is_matched_with_its_own_modifiers() {
    let table = table();
    let save = Some(Command::File(FileCommand::Save));
    let save_as = Some(Command::File(FileCommand::SaveAs));
    let hide = Some(Command::Edit(EditCommand::Change(SceneChange::Hide)));
    let front = |from_behind| Some(Command::View(ViewCommand::Along(ViewAxis::Front, from_behind)));
    for (key, held, command) in [
        (Key::S, CTRL, save),
        (Key::S, CTRL_SHIFT, save_as),
        (Key::S, Modifiers::NONE, None),
        (Key::H, Modifiers::NONE, hide),
        (Key::H, CTRL, None),
        (Key::H, CTRL_SHIFT, Some(Command::Edit(EditCommand::ShowAll))),
        (Key::H, Modifiers::ALT, None),
        (Key::Num1, Modifiers::NONE, front(false)),
        (Key::Num1, CTRL, front(true)),
        (Key::Num1, Modifiers::SHIFT, None),
        (Key::Plus, CTRL, Some(Command::Window(WindowCommand::Larger))),
        (Key::Plus, CTRL_SHIFT, Some(Command::Window(WindowCommand::Larger))),
        (Key::Equals, CTRL, Some(Command::Window(WindowCommand::Larger))),
        (Key::Plus, Modifiers::SHIFT, None),
        (Key::Period, Modifiers::SHIFT, Some(Command::Play(PlayCommand::NextStep))),
        (Key::Period, CTRL, None),
        (Key::F3, Modifiers::NONE, Some(Command::Help(HelpCommand::Palette))),
        (Key::P, CTRL_SHIFT, Some(Command::Help(HelpCommand::Palette))),
        (Key::P, CTRL, Some(Command::Help(HelpCommand::Palette))),
    ] {
        assert_eq!(of_key(key, held, &table), command, "{key:?} {held:?}");
    }
    assert_eq!(table.command_of(Press::Text("?")), Some(Command::Help(HelpCommand::Shortcuts)));
    assert_eq!(table.command_of(Press::Text("x")), None);
    assert_eq!(ctrl(Key::S).words(false), "Ctrl+S");
    assert_eq!(ctrl(Key::S).words(true), "Cmd+S");
}

#[test]
fn keys_go_first_to_text_fields_menus_and_dialogs() {
    let with = |change: fn(&mut Keyboard)| {
        let mut facts = facts();
        change(&mut facts.keyboard);
        facts.into_table()
    };
    let typing = with(|keyboard| keyboard.is_typing = true);
    let question = with(|keyboard| keyboard.has_question = true);
    let popup = with(|keyboard| keyboard.has_popup = true);
    let focus = with(|keyboard| keyboard.has_focus = true);
    let flying = with(|keyboard| keyboard.is_mouse_held = true);
    let is_there = |key, held, table: &CommandTable| of_key(key, held, table).is_some();
    for (key, held, in_each) in [
        (Key::S, CTRL, [true, false, true, true, true]),
        (Key::Z, CTRL, [false, false, true, true, true]),
        (Key::Delete, Modifiers::NONE, [false, false, true, true, true]),
        (Key::F, Modifiers::NONE, [false, false, false, true, false]),
        (Key::Space, Modifiers::NONE, [false, false, false, false, true]),
        (Key::ArrowDown, Modifiers::NONE, [false, false, false, false, true]),
        (Key::Plus, CTRL, [true; 5]),
    ] {
        let found = [&typing, &question, &popup, &focus, &flying].map(|table| is_there(key, held, table));
        assert_eq!(found, in_each, "{key:?}: typing, question, popup, focus, flying");
    }
}

#[test]
fn the_keypad_moves_the_view_and_its_period_frames_the_selection_as_in_blender() {
    let view = |command| Some(Command::View(command));
    let step = |command| Some(Command::Play(command));
    for keymap in Keymap::ALL {
        let table = table_of(keymap);
        for (key, held, command) in [
            (Key::Num4, Modifiers::NONE, ViewCommand::Orbit(Toward::Left)),
            (Key::Num8, Modifiers::NONE, ViewCommand::Orbit(Toward::Up)),
            (Key::Num6, CTRL, ViewCommand::Pan(Toward::Right)),
            (Key::Plus, Modifiers::NONE, ViewCommand::ZoomIn),
            (Key::Minus, Modifiers::NONE, ViewCommand::ZoomOut),
        ] {
            assert_eq!(of_key(key, held, &table), view(command), "{key:?} {keymap:?}");
        }
    }
    let table = table_of(Keymap::Blender);
    assert_eq!(of_key(Key::Period, Modifiers::NONE, &table), view(ViewCommand::FrameSelected));
    assert_eq!(of_key(Key::PageDown, Modifiers::NONE, &table), step(PlayCommand::NextStep));
    let table = table_of(Keymap::Unity);
    assert_eq!(of_key(Key::Period, Modifiers::NONE, &table), step(PlayCommand::NextStep));
}

#[test]
fn a_key_that_would_change_the_selection_says_why_it_does_not() {
    let mut window = WindowState::new(Workspace::empty());
    let ctx = egui::Context::default();
    carry_out(&mut window, &ctx, &Command::View(ViewCommand::LeaveCamera));
    assert_eq!(window.workspace.latest_message().text, "", "only commands on the selection");
    for command in [
        Command::Edit(EditCommand::Change(SceneChange::Delete)),
        Command::Edit(EditCommand::Change(SceneChange::Duplicate)),
        Command::Clipboard(ClipboardCommand::Copy),
    ] {
        let before = window.workspace.latest_message().count;
        carry_out(&mut window, &ctx, &command);
        let message = window.workspace.latest_message();
        assert_eq!((message.count, message.text), (before + 1, "Nothing is selected."), "{command:?}");
    }
}

#[test]
fn the_palette_finds_commands_by_further_words_and_nodes_by_their_kinds() {
    let table = table();
    for split in Split::ALL {
        assert!(found("split", &table).contains(&Command::Display(DisplayCommand::Split(split))), "{split:?}");
    }
    let move_to = found("move to", &table);
    let names: Vec<String> = move_to.iter().map(|command| table.entry(command).name.into_owned()).collect();
    assert!(names.contains(&"Add node: move to an object".to_owned()), "{names:?}");
    let nodes = Command::all().filter(|command| table.entry(command).name.starts_with("Add node: ")).count();
    assert!(nodes > 20, "{nodes}");
}

#[test]
fn esc_goes_to_the_innermost_scope() {
    let mut facts = facts();
    let of_esc = |facts: &Facts| of_key(Key::Escape, Modifiers::NONE, &facts.clone().into_table());
    assert_eq!(of_esc(&facts), Some(Command::Select(SelectCommand::Deselect)));
    facts.keyboard.is_through_camera = true;
    assert_eq!(of_esc(&facts), Some(Command::View(ViewCommand::LeaveCamera)));
    facts.keyboard.has_help_window = true;
    assert_eq!(of_esc(&facts), Some(Command::Help(HelpCommand::CloseWindow)));
    facts.keyboard.is_typing = true;
    assert_eq!(of_esc(&facts), None);
}

#[test]
fn the_palette_finds_every_command_by_its_words() {
    let table = table();
    assert_eq!(found("", &table).len(), Command::all().count() - 1, "all but the palette itself");
    for command in Command::all().filter(|command| *command != Command::Help(HelpCommand::Palette)) {
        let entry = table.entry(&command);
        let words: Vec<&str> = entry.name.split_whitespace().rev().collect();
        let found = found(&words.join("  ").to_uppercase(), &table);
        assert!(found.contains(&command), "{}: {found:?}", entry.name);
    }
    assert_eq!(found("save as", &table).first(), Some(&Command::File(FileCommand::SaveAs)));
    assert_eq!(found("no such command", &table), []);
}

#[test]
fn the_sheet_has_every_command_with_keys() {
    let table = table();
    let sections = sheet::sections(&table, false);
    let rows: Vec<&(String, String)> = sections.iter().flat_map(|(_, rows)| rows).collect();
    for command in Command::all() {
        let entry = table.entry(&command);
        for shortcut in &entry.shortcuts {
            let name = entry.name.trim_end_matches('…');
            let words = shortcut.words(false);
            assert!(rows.iter().any(|(what, keys)| what == name && keys.contains(&words)), "{name}: {words}");
        }
    }
}
