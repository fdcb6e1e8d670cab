//! New values in the style of a file: its indentation and its line breaks.

use jsonc_parser::ast::Value;
use jsonc_parser::cst::{CstNewlineKind, CstNode, CstRootNode};

use crate::scene::write::text::value_text;

/// The style of a file.
pub(super) struct Style<'s> {
    /// The text of the new values.
    source: &'s str,
    /// The indentation of one level.
    level: String,
    line_break: &'static str,
}

impl<'s> Style<'s> {
    /// The style of a file, for values of `source`; two spaces for a file on one line.
    pub(super) fn of(root: &CstRootNode, source: &'s str) -> Self {
        let line_break = match root.newline_kind() {
            CstNewlineKind::CarriageReturnLineFeed => "\r\n",
            CstNewlineKind::CarriageReturn => "\r",
            CstNewlineKind::LineFeed => "\n",
        };
        Self { source, level: root.single_indent_text().unwrap_or_else(|| "  ".to_owned()), line_break }
    }

    /// The text of a value at the place of a node. A long value takes several lines.
    pub(super) fn text(&self, value: &Value, at: &CstNode) -> String {
        let base = at.indent_text().unwrap_or_default();
        let mut text = String::new();
        for (i, line) in value_text(self.source, value, base.chars().count()).lines().enumerate() {
            if i > 0 {
                text.push_str(self.line_break);
                text.push_str(&base);
            }
            let inner = line.trim_start_matches(' ');
            for _ in 0..(line.len() - inner.len()) / 2 {
                text.push_str(&self.level);
            }
            text.push_str(inner);
        }
        text
    }
}
