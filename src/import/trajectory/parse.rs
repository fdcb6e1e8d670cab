//! Recognises the format of a file and reads it.

use super::bag::BagSource;
use super::beside::{Alone, Beside};
use super::build::Build;
use super::format::Format;
use super::numbered::TimesFile;
use super::recorded::Recorded;
use super::settings::Settings;
use super::{arkit, bag, colmap, eyeline, nerfstudio, polycam, record3d, rows};
use crate::budget::{Budget, Reservation};
use crate::source::error::SceneError;
use crate::source::text::without_mark;
use crate::trajectory::Convention;

/// The contents of the file that the scene names.
pub enum Contents<'a> {
    /// A text, maybe with a byte order mark.
    Text(&'a str),
    /// The images of COLMAP in binary form.
    Binary(&'a [u8]),
    /// An MCAP file, which is read in pieces.
    Bag(&'a mut dyn BagSource),
}

/// What a session names besides its file.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlsoNamed<'a> {
    /// The times of the frames, when they are in a file of their own.
    pub times: Option<TimesFile<'a>>,
    /// The topic of a bag whose poses are read; the first one with poses when it is `None`.
    pub topic: Option<&'a str>,
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
    parse_in(file, Contents::Text(text), AlsoNamed::default(), &Alone, settings, memory)
}

/// Reads a file with the files beside it. `memory` grows by what the recording keeps, before it is allocated; what only the
/// reading needs is reserved from the same budget and released at the end.
///
/// # Errors
/// As [`parse_within`], and when a file beside it cannot be read.
pub fn parse_in(
    file: &str,
    contents: Contents,
    named: AlsoNamed,
    beside: &dyn Beside,
    settings: &Settings,
    memory: &mut Reservation,
) -> Result<Recorded, SceneError> {
    let (text, bytes, bag) = match contents {
        Contents::Text(text) => (without_mark(text).0, None, None),
        Contents::Binary(bytes) => ("", Some(bytes), None),
        Contents::Bag(bag) => ("", None, Some(bag)),
    };
    let other = |format: Format, is: &str| {
        let message = format!("this is no file of the format `{}`; it is {is}", format.word());
        SceneError::unreadable(file, &message, Some("leave `format` out"))
    };
    let format = match (settings.format, bytes, &bag) {
        (None | Some(Format::Mcap), _, Some(_)) => Format::Mcap,
        (Some(format), _, Some(_)) => return Err(other(format, "an MCAP file")),
        (None | Some(Format::Colmap), Some(_), None) => Format::Colmap,
        (Some(format), Some(_), None) => return Err(other(format, "a binary file")),
        (Some(Format::Mcap), None, None) => return Err(other(Format::Mcap, "a text")),
        (Some(format), None, None) => format,
        (None, None, None) => Format::recognise(file, text, beside)?,
    };
    if named.topic.is_some() && format != Format::Mcap {
        let message = format!("a file of the format `{}` has no topics", format.word());
        return Err(SceneError::unreadable(
            file,
            &message,
            Some("remove `topic` from the session; it is for MCAP files"),
        ));
    }
    let usual = format.convention();
    let convention = Convention {
        axes: settings.axes.unwrap_or(usual.axes),
        world: settings.world.unwrap_or(usual.world),
        inverse: settings.inverse.unwrap_or(usual.inverse),
    };
    let build = Build::new(file, text, convention, settings, named.times, memory)?;
    let build = match format {
        Format::Eyeline => eyeline::read(build),
        Format::Nerfstudio => nerfstudio::read(build, beside),
        Format::Colmap => colmap::read(build, bytes, beside),
        Format::Record3d => record3d::read(build),
        Format::Polycam => polycam::read(build, beside, settings),
        Format::Tum | Format::Euroc | Format::Kitti | Format::ArkitScenes | Format::Stray => {
            rows::read(build, format, settings)
        }
        Format::Arkit => arkit::read(build, settings),
        Format::Mcap => match bag {
            Some(bag) => bag::read(build, bag, settings, named.topic),
            None => Ok(build),
        },
    }?;
    // A bag may say that its poses are those of an optical frame.
    let convention = build.convention;
    let (trajectory, left_out, unreadable, notes) = build.finish()?;
    Ok(Recorded { trajectory, format, convention, left_out, unreadable, notes })
}
