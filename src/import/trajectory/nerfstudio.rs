//! `transforms.json` of Nerfstudio and instant-ngp: a matrix for each picture.
//!
//! Programs write the pictures in any order. When the numbers in their names are all different, the frames are in the order
//! of these numbers; else in the order of the file.

use glam::DVec3;
use serde::Deserialize;

use super::build::{Build, lens};
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
    file_path: Option<String>,
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
        let size = [self.w.or(of_file.w), self.h.or(of_file.h)];
        lens(self.fl_y.or(of_file.fl_y), size, [self.cx.or(of_file.cx), self.cy.or(of_file.cy)])
    }
}

pub(super) fn read(mut build: Build, rate: f64) -> Result<Build, SceneError> {
    let text = build.text;
    let file: File = serde_json::from_str(text).map_err(|error| {
        json_error(&build, 0..text.len(), &error, "`transforms.json` has `frames`, each with a `transform_matrix`")
    })?;
    let places: Vec<_> = text.match_indices("\"transform_matrix\"").map(|(at, key)| at..at + key.len()).collect();
    let names: Vec<Option<&str>> = file.frames.iter().map(|picture| picture.file_path.as_deref()).collect();
    for (at, i) in order(&names).into_iter().enumerate() {
        let picture = &file.frames[i];
        let span = places.get(i).cloned().unwrap_or(0..0);
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
        let time = at as f64 / rate;
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

/// The indices of pictures in the order of their frames, by the names of their files.
pub(super) fn order(names: &[Option<&str>]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..names.len()).collect();
    let numbers: Option<Vec<Vec<u64>>> = names.iter().map(|name| numbers(name.as_ref()?)).collect();
    if let Some(numbers) = numbers {
        let mut sorted = indices.clone();
        sorted.sort_by(|&a, &b| numbers[a].cmp(&numbers[b]));
        if sorted.is_sorted_by(|&a, &b| numbers[a] < numbers[b]) {
            indices = sorted;
        }
    }
    indices
}

/// The numbers in the name of a file, without its folder and its extension; `None` without a number.
fn numbers(path: &str) -> Option<Vec<u64>> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let runs = stem.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let numbers: Vec<u64> = runs.map(|run| run.parse().ok()).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_in_the_order_of_the_numbers_in_their_names() {
        let of = |names: &[&str]| order(&names.iter().map(|name| Some(*name)).collect::<Vec<_>>());
        assert_eq!(of(&["images/frame_10.png", "images/frame_9.png", "images/frame_1.png"]), [2, 1, 0]);
        assert_eq!(of(&["a/cam1_002.jpg", "a/cam0_003.jpg", "a/cam1_001.jpg"]), [1, 2, 0]);
        // The same number twice, a name without a number, and a number in the folder only: as in the file.
        assert_eq!(of(&["left/2.png", "right/2.png", "left/1.png"]), [0, 1, 2]);
        assert_eq!(of(&["2.png", "last.png", "1.png"]), [0, 1, 2]);
        assert_eq!(of(&["3/b.png", "2/a.png"]), [0, 1]);
        assert_eq!(order(&[Some("2.png"), None, Some("1.png")]), [0, 1, 2]);
        assert_eq!(of(&["9999999999999999999999.png", "1.png"]), [0, 1]);
    }
}
