//! The lenses of the cameras beside the images.

use std::collections::HashMap;

use super::bytes::Bytes;
use crate::import::trajectory::beside::{self, Beside};
use crate::import::trajectory::build::lens;
use crate::import::trajectory::columns::{self, MOST};
use crate::import::trajectory::memory::Memory;
use crate::source::error::SceneError;
use crate::trajectory::Lens;

/// The cameras, by id. A camera whose angle of view does not follow from its focal length has no lens.
pub(super) type Lenses = HashMap<u32, Option<Lens>>;

/// The bytes of an entry of [`Lenses`], which may be half empty.
const LENS: u64 = 2 * size_of::<(u32, Option<Lens>)>() as u64;

/// The lenses of the file of cameras beside the images; none without that file.
pub(super) fn lenses(is_binary: bool, beside: &dyn Beside, memory: &mut Memory) -> Result<Lenses, SceneError> {
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
