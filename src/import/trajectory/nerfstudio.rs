//! `transforms.json` of Nerfstudio and instant-ngp: a matrix for each picture, in the order of the file.

use std::fmt;
use std::marker::PhantomData;

use glam::DVec3;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::Deserialize;

use super::build::Build;
use super::eyeline::json_error;
use crate::source::error::SceneError;
use crate::trajectory::{Lens, Tracking};

// Without `flatten`, with which serde would keep all other keys of a file in memory.
#[derive(Deserialize)]
struct File {
    fl_y: Option<f64>,
    w: Option<f64>,
    h: Option<f64>,
    frames: Vec<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    fl_y: Option<f64>,
    w: Option<f64>,
    h: Option<f64>,
    transform_matrix: Matrix,
}

/// The first three rows of a matrix of 4 by 4, or of 3 by 4; `None` for a list of another size.
struct Matrix(Option<[[f64; 4]; 3]>);

/// A row of a matrix; `None` for a list of another size.
struct Row(Option<[f64; 4]>);

impl<'de> Deserialize<'de> for Matrix {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = deserializer.deserialize_seq(Leading::<Row, 4>(PhantomData))?;
        Ok(Self(match rows.map(|rows| rows.map(|row| row.map(|Row(row)| row))) {
            // The fourth row says nothing, but it has four numbers too.
            Some([Some(Some(x)), Some(Some(y)), Some(Some(z)), None | Some(Some(_))]) => Some([x, y, z]),
            _ => None,
        }))
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = deserializer.deserialize_seq(Leading::<f64, 4>(PhantomData))?;
        Ok(Self(match numbers {
            Some([Some(a), Some(b), Some(c), Some(d)]) => Some([a, b, c, d]),
            _ => None,
        }))
    }
}

/// Reads a list of at most `N` values without memory for more of them; `None` for a longer list.
struct Leading<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Leading<T, N> {
    type Value = Option<[Option<T>; N]>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut values = std::array::from_fn(|_| None);
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
/// The camera of a picture, else of the file: focal length, width and height.
type Camera = [Option<f64>; 3];

/// The lens, when the focal length and the size are there and above 0.
fn lens(own: Camera, of_file: Camera) -> Option<Lens> {
    let [focal, w, h] = [0, 1, 2].map(|i: usize| own[i].or(of_file[i]));
    let (focal, w, h) = (focal?, w?, h?);
    let is_right = [focal, w, h].iter().all(|&size| size > 0.0 && size.is_finite());
    let fov_y = (2.0 * libm::atan2(h / 2.0, focal)).to_degrees();
    is_right.then_some(Lens { fov_y: Some(fov_y), aspect: Some(w / h) })
}

pub(super) fn read(mut build: Build, rate: f64) -> Result<Build, SceneError> {
    let text = build.text;
    // Each picture is an object of the text.
    let pictures = text.bytes().filter(|&byte| byte == b'{').count() * size_of::<Picture>();
    build.hold(pictures as u64)?;
    let file: File = serde_json::from_str(text).map_err(|error| {
        json_error(&build, 0..text.len(), &error, "`transforms.json` has `frames`, each with a `transform_matrix`")
    })?;
    let of_file = [file.fl_y, file.w, file.h];
    let mut places = text.match_indices("\"transform_matrix\"");
    for (i, picture) in file.frames.iter().enumerate() {
        let span = places.next().map_or(0..0, |(at, key)| at..at + key.len());
        let [x, y, z] = picture.transform_matrix.0.ok_or_else(|| {
            let message = format!("the matrix of frame {i} is not 4 rows of 4 numbers");
            build.error(
                span.clone(),
                &message,
                "the first three rows are a rotation and a position, the last is [0, 0, 0, 1]",
            )
        })?;
        let rotation = build.matrix([x, y, z].map(|[a, b, c, _]| [a, b, c]), &span)?;
        build.set_lens(lens([picture.fl_y, picture.w, picture.h], of_file));
        let time = i as f64 / rate;
        build.push(time, DVec3::new(x[3], y[3], z[3]), rotation, Tracking::Normal);
    }
    build.release(pictures as u64);
    Ok(build)
}
