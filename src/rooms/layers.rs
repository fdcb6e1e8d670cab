//! Tests the layers of the window: a file of `app` uses only its own folder and those before it, and a panel uses no
//! other panel.

use super::circles::{Files, code, files_of_source, used_files};

/// The folders of `app` in order.
const LAYERS: [&str; 12] = [
    "kit",
    "command",
    "layout",
    "timeline",
    "lesson",
    "live",
    "presenter",
    "view",
    "panels",
    "dialogs",
    "actions",
    "shell",
];

/// The place of a file in [`LAYERS`]. `None` for a file outside `app`, and for `app/mod.rs`, which only passes on what
/// other rooms use.
fn layer(file: &str) -> Option<usize> {
    let folder = file.strip_prefix("app/")?.split('/').next()?;
    let place = LAYERS.iter().position(|layer| *layer == folder);
    Some(place.unwrap_or_else(|| panic!("the folder of `{file}` has no layer")))
}

/// The panel to which a file belongs. `None` for other files, and for `panels/state.rs`, which has the state of all
/// panels.
fn panel(file: &str) -> Option<&str> {
    let panel = file.strip_prefix("app/panels/")?.split('/').next()?;
    (panel != "state").then_some(panel)
}

/// Each use that the rules forbid, as "file uses file".
fn forbidden(files: &Files) -> Vec<String> {
    let is_forbidden = |from: &str, to: &str| {
        let is_upwards = to == "app" || layer(from).zip(layer(to)).is_some_and(|(from, to)| to > from);
        let is_beside = panel(from).is_some() && to.starts_with("app/panels/") && panel(to) != panel(from);
        is_upwards || is_beside
    };
    let of = |from: &String| {
        let others = used_files(files, from).into_iter().filter(|to| is_forbidden(from, to));
        others.map(|to| format!("{from} uses {to}")).collect::<Vec<_>>()
    };
    files.keys().filter(|file| file.starts_with("app/")).flat_map(of).collect()
}

#[test]
fn the_layers_of_the_window_are_in_order_and_panels_use_no_other_panel() {
    assert_eq!(forbidden(&files_of_source()), Vec::<String>::new());
}

#[test]
fn forbidden_uses_are_found() {
    let files = [
        ("app", "pub use shell::app::App;"),
        ("app/kit", ""),
        ("app/kit/theme", "use crate::app::App;"),
        ("app/view", "use crate::app::{kit::theme, panels::plots::Plots};"),
        ("app/panels", ""),
        ("app/panels/explain", "use super::review::Look;"),
        ("app/panels/plots", "use super::state::Panels;"),
        ("app/panels/plots/paint", "use super::Plots;"),
        ("app/panels/review", "use crate::app::view::View; pub(in crate::app) fn f() {}"),
        ("app/panels/state", "use super::plots::Plots;"),
        ("app/shell", ""),
        ("app/shell/app", "use crate::app::panels::state::Panels;"),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), code(text))).into();
    let expected = [
        "app/kit/theme uses app",
        "app/panels/explain uses app/panels/review",
        "app/panels/plots uses app/panels/state",
        "app/view uses app/panels/plots",
    ];
    assert_eq!(forbidden(&files), expected);
}
