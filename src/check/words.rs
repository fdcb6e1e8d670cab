//! The texts of a result.

use crate::geometry::narrate::counted;
use std::collections::HashMap;
use std::fmt::Write as _;

use jsonc_parser::{CollectOptions, ParseOptions};

use super::compare::PictureMatch;
use super::discover::FoundScene;
use super::pixels::PixelCounts;
use super::relative::path_from_here;
use super::row::SceneRow;
use crate::escape;
use crate::source::error::quoted;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The difference of a picture, in one line.
pub(super) fn picture(name: &str, compared: &PictureMatch) -> String {
    match compared {
        PictureMatch::Same => format!("{name} is byte for byte equal"),
        PictureMatch::Broken(reason) | PictureMatch::NoMemory(reason) => format!("{name} cannot be compared: {reason}"),
        PictureMatch::Resized { baseline: [w, h], actual: [width, height] } => {
            format!("{name} has {w}x{h} pixels, and the picture now has {width}x{height}")
        }
        PictureMatch::Counted(counts) => format!("{name}: {}", self::counts(counts)),
    }
}

/// The difference of a baseline that does not exist, with what may be there in its place: one beside the scene's folder that
/// is outside the root, or the common one of the renderers without baselines of their own.
pub(super) fn missing(name: &str, found: &FoundScene, file: &Rooted) -> String {
    let other = found.outside.as_deref().zip(file.shown().file_name()).map(|(folder, name)| folder.join(name));
    match other.filter(|other| other.is_file()) {
        Some(other) => format!(
            "{name} does not exist; {} is outside the root: give a folder that contains both with `--root DIR`",
            path_in_message(&other)
        ),
        None => match found.renderer.as_ref().filter(|_| file.folder() == found.pictures()) {
            Some(renderer) => {
                let renderer = quoted(renderer);
                format!(
                    "{name} does not exist: `renderers` in eyeline.project.json gives {renderer} baselines of its own"
                )
            }
            None => format!("{name} does not exist"),
        },
    }
}

/// The counts of differing pixels as text.
pub(super) fn counts(counts: &PixelCounts) -> String {
    let PixelCounts { exact, over, antialiased, limit, .. } = counts;
    let [width, height] = counts.size;
    let total = u64::from(width) * u64::from(height);
    let differ = if *over == 1 { "differs" } else { "differ" };
    let are = if *exact == 1 { "is" } else { "are" };
    let mut text = format!(
        "{over} of {} {differ} by more than {} ({} allowed); {exact} {are} not exactly the same",
        counted(total, "pixel"),
        limit.pixel,
        limit.pixels
    );
    if *antialiased > 0 {
        let _infallible = write!(text, ", {antialiased} look antialiased and do not count");
    }
    if let Some(other) = &counts.other_renderer {
        let other = escape::line(other);
        let _infallible =
            write!(text, "; the baseline is from another renderer ({other}), so the wider tolerance applies");
    }
    text
}

/// The number of pixels that differ at each limit, as two lines of a table.
pub(super) fn sweep(counts: &PixelCounts) -> Option<[String; 2]> {
    if counts.sweep.is_empty() {
        return None;
    }
    let column = |text: String| format!(" {text:>8}");
    let limits: String = counts.sweep.iter().map(|(limit, _)| column(limit.to_string())).collect();
    let pixels: String = counts.sweep.iter().map(|(_, pixels)| column(pixels.to_string())).collect();
    Some([format!("limit  {:>8}{limits}", "exact"), format!("pixels {:>8}{pixels}", counts.exact)])
}

/// The files that changed since the scene was equal, with their paths from the working folder.
pub(super) fn changed_inputs(row: &SceneRow) -> String {
    let shown = row.changed_inputs.iter().map(|file| path_in_message(&path_from_here(file)));
    shown.collect::<Vec<_>>().join(", ")
}

/// A warning about an equal picture.
pub(super) fn warning(name: &str, counts: &PixelCounts) -> Option<String> {
    if !counts.is_equal() {
        return None;
    }
    if counts.is_near {
        return Some(format!("{name} is near its limit: {}", self::counts(counts)));
    }
    let other = counts.other_renderer.as_ref()?;
    Some(format!(
        "{name} is from another renderer ({}), so the wider tolerance applies: pixels may differ by {}, and {} pixels by more",
        escape::line(other),
        counts.limit.pixel,
        counts.limit.pixels
    ))
}

/// The lines of a scene file that define names.
pub(super) struct NameLines<'t>(HashMap<&'t str, usize>);

impl<'t> NameLines<'t> {
    /// Reads the text once.
    pub(super) fn of(text: &'t str) -> Self {
        const KEY: &str = "\"name\"";
        let (mut lines, mut line, mut end) = (HashMap::new(), 1, 0);
        for (key, _) in text.match_indices(KEY) {
            let value = text[key + KEY.len()..].trim_start().strip_prefix(':').map(str::trim_start);
            let Some(written) = value.filter(|value| value.starts_with('"')) else { continue };
            let mut is_escaped = false;
            let is_end = |byte: &u8| {
                let is_end = *byte == b'"' && !is_escaped;
                is_escaped = *byte == b'\\' && !is_escaped;
                is_end
            };
            let Some(length) = written.as_bytes()[1..].iter().position(is_end) else { break };
            let at = text.len() - written.len();
            line += text[end..at].matches('\n').count();
            end = at;
            lines.entry(&written[..length + 2]).or_insert(line);
        }
        Self(lines)
    }

    /// The first line that defines a name. 1 when the name is not found.
    pub(super) fn line(&self, name: Option<&str>) -> usize {
        let written = name.and_then(|name| serde_json::to_string(name).ok());
        written.and_then(|written| self.0.get(&*written).copied()).unwrap_or(1)
    }
}

/// The line of each entry in a top-level list of a scene file. Empty when the text has no such list.
pub(super) fn lines_of_entries(text: &str, list: &str) -> Vec<usize> {
    use jsonc_parser::common::Ranged;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Ok(parsed) = jsonc_parser::parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()) else {
        return Vec::new();
    };
    let Some(jsonc_parser::ast::Value::Object(object)) = parsed.value.as_ref() else { return Vec::new() };
    let entries = object.get_array(list).map_or(&[][..], |list| &list.elements);
    let (mut line, mut end) = (1, 0);
    let line_at = |entry: &jsonc_parser::ast::Value<'_>| {
        line += text[end..entry.start()].matches('\n').count();
        end = entry.start();
        line
    };
    entries.iter().map(line_at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_its_line() {
        let text = "{\n  \"title\": \"crate\",\n  \"objects\": [\n    { \"name\" : \"a \\\"b\\\"\" },\n    { \"name\":\n\"crate\" }] }";
        let lines = NameLines::of(text);
        assert_eq!(lines.line(Some("crate")), 6);
        assert_eq!(lines.line(Some("a \"b\"")), 4);
        assert_eq!(lines.line(Some("other")), 1);
        assert_eq!(lines.line(None), 1);
    }

    #[test]
    fn entries_are_found_in_their_lines() {
        let text = "{ // scene\n\"expect\": [\n{},\n{ \"a\": 1 }, 3,\n],}";
        assert_eq!(lines_of_entries(text, "expect"), [3, 4, 4]);
        assert_eq!(lines_of_entries(text, "objects"), [0; 0]);
        assert_eq!(lines_of_entries("{ broken", "expect"), [0; 0]);
    }
}
