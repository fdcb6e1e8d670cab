//! `transforms.json` of Nerfstudio and instant-ngp, and `transforms_train.json` of `NeRF`: a matrix for each picture.
//!
//! The lens follows from the focal length and the size of the pictures, else from `camera_angle_x`, the horizontal angle of view
//! in radians. The file of `NeRF` has no size, so that of the first picture beside it counts; without it the pictures are square,
//! with a note.
//!
//! Programs write the pictures in any order. When the numbers in their names are all different, the frames are in the order
//! of these numbers; else in the order of the file.

use std::f64::consts::PI;
use std::io::Cursor;

use glam::DVec3;
use serde::Deserialize;

use super::beside::Beside;
use super::build::{Build, lens, places};
use super::eyeline::json_error;
use super::leading::Leading;
use super::memory;
use crate::source::error::{SceneError, quoted};
use crate::trajectory::Lens;

// Without `flatten`, with which serde keeps all other keys of a file in memory.
#[derive(Deserialize)]
struct File {
    camera_angle_x: Option<f64>,
    camera_angle_y: Option<f64>,
    fl_x: Option<f64>,
    fl_y: Option<f64>,
    w: Option<f64>,
    h: Option<f64>,
    cx: Option<f64>,
    cy: Option<f64>,
    frames: Vec<NerfstudioPicture>,
}

#[derive(Deserialize)]
struct NerfstudioPicture {
    fl_x: Option<f64>,
    fl_y: Option<f64>,
    w: Option<f64>,
    h: Option<f64>,
    cx: Option<f64>,
    cy: Option<f64>,
    transform_matrix: Leading<Leading<f64, 4>, 4>,
    file_path: Option<String>,
}

/// The camera of a picture, else of the file: the focal length, the width, the height, and the principal point in pixels from
/// the left and the top.
type NerfstudioCamera = [Option<f64>; 5];

/// The lens, when the focal length and the size are there and above 0.
fn lens_of(own: NerfstudioCamera, of_file: NerfstudioCamera) -> Option<Lens> {
    let [focal, w, h, x, y] = [0, 1, 2, 3, 4].map(|i: usize| own[i].or(of_file[i]));
    lens(focal, [w, h], [x, y])
}

/// The lens of the angles of view of a file, in radians.
fn lens_of_angles(build: &mut Build, file: &File, beside: &dyn Beside) -> Option<Lens> {
    let is_angle = |angle: &f64| (1e-6..PI - 1e-6).contains(angle);
    let tangent = |angle: f64| libm::tan(angle / 2.0);
    let across = tangent(file.camera_angle_x.filter(is_angle)?);
    let of_size = |[w, h]: [f64; 2]| Some(w / h).filter(|aspect| *aspect > 0.0 && aspect.is_finite());
    let first = file.frames.first().and_then(|picture| picture.file_path.as_deref());
    let aspect = file.camera_angle_y.filter(is_angle).map(|angle| across / tangent(angle));
    let aspect = aspect.or_else(|| of_size([file.w?, file.h?]));
    let aspect = aspect.or_else(|| of_size(picture_size(beside, first?)?)).unwrap_or_else(|| {
        let span = build.text.find("\"camera_angle_x\"").map_or(0..0, |at| at..at + 1);
        let missing = first.map_or(String::new(), |first| format!(", and {} is not beside it", quoted(first)));
        let message =
            format!("camera_angle_x: the file has no size of its pictures{missing}; they are taken as square");
        build.note(&span, message);
        1.0
    });
    let fov_y = (2.0 * libm::atan(across / aspect)).to_degrees();
    Some(Lens { fov_y: Some(fov_y), aspect: Some(aspect), principal: None })
}

/// The size of a picture beside the file. `NeRF` names its PNG files without the extension.
fn picture_size(beside: &dyn Beside, path: &str) -> Option<[f64; 2]> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let found = ["", ".png", ".jpg"].into_iter().map(|end| format!("{path}{end}")).find(|name| beside.has(name))?;
    let bytes = beside.read(&found).ok()?;
    let reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (w, h) = reader.into_dimensions().ok()?;
    Some([w, h].map(f64::from))
}

/// The bytes of a picture while a file is read, besides its own: the place of its matrix, and its name with the numbers in it.
const PLACE_AND_NAME: usize = 192;

pub(super) fn read<'a>(mut build: Build<'a>, beside: &dyn Beside) -> Result<Build<'a>, SceneError> {
    let text = build.text;
    // Each picture is an object of the text.
    build.memory.hold(
        memory::count(text, b'{') * (size_of::<NerfstudioPicture>() + PLACE_AND_NAME) as u64 + text.len() as u64,
    )?;
    let file: File = serde_json::from_str(text).map_err(|error| {
        json_error(&build, 0..text.len(), &error, "`transforms.json` has `frames`, each with a `transform_matrix`")
    })?;
    let of_file = [file.fl_y.or(file.fl_x), file.w, file.h, file.cx, file.cy];
    let of_angles = lens_of_angles(&mut build, &file, beside);
    let places: Vec<_> = places(text, "\"transform_matrix\"").collect();
    let names: Vec<Option<&str>> = file.frames.iter().map(|picture| picture.file_path.as_deref()).collect();
    build.number_frames(file.frames.len())?;
    for (at, i) in order(&names).into_iter().enumerate() {
        let picture = &file.frames[i];
        let (span, line) = places.get(i).cloned().unwrap_or((0..0, 1));
        let [x, y, z] = rows(picture.transform_matrix.0.as_ref()).ok_or_else(|| {
            let message = format!("the matrix of frame {i} is not 4 rows of 4 numbers");
            build.error(
                span.clone(),
                &message,
                "the first three rows are a rotation and a position, the last is [0, 0, 0, 1]",
            )
        })?;
        let rotation = build.matrix([x, y, z].map(|[a, b, c, _]| [a, b, c]), &span)?;
        let own = [picture.fl_y.or(picture.fl_x), picture.w, picture.h, picture.cx, picture.cy];
        build.set_lens(lens_of(own, of_file).or(of_angles))?;
        build.push_numbered(at, line, DVec3::new(x[3], y[3], z[3]), rotation)?;
    }
    Ok(build)
}

/// The first three rows of a matrix of 4 by 4, or of 3 by 4.
fn rows(matrix: Option<&[Option<Leading<f64, 4>>; 4]>) -> Option<[[f64; 4]; 3]> {
    let row = |row: &Leading<f64, 4>| match row.0? {
        [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
        _ => None,
    };
    let [x, y, z, last] = matrix?;
    let rows = [row(x.as_ref()?)?, row(y.as_ref()?)?, row(z.as_ref()?)?];
    // The last row has no information, but it has four numbers too.
    last.as_ref().is_none_or(|last| row(last).is_some()).then_some(rows)
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
