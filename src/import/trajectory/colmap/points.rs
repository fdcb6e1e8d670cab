//! The points that were reconstructed, beside the images.
//!
//! A point is `ID X Y Z R G B ERROR`, followed by pairs of an image and a point in its picture, which are not read.

use glam::DVec3;

use super::bytes::Bytes;
use crate::import::trajectory::beside::{self, Beside};
use crate::import::trajectory::columns;
use crate::import::trajectory::memory::Memory;
use crate::source::error::SceneError;
use crate::trajectory::Convention;

/// The points in our world; none without their file.
///
/// # Errors
/// For the first point that cannot be read, and when the points do not fit into the budget.
pub(super) fn points(
    is_binary: bool,
    beside: &dyn Beside,
    convention: Convention,
    memory: &mut Memory,
) -> Result<Vec<DVec3>, SceneError> {
    let name = if is_binary { "points3D.bin" } else { "points3D.txt" };
    if !beside.has(name) {
        return Ok(Vec::new());
    }
    let mut points = memory.list();
    let mut add = |point: [f64; 3]| memory.push(&mut points, convention.point(DVec3::from_array(point)));
    if is_binary {
        of_bytes(&beside.shown(name), &beside.read(name)?, &mut add)?;
    } else {
        of_text(&beside.shown(name), &beside::text(beside, name)?, &mut add)?;
    }
    Ok(memory.keep_list(points))
}

fn of_text(file: &str, text: &str, add: &mut dyn FnMut([f64; 3]) -> Result<(), SceneError>) -> Result<(), SceneError> {
    for (start, line) in columns::lines(text).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let mut numbers =
            line.split_whitespace().skip(1).map(|field| field.parse().ok().filter(|n: &f64| n.is_finite()));
        let [Some(x), Some(y), Some(z)] = [(); 3].map(|()| numbers.next().flatten()) else {
            let message = "this is no point of COLMAP";
            let help = Some("a line is `ID X Y Z R G B ERROR` with the places where it is seen");
            return Err(SceneError::at(file, text, start..start + line.len(), message, help));
        };
        add([x, y, z])?;
    }
    Ok(())
}

fn of_bytes(
    file: &str,
    bytes: &[u8],
    add: &mut dyn FnMut([f64; 3]) -> Result<(), SceneError>,
) -> Result<(), SceneError> {
    /// The bytes of an id of 64 bits.
    const ID: u64 = 8;
    /// The bytes of a colour and an error.
    const COLOR_AND_ERROR: u64 = 3 + 8;
    let mut bytes = Bytes::new(file, bytes);
    for _ in 0..bytes.u64()? {
        bytes.skip(ID)?;
        add([bytes.f64()?, bytes.f64()?, bytes.f64()?])?;
        bytes.skip(COLOR_AND_ERROR)?;
        // An image and a point in its picture of 32 bits each.
        let seen = bytes.u64()?;
        bytes.skip(seen.saturating_mul(8))?;
    }
    Ok(())
}
