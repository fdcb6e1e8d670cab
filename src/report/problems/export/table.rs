//! The list as text in columns, for people.

use std::io::{self, Write};

use super::row::ProblemList;
use crate::escape;
use crate::geometry::narrate::counted;

/// Writes a line for each problem, and one with their number.
pub(super) fn write(list: &ProblemList, out: &mut impl Write) -> io::Result<()> {
    let kinds = list.rows().map(|row| row.kind.len()).max().unwrap_or_default();
    for row in list.rows() {
        let line = row.line.map_or_else(String::new, |line| format!(":{line}"));
        let place = format!("{}{line}", escape::line(&row.file));
        let (level, kind, message) = (row.level, row.kind, escape::line(&row.message));
        writeln!(out, "{level:<7}  {kind:<kinds$}  {place}  {message}")?;
    }
    let counts = list.counts();
    let total: usize = counts.iter().map(|(_, count)| count).sum();
    let each = counts.iter().filter(|(_, count)| *count > 0);
    let each: Vec<String> = each.map(|(severity, count)| counted(*count as u64, severity.word())).collect();
    let ignored = if list.ignored() > 0 { format!("; {} ignored", list.ignored()) } else { String::new() };
    let split = if each.is_empty() { String::new() } else { format!(": {}", each.join(", ")) };
    writeln!(out, "{}{split}{ignored}", counted(total as u64, "problem"))
}
