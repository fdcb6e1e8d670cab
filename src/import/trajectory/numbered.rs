//! The times of frames that a file only numbers: a rate, or another file with a time a line, as `times.txt` of KITTI.

use super::columns;
use super::memory::Memory;
use super::time::{TimeUnit, Times};
use crate::budget::ChargedVec;
use crate::geometry::narrate::counted;
use crate::source::error::{SceneError, SceneWarning, line_and_column, quoted};
use crate::source::text::without_mark;

/// A file with a time a line, for the frames of a recording without times.
#[derive(Clone, Copy, Debug)]
pub struct TimesFile<'a> {
    /// Its name in messages.
    pub file: &'a str,
    /// Its text. Empty lines and lines that start with `#` have no time.
    pub text: &'a str,
}

/// The frames a second of a recording without times, where neither the scene nor the file has a rate.
pub const USUAL_RATE: f64 = 30.0;

/// The times of such a file.
pub(super) struct ListedTimes<'a> {
    file: &'a str,
    text: &'a str,
    /// For each line with a time the byte at which it starts, and the seconds since the first time; NaN for a line that cannot
    /// be read.
    times: ChargedVec<(usize, f64)>,
    /// The first time as the file has it, in seconds.
    pub(super) first: Option<f64>,
    /// The note about the unit of the times.
    pub(super) note: Option<SceneWarning>,
}

impl<'a> ListedTimes<'a> {
    /// Reads the lines. Without a unit it follows from the size of the first time.
    pub(super) fn read(listed: TimesFile<'a>, unit: Option<TimeUnit>, memory: &Memory) -> Result<Self, SceneError> {
        let TimesFile { file, text } = listed;
        let text = without_mark(text).0;
        let (mut times, mut note) = (memory.list(), None);
        let mut clock: Option<Times> = None;
        for (start, line) in columns::lines(text).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let stamp = line.parse().ok().filter(|stamp: &f64| stamp.is_finite());
            let seconds = stamp.map_or(f64::NAN, |stamp| {
                let of_size = || {
                    let unit = TimeUnit::of_stamp(stamp);
                    let (line, column) = line_and_column(text, start);
                    note = unit.note(stamp).map(|message| SceneWarning::new(file, line, column, message));
                    unit
                };
                clock.get_or_insert_with(|| Times::new(unit.unwrap_or_else(of_size))).since(line, stamp)
            });
            memory.push(&mut times, (start, seconds))?;
        }
        Ok(Self { file, text, times, first: clock.and_then(|clock| clock.in_file()), note })
    }

    /// The seconds since the first time.
    pub(super) fn time(&self, number: usize) -> Result<f64, SceneError> {
        let &(start, seconds) = self.times.get(number).ok_or_else(|| self.wrong_count(number + 1))?;
        if seconds.is_finite() {
            return Ok(seconds);
        }
        let line = self.text[start..].lines().next().unwrap_or_default().trim();
        let message = format!("{} is no finite number", quoted(line));
        let place = start..start + line.len();
        Err(SceneError::at(
            self.file,
            self.text,
            place,
            &message,
            Some("a line has the time of a frame, such as `0.25`"),
        ))
    }

    /// Refuses another number of times than that of the frames.
    pub(super) fn check_count(&self, frames: usize) -> Result<(), SceneError> {
        if self.times.len() == frames { Ok(()) } else { Err(self.wrong_count(frames)) }
    }

    fn wrong_count(&self, frames: usize) -> SceneError {
        let (frames_of, times) = (counted(frames, "frame"), counted(self.times.len(), "time"));
        let message = format!("the recording has {frames_of}, and this file has {times}");
        // The first time that is too many, or the end.
        let end = self.text.trim_end().len();
        let start = self.times.get(frames).map_or(end, |&(start, _)| start);
        let help = "`times` of the session names a file with the time of each frame, a line each";
        SceneError::at(self.file, self.text, start..start, &message, Some(help))
    }

    /// The error for a recording that has times.
    pub(super) fn not_needed(&self) -> SceneError {
        let help = "remove `times` from the session; it is for files without times, such as those of KITTI";
        SceneError::at(self.file, self.text, 0..0, "the recording has times of its own", Some(help))
    }
}
