//! The images of a COLMAP model, with their lenses and the points of the model.
//!
//! An image is `ID qw qx qy qz x y z CAMERA NAME`, a pose `camera_from_world`, followed by its points in the picture, which are not read.
//! Frames are in the order of the names of the images. The file has no times.

use std::ops::Range;

use glam::DVec3;

use super::bytes::Bytes;
use super::cameras::lenses;
use super::points::points;
use crate::budget::ChargedVec;
use crate::import::trajectory::beside::Beside;
use crate::import::trajectory::build::Build;
use crate::import::trajectory::columns::{self, MOST};
use crate::import::trajectory::memory::Memory;
use crate::import::trajectory::rows;
use crate::source::error::{SceneError, quoted};

/// An image.
struct Image {
    name: String,
    camera: u32,
    /// x, y, z, w.
    rotation: [f64; 4],
    position: DVec3,
    span: Range<usize>,
    /// The line of a text, from 1; 0 in a binary file.
    line: usize,
}

/// Reads the text of the build, or `bytes`.
pub(in crate::import::trajectory) fn read<'a>(
    mut build: Build<'a>,
    bytes: Option<&[u8]>,
    beside: &dyn Beside,
) -> Result<Build<'a>, SceneError> {
    let mut images = match bytes {
        Some(bytes) => images_of_bytes(build.file(), bytes, &mut build.memory)?,
        None => images_of_text(&mut build)?,
    };
    images.sort_by(|a, b| a.name.cmp(&b.name));
    let lenses = lenses(bytes.is_some(), beside, &mut build.memory)?;
    build.number_frames(images.len())?;
    for (i, image) in images.iter().enumerate() {
        let rotation = match build.rotation(image.rotation, &image.span) {
            Ok(rotation) => rotation,
            Err(error) if bytes.is_none() => {
                build.leave_out(image.line, error)?;
                continue;
            }
            Err(error) => return Err(error),
        };
        build.set_lens(lenses.get(&image.camera).copied().flatten())?;
        build.push_numbered(i, image.line, image.position, rotation)?;
    }
    let points = points(bytes.is_some(), beside, build.convention, &mut build.memory)?;
    if !points.is_empty() {
        build.trajectory.points.push((0, points));
    }
    Ok(build)
}

fn images_of_text(build: &mut Build) -> Result<ChargedVec<Image>, SceneError> {
    let mut images = build.memory.list();
    let mut lines = columns::lines(build.text).enumerate();
    while let Some((i, (start, line))) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // The points of the image follow: x, y and an id each. The line may be empty.
        let points = lines.next().map(|(_, points)| points);
        match image_of_text(build, i + 1, start, line).and_then(|image| check_points(build, points).map(|()| image)) {
            Ok(image) => {
                build.memory.hold(image.name.len() as u64)?;
                build.memory.push(&mut images, image)?;
            }
            Err(error) => build.leave_out(i + 1, error)?,
        }
    }
    Ok(images)
}

fn check_points(build: &Build, points: Option<(usize, &str)>) -> Result<(), SceneError> {
    match points {
        Some((start, line)) if !columns::count(line, false).is_multiple_of(3) => {
            let help = "each image has two lines: the image, and its points, which may be an empty line";
            let message = "the line after an image has its points, three columns each";
            Err(build.error(start..start + line.len(), message, help))
        }
        _ => Ok(()),
    }
}

fn image_of_text(build: &Build, number: usize, start: usize, line: &str) -> Result<Image, SceneError> {
    let span = start..start + line.len();
    let mut fields = [("", 0); MOST];
    let count = columns::split(line, false, &mut fields);
    if count < 10 {
        let message = format!("the line of an image has {count} columns, and `colmap` has 10");
        return Err(build.error(span, &message, "a line is `ID qw qx qy qz x y z CAMERA NAME`"));
    }
    let mut numbers = [0.0; 7];
    for (number, (field, offset)) in numbers.iter_mut().zip(&fields[1..8]) {
        *number = rows::number(build, field, start + offset..start + offset + field.len())?;
    }
    let (camera, offset) = fields[8];
    let camera = camera.parse().map_err(|_invalid| {
        let message = format!("{} is no number of a camera", quoted(camera));
        let place = start + offset..start + offset + camera.len();
        build.error(place, &message, "it is a whole number of `cameras.txt`")
    })?;
    let [w, x, y, z, a, b, c] = numbers;
    let (name, position) = (line[fields[9].1..].to_owned(), DVec3::new(a, b, c));
    Ok(Image { name, camera, rotation: [x, y, z, w], position, span, line: number })
}

fn images_of_bytes(file: &str, bytes: &[u8], memory: &mut Memory) -> Result<ChargedVec<Image>, SceneError> {
    let mut bytes = Bytes::new(file, bytes);
    let mut images = memory.list();
    for _ in 0..bytes.u64()? {
        bytes.skip(4)?;
        let mut numbers = [0.0; 7];
        for number in &mut numbers {
            *number = bytes.f64()?;
        }
        let [w, x, y, z, a, b, c] = numbers;
        let (camera, name) = (bytes.u32()?, bytes.text()?);
        memory.hold(name.len() as u64)?;
        let points = bytes.u64()?;
        // Two numbers of 64 bits and an id of 64 bits each.
        bytes.skip(points.saturating_mul(24))?;
        let image = Image { name, camera, rotation: [x, y, z, w], position: DVec3::new(a, b, c), span: 0..0, line: 0 };
        memory.push(&mut images, image)?;
    }
    Ok(images)
}
