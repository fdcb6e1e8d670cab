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

/// A time, a position, and a rotation as x, y, z, w.
type PoseRow = (f64, [f64; 3], DQuat);

pub(super) fn read<'a>(mut build: Build<'a>, format: Format, settings: &Settings) -> Result<Build<'a>, SceneError> {
    let text = build.text;
    let columns = columns(format);
    let places = if format == Format::Stray { Some(stray_places(&build)?) } else { None };
    let mut times = None;
    let mut rows = 0_u32;
    for (i, (start, line)) in lines(text).enumerate() {
        if !is_row(line, rows == 0) {
            continue;
        }
        let span = start..start + line.len();
        let mut fields: [(&str, usize); MOST] = [("", 0); MOST];
        let has_commas = columns.has_commas.unwrap_or_else(|| line.contains(','));
        let count = split(line, has_commas, &mut fields);
        let [least, most] = columns.counts;
        if !(least..=most).contains(&count) {
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let message = format!("the row has {count} columns, and `{}` has {wanted}", format.word());
            return Err(build.error(span, &message, &format!("a row is `{}`", columns.names)));
        }
        let number_at = |place: usize| {
            let (field, offset) = fields[place];
            number(&build, field, start + offset..start + offset + field.len())
        };
        let several = |places: &[usize]| -> Result<[f64; 12], SceneError> {
            let mut numbers = [0.0; 12];
            for (number, &place) in numbers.iter_mut().zip(places) {
                *number = number_at(place)?;
            }
            Ok(numbers)
        };
        if format == Format::Kitti {
            let [a, b, c, x, d, e, f, y, g, h, k, z] = several(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])?;
            let rotation = build.matrix([[a, b, c], [d, e, f], [g, h, k]], &span)?;
            build.push_later(i + 1, f64::from(rows) / settings.rate, DVec3::new(x, y, z), rotation)?;
            rows += 1;
            continue;
        }
        let first = if format == Format::ArkitScenes { &[0, 1, 2, 3, 4, 5, 6][..] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };
        let numbers = several(places.as_ref().map_or(first, |places| &places[..]))?;
        let stamp = fields[places.map_or(0, |places| places[0])];
        if times.is_none() {
            let span = start + stamp.1..start + stamp.1 + stamp.0.len();
            times = Some(Times::new(unit(&mut build, format, settings, numbers[0], &span)));
        }
        let since = times.as_mut().map_or(0.0, |times| times.since(stamp.0, numbers[0]));
        let (time, position, rotation) = row(&mut build, format, since, &numbers, &span)?;
        build.push_later(i + 1, time, DVec3::from_array(position), rotation)?;
        rows += 1;
    }
    build.trajectory.file_start = times.and_then(|times| times.in_file());
    Ok(build)
}

/// The frame of the numbers of a row.
fn row(
    build: &mut Build,
    format: Format,
    time: f64,
    numbers: &[f64; 12],
    span: &Range<usize>,
) -> Result<PoseRow, SceneError> {
    let [_, a, b, c, d, e, f, g, ..] = *numbers;
    Ok(match format {
        Format::Euroc => (time, [a, b, c], build.rotation([e, f, g, d], span)?),
        Format::ArkitScenes => (time, [d, e, f], DQuat::from_scaled_axis(DVec3::new(a, b, c))),
        _ => (time, [a, b, c], build.rotation([d, e, f, g], span)?),
    })
}

/// The unit of the times of a file: that of the scene, else that of the format. In `tum` files the size of the first stamp
/// tells it, with a note.
fn unit(build: &mut Build, format: Format, settings: &Settings, stamp: f64, span: &Range<usize>) -> TimeUnit {
    if let Some(unit) = settings.time_unit {
        return unit;
    }
    match format {
        Format::Euroc => TimeUnit::Nanoseconds,
        Format::Tum => {
            let unit = TimeUnit::of_stamp(stamp);
            if unit != TimeUnit::Seconds {
                let (name, word) = (unit.name(), unit.word());
                let message = format!(
                    "time_unit: the times are read as {name}, because the first is {stamp:e}; `\"time_unit\": \"{word}\"` of \
                     the session says so, `\"s\"` means seconds"
                );
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
