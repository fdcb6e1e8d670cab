//! `transforms.json` of Nerfstudio and instant-ngp: a matrix for each picture.
//!
//! Programs write the pictures in any order. When the numbers in their names are all different, the frames are in the order
//! of these numbers; else in the order of the file.

use std::fmt;
use std::marker::PhantomData;

use glam::DVec3;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::build::{Build, lens};
use super::eyeline::json_error;
use super::memory;
use crate::source::error::SceneError;
use crate::trajectory::{Lens, Tracking};

// Without `flatten`, with which serde keeps all other keys of a file in memory.
#[derive(Deserialize)]
struct File {
    fl_y: Option<f64>,
    w: Option<f64>,
    h: Option<f64>,
    cx: Option<f64>,
    cy: Option<f64>,
    frames: Vec<NerfstudioPicture>,
}

#[derive(Deserialize)]
struct NerfstudioPicture {
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

/// A list of at most `N` values; `None` for a longer one, which takes no more memory.
struct Leading<T, const N: usize>(Option<[Option<T>; N]>);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Leading<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(LeadingVisitor(PhantomData)).map(Self)
    }
}

struct LeadingVisitor<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for LeadingVisitor<T, N> {
    type Value = Option<[Option<T>; N]>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut values = [const { None }; N];
        let mut count = 0;
        while let Some(value) = list.next_element()? {
            if let Some(place) = values.get_mut(count) {
                *place = Some(value);
            }
            count += 1;
        }
        Ok((count <= N).then_some(values))
    }
}

/// The bytes of a picture while a file is read, besides its own: the place of its matrix, and its name with the numbers in it.
const PLACE_AND_NAME: usize = 192;

pub(super) fn read(mut build: Build, rate: f64) -> Result<Build, SceneError> {
    let text = build.text;
    // Each picture is an object of the text.
    build.memory.hold(
        memory::count(text, b'{') * (size_of::<NerfstudioPicture>() + PLACE_AND_NAME) as u64 + text.len() as u64,
    )?;
    let file: File = serde_json::from_str(text).map_err(|error| {
        json_error(&build, 0..text.len(), &error, "`transforms.json` has `frames`, each with a `transform_matrix`")
    })?;
    let of_file = [file.fl_y, file.w, file.h, file.cx, file.cy];
    let places: Vec<_> = text.match_indices("\"transform_matrix\"").map(|(at, key)| at..at + key.len()).collect();
    let names: Vec<Option<&str>> = file.frames.iter().map(|picture| picture.file_path.as_deref()).collect();
    for (at, i) in order(&names).into_iter().enumerate() {
        let picture = &file.frames[i];
        let span = places.get(i).cloned().unwrap_or(0..0);
        let [x, y, z] = rows(picture.transform_matrix.0.as_ref()).ok_or_else(|| {
            let message = format!("the matrix of frame {i} is not 4 rows of 4 numbers");
            build.error(
                span.clone(),
                &message,
                "the first three rows are a rotation and a position, the last is [0, 0, 0, 1]",
            )
        })?;
        let rotation = build.matrix([x, y, z].map(|[a, b, c, _]| [a, b, c]), &span)?;
        let own = [picture.fl_y, picture.w, picture.h, picture.cx, picture.cy];
        build.set_lens(lens_of(own, of_file))?;
        let time = at as f64 / rate;
        build.push(time, DVec3::new(x[3], y[3], z[3]), rotation, Tracking::Normal)?;
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
