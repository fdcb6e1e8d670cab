//! The comparison of two pictures, as `eyeline check` compares one with its baseline.

use std::process::ExitCode;

use serde_json::{Value, json};

use super::input::DiffSource;
use crate::budget::Budget;
use crate::check::two_pictures::{ComparedPictures, compare};
use crate::commands::message::print_message;
use crate::commands::output;
use crate::report::brief;
use crate::source::git_text::GitText;

/// Compares two pictures and writes the difference to standard output.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn run(sources: [&DiffSource; 2], is_json: bool, budget: &Budget) -> anyhow::Result<ExitCode> {
    let [(before, _of_before), (after, _of_after)] = [sources[0].bytes(1, budget)?, sources[1].bytes(1, budget)?];
    let names = sources.map(DiffSource::name);
    for (bytes, name) in [(&before, &names[0]), (&after, &names[1])] {
        if let Some(left) = GitText::of(bytes) {
            anyhow::bail!("{name}: {}", left.message(name, ""));
        }
    }
    let compared = compare([&names[0], &names[1]], [&before, &after], budget).map_err(anyhow::Error::msg)?;
    let ComparedPictures { is_equal, text, sweep, pixels, note } = compared;
    if let Some(note) = note {
        print_message(&format!("note: {note}"));
    }
    if is_json {
        let entry = || json!({ "pictures": names, "pixels": pixels, "text": text });
        let differences: Vec<Value> = if is_equal { Vec::new() } else { vec![entry()] };
        output::stream(None, |out| brief::write(&json!({ "equal": is_equal, "differences": differences }), out))?;
    } else if !is_equal {
        output::stream(None, |out| {
            writeln!(out, "{}", crate::escape::line(&text))?;
            sweep.iter().try_for_each(|line| writeln!(out, "  {line}"))
        })?;
    }
    Ok(if is_equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
