//! The list as JSON, a problem a line: `{ "eyeline_problems": 1, "scene", "tick", "ignored", "problems": [{ "kind", "level", "object",
//! "count", "at", "place", "file", "line", "column", "message", "fingerprint" }] }`.

use std::io::{self, Write};

use serde::Serialize;

use super::row::ProblemList;
use crate::escape;

/// Writes the list.
pub(super) fn write(list: &ProblemList, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{ \"eyeline_problems\": 1, \"scene\": ")?;
    value(&list.file(), out)?;
    write!(out, ", \"tick\": {}, \"ignored\": {},\n  \"problems\": [", list.tick(), list.ignored())?;
    for (i, row) in list.rows().enumerate() {
        write!(out, "{}\n    ", if i > 0 { "," } else { "" })?;
        value(&row, out)?;
    }
    writeln!(out, "\n  ] }}")
}

/// A value on one line.
pub(super) fn value(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    escape::json(&serde_json::to_string(value)?, out)
}
