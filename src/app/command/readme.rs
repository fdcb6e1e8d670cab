//! Compares the key list of `README.md` with the table.
//!
//! `UPDATE_README=1 cargo test --lib readme` rewrites it.

use std::fmt::Write as _;

use eframe::egui;

use super::{Context, sheet};
use crate::app::{App, Session};
use crate::readme::check_section;

#[test]
fn the_readme_lists_the_keys_of_the_table() {
    check_section("Keys", &list());
}

/// One line for each group, for quick reading.
fn list() -> String {
    let app = App::new(Session::empty());
    let mut list = String::from("| | |\n|---|---|\n");
    for (title, rows) in sheet::sections(&Context::of(&app, &egui::Context::default()), false) {
        let rows: Vec<String> = rows.iter().map(|(what, keys)| format!("{what}: {keys}")).collect();
        writeln!(list, "| {title} | {} |", rows.join(" · ")).unwrap();
    }
    list
}
