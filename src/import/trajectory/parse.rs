//! Recognises the format of a file and reads it.

use super::beside::{Alone, Beside};
use super::build::Build;
use super::format::Format;
use super::recorded::Recorded;
use super::settings::Settings;
use super::{colmap, eyeline, nerfstudio, polycam, record3d, rows};
use crate::budget::{Budget, Reservation};
use crate::source::error::SceneError;
use crate::source::text::without_mark;
use crate::trajectory::Convention;

/// The contents of the file that the scene names.
#[derive(Clone, Copy, Debug)]
pub enum Contents<'a> {
    /// A text, maybe with a byte order mark.
    Text(&'a str),
    /// The images of COLMAP in binary form.
    Binary(&'a [u8]),
}

/// Reads the text of a file. `file` is its name in messages; its last part also helps to recognise the format.
///
/// # Errors
/// For an unknown format, for a file without frames, and for the first frame that cannot be read.
pub fn parse(file: &str, text: &str, settings: &Settings) -> Result<Recorded, SceneError> {
    parse_within(file, text, settings, &mut Budget::default().nothing())
}

/// The same within a budget: `memory` grows by what the recording keeps.
///
/// # Errors
/// As [`parse`], and when the recording does not fit into the budget.
pub fn parse_within(
    file: &str,
    text: &str,
    settings: &Settings,
    memory: &mut Reservation,
) -> Result<Recorded, SceneError> {
    parse_in(file, Contents::Text(text), &Alone, settings, memory)
}

/// Reads a file with the files beside it. `memory` grows by what the recording keeps, before it is allocated; what only the
/// reading needs is reserved from the same budget and released at the end.
///
/// # Errors
/// As [`parse_within`], and when a file beside it cannot be read.
pub fn parse_in(
    file: &str,
    contents: Contents,
    beside: &dyn Beside,
    settings: &Settings,
    memory: &mut Reservation,
) -> Result<Recorded, SceneError> {
    let (text, bytes) = match contents {
        Contents::Text(text) => (without_mark(text).0, None),
        Contents::Binary(bytes) => ("", Some(bytes)),
    };
    let format = match (settings.format, bytes) {
        (Some(format), None) => format,
        (None, None) => Format::recognise(file, text, beside)?,
        (None | Some(Format::Colmap), Some(_)) => Format::Colmap,
        (Some(format), Some(_)) => {
            let message = format!("a file of the format `{}` is a text, and this is a binary file", format.word());
            return Err(SceneError::unreadable(file, &message, Some("leave `format` out, or set it to `colmap`")));
        }
    };
    let usual = format.convention();
    let convention = Convention {
        axes: settings.axes.unwrap_or(usual.axes),
        world: settings.world.unwrap_or(usual.world),
        inverse: settings.inverse.unwrap_or(usual.inverse),
    };
    let build = Build::new(file, text, convention, settings, memory);
    let (trajectory, left_out, unreadable, notes) = match format {
        Format::Eyeline => eyeline::read(build),
        Format::Nerfstudio => nerfstudio::read(build, settings.rate),
        Format::Colmap => colmap::read(build, bytes, beside, settings.rate),
        Format::Record3d => record3d::read(build),
        Format::Polycam => polycam::read(build, beside, settings),
        Format::Tum | Format::Euroc | Format::Kitti | Format::ArkitScenes | Format::Stray => {
            rows::read(build, format, settings)
        }
    }?
    .finish()?;
    Ok(Recorded { trajectory, format, convention, left_out, unreadable, notes })
}
