//! `transforms.json` of Nerfstudio and instant-ngp: a matrix for each picture, in the order of the file.

use glam::DVec3;
use serde::Deserialize;

use super::build::Build;
use super::eyeline::json_error;
use crate::source::error::SceneError;
use crate::trajectory::{Lens, Tracking};

#[derive(Deserialize)]
struct File {
    #[serde(flatten)]
    camera: Camera,
    frames: Vec<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    #[serde(flatten)]
    camera: Camera,
    transform_matrix: Vec<Vec<f64>>,
}

/// The camera of a picture, else of the file.
#[derive(Clone, Copy, Deserialize)]
struct Camera {
    fl_y: Option<f64>,
    w: Option<f64>,
    h: Option<f64>,
    /// The principal point in pixels from the left and the top.
    cx: Option<f64>,
    cy: Option<f64>,
}

impl Camera {
    /// The lens, when the focal length and the size are there and above 0.
    fn lens(self, of_file: Self) -> Option<Lens> {
        let focal = self.fl_y.or(of_file.fl_y)?;
        let (w, h) = (self.w.or(of_file.w)?, self.h.or(of_file.h)?);
        let is_right = [focal, w, h].iter().all(|&size| size > 0.0 && size.is_finite());
        let fov_y = (2.0 * libm::atan2(h / 2.0, focal)).to_degrees();
        let part = |own: Option<f64>, of_file: Option<f64>, size: f64| own.or(of_file).map(|at| at / size);
        let principal = [part(self.cx, of_file.cx, w), part(self.cy, of_file.cy, h)];
        let principal = principal.map(|part| part.filter(|part| part.is_finite()).unwrap_or(0.5));
        let principal = principal.iter().any(|part| (part - 0.5).abs() > 0.0).then_some(principal);
        is_right.then_some(Lens { fov_y: Some(fov_y), aspect: Some(w / h), principal })
    }
}

pub(super) fn read(mut build: Build, rate: f64) -> Result<Build, SceneError> {
    let text = build.text;
    let file: File = serde_json::from_str(text).map_err(|error| {
        json_error(&build, 0..text.len(), &error, "`transforms.json` has `frames`, each with a `transform_matrix`")
    })?;
    let mut places = text.match_indices("\"transform_matrix\"");
    for (i, picture) in file.frames.iter().enumerate() {
        let span = places.next().map_or(0..0, |(at, key)| at..at + key.len());
        let [x, y, z] = rows(&picture.transform_matrix).ok_or_else(|| {
            let message = format!("the matrix of frame {i} is not 4 rows of 4 numbers");
            build.error(
                span.clone(),
                &message,
                "the first three rows are a rotation and a position, the last is [0, 0, 0, 1]",
            )
        })?;
        let rotation = build.matrix([x, y, z].map(|[a, b, c, _]| [a, b, c]), &span)?;
        build.set_lens(picture.camera.lens(file.camera));
        let time = i as f64 / rate;
        build.push(time, DVec3::new(x[3], y[3], z[3]), rotation, Tracking::Normal);
    }
    Ok(build)
}

/// The first three rows of a matrix of 4 by 4, or of 3 by 4.
fn rows(matrix: &[Vec<f64>]) -> Option<[[f64; 4]; 3]> {
    let row = |row: &Vec<f64>| <[f64; 4]>::try_from(&row[..]).ok();
    let all: Option<Vec<[f64; 4]>> = matrix.iter().map(row).collect();
    match all?[..] {
        [x, y, z] | [x, y, z, _] => Some([x, y, z]),
        _ => None,
    }
}
