//! Compares the key list of `README.md` with the table.
//!
//! `UPDATE_README=1 cargo test --lib readme` rewrites it.

use std::fmt::Write as _;

use eframe::egui;

use super::{Context, sheet};
use crate::app::{App, Session};

const BEGIN: &str = "<!-- Keys: written by UPDATE_README=1 cargo test --lib readme -->\n";
const END: &str = "<!-- End of keys -->\n";

#[test]
fn the_readme_lists_the_keys_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the comment that begins the key list");
    let (found, after) = rest.split_once(END).expect("the comment that ends the key list");
    let list = list();
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, format!("{before}{BEGIN}{list}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(found, list, "UPDATE_README=1 cargo test --lib readme writes it");
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
