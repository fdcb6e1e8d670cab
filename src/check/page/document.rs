//! The whole page: its head, its scenes, and the list that is printed.

use std::fmt::Write as _;
use std::path::Path;

use super::super::results::{ReportFile, Results, SceneResult};
use super::super::row::SceneRow;
use super::super::scene_page::{ScenePage, ScenePages};
use super::super::terminal;
use super::address::{EMBEDDED, PagePictures};
use super::filters::{filters, title};
use super::section::section;
use crate::escape::html as text;
use crate::source::text::path_in_message;

/// Every page of `eyeline check` contains this text.
pub(in crate::check) const MARK: &str = "<meta name=\"generator\" content=\"eyeline check\">";

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page of a run in a folder. `parts` are the files beside the page, and `pages` the pages of the scenes.
pub(in crate::check) fn html(
    rows: &[SceneRow],
    results: &Results,
    parts: &[ReportFile],
    pages: &ScenePages,
    folder: &Path,
) -> String {
    let mut pictures = PagePictures {
        files: parts.iter().map(|part| (&*part.path, part.contents)).collect(),
        left: EMBEDDED,
        has_files: false,
        folder,
        baselines: results.baselines.as_deref(),
        pages,
    };
    let mut order: Vec<_> = rows.iter().zip(&results.scenes).collect();
    order.sort_by_key(|(_, scene)| scene.rank());
    let totals = terminal::totals(rows);
    let mut html = String::new();
    let mut out = |piece: &str| html.push_str(piece);
    out("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out(MARK);
    out("\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    out(&text(&totals));
    out("</title>\n<style>\n");
    out(STYLE);
    out("</style>\n</head>\n<body>\n<header>\n<h1>eyeline check</h1>\n<p class=\"totals\">");
    out(&text(&totals));
    out("</p>\n<p class=\"by\">");
    out(&text(&format!("eyeline {}, drawn by {}", results.version, results.renderer)));
    out(
        "</p>\n<p class=\"lead\">Before: the picture stored in the project (the baseline). After: the result of this run.</p>\n",
    );
    out(&filters(rows));
    out(INTRODUCTION);
    out(&super::timeline::timeline(&results.scenes));
    out("</header>\n<main>\n");
    for (at, (row, scene)) in order.iter().enumerate() {
        out(&section(row, scene, at, &mut pictures));
    }
    if pictures.has_files {
        out("<p class=\"note\">Some pictures are files beside this page: move and send the whole folder.</p>\n");
    }
    if pages.values().any(|page| matches!(page, ScenePage::Written { .. })) {
        out(
            "<p class=\"note\">The scenes that can be opened are files beside this page, in the folder <code>pages</code>: move and send the whole folder.</p>\n",
        );
    }
    out("<p class=\"none\" hidden>No scene matches.</p>\n");
    out(&printed(&order));
    out("<p class=\"note together accept\" hidden><span></span> <code></code></p>\n</main>\n<script>\n");
    out(SCRIPT);
    out("</script>\n</body>\n</html>\n");
    html
}

const INTRODUCTION: &str = "\
<details><summary>How to read this page</summary>
<p>Each scene was answered and drawn, and compared with its <b>baselines</b>: the answers and pictures stored in the \
project. <b>Before</b> is the baseline, <b>After</b> is the result of this run. In a picture of the difference, red pixels \
differ, and yellow pixels differ at an antialiased edge and do not count.</p>
<p>If a change is a mistake, repair the scene or the program and check again. If it is intended, accept it with the command \
below the scene, and commit the baselines.</p>
<p>Keys: <kbd>→</kbd> <kbd>←</kbd> (or <kbd>j</kbd> <kbd>k</kbd>) next and previous scene, <kbd>1</kbd> side by side, \
<kbd>2</kbd> <kbd>s</kbd> swipe, <kbd>3</kbd> <kbd>b</kbd> blink, <kbd>4</kbd> <kbd>d</kbd> difference, <kbd>?</kbd> these keys, <kbd>f</kbd> next filter, <kbd>/</kbd> search, <kbd>z</kbd> pictures at full size, \
<kbd>c</kbd> copy the command that accepts the scene, <kbd>C</kbd> the command for all scenes shown, <kbd>t</kbd> next colours.</p>
</details>
";

/// All scenes with their states. Only the printed page has it, because a filter hides scenes there too.
fn printed(order: &[(&SceneRow, &SceneResult)]) -> String {
    let mut html = "<div class=\"printed\">\n<h2>All scenes</h2>\n<ul>\n".to_owned();
    for (row, _) in order {
        let (state, path) = (title(row.state()), text(&path_in_message(&row.found.path)));
        let _infallible = writeln!(html, "<li>{state}: <bdi>{path}</bdi></li>");
    }
    html + "</ul>\n</div>\n"
}
