//! The HTML page of a run: one file without external resources, which opens from disk.
//!
//! The text is written here and escaped. The script only filters rows, moves between them and switches pictures. So the
//! page is readable without the script.
//!
//! The page contains pictures up to `EMBEDDED` bytes, in page order. Further pictures are files beside the page, with
//! relative paths; the browser reads each one when it scrolls into view. So the page of a small run is complete in
//! itself, and the page of a large run stays small.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Component, Path};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::compare::PictureMatch;
use super::results::{BaselineResult, ReportFile, Results, SceneResult};
use super::row::{Capture, DifferenceSubject, SceneRow, SceneState};
use super::spool::Spooled;
use super::{terminal, words};
use crate::escape::html as text;
use crate::source::text::path_in_message;

/// Every page of `eyeline check` contains this text.
pub(super) const MARK: &str = "<meta name=\"generator\" content=\"eyeline check\">";

mod timeline;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page itself contains at most this many bytes of pictures, counted before Base64.
const EMBEDDED: usize = 3 << 20;

/// Writes the page of a run in a folder. `parts` are the files beside the page.
pub(super) fn html(rows: &[SceneRow], results: &Results, parts: &[ReportFile], folder: &Path) -> String {
    let mut pictures = PagePictures {
        files: parts.iter().map(|part| (&*part.path, part.contents)).collect(),
        left: EMBEDDED,
        has_files: false,
        folder,
        baselines: results.baselines.as_deref(),
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
    out(&timeline::timeline(&results.scenes));
    out("</header>\n<main>\n");
    for (at, (row, scene)) in order.iter().enumerate() {
        out(&section(row, scene, at, &mut pictures));
    }
    if pictures.has_files {
        out("<p class=\"note\">Some pictures are files beside this page: move and send the whole folder.</p>\n");
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

/// The pictures of the page, embedded or beside it.
struct PagePictures<'p> {
    /// The files beside the page.
    files: HashMap<&'p Path, &'p Spooled>,
    /// How many bytes can still be embedded.
    left: usize,
    /// Whether some picture is a file beside the page.
    has_files: bool,
    /// The folder of the page.
    folder: &'p Path,
    /// The folder of all baselines, when the command named one.
    baselines: Option<&'p Path>,
}

impl PagePictures<'_> {
    /// The address of a picture.
    fn address(&mut self, path: &Path) -> String {
        let small = self.files.get(path).filter(|file| file.length() <= self.left);
        if let Some(bytes) = small.and_then(|file| file.read().ok()) {
            self.left -= bytes.len();
            return format!("data:image/png;base64,{}", STANDARD.encode(bytes));
        }
        self.has_files = true;
        address_of(path)
    }
}

/// The relative address of a file: its path with `/` as separator, percent-encoded. RFC 3986 lists the bytes that stay
/// as they are.
fn address_of(path: &Path) -> String {
    let mut address = String::new();
    for part in path.components() {
        let Component::Normal(name) = part else { continue };
        if !address.is_empty() {
            address.push('/');
        }
        for byte in name.as_encoded_bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
                address.push(char::from(*byte));
            } else {
                let _infallible = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

/// The buttons that filter by state and by kind of difference, and the search.
fn filters(rows: &[SceneRow]) -> String {
    let mut html = "<nav><div><button data-filter=\"changed\">Not equal</button>".to_owned();
    for state in SceneState::ALL {
        let count = rows.iter().filter(|row| row.state() == state).count();
        let word = state.word();
        let _infallible =
            write!(html, "<button data-filter=\"{word}\" class=\"{word}\">{} ({count})</button>", title(state));
    }
    let _infallible = write!(html, "<button data-filter=\"all\">All ({})</button>", rows.len());
    html += "<span class=\"place\"></span><button class=\"theme\">Colours</button></div>\n<div>";
    for kind in DifferenceSubject::ALL {
        let count = rows.iter().filter(|row| row.differences.iter().any(|difference| difference.kind == kind)).count();
        if count > 0 {
            let (word, heading) = (kind.word(), kind.heading());
            let _infallible = write!(html, "<button data-kind=\"{word}\">{heading} ({count})</button>");
        }
    }
    html + "<input type=\"search\" placeholder=\"Search scenes and differences\" aria-label=\"Search\"></div></nav>\n"
}

/// The words of the kinds of differences that a scene has.
fn kinds(row: &SceneRow) -> String {
    let has = |kind: &DifferenceSubject| row.differences.iter().any(|difference| difference.kind == *kind);
    DifferenceSubject::ALL.into_iter().filter(has).map(DifferenceSubject::word).collect::<Vec<_>>().join(" ")
}

fn title(state: SceneState) -> &'static str {
    match state {
        SceneState::Equal => "Equal",
        SceneState::Missing => "No baseline",
        SceneState::Differs => "Different",
        SceneState::Error => "Error",
    }
}

fn section(row: &SceneRow, scene: &SceneResult, at: usize, pictures: &mut PagePictures) -> String {
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

/// All scenes with their states. Only the printed page has it, because a filter hides scenes there too.
fn printed(order: &[(&SceneRow, &SceneResult)]) -> String {
    let mut html = "<div class=\"printed\">\n<h2>All scenes</h2>\n<ul>\n".to_owned();
    for (row, _) in order {
        let (state, path) = (title(row.state()), text(&path_in_message(&row.found.path)));
        let _infallible = writeln!(html, "<li>{state}: <bdi>{path}</bdi></li>");
    }
    html + "</ul>\n</div>\n"
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

fn figure(capture: &Capture, baseline: &BaselineResult, pictures: &mut PagePictures) -> String {
    let [before, after, difference] = [&baseline.before, &baseline.actual, &baseline.difference];
    let mut html = String::new();
    let mut out = |piece: &str| html.push_str(piece);
    let is_pair = before.is_some() && after.is_some();
    out(&format!("<figure data-pair=\"{is_pair}\" data-mode=\"side\">\n<figcaption>"));
    out("<bdi>");
    out(&text(&capture.stored.file.in_message()));
    out("</bdi></figcaption>\n");
    if is_pair {
        out(
            "<div class=\"modes\"><button data-mode=\"side\">Side by side</button><button data-mode=\"swipe\">Swipe</button><button data-mode=\"blink\">Blink</button>",
        );
        if difference.is_some() {
            out("<button data-mode=\"difference\">Difference</button>");
        }
        out(
            "<input type=\"range\" min=\"0\" max=\"100\" value=\"50\" aria-label=\"Swipe\"><span class=\"which\"></span></div>\n",
        );
    }
    out("<div class=\"stage\">\n");
    let [width, height] = capture.view.size;
    let [first, second] = if capture.is_unstable { ["First drawing", "Second drawing"] } else { ["Before", "After"] };
    for (class, label, path) in
        [("before", first, before), ("after", second, after), ("difference", "Difference", difference)]
    {
        if let Some(path) = path {
            // The baseline may have a different size.
            let size =
                if class == "before" { String::new() } else { format!(" width=\"{width}\" height=\"{height}\"") };
            let address = pictures.address(path);
            // The browser reads a file when it scrolls into view.
            let lazy = if address.starts_with("data:") { "" } else { " loading=\"lazy\"" };
            out(&format!(
                "<div class=\"{class}\"><span>{label}</span><img alt=\"{label}\"{lazy}{size} src=\"{address}\"></div>\n"
            ));
        }
    }
    out("</div>\n");
    if let Some(PictureMatch::Counted(counts)) = &capture.compared
        && !counts.sweep.is_empty()
    {
        out("<table><tr><th>Limit of a pixel</th><th>exact</th>");
        counts.sweep.iter().for_each(|(limit, _)| out(&format!("<th>{limit}</th>")));
        out(&format!("</tr><tr><th>Pixels that differ by more</th><td>{}</td>", counts.exact));
        counts.sweep.iter().for_each(|(_, pixels)| out(&format!("<td>{pixels}</td>")));
        out("</tr></table>\n");
    }
    out("</figure>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_beside_the_page_has_an_address_in_any_script() {
        for (path, address) in [
            ("actual/a b.png", "actual/a%20b.png"),
            ("before/_up/100%#?.png", "before/_up/100%25%23%3F.png"),
            ("actual/\u{5d0}/\u{1f980}\"'.png", "actual/%D7%90/%F0%9F%A6%80%22%27.png"),
        ] {
            assert_eq!(address_of(Path::new(path)), address);
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(text("<b a='\"'>&\u{202e}"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\\u{202e}");
        assert_eq!(quoted(Path::new("a b/it's.json")), "'a b/it'\\''s.json'");
        assert_eq!(quoted(Path::new("scenes/看.json")), "scenes/看.json");
    }
}
