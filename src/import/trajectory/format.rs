//! The formats, their names, and how a file is recognised.

use crate::geometry::narrate::counted;
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
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Eyeline, Self::Tum, Self::Euroc, Self::Kitti, Self::ArkitScenes, Self::Stray, Self::Nerfstudio];

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
        }
    }

    /// The usual convention of its files.
    pub fn convention(self) -> Convention {
        let (axes, world) = match self {
            Self::Eyeline => (CameraAxes::OpenGl, World::YUp),
            Self::Nerfstudio => (CameraAxes::OpenGl, World::ZUp),
            Self::ArkitScenes => (CameraAxes::OpenCv, World::ZUp),
            Self::Tum | Self::Euroc | Self::Kitti | Self::Stray => (CameraAxes::OpenCv, World::YUp),
        };
        Convention { axes, world, inverse: self == Self::ArkitScenes }
    }

    /// The format of a file by its name and content; else the help text of the error.
    pub(super) fn recognise(file: &str, text: &str) -> Result<Self, String> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase();
        let has_end = |end: &str| name.strip_suffix(end).is_some();
        if text.trim_start().starts_with('{') {
            let is_whole = has_end(".json") || (!has_end(".jsonl") && text.contains("\"frames\""));
            return Ok(if is_whole && text.contains("\"frames\"") { Self::Nerfstudio } else { Self::Eyeline });
        }
        if has_end(".jsonl") {
            return Ok(Self::Eyeline);
        }
        if has_end(".traj") {
            return Ok(Self::ArkitScenes);
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let head = lines.clone().next().unwrap_or_default();
        let head = head.to_ascii_lowercase().replace(' ', "");
        if head.starts_with("timestamp,frame") {
            return Ok(Self::Stray);
        }
        if head.starts_with("#timestamp[ns]") {
            return Ok(Self::Euroc);
        }
        let Some(row) = lines.find(|line| !line.starts_with('#')) else {
            return Err("the file has no frames; record again, or export the path once more".to_owned());
        };
        let has_commas = row.contains(',');
        let columns = if has_commas { row.split(',').count() } else { row.split_whitespace().count() };
        match (columns, has_commas) {
            (8.., true) => Ok(Self::Euroc),
            (8, false) => Ok(Self::Tum),
            (12, false) => Ok(Self::Kitti),
            (7, false) => Ok(Self::ArkitScenes),
            (columns, _) => Err(format!(
                "its first row has {}: tum has 8, kitti 12, arkitscenes 7, euroc 8 or more with commas; set \
                 `format` if the file has another format",
                counted(columns, "column")
            )),
        }
    }
}
