//! Formats with one row of numbers a frame.

use std::ops::Range;

use glam::{DQuat, DVec3};

use super::Format;
use super::build::Build;
use crate::source::error::SceneError;

/// The columns of a format.
struct Columns {
    /// Numbers of columns that a row may have.
    counts: &'static [usize],
    has_commas: bool,
    /// For the help of an error.
    names: &'static str,
}

fn columns(format: Format) -> Columns {
    let (counts, has_commas, names): (&[usize], bool, &str) = match format {
        Format::Euroc => (&[8, 17], true, "ns,x,y,z,qw,qx,qy,qz, and nine more columns in the ground truth"),
        Format::Kitti => (&[12], false, "r11 r12 r13 x r21 r22 r23 y r31 r32 r33 z"),
        Format::ArkitScenes => (&[7], false, "time rx ry rz x y z"),
        Format::Stray => {
            (&[9, 13], true, "timestamp, frame, x, y, z, qx, qy, qz, qw, and fx, fy, cx, cy in newer files")
        }
        Format::Tum | Format::Eyeline | Format::Nerfstudio => (&[8], false, "time x y z qx qy qz qw"),
    };
    Columns { counts, has_commas, names }
}

/// The most columns of a row that are looked at.
const MOST: usize = 18;

pub(super) fn read(mut build: Build, format: Format, rate: f64) -> Result<Build, SceneError> {
    let text = build.text;
    let columns = columns(format);
    let mut at = 0;
    let mut first = First::default();
    let mut rows = 0_u32;
    for (i, raw) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += raw.len();
        let line = raw.trim();
        if !is_row(line, rows == 0) {
            continue;
        }
        let start = start + (raw.len() - raw.trim_start().len());
        let span = start..start + line.len();
        let mut fields: [(&str, usize); MOST] = [("", 0); MOST];
        let count = split(line, columns.has_commas, &mut fields);
        if !columns.counts.contains(&count) {
            let wanted = columns.counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
            let message = format!("the row has {count} columns, and `{}` has {wanted}", format.word());
            return Err(build.error(span, &message, &format!("a row is `{}`", columns.names)));
        }
        let place = |(field, offset): (&str, usize)| start + offset..start + offset + field.len();
        let mut numbers = [0.0; 12];
        // EuRoC and Stray have further columns.
        for (number, field) in numbers.iter_mut().zip(&fields[..count]) {
            *number = self::number(&build, field.0, place(*field))?;
        }
        let [a, b, c, d, e, f, g, h, ..] = numbers;
        let (time, position, rotation) = match format {
            Format::Euroc => (first.nanoseconds(fields[0].0, a), [b, c, d], build.rotation([f, g, h, e], &span)?),
            Format::Stray => (first.seconds(a), [c, d, e], build.rotation([f, g, h, numbers[8]], &span)?),
            Format::Kitti => {
                let matrix = [[a, b, c], [e, f, g], [numbers[8], numbers[9], numbers[10]]];
                (f64::from(rows) / rate, [d, h, numbers[11]], build.matrix(matrix, &span)?)
            }
            Format::ArkitScenes => (first.seconds(a), [e, f, g], DQuat::from_scaled_axis(DVec3::new(b, c, d))),
            Format::Tum | Format::Eyeline | Format::Nerfstudio => {
                (first.seconds(a), [b, c, d], build.rotation([e, f, g, h], &span)?)
            }
        };
        build.push_later(i + 1, time, DVec3::from_array(position), rotation);
        rows += 1;
    }
    build.trajectory.file_start = first.in_file();
    Ok(build)
}

/// Whether a line is a row, and not empty, a comment or the header above the first row. `line` has no spaces around it.
pub(super) fn is_row(line: &str, is_above_rows: bool) -> bool {
    let is_header = || is_above_rows && line.to_ascii_lowercase().starts_with("timestamp");
    !(line.is_empty() || line.starts_with('#') || is_header())
}

/// Splits a row into fields with their offsets; returns how many there are.
fn split<'a>(line: &'a str, has_commas: bool, fields: &mut [(&'a str, usize); MOST]) -> usize {
    let mut count = 0;
    let mut add = |field: &'a str, offset: usize| {
        if let Some(place) = fields.get_mut(count) {
            *place = (field, offset);
        }
        count += 1;
    };
    let mut offset = 0;
    if has_commas {
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

fn number(build: &Build, field: &str, span: Range<usize>) -> Result<f64, SceneError> {
    let wrong =
        |message: &str| Err(build.error(span.clone(), message, "each column is a finite number, such as `0.25`"));
    match field.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(number) => wrong(&format!("{} is no finite number", if number.is_nan() { "NaN" } else { field })),
        Err(_) if field.is_empty() => wrong("this column is empty"),
        Err(_) => wrong(&format!("{} is no number", crate::source::error::quoted(field))),
    }
}

/// The time of the first row. Others count from it.
#[derive(Default)]
struct First {
    seconds: Option<f64>,
    nanoseconds: Option<i64>,
}

impl First {
    fn seconds(&mut self, time: f64) -> f64 {
        time - *self.seconds.get_or_insert(time)
    }

    /// Whole nanoseconds since 1970 do not fit into an `f64`, so they are subtracted first.
    fn nanoseconds(&mut self, field: &str, time: f64) -> f64 {
        match field.parse::<i64>() {
            Ok(whole) => {
                let since = whole.saturating_sub(*self.nanoseconds.get_or_insert(whole));
                since as f64 / 1e9
            }
            Err(_) => self.seconds(time / 1e9),
        }
    }

    /// The time of the first row as the file has it, in seconds; `None` for a format without times.
    fn in_file(&self) -> Option<f64> {
        self.nanoseconds.map(|whole| whole as f64 / 1e9).or(self.seconds)
    }
}
