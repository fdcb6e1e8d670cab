//! Writes the differences as lines.

use super::super::output;
use super::comparison::{DiffComparison, NotIn, TickDifference, set_aside};
use crate::escape;
use crate::report::difference::words;

/// Writes one line for each difference. Returns whether there is none.
pub(super) fn write_lines(comparison: &mut DiffComparison) -> anyhow::Result<bool> {
    let has_ticks = comparison.has_ticks;
    let (mut failed, mut is_equal) = (None, true);
    let written = output::stream(None, |out| {
        for found in comparison {
            let TickDifference { tick, what } = found.map_err(|error| set_aside(error, &mut failed))?;
            if is_equal && has_ticks {
                writeln!(out, "first difference at tick {tick}")?;
            }
            is_equal = false;
            let (has_tick, line) = match &what {
                Ok(difference) => (has_ticks, words::line(difference)),
                Err(NotIn(missing)) => (true, format!("not in {}", missing.display())),
            };
            if has_tick {
                write!(out, "tick {tick} · ")?;
            }
            writeln!(out, "{}", escape::lines(&line.replace(['\n', '\r'], " ")))?;
        }
        Ok(())
    });
    failed.map_or(written, Err)?;
    Ok(is_equal)
}
