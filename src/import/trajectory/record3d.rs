//! `metadata.json` of `Record3D`: a pose for each frame as `qx, qy, qz, qw, x, y, z`, in the axes of `ARKit`.
//!
//! The times are those of `frameTimestamps` when the file has one for each frame, else the file has `fps`.

use glam::DVec3;
use serde::Deserialize;

use super::build::{Build, lens};
use super::eyeline::json_error;
use super::memory;
use crate::source::error::SceneError;

#[derive(Deserialize)]
struct File {
    poses: Vec<[f64; 7]>,
    fps: Option<f64>,
    #[serde(rename = "frameTimestamps")]
    times: Option<Vec<f64>>,
    /// The matrix of the camera, column by column.
    #[serde(rename = "K")]
    matrix: Option<Vec<f64>>,
    w: Option<f64>,
    h: Option<f64>,
}

const FORM: &str = "`metadata.json` of Record3D has `poses`, each of 7 numbers: qx, qy, qz, qw, x, y, z";

/// Reads the text of the build.
pub(super) fn read(mut build: Build) -> Result<Build, SceneError> {
    let text = build.text;
    // Each pose is a list, and each number of other lists follows a comma.
    let (lists, commas) = (memory::count(text, b'['), memory::count(text, b','));
    build.memory.hold(lists * size_of::<[f64; 7]>() as u64 + commas * size_of::<f64>() as u64)?;
    let file: File = serde_json::from_str(text).map_err(|error| json_error(&build, 0..text.len(), &error, FORM))?;
    let span = text.find("\"poses\"").map_or(0..0, |at| at..at + "\"poses\"".len());
    build.set_rate(file.fps);
    let times = file.times.filter(|times| times.len() == file.poses.len() && times.is_sorted_by(|a, b| a < b));
    let matrix = file.matrix.filter(|matrix| matrix.len() == 9);
    let of_matrix = |place: usize| matrix.as_ref().map(|matrix| matrix[place]);
    build.set_lens(lens(of_matrix(4), [file.w, file.h], [of_matrix(6), of_matrix(7)]))?;
    build.trajectory.file_start = times.as_ref().and_then(|times| times.first().copied());
    if times.is_none() {
        build.number_frames(file.poses.len())?;
    }
    for (i, [qx, qy, qz, qw, x, y, z]) in file.poses.into_iter().enumerate() {
        let rotation = build.rotation([qx, qy, qz, qw], &span)?;
        match &times {
            Some(times) => build.push_later(i + 1, times[i] - times[0], DVec3::new(x, y, z), rotation)?,
            None => build.push_numbered(i, 1, DVec3::new(x, y, z), rotation)?,
        }
    }
    Ok(build)
}
