//! The images of a COLMAP model: `images.txt` or `images.bin`, with the lens of `cameras.txt` or `cameras.bin` beside it.
//!
//! An image is `ID qw qx qy qz x y z CAMERA NAME`, a pose `camera_from_world`, followed by its points, which are not read.
//! Frames are in the order of the names of the images. The file has no times.

use std::collections::HashMap;
use std::ops::Range;

use glam::DVec3;

use super::beside::{self, Beside};
use super::build::{Build, lens};
use super::columns::{self, MOST};
use super::memory::Memory;
use super::rows;
use crate::budget::ChargedVec;
use crate::source::error::{SceneError, quoted};
use crate::trajectory::Lens;

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

/// The cameras, by id. A camera whose angle of view does not follow from its focal length has no lens.
type Lenses = HashMap<u32, Option<Lens>>;

/// The bytes of an entry of [`Lenses`], which may be half empty.
const LENS: u64 = 2 * size_of::<(u32, Option<Lens>)>() as u64;

/// Reads the text of the build, or `bytes`.
pub(super) fn read<'a>(
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

/// Bytes that are read from the start.
struct Bytes<'a> {
    file: &'a str,
    rest: &'a [u8],
    length: usize,
}

impl Bytes<'_> {
    fn new<'a>(file: &'a str, bytes: &'a [u8]) -> Bytes<'a> {
        Bytes { file, rest: bytes, length: bytes.len() }
    }

    fn skip(&mut self, count: u64) -> Result<(), SceneError> {
        let rest = usize::try_from(count).ok().and_then(|count| self.rest.get(count..));
        self.rest = rest.ok_or_else(|| self.ended())?;
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], SceneError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or_else(|| self.ended())?;
        self.rest = rest;
        Ok(*taken)
    }

    fn u32(&mut self) -> Result<u32, SceneError> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, SceneError> {
        self.take().map(u64::from_le_bytes)
    }

    fn f64(&mut self) -> Result<f64, SceneError> {
        let number = self.take().map(f64::from_le_bytes)?;
        if number.is_finite() { Ok(number) } else { Err(self.error(&format!("{number} is no finite number"))) }
    }

    /// A text that a zero byte ends.
    fn text(&mut self) -> Result<String, SceneError> {
        let end = self.rest.iter().position(|&byte| byte == 0).ok_or_else(|| self.ended())?;
        let text = String::from_utf8_lossy(&self.rest[..end]).into_owned();
        self.rest = &self.rest[end + 1..];
        Ok(text)
    }

    fn ended(&self) -> SceneError {
        self.error("the file ends within an entry")
    }

    fn error(&self, message: &str) -> SceneError {
        let message = format!("byte {}: {message}", self.length - self.rest.len());
        SceneError::unreadable(self.file, &message, Some("export the model of COLMAP again"))
    }
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

/// The lenses of the file of cameras beside the images; none without that file.
fn lenses(is_binary: bool, beside: &dyn Beside, memory: &mut Memory) -> Result<Lenses, SceneError> {
    let name = if is_binary { "cameras.bin" } else { "cameras.txt" };
    if !beside.has(name) {
        return Ok(Lenses::new());
    }
    if is_binary {
        return lenses_of_bytes(&beside.shown(name), &beside.read(name)?, memory);
    }
    lenses_of_text(&beside.shown(name), &beside::text(beside, name)?, memory)
}

fn lenses_of_text(file: &str, text: &str, memory: &mut Memory) -> Result<Lenses, SceneError> {
    let mut lenses = Lenses::new();
    for (start, line) in columns::lines(text).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split_whitespace();
        let (id, model) = (fields.next().and_then(|id| id.parse().ok()), fields.next());
        // No model has more than 12 parameters.
        let numbers: Option<Vec<f64>> = fields.take(MOST).map(|field| field.parse().ok()).collect();
        let (Some(id), Some(model), Some([w, h, parameters @ ..])) = (id, model, numbers.as_deref()) else {
            let message = "this is no camera of COLMAP";
            let help = Some("a line is `ID MODEL WIDTH HEIGHT PARAMETERS`");
            return Err(SceneError::at(file, text, start..start + line.len(), message, help));
        };
        let focal = MODELS.iter().find(|known| known.0 == model).and_then(|known| known.2);
        memory.hold(LENS)?;
        lenses.insert(id, lens_of(focal, parameters, [*w, *h]));
    }
    Ok(lenses)
}

/// The lens of a camera whose vertical focal length is at a place of its parameters. The principal point is after it.
fn lens_of(focal: Option<usize>, parameters: &[f64], [w, h]: [f64; 2]) -> Option<Lens> {
    let at = |offset: usize| parameters.get(focal? + offset).copied();
    lens(at(0), [Some(w), Some(h)], [at(1), at(2)])
}

/// The models of cameras in the order of their numbers: the name, the number of parameters, and the place of the vertical
/// focal length. Fisheye cameras have no angle of view that follows from it.
const MODELS: [(&str, usize, Option<usize>); 11] = [
    ("SIMPLE_PINHOLE", 3, Some(0)),
    ("PINHOLE", 4, Some(1)),
    ("SIMPLE_RADIAL", 4, Some(0)),
    ("RADIAL", 5, Some(0)),
    ("OPENCV", 8, Some(1)),
    ("OPENCV_FISHEYE", 8, None),
    ("FULL_OPENCV", 12, Some(1)),
    ("FOV", 5, None),
    ("SIMPLE_RADIAL_FISHEYE", 4, None),
    ("RADIAL_FISHEYE", 5, None),
    ("THIN_PRISM_FISHEYE", 12, None),
];

fn lenses_of_bytes(file: &str, bytes: &[u8], memory: &mut Memory) -> Result<Lenses, SceneError> {
    let mut bytes = Bytes::new(file, bytes);
    let mut lenses = Lenses::new();
    for _ in 0..bytes.u64()? {
        let (id, model) = (bytes.u32()?, bytes.u32()?);
        let known = usize::try_from(model).ok().and_then(|model| MODELS.get(model));
        let Some((_, count, place)) = known else {
            return Err(bytes.error(&format!("the model of a camera has the unknown number {model}")));
        };
        let [w, h] = [bytes.u64()? as f64, bytes.u64()? as f64];
        let mut parameters = Vec::with_capacity(*count);
        for _ in 0..*count {
            parameters.push(bytes.f64()?);
        }
        memory.hold(LENS)?;
        lenses.insert(id, lens_of(*place, &parameters, [w, h]));
    }
    Ok(lenses)
}
