//! The pictures of a capture side by side, with the pixels that differ.

use super::super::compare::PictureMatch;
use super::super::results::BaselineResult;
use super::super::row::Capture;
use super::address::PagePictures;
use crate::escape::html as text;

pub(super) fn figure(capture: &Capture, baseline: &BaselineResult, pictures: &mut PagePictures) -> String {
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
