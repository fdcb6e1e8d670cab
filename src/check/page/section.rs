//! A scene on the page: its differences, its pictures, and the command that accepts it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::super::results::SceneResult;
use super::super::row::{DifferenceSubject, SceneRow, SceneState};
use super::super::scene_page::ScenePage;
use super::super::words;
use super::address::PagePictures;
use super::figure::figure;
use super::filters::{kinds, title};
use crate::escape::{html as text, relative_address};
use crate::source::text::path_in_message;

pub(super) fn section(row: &SceneRow, scene: &SceneResult, at: usize, pictures: &mut PagePictures) -> String {
    let state = row.state();
    let word = state.word();
    let mut html = String::new();
    let mut out = |piece: &str| html.push_str(piece);
    out(&format!(
        "<section id=\"scene-{at}\" data-state=\"{word}\" data-kinds=\"{}\" tabindex=\"-1\">\n<h2><span class=\"state {word}\">",
        kinds(row)
    ));
    out(title(state));
    // A name in a right-to-left script does not change the order of the text around it.
    out("</span> <bdi>");
    out(&text(&row.found.name));
    out("</bdi> <small><bdi>");
    out(&text(&path_in_message(&row.found.path)));
    out("</bdi></small></h2>\n");
    for kind in DifferenceSubject::ALL {
        let list: Vec<_> = row.differences.iter().filter(|difference| difference.kind == kind).collect();
        if list.is_empty() {
            continue;
        }
        out(&format!("<h3>{}</h3>\n<ul class=\"{}\">\n", kind.heading(), kind.word()));
        for difference in list {
            out("<li>");
            out(&text(&difference.located()));
            if difference.line > 1 && difference.file.is_none() {
                out(&format!(" <small>line {}</small>", difference.line));
            }
            if let Some(heading) = difference.heading_of_consequences() {
                out(&format!("<details><summary>{}</summary>\n<ul>\n", text(&heading)));
                difference.consequences.iter().for_each(|one| out(&format!("<li>{}</li>\n", text(&one.text))));
                out("</ul>\n</details>");
            }
            out("</li>\n");
        }
        out("</ul>\n");
    }
    if !row.changed_inputs.is_empty() {
        out("<p class=\"note\">Changed since this scene was equal: ");
        out(&text(&words::changed_inputs(row)));
        out("</p>\n");
    }
    if row.is_known {
        out(
            "<p class=\"note\">Nothing has changed since this scene was equal in an earlier run, so it was not drawn again.</p>\n",
        );
    }
    let met: Vec<_> = row.expectations.iter().filter(|expected| expected.is_met).collect();
    if !met.is_empty() {
        out("<h3>Expectations that are met</h3>\n<ul class=\"met\">\n");
        for expected in met {
            out(&format!("<li>{} <small>line {}</small></li>\n", text(&expected.text), expected.line));
        }
        out("</ul>\n");
    }
    if !row.warnings.is_empty() {
        out("<h3>Warnings</h3>\n<ul class=\"warning\">\n");
        for warning in &row.warnings {
            out(&format!("<li>{}</li>\n", text(warning)));
        }
        out("</ul>\n");
    }
    // The first baseline of a scene is the one of its answers.
    let baselines = scene.baselines.iter().filter(|baseline| !baseline.is_answers());
    for (capture, baseline) in row.captures.iter().zip(baselines) {
        if capture.stored.state != SceneState::Equal {
            out(&figure(capture, baseline, pictures));
        }
    }
    match pictures.pages.get(&row.found.path) {
        Some(ScenePage::Written { after, before }) => out(&opening(after, before.as_ref(), &row.found.name)),
        Some(ScenePage::Missing(reason)) => out(&format!("<p class=\"note\">{}</p>\n", text(reason))),
        None => {}
    }
    if row.stored().any(|stored| stored.is_written) {
        out("<p class=\"note\">This run wrote:</p>\n<ul>\n");
        for stored in row.stored().filter(|stored| stored.is_written) {
            out(&format!("<li>{}</li>\n", text(&stored.file.in_message())));
        }
        out("</ul>\n");
    } else if matches!(state, SceneState::Differs | SceneState::Missing) {
        if row.stored().any(|stored| stored.state != SceneState::Equal) {
            out(&accepting(&row.found.path, pictures));
        }
        if row.expectations.iter().any(|expected| !expected.is_met) {
            out(
                "<p class=\"note\">If the answer is intended, change the expectation: it is not a baseline, and <code>--accept</code> does not change it.</p>\n",
            );
        }
    }
    out("</section>\n");
    html
}

/// The window on a scene, before and after. The script loads a page when it is opened.
fn opening(after: &Path, before: Option<&(PathBuf, String)>, name: &str) -> String {
    let name = text(name);
    let page = |label: &str, file: &Path| {
        let (address, label) = (text(&relative_address(file)), text(label));
        format!(
            "<details class=\"scene\" data-page=\"{address}\"><summary>{label}</summary>\n\
             <p><a href=\"{address}\" target=\"_blank\">In a tab of its own</a></p>\n\
             <iframe title=\"{label}: {name}\"></iframe>\n</details>\n"
        )
    };
    let mut html = String::new();
    if let Some((file, revision)) = before {
        html += &page(&format!("Open the scene before, as it is at {revision}"), file);
    }
    html + &page(if before.is_some() { "Open the scene after" } else { "Open the scene" }, after)
}

/// The command that accepts the captures of a scene. The script joins the commands of several scenes.
fn accepting(scene: &Path, pictures: &PagePictures) -> String {
    let (before, scene) = ("eyeline check --accept ", text(&quoted(scene)));
    let mut after = format!(" --out {}", quoted(pictures.folder));
    if let Some(baselines) = pictures.baselines {
        let _infallible = write!(after, " --baselines {}", quoted(baselines));
    }
    let after = text(&after);
    format!(
        "<p class=\"note accept\">If this is intended: <code data-before=\"{before}\" data-scene=\"{scene}\" data-after=\"{after}\">{before}{scene}{after}</code></p>\n"
    )
}

/// A path, quoted for a shell.
fn quoted(path: &Path) -> String {
    let path = path_in_message(path);
    let is_plain = path.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
    if is_plain { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(text("<b a='\"'>&\u{202e}"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\\u{202e}");
        assert_eq!(quoted(Path::new("a b/it's.json")), "'a b/it'\\''s.json'");
        assert_eq!(quoted(Path::new("scenes/看.json")), "scenes/看.json");
    }
}
