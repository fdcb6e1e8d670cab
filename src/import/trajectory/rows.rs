//! Formats with one row of numbers a frame.

use std::ops::Range;

use glam::{DQuat, DVec3};

use super::build::Build;
use super::columns::{EUROC_COLUMNS, MOST, is_row, lines, split};
use super::format::Format;
use super::settings::Settings;
use super::time::{TimeUnit, Times};
use crate::source::error::{SceneError, quoted};

/// The columns of a format.
struct Columns {
    /// The fewest and the most columns of a row.
    counts: [usize; 2],
    /// Whether rows have commas; `None` when both are read.
    has_commas: Option<bool>,
    /// For the help of an error.
    names: &'static str,
}

fn columns(format: Format) -> Columns {
    let (counts, has_commas, names) = match format {
        Format::Euroc => (EUROC_COLUMNS, Some(true), "ns,x,y,z,qw,qx,qy,qz, and up to nine more columns"),
        Format::Kitti => ([12, 12], Some(false), "r11 r12 r13 x r21 r22 r23 y r31 r32 r33 z"),
        Format::ArkitScenes => ([7, 7], Some(false), "time rx ry rz x y z"),
        Format::Stray => ([STRAY.len(), MOST], Some(true), "timestamp, frame, x, y, z, qx, qy, qz, qw, and more"),
        _ => ([8, 8], None, "time x y z qx qy qz qw"),
    };
    Columns { counts, has_commas, names }
}

/// The columns of Stray Scanner that are read, with their places in a file without a first line of names.
const STRAY: [&str; 9] = ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz", "qw"];

/// A time, a position, and a rotation.
type PoseRow = (f64, DVec3, DQuat);

pub(super) fn read<'a>(mut build: Build<'a>, format: Format, settings: &Settings) -> Result<Build<'a>, SceneError> {
    let places = if format == Format::Stray { Some(stray_places(&build)?) } else { None };
    let mut reader = RowReader { format, settings: *settings, columns: columns(format), places, times: None, rows: 0 };
    for (i, (start, line)) in lines(build.text).enumerate() {
        if !is_row(line, reader.rows == 0) {
            continue;
        }
        let read = reader.read(&mut build, start, line);
        // A row that is left out has its time and its number all the same.
        reader.rows += 1;
        match read {
            Ok((time, position, rotation)) => build.push_later(i + 1, time, position, rotation)?,
            Err(error) => build.leave_out(i + 1, error)?,
        }
    }
    if format == Format::Kitti {
        build.number_frames(reader.rows)?;
    } else {
        build.trajectory.file_start = reader.times.and_then(|times| times.in_file());
    }
    Ok(build)
}

/// What the rows of a file share.
struct RowReader {
    format: Format,
    settings: Settings,
    columns: Columns,
    /// The columns of the time, the position and the rotation, where the first line names them.
    places: Option<[usize; 8]>,
    /// The time of the first row that can be read.
    times: Option<Times>,
    /// How many rows there were.
    rows: usize,
}

impl RowReader {
    /// The frame of a row that starts at a byte of the text.
    fn read(&mut self, build: &mut Build, start: usize, line: &str) -> Result<PoseRow, SceneError> {
        let span = start..start + line.len();
        let mut fields: [(&str, usize); MOST] = [("", 0); MOST];
        let has_commas = self.columns.has_commas.unwrap_or_else(|| line.contains(','));
        let count = split(line, has_commas, &mut fields);
        let [least, most] = self.columns.counts;
        if !(least..=most).contains(&count) {
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let message = format!("the row has {count} columns, and `{}` has {wanted}", self.format.word());
            return Err(build.error(span, &message, &format!("a row is `{}`", self.columns.names)));
        }
        let several = |places: &[usize]| -> Result<[f64; 12], SceneError> {
            let mut numbers = [0.0; 12];
            for (number, &place) in numbers.iter_mut().zip(places) {
                let (field, offset) = fields[place];
                *number = self::number(build, field, start + offset..start + offset + field.len())?;
            }
            Ok(numbers)
        };
        let first: &[usize] = match self.format {
            Format::Kitti => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            Format::ArkitScenes => &[0, 1, 2, 3, 4, 5, 6],
            _ => &[0, 1, 2, 3, 4, 5, 6, 7],
        };
        let numbers = several(self.places.as_ref().map_or(first, |places| &places[..]))?;
        let (position, rotation) = self.pose(build, &numbers, &span)?;
        if self.format == Format::Kitti {
            return Ok((build.time_of(self.rows)?, position, rotation));
        }
        let (stamp, offset) = fields[self.places.map_or(0, |places| places[0])];
        if self.times.is_none() {
            let span = start + offset..start + offset + stamp.len();
            self.times = Some(Times::new(unit(build, self.format, &self.settings, numbers[0], &span)));
        }
        let time = self.times.as_mut().map_or(0.0, |times| times.since(stamp, numbers[0]));
        Ok((time, position, rotation))
    }

    /// The pose of the numbers of a row.
    fn pose(&self, build: &mut Build, numbers: &[f64; 12], span: &Range<usize>) -> Result<(DVec3, DQuat), SceneError> {
        let [o, a, b, c, d, e, f, g, h, i, j, k] = *numbers;
        Ok(match self.format {
            Format::Kitti => (DVec3::new(c, g, k), build.matrix([[o, a, b], [d, e, f], [h, i, j]], span)?),
            Format::Euroc => (DVec3::new(a, b, c), build.rotation([e, f, g, d], span)?),
            Format::ArkitScenes => (DVec3::new(d, e, f), DQuat::from_scaled_axis(DVec3::new(a, b, c))),
            _ => (DVec3::new(a, b, c), build.rotation([d, e, f, g], span)?),
        })
    }
}

/// The unit of the times of a file: that of the scene, else that of the format. In `tum` files the size of the first stamp
/// decides, with a note.
fn unit(build: &mut Build, format: Format, settings: &Settings, stamp: f64, span: &Range<usize>) -> TimeUnit {
    if let Some(unit) = settings.time_unit {
        return unit;
    }
    match format {
        Format::Euroc => TimeUnit::Nanoseconds,
        Format::Tum => {
            let unit = TimeUnit::of_stamp(stamp);
            if let Some(message) = unit.note(stamp) {
                build.note(span, message);
            }
            unit
        }
        _ => TimeUnit::Seconds,
    }
}

/// The columns of the time, the position and the rotation in a file of Stray Scanner.
fn stray_places(build: &Build) -> Result<[usize; 8], SceneError> {
    const WANTED: [&str; 8] = ["timestamp", "x", "y", "z", "qx", "qy", "qz", "qw"];
    let header = lines(build.text).find(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let header = header.filter(|(_, line)| !is_row(line, true));
    let Some((start, line)) = header else {
        return Ok(WANTED.map(|wanted| STRAY.iter().position(|name| *name == wanted).unwrap_or_default()));
    };
    let names: Vec<String> = line.split(',').map(|name| name.trim().to_ascii_lowercase()).collect();
    let mut places = [0; 8];
    for (place, wanted) in places.iter_mut().zip(WANTED) {
        let found = names.iter().take(MOST).position(|name| name == wanted);
        *place = found.ok_or_else(|| {
            let message = format!("the first line names no column `{wanted}`");
            let help = "rows of Stray Scanner are read by the names timestamp, x, y, z, qx, qy, qz and qw";
            build.error(start..start + line.len(), &message, help)
        })?;
    }
    Ok(places)
}

pub(super) fn number(build: &Build, field: &str, span: Range<usize>) -> Result<f64, SceneError> {
    let wrong =
        |message: &str| Err(build.error(span.clone(), message, "each column is a finite number, such as `0.25`"));
    match field.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(number) => wrong(&format!("{} is no finite number", if number.is_nan() { "NaN" } else { field })),
        Err(_) if field.is_empty() => wrong("this column is empty"),
        Err(_) => wrong(&format!("{} is no number", quoted(field))),
    }
}
