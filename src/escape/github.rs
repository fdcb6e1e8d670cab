//! The escapes for the log of GitHub Actions, and for its annotations `::error file=…,line=…::message`.
//!
//! Annotations are escaped as GitHub's toolkit does (actions/toolkit, `packages/core/src/command.ts`): `%`, CR and LF in
//! messages, `:` and `,` too in properties. The runner takes a line of the log as a command when `::` is its first text
//! after spaces, or when it contains `##[` (actions/runner, `src/Runner.Common/ActionCommand.cs`).

use std::borrow::Cow;

use super::marked::line;

/// The message of an annotation.
pub(crate) fn message(text: &str) -> String {
    // Control characters are made visible here. GitHub's escaping handles line breaks.
    let mut safe = String::with_capacity(text.len());
    for piece in text.split_inclusive(['\r', '\n']) {
        let body = piece.trim_end_matches(['\r', '\n']);
        safe.push_str(&line(body));
        safe.push_str(&piece[body.len()..]);
    }
    safe.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of an annotation.
pub(crate) fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

/// Lines of the log that are not commands, whatever names they contain.
pub(crate) fn log(text: &str) -> Cow<'_, str> {
    let is_command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
    if !text.split('\n').any(is_command) {
        return Cow::Borrowed(text);
    }
    let safe = |line: &str| {
        let spaces = line.len() - line.trim_start().len();
        let (spaces, rest) = line.split_at(spaces);
        let rest = rest.strip_prefix("::").map_or(Cow::Borrowed(rest), |rest| Cow::Owned(format!("\\u{{3a}}:{rest}")));
        format!("{spaces}{}", rest.replace("##[", "#\\u{23}["))
    };
    Cow::Owned(text.split('\n').map(safe).collect::<Vec<_>>().join("\n"))
}
