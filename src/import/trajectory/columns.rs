//! Lines of text as rows with columns.

use std::iter;

/// The most columns of a row.
pub(super) const MOST: usize = 32;

/// The fewest and the most columns of a row in the format `euroc`.
pub(super) const EUROC_COLUMNS: [usize; 2] = [8, 17];

/// The lines of a text without the white space around them, each with the byte at which it starts.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut at = 0;
    let mut all = text.split_inclusive('\n');
    iter::from_fn(move || {
        let raw = all.next()?;
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        Some((start, raw.trim()))
    })
}

/// Whether a line is a row, and not empty, a comment or the header above the first row. `line` has no spaces around it.
pub(super) fn is_row(line: &str, is_above_rows: bool) -> bool {
    let is_header = || is_above_rows && (starts_with_timestamp(line) || is_stray_header(&line.to_ascii_lowercase()));
    !(line.is_empty() || line.starts_with('#') || is_header())
}

fn starts_with_timestamp(line: &str) -> bool {
    line.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("timestamp"))
}

/// Whether a line, in lower case, has the names of the columns of Stray Scanner.
pub(super) fn is_stray_header(line: &str) -> bool {
    let has = |wanted: &str| line.split(',').any(|name| name.trim() == wanted);
    !line.starts_with('#') && has("timestamp") && has("frame")
}

/// The columns of a row.
pub(super) fn count(line: &str, has_commas: bool) -> usize {
    split(line, has_commas, &mut [("", 0); MOST])
}

/// Splits a row into fields with their offsets; returns how many there are. A comma at the end begins no field.
pub(super) fn split<'a>(line: &'a str, has_commas: bool, fields: &mut [(&'a str, usize); MOST]) -> usize {
    let mut count = 0;
    let mut add = |field: &'a str, offset: usize| {
        if let Some(place) = fields.get_mut(count) {
            *place = (field, offset);
        }
        count += 1;
    };
    let mut offset = 0;
    if has_commas {
        let line = line.strip_suffix(',').unwrap_or(line);
        for field in line.split(',') {
            add(field.trim(), offset + (field.len() - field.trim_start().len()));
            offset += field.len() + 1;
        }
    } else {
        for field in line.split([' ', '\t']) {
            if !field.is_empty() {
                add(field, offset);
            }
            offset += field.len() + 1;
        }
    }
    count
}
