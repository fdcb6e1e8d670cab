//! The formats, their names, and how a file is recognised.

use std::path::Path;

use super::beside::Beside;
use super::columns;
use crate::geometry::narrate::counted;
use crate::source::error::SceneError;
use crate::source::extension::has_extension;
use crate::source::json_keys::JsonKeys;
use crate::trajectory::{CameraAxes, Convention, World};

/// A format of recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Ours: one JSON object a line.
    Eyeline,
    /// TUM RGB-D.
    Tum,
    /// `EuRoC` MAV.
    Euroc,
    /// KITTI odometry.
    Kitti,
    /// `ARKitScenes`.
    ArkitScenes,
    /// Stray Scanner.
    Stray,
    /// Nerfstudio and instant-ngp.
    Nerfstudio,
    /// The images of a COLMAP model, as text or binary.
    Colmap,
    /// `metadata.json` of the app `Record3D`.
    Record3d,
    /// The keyframes of Polycam.
    Polycam,
    /// A log of `ARKit` as JSON.
    Arkit,
    /// A topic of an MCAP file.
    Mcap,
}

/// The digits of a whole stamp from which on it counts nanoseconds: seconds since 1970 have 10, microseconds 16.
const STAMP_DIGITS: usize = 16;

impl Format {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Eyeline,
        Self::Tum,
        Self::Euroc,
        Self::Kitti,
        Self::ArkitScenes,
        Self::Stray,
        Self::Nerfstudio,
        Self::Colmap,
        Self::Record3d,
        Self::Polycam,
        Self::Arkit,
        Self::Mcap,
    ];

    /// The word of scene files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Eyeline => "eyeline",
            Self::Tum => "tum",
            Self::Euroc => "euroc",
            Self::Kitti => "kitti",
            Self::ArkitScenes => "arkitscenes",
            Self::Stray => "stray",
            Self::Nerfstudio => "nerfstudio",
            Self::Colmap => "colmap",
            Self::Record3d => "record3d",
            Self::Polycam => "polycam",
            Self::Arkit => "arkit",
            Self::Mcap => "mcap",
        }
    }

    /// The usual convention of its files.
    pub fn convention(self) -> Convention {
        let axes = match self {
            Self::Eyeline | Self::Nerfstudio | Self::Record3d | Self::Polycam | Self::Arkit => CameraAxes::OpenGl,
            Self::Tum | Self::Euroc | Self::Kitti | Self::Stray | Self::ArkitScenes | Self::Colmap => {
                CameraAxes::OpenCv
            }
            Self::Mcap => CameraAxes::Ros,
        };
        let world = match self {
            Self::Kitti => World::YDown,
            Self::Euroc | Self::ArkitScenes | Self::Nerfstudio | Self::Mcap => World::ZUp,
            Self::Eyeline | Self::Tum | Self::Stray | Self::Colmap | Self::Record3d | Self::Polycam | Self::Arkit => {
                World::YUp
            }
        };
        Convention { axes, world, inverse: matches!(self, Self::ArkitScenes | Self::Colmap) }
    }

    /// What a part of the file with a frame is called.
    pub fn row(self) -> &'static str {
        if self == Self::Mcap { "message" } else { "line" }
    }

    /// The format of a file by its content, its name and the names beside it.
    pub(super) fn recognise(file: &str, text: &str, beside: &dyn Beside) -> Result<Self, SceneError> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase();
        if text.trim_start().starts_with(['{', '[']) {
            return Ok(Self::of_json(&name, text));
        }
        if has_extension(Path::new(&name), "jsonl") {
            return Ok(Self::Eyeline);
        }
        let unknown = |help: &str| SceneError::unreadable(file, "this is no recording of a known format", Some(help));
        if name == "cameras.txt" && beside.has("images.txt") {
            return Err(unknown("it has the cameras of COLMAP; the poses are in `images.txt` beside it"));
        }
        let lines = columns::lines(text).filter(|(_, line)| !line.is_empty());
        let head = lines.clone().next().map_or("", |(_, line)| line).to_ascii_lowercase();
        let is_colmap = head.starts_with("# image list with two lines of data per image");
        if is_colmap || (name == "images.txt" && beside.has("cameras.txt")) {
            return Ok(Self::Colmap);
        }
        if columns::is_stray_header(&head) {
            return Ok(Self::Stray);
        }
        let rows = lines.filter(|(_, line)| columns::is_row(line, true));
        let Some(first) = rows.clone().next() else {
            return Err(unknown("the file has no frames; record again, or export the path once more"));
        };
        let (at, row) = usual_row(rows).unwrap_or(first);
        let columns = columns::count(row, row.contains(','));
        let has_euroc_header = head.starts_with("#timestamp") || head.replace(' ', "").starts_with("#timestamp[");
        match RowForm::of(row) {
            Some(RowForm::Commas) if has_euroc_header || is_long_stamp(row) => Ok(Self::Euroc),
            Some(RowForm::Commas) => Err(ambiguous(file, text, at, row)),
            Some(RowForm::Tum) => Ok(Self::Tum),
            Some(RowForm::Kitti) => Ok(Self::Kitti),
            Some(RowForm::ArkitScenes) => Ok(Self::ArkitScenes),
            None => Err(unknown(&format!(
                "its first row has {}: tum has 8, kitti 12, arkitscenes 7, euroc 8 to 17 with commas; set `format` if the \
                 file has another format",
                counted(columns, "column")
            ))),
        }
    }

    /// The format of a JSON text by its keys.
    fn of_json(name: &str, text: &str) -> Self {
        let mut keys = JsonKeys::default();
        keys.feed(text.as_bytes());
        let is_arkit = |has: &dyn Fn(&str) -> bool| has("transform") && has("timestamp") && !has("transform_matrix");
        if is_arkit(&|key| keys.has(key)) || is_arkit(&|key| keys.has_inside(key)) {
            Self::Arkit
        } else if has_extension(Path::new(name), "jsonl") {
            Self::Eyeline
        } else if keys.has("frames") {
            Self::Nerfstudio
        } else if keys.has("poses") {
            Self::Record3d
        } else if keys.has("t_00") && keys.has("t_23") {
            Self::Polycam
        } else {
            Self::Eyeline
        }
    }
}

/// What the columns of a row say about its format.
#[derive(Clone, Copy, PartialEq)]
enum RowForm {
    /// `EuRoC`, or TUM with commas.
    Commas,
    Tum,
    Kitti,
    ArkitScenes,
}

impl RowForm {
    fn of(row: &str) -> Option<Self> {
        let has_commas = row.contains(',');
        match (columns::count(row, has_commas), has_commas) {
            (8..=17, true) => Some(Self::Commas),
            (8, false) => Some(Self::Tum),
            (12, false) => Some(Self::Kitti),
            (7, false) => Some(Self::ArkitScenes),
            _ => None,
        }
    }

    /// How many of its first columns are numbers of the pose.
    fn numbers(self) -> usize {
        match self {
            Self::Commas | Self::Tum => 8,
            Self::Kitti => 12,
            Self::ArkitScenes => 7,
        }
    }
}

/// So many rows that can be read decide about the format.
const DECIDING: usize = 100;

/// The first row of the form that most of the first readable rows have; of as many, that of the first. A row that was cut may
/// have the columns of another format. `None` when no row can be read.
fn usual_row<'a>(rows: impl Iterator<Item = (usize, &'a str)>) -> Option<(usize, &'a str)> {
    let mut found: Vec<(RowForm, usize, (usize, &str))> = Vec::new();
    let readable = rows.filter_map(|(at, row)| {
        let form = RowForm::of(row)?;
        let fields = row.split([',', ' ', '\t']).filter(|field| !field.is_empty());
        let mut numbers = fields.take(form.numbers()).map(|field| field.parse::<f64>().is_ok_and(f64::is_finite));
        numbers.all(|is_number| is_number).then_some((form, (at, row)))
    });
    for (form, place) in readable.take(DECIDING) {
        match found.iter_mut().find(|(known, ..)| *known == form) {
            Some((_, count, _)) => *count += 1,
            None => found.push((form, 1, place)),
        }
    }
    let most = found.iter().map(|(_, count, _)| *count).max()?;
    found.into_iter().find(|(_, count, _)| *count == most).map(|(.., place)| place)
}

/// Whether the stamp of a row with commas is a whole number of so many digits that it counts nanoseconds.
fn is_long_stamp(row: &str) -> bool {
    let stamp = row.split(',').next().unwrap_or_default().trim();
    stamp.len() >= STAMP_DIGITS && stamp.bytes().all(|byte| byte.is_ascii_digit())
}

/// The error of a row with commas that is read differently as `tum` and as `euroc`.
fn ambiguous(file: &str, text: &str, at: usize, row: &str) -> SceneError {
    let fields: Vec<&str> = row.split(',').map(str::trim).collect();
    let seconds = fields[0].parse::<f64>().map_or_else(|_| "?".to_owned(), |stamp| format!("{}", stamp / 1e9));
    let message = format!(
        "a row with commas has two readings: as `tum` it is at {} s with the rotation x y z w = {}, as `euroc` at {seconds} s \
         with the rotation w x y z = {}",
        fields[0],
        fields[4..8].join(" "),
        fields[4..8].join(" ")
    );
    let help = "set `\"format\": \"tum\"` or `\"format\": \"euroc\"` of the session in a scene; a file whose first line \
                starts with `#timestamp`, and whole stamps of 16 digits or more, are read as `euroc`";
    SceneError::at(file, text, at..at + row.len(), &message, Some(help))
}
