//! The errors and warnings of scene files, with their location.
//!
//! Lines and columns count from 1, columns in characters, as editors do. A byte order mark is not counted.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::budget::OverBudget;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::git_text::{CONFLICT, CONFLICT_HELP, CONFLICT_MESSAGE};
use super::lines::Lines;
use crate::escape;

/// The longest excerpt of a source line, in characters. Generated scenes may have no line breaks.
const EXCERPT: usize = 130;

/// The first error in a scene file.
///
/// `Display` gives one line, `file:line:column: message`. [`SceneError::render`] also gives the source line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", self.place())]
pub struct SceneError {
    /// The file, as the caller named it. Empty when the error is about no file.
    pub file: Box<str>,
    /// From 1; 1 when the file could not be read at all.
    pub line: usize,
    /// From 1, in characters; 1 when the file could not be read at all.
    pub column: usize,
    /// The error, in one line.
    pub message: Box<str>,
    /// The remedy.
    pub help: Option<Box<str>>,
    /// The bytes that the error refers to, counted after a byte order mark.
    pub span: Range<usize>,
    /// The name of the camera, object, ray or image that the error is about, when it could be read.
    pub subject: Option<Box<str>>,
    /// Set when the file does not fit into the scene's budget.
    pub over: Option<Box<OverBudget>>,
    excerpt: Option<Box<Excerpt>>,
    choices: Option<Box<Choices>>,
}

/// Boxed, because many functions return errors and few errors have choices.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Choices {
    trees: Vec<Box<str>>,
}

/// The excerpt of the source line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    /// The bytes of `text` above the caret.
    caret: Range<usize>,
}

impl SceneError {
    /// An error at some bytes of the source. A span over several lines is cut to its first.
    pub(crate) fn at(file: &str, source: &str, span: Range<usize>, message: &str, help: Option<&str>) -> Self {
        Self::at_place(file, source, span.clone(), line_and_column(source, span.start), message, help)
    }

    /// The same for one of many errors in a text.
    pub(crate) fn at_one_of(file: &str, lines: &Lines, span: Range<usize>, message: &str, help: Option<&str>) -> Self {
        let place = lines.line_and_column(span.start);
        Self::at_place(file, lines.text(), span, place, message, help)
    }

    fn at_place(
        file: &str,
        source: &str,
        span: Range<usize>,
        (line, mut column): (usize, usize),
        mut message: &str,
        mut help: Option<&str>,
    ) -> Self {
        let mut span = span;
        let start = source.get(..span.start).map_or(0, |before| before.rfind('\n').map_or(0, |end| end + 1));
        // Git wrote this line, so any other message about it would mislead.
        if source[start..].starts_with(CONFLICT) {
            (message, help) = (CONFLICT_MESSAGE, Some(CONFLICT_HELP));
            (span, column) = (start..start + CONFLICT.len(), 1);
        }
        Self {
            file: escape::line(file).into(),
            line,
            column,
            message: escape::line(message).into(),
            help: help.map(|help| escape::line(help).into()),
            excerpt: Some(Box::new(Excerpt::of(source, &span))),
            span,
            subject: None,
            choices: None,
            over: None,
        }
    }

    /// The same error with another file name.
    #[must_use]
    pub(crate) fn in_file(self, file: &str) -> Self {
        Self { file: escape::line(file).into(), ..self }
    }

    /// `file:line:column: `; empty when the error is about no file.
    fn place(&self) -> String {
        let Self { file, line, column, .. } = self;
        if file.is_empty() { String::new() } else { format!("{file}:{line}:{column}: ") }
    }

    /// The same error, for a tree file without a main tree, with the trees to choose from.
    #[must_use]
    pub(crate) fn with_choices(self, trees: Vec<&str>) -> Self {
        let trees = trees.into_iter().map(Into::into).collect();
        Self { choices: Some(Box::new(Choices { trees })), ..self }
    }

    /// The same error with another remedy.
    #[must_use]
    pub(crate) fn with_help(self, help: &str) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The trees to choose from, when the error is that the file has no main tree.
    pub fn choices(&self) -> &[Box<str>] {
        self.choices.as_ref().map_or(&[], |choices| &choices.trees)
    }

    /// The same error with the item that it is about.
    #[must_use]
    pub(crate) fn about(self, subject: Option<&str>) -> Self {
        Self { subject: subject.map(Into::into), ..self }
    }

    /// An error of a file that could not be read.
    pub(crate) fn unreadable(file: &str, message: &str, help: Option<&str>) -> Self {
        Self {
            file: escape::line(file).into(),
            line: 1,
            column: 1,
            message: escape::line(message).into(),
            help: help.map(|help| escape::line(help).into()),
            span: 0..0,
            subject: None,
            over: None,
            excerpt: None,
            choices: None,
        }
    }

    /// An error of content that does not fit into the scene's budget. `what` is a noun: "the tree of `guard`".
    pub(crate) fn over_budget(file: &str, what: &str, over: OverBudget) -> Self {
        let error = Self::unreadable(file, &format!("{what} {over}"), Some(&over.help()));
        Self { over: Some(Box::new(over)), ..error }
    }

    /// An error in a line of a file that is not available. `span` counts the bytes of the line.
    pub(crate) fn in_line(
        file: &str,
        line: usize,
        text: &str,
        span: Range<usize>,
        message: &str,
        help: Option<&str>,
    ) -> Self {
        Self { line, span: 0..0, ..Self::at(file, text, span, message, help) }
    }

    /// The message with its source line, a caret and the help, over several lines and without a final line break.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let group = Group::with_title(Level::ERROR.primary_title(&*self.message));
        let mut group = match self.excerpt.as_deref() {
            None => group.element(Origin::path(&*self.file).line(self.line).char_column(self.column)),
            Some(excerpt) => group.element(excerpt.snippet(self.line).path(&*self.file)),
        };
        if let Some(help) = self.help.as_deref() {
            group = group.element(Level::HELP.message(help));
        }
        self.with_column(renderer.render(&[group]))
    }

    /// Replaces the column in a rendered message by the column of the source line. The renderer counts columns in the
    /// excerpt. They differ when the line was cut or characters were escaped.
    fn with_column(&self, rendered: String) -> String {
        let Some(excerpt) = self.excerpt.as_deref() else { return rendered };
        let counted = excerpt.text[..excerpt.caret.start].chars().count() + 1;
        // The first line is the message.
        let Some((message, rest)) = rendered.split_once('\n').filter(|_| counted != self.column) else {
            return rendered;
        };
        let place = |column: usize| format!("{}:{}:{column}", self.file, self.line);
        format!("{message}\n{}", rest.replacen(&place(counted), &place(self.column), 1))
    }
}

/// A warning about a readable scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneWarning {
    /// The file, as the caller named it.
    pub file: Box<str>,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The warning, in one line.
    pub message: Box<str>,
    /// The name of the camera, object, ray or image that it is about.
    pub subject: Option<Box<str>>,
    /// Whether it is about a file that the scene names.
    pub is_of_file: bool,
}

impl SceneWarning {
    /// A warning about a location in a file. Control characters are escaped.
    pub(crate) fn new(file: &str, line: usize, column: usize, message: String) -> Self {
        let escaped = match escape::line(&message) {
            Cow::Borrowed(_) => None,
            Cow::Owned(escaped) => Some(escaped),
        };
        let message = escaped.unwrap_or(message).into();
        Self { file: escape::line(file).into(), line, column, message, subject: None, is_of_file: false }
    }

    /// The same warning with the item that it is about.
    #[must_use]
    pub(crate) fn about(self, subject: Option<Box<str>>) -> Self {
        Self { subject, ..self }
    }
}

impl fmt::Display for SceneWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

/// The line and column of a byte, from 1, the column in characters.
pub(crate) fn line_and_column(source: &str, byte: usize) -> (usize, usize) {
    let before = &source[..source.floor_char_boundary(byte)];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.bytes().filter(|&b| b == b'\n').count() + 1, before[line_start..].chars().count() + 1)
}

impl Excerpt {
    fn snippet(&self, line: usize) -> Snippet<'_, Annotation<'_>> {
        Snippet::source(&self.text).line_start(line).annotation(AnnotationKind::Primary.span(self.caret.clone()))
    }

    /// Reads only the text near the place: a line may be as long as a file.
    fn of(source: &str, span: &Range<usize>) -> Self {
        let start = source.floor_char_boundary(span.start);
        let (before, after) = source.split_at(start);
        // One character more than an excerpt shows, so that a cut is known.
        let end_of = |(i, found): (usize, char)| start + i + found.len_utf8();
        let is_in_line = |(_, found): &(usize, char)| !matches!(found, '\n' | '\r');
        let in_line_after: Vec<usize> =
            after.char_indices().take_while(is_in_line).take(EXCERPT + 1).map(end_of).collect();
        let in_line_before: Vec<usize> = before
            .char_indices()
            .rev()
            .take_while(|(_, found)| *found != '\n')
            .take(EXCERPT + 1)
            .map(|(i, _)| i)
            .collect();

        let is_long = in_line_before.len() + in_line_after.len() > EXCERPT;
        let reach = if is_long { EXCERPT / 2 } else { EXCERPT };
        // The byte so many characters from the place, or the end of the line.
        let last = |characters: &[usize], reach: usize| {
            characters.get(..reach.min(characters.len())).and_then(<[usize]>::last).copied().unwrap_or(start)
        };
        let (from, to) = (last(&in_line_before, reach + 1), last(&in_line_after, reach));
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        let (head, tail) = (cut(in_line_before.len() > reach + 1), cut(in_line_after.len() > reach));
        let end = source.floor_char_boundary(span.end).clamp(start, to);
        let [before, place, after] = [&source[from..start], &source[start..end], &source[end..to]].map(escape::source);
        let text = format!("{head}{before}{place}{after}{tail}");
        let caret = head.len() + before.len()..head.len() + before.len() + place.len();
        Self { text, caret }
    }
}

/// A text from a file for use in a message: quoted, on one line, shortened when long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 48;
    let escaped: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let escaped = escaped.replace("\\\"", "\"").replace("\\'", "'");
    format!("`{escaped}{}`", if text.chars().nth(LONGEST).is_some() { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_in_the_marker_of_a_conflict_is_about_the_marker() {
        let source = "v 0 0 0\n<<<<<<< HEAD\nv 1 0 0\n";
        for span in [8..9, 11..12, 16..20] {
            let error = SceneError::at("a.obj", source, span, "no number", None);
            assert_eq!(error.to_string(), "a.obj:2:1: this is the marker of a merge conflict");
            assert!(error.help.is_some_and(|help| help.contains("`git checkout --ours`")));
        }
        let other = SceneError::at("a.obj", source, 21..22, "no number", None);
        assert_eq!(other.to_string(), "a.obj:3:1: no number");
        let alone = SceneError::in_line("a.obj", 2, "<<<<<<< HEAD", 3..4, "no number", None);
        assert_eq!(alone.to_string(), "a.obj:2:1: this is the marker of a merge conflict");
    }

    #[test]
    fn a_caret_marks_the_error() {
        let source = "{\n  \"näme\": 7,\n}";
        let error = SceneError::at("guard.json", source, 13..14, "no name", Some("write one"));
        assert_eq!(error.to_string(), "guard.json:2:11: no name");
        insta::assert_snapshot!(error.render(false), @r#"
        error: no name
         --> guard.json:2:11
          |
        2 |   "näme": 7,
          |           ^
          |
          = help: write one
        "#);
        assert!(error.render(true).contains("\u{1b}["));
    }

    #[test]
    fn a_line_without_end_is_cut_around_the_place() {
        let source = format!("[{}oops, {}]", "1, ".repeat(100_000), "é, ".repeat(100_000));
        let at = source.find("oops").unwrap();
        let shown = SceneError::at("a.json", &source, at..at + 4, "word", None).render(false);
        assert!(shown.len() < 600, "{} bytes: {shown}", shown.len());
        assert!(shown.contains("a.json:1:300002"), "{shown}");
        assert!(shown.contains("1, oops, é"), "{shown}");
        assert!(!shown.contains(":::"), "{shown}");
    }

    #[test]
    fn any_span_can_be_shown() {
        let source = "é\r\n\tü\u{7}\n\n{\u{1b}[31m";
        for start in 0..source.len() + 3 {
            for end in start..source.len() + 3 {
                let shown = SceneError::at("a", source, start..end, "m", None).render(false);
                assert!(!shown.contains('\u{1b}'), "{start}..{end}: {shown}");
            }
        }
    }

    #[test]
    fn quoting_keeps_to_one_short_line() {
        assert_eq!(quoted("a\n\"b\"\u{1b}"), "`a\\n\"b\"\\u{1b}`");
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), 51);
    }
}
