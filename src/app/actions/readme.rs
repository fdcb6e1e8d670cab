//! Compares the key list of `docs/window.md` with the table.
//!
//! `UPDATE_README=1 cargo test --lib readme` rewrites it.

use std::fmt::Write as _;

use eframe::egui;

use super::facts::Facts;
use super::state::WindowState;
use crate::app::command::commands::CommandTable;
use crate::app::command::sheet;
use crate::app::command::tool::Keymap;
use crate::readme::check_section;
use crate::workspace::Workspace;

#[test]
fn the_readme_lists_the_keys_of_the_table() {
    check_section("docs/window.md", "Keys", &list());
}

/// One line for each group, for quick reading.
fn list() -> String {
    let mut list = String::from("| | |\n|---|---|\n");
    let table = |keymap| {
        let mut facts = Facts::of(&WindowState::new(Workspace::empty()), &egui::Context::default());
        facts.shared.keymap = keymap;
        facts.into_table()
    };
    let words = |table: &CommandTable| -> Vec<(&str, Vec<String>)> {
        let words = |rows: Vec<(String, String)>| rows.iter().map(|(what, keys)| format!("{what}: {keys}")).collect();
        sheet::sections(table, false).into_iter().map(|(title, rows)| (title, words(rows))).collect()
    };
    let sections = words(&table(Keymap::Unity));
    for (title, rows) in &sections {
        writeln!(list, "| {title} | {} |", rows.join(" · ")).unwrap();
    }
    let is_other = |row: &String| !sections.iter().any(|(_, rows)| rows.contains(row));
    // Alt+H opens no menu then.
    let note = |row: String| if row.ends_with("Alt+H") { format!("{row} (Help has no letter)") } else { row };
    let others = words(&table(Keymap::Blender)).into_iter().flat_map(|(_, rows)| rows).filter(is_other);
    let others: Vec<String> = others.map(note).collect();
    writeln!(list, "| Other keys with *Edit ⏵ Transform ⏵ Blender keys* | {} |", others.join(" · ")).unwrap();
    list
}
