//! The parts that all formats share: places in the text, checks of a pose, and frames with ascending times.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec3};

use super::{LeftOut, Settings, UNIT};
use crate::budget::{OverBudget, Reservation};
use crate::source::error::{SceneError, SceneWarning, line_and_column};
use crate::trajectory::{Convention, FRAME_BYTES, Frame, Lens, Tracking, Trajectory};

/// The number of bytes of each reservation.
const STEP: u64 = 1 << 16;

/// A trajectory that is being read.
pub(super) struct Build<'a> {
    file: &'a str,
    pub(super) text: &'a str,
    pub(super) convention: Convention,
    pub(super) trajectory: Trajectory,
    start: f64,
    /// The time of the last frame in the file, from the first frame on.
    last: Option<f64>,
    left_out: Vec<LeftOut>,
    /// How many rotations were not of unit length, with the place and the length of the first.
    uneven: Option<(usize, Range<usize>, f64)>,
    memory: &'a mut Reservation,
    /// The reserved bytes that are not used yet.
    room: u64,
    /// The first request that did not fit. Nothing is stored after it.
    over: Option<OverBudget>,
}

/// Frames, those left out, and warnings.
pub(super) type Finished = (Trajectory, Vec<LeftOut>, Vec<SceneWarning>);

impl<'a> Build<'a> {
    pub(super) fn new(
        file: &'a str,
        text: &'a str,
        convention: Convention,
        settings: &Settings,
        memory: &'a mut Reservation,
    ) -> Self {
        let trajectory = Trajectory { jump: settings.jump, ..Trajectory::default() };
        let (start, left_out) = (settings.start, Vec::new());
        Self {
            file,
            text,
            convention,
            trajectory,
            start,
            last: None,
            left_out,
            uneven: None,
            memory,
            room: 0,
            over: None,
        }
    }

    /// Reserves memory for as long as the recording is read.
    pub(super) fn hold(&mut self, bytes: u64) -> Result<(), SceneError> {
        self.memory.grow(bytes).map_err(|over| self.over_budget(over))
    }

    /// Returns memory of [`Build::hold`].
    pub(super) fn release(&mut self, bytes: u64) {
        self.memory.shrink_to(self.memory.bytes().saturating_sub(bytes));
    }

    /// Reserves memory for what stays with the recording.
    pub(super) fn keep(&mut self, bytes: u64) -> Result<(), SceneError> {
        if self.has_room(bytes) { Ok(()) } else { self.over.map_or(Ok(()), |over| Err(self.over_budget(over))) }
    }

    fn over_budget(&self, over: OverBudget) -> SceneError {
        SceneError::over_budget(self.file, "this recording", over)
    }

    /// Whether some bytes can be stored. They are reserved then.
    fn has_room(&mut self, bytes: u64) -> bool {
        if self.room < bytes && self.over.is_none() {
            match self.memory.grow(bytes.max(STEP)) {
                Ok(()) => self.room += bytes.max(STEP),
                Err(over) => self.over = Some(over),
            }
        }
        let has_room = self.over.is_none();
        self.room -= if has_room { bytes } else { 0 };
        has_room
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
    pub(super) fn set_lens(&mut self, lens: Option<Lens>) {
        let next = self.next();
        let lenses = &mut self.trajectory.lenses;
        if lenses.last().and_then(|(_, last)| *last) != lens {
            lenses.push((next, lens));
        }
    }

    /// Whether a frame is later than the one before. `time` counts from the first frame of the file.
    pub(super) fn is_later(&self, time: f64) -> bool {
        self.last.is_none_or(|last| time > last)
    }

    /// The scene time of a time that counts from the first frame.
    pub(super) fn scene_time(&self, time: f64) -> f64 {
        self.start + time
    }

    /// Appends a frame whose time is later than the one before.
    pub(super) fn push(&mut self, time: f64, position: DVec3, rotation: DQuat, tracking: Tracking) {
        let (position, rotation) = self.convention.pose(position, rotation);
        let frame = Frame { time: self.scene_time(time), position, rotation, tracking };
        if self.has_room(FRAME_BYTES as u64) {
            self.trajectory.frames.push(&frame);
        }
        self.last = Some(time);
    }

    /// Appends a frame of another program, or leaves it out.
    pub(super) fn push_later(&mut self, line: usize, time: f64, position: DVec3, rotation: DQuat) {
        if self.is_later(time) {
            self.push(time, position, rotation, Tracking::Normal);
        } else if self.has_room(size_of::<LeftOut>() as u64) {
            self.left_out.push(LeftOut { line, time: self.scene_time(time) });
        }
    }

    pub(super) fn finish(mut self) -> Result<Finished, SceneError> {
        if let Some(over) = self.over {
            return Err(self.over_budget(over));
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
        let notes = self.uneven.take().map(|(count, span, length)| {
            let (line, column) = line_and_column(self.text, span.start);
            let message = match count {
                1 => format!("this rotation has the length {length:.6}; it was normalised"),
                _ => {
                    format!("{count} rotations are not of unit length; they were normalised. This one has {length:.6}")
                }
            };
            SceneWarning::new(self.file, line, column, message)
        });
        Ok((self.trajectory, self.left_out, notes.into_iter().collect()))
    }
}
