//! The parts that all formats share: places in the text, checks of a pose, and frames with ascending times.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec3};

use super::memory::Memory;
use super::numbered::{ListedTimes, TimesFile, USUAL_RATE};
use super::recorded::{LeftOut, UnreadableRows};
use super::settings::{GivenGap, Settings, UNIT};
use crate::budget::ChargedVec;
use crate::budget::Reservation;
use crate::source::error::{SceneError, SceneWarning, line_and_column};
use crate::trajectory::{Convention, FRAME_BYTES, Frame, JumpLimit, Lens, Numbering, Tracking, Trajectory};

/// A trajectory that is being read.
pub(super) struct Build<'a> {
    file: &'a str,
    pub(super) text: &'a str,
    pub(super) convention: Convention,
    pub(super) trajectory: Trajectory,
    settings: Settings,
    /// Frames a second of a file without times.
    rate: f64,
    /// Whether the scene or the file has that rate.
    is_rate_given: bool,
    /// The times of frames that the file only numbers.
    listed: Option<ListedTimes<'a>>,
    /// Whether the file only numbers its frames.
    is_numbered: bool,
    /// The time of the last frame in the file, from the first frame on.
    last: Option<f64>,
    left_out: ChargedVec<LeftOut>,
    /// The lines of rows that cannot be read, and the error of the first.
    unreadable: (ChargedVec<usize>, Option<SceneError>),
    /// How many rotations were not of unit length, with the place and the length of the first.
    uneven: Option<(usize, Range<usize>, f64)>,
    notes: Vec<SceneWarning>,
    pub(super) memory: Memory<'a>,
}

/// Frames, those left out, rows that cannot be read, and warnings.
pub(super) type Finished = (Trajectory, Vec<LeftOut>, UnreadableRows, Vec<SceneWarning>);

/// There are at most so many rows that cannot be read for each one that can be, as a divisor: nine tenths are good.
const GOOD: usize = 9;

impl<'a> Build<'a> {
    pub(super) fn new(
        file: &'a str,
        text: &'a str,
        convention: Convention,
        settings: &Settings,
        times: Option<TimesFile<'a>>,
        memory: &'a mut Reservation,
    ) -> Result<Self, SceneError> {
        let memory = Memory::new(file, memory);
        let listed = times.map(|times| ListedTimes::read(times, settings.time_unit, &memory)).transpose()?;
        Ok(Self {
            file,
            text,
            convention,
            trajectory: Trajectory::default(),
            settings: *settings,
            rate: settings.rate.unwrap_or(USUAL_RATE),
            is_rate_given: settings.rate.is_some(),
            listed,
            is_numbered: false,
            last: None,
            left_out: memory.list(),
            unreadable: (memory.list(), None),
            uneven: None,
            notes: Vec::new(),
            memory,
        })
    }

    /// The name of the file in messages.
    pub(super) fn file(&self) -> &'a str {
        self.file
    }

    /// Adds a note at a place of the text.
    pub(super) fn note(&mut self, span: &Range<usize>, message: String) {
        let (line, column) = line_and_column(self.text, span.start);
        self.notes.push(SceneWarning::new(self.file, line, column, message));
    }

    /// Adds a note about another file.
    pub(super) fn note_about(&mut self, file: &str, message: String) -> Result<(), SceneError> {
        self.memory.keep((size_of::<SceneWarning>() + file.len() + message.len()) as u64)?;
        self.notes.push(SceneWarning::new(file, 1, 1, message));
        Ok(())
    }

    /// An error at a place of the text.
    pub(super) fn error(&self, span: Range<usize>, message: &str, help: &str) -> SceneError {
        SceneError::at(self.file, self.text, span, message, Some(help))
    }

    /// A rotation of unit length.
    pub(super) fn rotation(&mut self, xyzw: [f64; 4], span: &Range<usize>) -> Result<DQuat, SceneError> {
        let given = DQuat::from_array(xyzw);
        let length = given.length();
        if !(length > 1e-9 && length.is_finite()) {
            let message = format!("the quaternion {xyzw:?} has the length {length} and is no rotation");
            return Err(self.error(
                span.clone(),
                &message,
                "a rotation is a quaternion of length 1; the identity is [0, 0, 0, 1]",
            ));
        }
        self.note_length(length, span);
        // Also when the length is nearly 1: answers are of the rotation, not of its last digits.
        Ok(DQuat::from_array(xyzw.map(|part| part / length)))
    }

    /// A rotation of a matrix, given by its rows.
    pub(super) fn matrix(&mut self, rows: [[f64; 3]; 3], span: &Range<usize>) -> Result<DQuat, SceneError> {
        let matrix = DMat3::from_cols_array_2d(&rows).transpose();
        let determinant = matrix.determinant();
        if !(determinant > 1e-9 && determinant.is_finite()) {
            let message = format!("the matrix has the determinant {determinant} and is no rotation");
            let help = "the three rows and columns of a rotation are unit vectors, and its determinant is 1; is the `axes` of \
                        the recording `unity`?";
            return Err(self.error(span.clone(), &message, help));
        }
        let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        if !columns.iter().all(|column| column.length().is_finite()) {
            let help = "the three columns of a rotation are unit vectors";
            return Err(self.error(span.clone(), "a column of the matrix is too long for a 64-bit number", help));
        }
        let skew = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| columns[i].dot(columns[j]).abs());
        let worst = columns.map(DVec3::length).into_iter().max_by(|a, b| (a - 1.0).abs().total_cmp(&(b - 1.0).abs()));
        let worst = worst.unwrap_or(1.0);
        self.note_length(
            if skew.iter().any(|&skew| skew > UNIT) { 1.0 + skew[0].max(skew[1]).max(skew[2]) } else { worst },
            span,
        );
        // Gram and Schmidt, from the first column on.
        // A determinant above 0 has no column of length 0.
        let x = columns[0].normalize_or(DVec3::X);
        let y = columns[1].reject_from_normalized(x).normalize_or(DVec3::Y);
        Ok(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize())
    }

    fn note_length(&mut self, length: f64, span: &Range<usize>) {
        if (length - 1.0).abs() > UNIT {
            match &mut self.uneven {
                Some((count, ..)) => *count += 1,
                none => *none = Some((1, span.clone(), length)),
            }
        }
    }

    /// The index of the next frame.
    pub(super) fn next(&self) -> usize {
        self.trajectory.frames.len()
    }

    /// Sets the lens of the next frame.
    pub(super) fn set_lens(&mut self, lens: Option<Lens>) -> Result<(), SceneError> {
        let next = self.next();
        if self.trajectory.lenses.last().and_then(|(_, last)| *last) != lens {
            self.memory.keep(size_of::<(usize, Option<Lens>)>() as u64)?;
            self.trajectory.lenses.push((next, lens));
        }
        Ok(())
    }

    /// Whether a frame is later than the one before. `time` counts from the first frame of the file.
    pub(super) fn is_later(&self, time: f64) -> bool {
        self.last.is_none_or(|last| time > last)
    }

    /// The scene time of a time that counts from the first frame.
    pub(super) fn scene_time(&self, time: f64) -> f64 {
        self.settings.start + time
    }

    /// Appends a frame whose time is later than the one before.
    pub(super) fn push(
        &mut self,
        time: f64,
        position: DVec3,
        rotation: DQuat,
        tracking: Tracking,
    ) -> Result<(), SceneError> {
        self.memory.keep(FRAME_BYTES as u64)?;
        let (position, rotation) = self.convention.pose(position, rotation);
        let frame = Frame { time: self.scene_time(time), position, rotation, tracking };
        self.trajectory.frames.push(&frame);
        self.last = Some(time);
        Ok(())
    }

    /// Appends a frame of another program, or leaves it out.
    pub(super) fn push_later(
        &mut self,
        line: usize,
        time: f64,
        position: DVec3,
        rotation: DQuat,
    ) -> Result<(), SceneError> {
        if self.is_later(time) {
            return self.push(time, position, rotation, Tracking::Normal);
        }
        let left_out = LeftOut { line, time: self.scene_time(time) };
        self.memory.push(&mut self.left_out, left_out)
    }

    /// Takes the frames a second of the file, where the scene has none.
    pub(super) fn set_rate(&mut self, of_file: Option<f64>) {
        if let Some(rate) = of_file.filter(|&rate| rate > 0.0 && !self.is_rate_given) {
            (self.rate, self.is_rate_given) = (rate, true);
        }
    }

    /// Says that the file only numbers its frames, of which it has so many.
    pub(super) fn number_frames(&mut self, count: usize) -> Result<(), SceneError> {
        self.is_numbered = true;
        self.listed.as_ref().map_or(Ok(()), |listed| listed.check_count(count))
    }

    /// The time of a frame by its number, from 0, in seconds from the first frame on.
    pub(super) fn time_of(&self, number: usize) -> Result<f64, SceneError> {
        self.listed.as_ref().map_or_else(|| Ok(number as f64 / self.rate), |listed| listed.time(number))
    }

    /// Appends a frame of a file that only numbers its frames, or leaves it out.
    pub(super) fn push_numbered(
        &mut self,
        number: usize,
        line: usize,
        position: DVec3,
        rotation: DQuat,
    ) -> Result<(), SceneError> {
        match self.time_of(number) {
            Ok(time) if self.is_later(time) => self.push(time, position, rotation, Tracking::Normal),
            Ok(time) => self.push_later(line, time, position, rotation),
            Err(error) => self.leave_out(line, error),
        }
    }

    /// Leaves out a row that cannot be read. Without memory the reading ends.
    pub(super) fn leave_out(&mut self, line: usize, error: SceneError) -> Result<(), SceneError> {
        if error.over.is_some() {
            return Err(error);
        }
        self.memory.push(&mut self.unreadable.0, line)?;
        self.unreadable.1.get_or_insert(error);
        Ok(())
    }

    /// Sets the limits that follow from all frames.
    fn set_limits(&mut self) -> Result<(), SceneError> {
        let path = &mut self.trajectory;
        // The speeds and turns of all steps, before that their durations.
        let before = self.memory.hold(path.frames.len() as u64 * 2 * size_of::<f64>() as u64)?;
        let rate = self.rate;
        path.numbering = path.file_start.is_none().then_some(Numbering { start: self.settings.start, rate });
        path.gap = path.usual_gap().and_then(|usual| match self.settings.gap {
            GivenGap::Usual => Some(usual),
            GivenGap::Never => None,
            GivenGap::After(seconds) => Some(seconds),
        });
        let (usual, given) = (path.usual_jump(), self.settings.jump);
        path.jump = JumpLimit { speed: given.speed.unwrap_or(usual.speed), turn: given.turn.unwrap_or(usual.turn) };
        self.memory.release_to(before);
        Ok(())
    }

    /// Notes where the times of numbered frames are from.
    fn note_times(&mut self) -> Result<(), SceneError> {
        match self.listed.take() {
            Some(listed) if !self.is_numbered => return Err(listed.not_needed()),
            Some(listed) => {
                self.trajectory.file_start = listed.first;
                self.notes.extend(listed.note);
            }
            None if self.is_numbered && !self.is_rate_given => {
                let message = format!(
                    "no_times: the file has no times; its frames are taken as {USUAL_RATE} a second. `times` of the session \
                     names a file with a time a line, `rate` says how many frames a second has"
                );
                self.note(&(0..0), message);
            }
            None => {}
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Finished, SceneError> {
        self.note_times()?;
        let (bad, good) = (self.unreadable.0.len(), self.trajectory.frames.len() + self.left_out.len());
        if let Some(error) = self.unreadable.1.take_if(|_| good < GOOD * bad) {
            return Err(error);
        }
        if self.trajectory.frames.is_empty() {
            return Err(self.error(0..0, "the recording has no frames", "a recording has at least one pose"));
        }
        let is_too_large = |number: f64| number.abs() > f64::from(f32::MAX);
        let beyond = |frame: Frame| is_too_large(frame.time) || frame.position.to_array().into_iter().any(is_too_large);
        if let Some(frame) = self.trajectory.frames.iter().position(beyond) {
            let message = format!("the time or position of frame {frame} is beyond the range of 32-bit numbers");
            return Err(self.error(0..0, &message, "the largest number is 3.4e38; frames are counted from 0"));
        }
        self.trajectory.frames.shrink();
        self.set_limits()?;
        if let Some((count, span, length)) = self.uneven.take() {
            let message = match count {
                1 => format!("this rotation has the length {length:.6}; it was normalised"),
                _ => {
                    format!("{count} rotations are not of unit length; they were normalised. This one has {length:.6}")
                }
            };
            self.note(&span, message);
        }
        let Self { file, trajectory, left_out, unreadable: (lines, error), notes, mut memory, .. } = self;
        // An error of the file of times has its place there.
        let reason_of = |error: SceneError| if *error.file == *file { error.message } else { error.to_string().into() };
        let reason = error.map_or(Box::default(), reason_of);
        let unreadable = UnreadableRows { lines: memory.keep_list(lines), reason };
        Ok((trajectory, memory.keep_list(left_out), unreadable, notes))
    }
}

/// All places of a text in another one, each with its line, from 1.
pub(super) fn places<'t>(text: &'t str, wanted: &'t str) -> impl Iterator<Item = (Range<usize>, usize)> + 't {
    let (mut line, mut counted) = (1, 0);
    text.match_indices(wanted).map(move |(at, found)| {
        line += text[counted..at].bytes().filter(|&byte| byte == b'\n').count();
        counted = at;
        (at..at + found.len(), line)
    })
}

/// The lens of a focal length, the size of the picture and its principal point from the left and the top, in pixels. `None` unless
/// the focal length and the size are above 0. Without a principal point it is in the middle.
pub(super) fn lens(focal: Option<f64>, size: [Option<f64>; 2], principal: [Option<f64>; 2]) -> Option<Lens> {
    let (focal, [Some(w), Some(h)]) = (focal?, size) else { return None };
    let is_right = [focal, w, h].iter().all(|&length| length > 0.0 && length.is_finite());
    let fov_y = (2.0 * libm::atan2(h / 2.0, focal)).to_degrees();
    let part = |at: Option<f64>, size: f64| at.map(|at| at / size).filter(|part| part.is_finite()).unwrap_or(0.5);
    let principal = [part(principal[0], w), part(principal[1], h)];
    let principal = principal.iter().any(|part| (part - 0.5).abs() > 0.0).then_some(principal);
    is_right.then_some(Lens { fov_y: Some(fov_y), aspect: Some(w / h), principal })
}
