//! The window on every scene, and every panel, as text: the contents of the accessibility tree, compared with the files in
//! `tests/window/texts/`.
//!
//! A line is a widget: its role, its name in quotes, its value, its states, and after `@` its place: left, top, width and height
//! in points. Widgets inside another one are indented. A change is accepted with
//!
//! ```sh
//! INSTA_UPDATE=always cargo test --test window texts
//! ```
//!
//! and reviewed in the diff before it is committed.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use eframe::egui::accesskit::{Role, Toggled};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT;

use crate::scenes;
use crate::test_window::TestWindow;

/// A small window. All texts must be present there.
const SIZE: [u32; 2] = [1024, 640];
/// The size of the window with another panel in front.
const LARGE: [u32; 2] = [1440, 900];

/// Scenes with the tab that is brought to the front. Together they show every panel but Compare and Review.
const TABS: [(&str, &str); 13] = [
    ("tour", "Verdicts"),
    ("tour", "Plots"),
    ("tour", "Octree"),
    ("tour", "Problems"),
    ("slabs", "Plots"),
    ("guard", "Behaviour"),
    ("octree", "Octree"),
    ("courtyard", "Opacity"),
    ("courtyard", "Problems"),
    ("touch_where", "Occlusion"),
    ("tap", "Sessions"),
    ("skin", "Plots"),
    ("engine_said", "Disagreements"),
];

/// All widgets below the root of the window.
fn text_of(window: &TestWindow) -> String {
    let mut text = String::new();
    write_below(&window.harness.root(), 0, &mut text);
    text
}

fn write_below(node: &Node<'_>, depth: usize, text: &mut String) {
    for child in node.children() {
        let words = words(&child);
        if words.is_empty() {
            // A layout widget without text.
            write_below(&child, depth, text);
        } else {
            writeln!(text, "{}{words}", "  ".repeat(depth)).unwrap();
            write_below(&child, depth + 1, text);
        }
    }
}

/// The role, name, value and states of a widget. Empty for a widget that only groups others.
fn words(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    let (label, value) = (node.label().unwrap_or_default(), node.value().unwrap_or_default());
    let is_group = matches!(node.role(), Role::GenericContainer | Role::Unknown | Role::Window | Role::Pane);
    // Runs of characters repeat a part of the text that contains them.
    if node.role() == Role::TextRun || is_group && label.is_empty() && value.is_empty() {
        return String::new();
    }
    let mut words = format!("{:?}", node.role());
    // A line of text has its words as its value.
    let (name, value) = if node.role() == Role::Label { (value, String::new()) } else { (label, value) };
    if !name.is_empty() {
        write!(words, " {name:?}").unwrap();
    }
    if let Some(number) = node.numeric_value() {
        // The value before it was converted to f64 for the tree, and 0 for −0.
        #[expect(clippy::cast_possible_truncation, reason = "most numbers of a scene are f32")]
        let number = number as f32 + 0.0;
        write!(words, " = {number}").unwrap();
    } else if !value.is_empty() && value != name {
        write!(words, " = {value:?}").unwrap();
    }
    let states = [
        (node.is_disabled(), "disabled"),
        (node.is_selected() == Some(true), "selected"),
        (node.toggled() == Some(Toggled::True), "on"),
        (node.toggled() == Some(Toggled::False), "off"),
        (node.data().is_expanded() == Some(true), "open"),
        (node.data().is_expanded() == Some(false), "closed"),
    ];
    for (_, word) in states.iter().filter(|(is, _)| *is) {
        write!(words, ", {word}").unwrap();
    }
    if let Some(place) = node.bounding_box() {
        let [left, top, width, height] = [place.x0, place.y0, place.width(), place.height()].map(f64::round);
        write!(words, " @{left} {top} {width} {height}").unwrap();
    }
    words
}

/// The name of the text of a scene with a tab in front.
fn of_tab((scene, tab): (&str, &str)) -> String {
    format!("{scene}_{}", tab.to_lowercase())
}

fn assert_text(name: String, window: &TestWindow) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("texts");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text_of(window)));
}

#[test]
fn every_scene() {
    for (name, _) in scenes::all() {
        let mut window = TestWindow::on_own_scene(&name, SIZE);
        window.wait_for_answers();
        assert_text(name, &window);
    }
}

#[test]
fn every_panel() {
    for (scene, tab) in TABS {
        let mut window = TestWindow::on_own_scene(scene, LARGE);
        window.click(Role::Tab, tab);
        // The pointer leaves the tab, so that no tooltip is shown.
        window.harness.remove_cursor();
        window.harness.run();
        assert_text(of_tab((scene, tab)), &window);
    }
}

#[test]
fn every_text_belongs_to_a_scene() {
    let names = scenes::all().into_iter().map(|(name, _)| name).chain(TABS.map(of_tab));
    let scenes: BTreeSet<String> = names.map(|name| format!("{name}.snap")).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/texts");
    let there = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = there.filter(|path| path.extension().is_some_and(|extension| extension == "snap"));
    let names = texts.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    let gone: Vec<String> = names.filter(|name| !scenes.contains(name)).collect();
    assert!(gone.is_empty(), "delete {gone:?}");
}
