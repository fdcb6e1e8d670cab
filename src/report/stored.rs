//! Reports in files: a report, full or brief, the stored answers of `eyeline check`, or a recording.

use std::path::Path;

use serde_json::{Value, json};

use crate::files::{is_image, is_tree};
use crate::host::fs;
use crate::import::level::is_level;

/// The memory of a text and of the values that are parsed from it, in bytes for each byte of the text. It was measured.
pub const MEMORY_OF_BYTE: u64 = 8;

/// Whether a file may be a report or a recording by its name. Its content decides then.
pub fn may_be_reports(path: &Path) -> bool {
    fs::is_file(path) && !is_tree(path) && !is_image(path) && !is_level(path)
}

/// The reports of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Reports {
    /// The reports with their ticks.
    pub list: Vec<(u64, Value)>,
    /// Whether the file is a recording, in which agents have only the events of each tick.
    pub is_recording: bool,
}

/// The reports in a file, which has the name `name` in messages; `None` when it is neither a report nor a recording.
///
/// # Errors
/// When the text is incomplete, is of another version, or has two reports of one tick.
pub fn reports(bytes: &[u8], name: &str) -> Result<Option<Reports>, String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(None) };
    let text = text.trim_start_matches('\u{feff}');
    let start: String = text.chars().filter(|c| !c.is_whitespace()).take(24).collect();
    if !start.starts_with("{\"eyeline_report\"") && !start.starts_with("{\"eyeline_recording\"") {
        return Ok(None);
    }
    let mut found = Vec::new();
    for document in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let document = document.map_err(|error| {
            let help = "write it again with `eyeline report`";
            format!(
                "{name}:{}:{}: this report is incomplete or damaged: {error}\n  help: {help}",
                error.line(),
                error.column()
            )
        })?;
        gather(document, &mut found, name)?;
    }
    let mut ticks: Vec<u64> = found.iter().map(|(tick, _)| *tick).collect();
    ticks.sort_unstable();
    if let Some([twice, ..]) = ticks.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{name}: two reports have the tick {twice}"));
    }
    // A brief report on one line is part of a recording.
    let is_line = !text.trim_start().starts_with("{\n") && !text.trim_start().starts_with("{\r");
    let is_recording = start.starts_with("{\"eyeline_recording\"") || is_line;
    Ok(Some(Reports { list: found, is_recording }))
}

/// The reports of a document: its own, and those in its `ticks`.
fn gather(mut document: Value, found: &mut Vec<(u64, Value)>, name: &str) -> Result<(), String> {
    let ticks = document.as_object_mut().and_then(|document| document.remove("ticks"));
    if document.get("eyeline_recording").is_none() {
        if document.get("eyeline_report") != Some(&json!(1)) {
            return Err(format!("{name}: `eyeline_report` must be 1"));
        }
        let tick = document.get("tick").and_then(Value::as_u64);
        found.push((tick.ok_or_else(|| format!("{name}: a report has no `tick`"))?, document));
    }
    for report in ticks.as_ref().and_then(Value::as_array).into_iter().flatten() {
        gather(report.clone(), found, name)?;
    }
    Ok(())
}
