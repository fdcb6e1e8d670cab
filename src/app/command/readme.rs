//! Compares the key list of `docs/window.md` with the table.
//!
//! `UPDATE_README=1 cargo test --lib readme` rewrites it.

use std::fmt::Write as _;

use eframe::egui;

use super::sheet;
use crate::app::App;
use crate::app::actions::context::Context;
use crate::app::view::gizmo::Keymap;
use crate::readme::check_section;
use crate::workspace::Workspace;

#[test]
fn the_readme_lists_the_keys_of_the_table() {
    check_section("docs/window.md", "Keys", &list());
}

/// One line for each group, for quick reading.
fn list() -> String {
    let app = App::new(Workspace::empty());
    let mut list = String::from("| | |\n|---|---|\n");
    let mut context = Context::of(&app, &egui::Context::default());
    let words = |context: &Context| -> Vec<(&str, Vec<String>)> {
        let words = |rows: Vec<(String, String)>| rows.iter().map(|(what, keys)| format!("{what}: {keys}")).collect();
        sheet::sections(context, false).into_iter().map(|(title, rows)| (title, words(rows))).collect()
    };
    let sections = words(&context);
    for (title, rows) in &sections {
        writeln!(list, "| {title} | {} |", rows.join(" · ")).unwrap();
    }
    context.gizmo.keymap = Keymap::Blender;
    let is_other = |row: &String| !sections.iter().any(|(_, rows)| rows.contains(row));
    // Alt+H opens no menu then.
    let note = |row: String| if row.ends_with("Alt+H") { format!("{row} (Help has no letter)") } else { row };
    let others = words(&context).into_iter().flat_map(|(_, rows)| rows).filter(is_other);
    let others: Vec<String> = others.map(note).collect();
    writeln!(list, "| Other keys with *Edit ⏵ Transform ⏵ Blender keys* | {} |", others.join(" · ")).unwrap();
    list
}
