//! The records of a recording of version 4: a head of 48 bytes, the world at the start, records, and a table of shapes.
//!
//! Box3D itself replays them. This module reads what the replay does not give: the time of each step, and the changes between a step and the
//! queries after it. A record is a code of 1 byte, the length of its content in 3 bytes, and the content. Numbers are little-endian.

use std::collections::HashMap;

use eyeline_convert::Pose;
use thiserror::Error;

use crate::native::Key;

const HEAD: usize = 48;
const MAGIC: &[u8; 4] = b"B3RC";
/// The layout of records changes with the major version.
const VERSION: u16 = 4;

mod code {
    pub(super) const DESTROY_WORLD: u8 = 0x01;
    pub(super) const CREATE_BODY: u8 = 0x10;
    pub(super) const SET_TRANSFORM: u8 = 0x20;
    pub(super) const STEP: u8 = 0x80;
    pub(super) const QUERY_TAG: u8 = 0xef;
    pub(super) const STATE_HASH: u8 = 0xf1;
    pub(super) const BOUNDS: u8 = 0xf2;

    pub(super) fn is_query(code: u8) -> bool {
        (0xe8..=0xee).contains(&code)
    }

    /// Whether it changes what a query can meet: bodies and shapes come and go, a body moves or is switched on and off, a shape gets
    /// another geometry or filter. Forces, velocities and joints act only in the next step.
    pub(super) fn changes_bodies(code: u8) -> bool {
        matches!(
            code,
            CREATE_BODY | 0x11 | SET_TRANSFORM | 0x34 | 0x35 | 0x40..=0x46 | 0x54 | 0x59 | 0x5a | 0x5e | 0x5f
        )
    }

    /// Whether it changes a name, a filter or a geometry of a body or shape that exists.
    pub(super) fn changes_shapes(code: u8) -> bool {
        matches!(code, 0x23 | 0x54 | 0x59 | 0x5a | 0x5c | 0x5e | 0x5f)
    }
}

/// The records of a recording.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Stream {
    /// Metres are lengths divided by this.
    pub(crate) units_per_metre: f32,
    /// Up to each step, and what is after the last one; up to the damage where a record is damaged.
    pub(crate) frames: Vec<Frame>,
    /// The first damaged record.
    pub(crate) damage: Option<Damage>,
    /// Whether the recording was ended. Without its end it has no table of shapes, and no hull of it can be replayed.
    pub(crate) is_finished: bool,
}

/// The records up to a step: changes and queries, then the step. Queries are answered before the step.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Frame {
    /// The time of the step in seconds; `None` after the last step.
    pub(crate) step: Option<f32>,
    /// The number of queries.
    pub(crate) queries: usize,
    /// Whether there is a new body.
    pub(crate) creates_bodies: bool,
    /// Whether bodies or shapes that exist have other names, filters or geometries than before.
    pub(crate) changes_shapes: bool,
    /// The bodies that were placed before the last query.
    pub(crate) placed: HashMap<Key, Pose>,
    /// Whether bodies changed after a query, and the frame has more than one world that was asked.
    pub(crate) is_mixed: bool,
}

/// A file that is no recording that can be replayed.
#[derive(Debug, Error, PartialEq)]
pub(crate) enum StreamError {
    #[error("it is not a recording of Box3D: it does not begin with `B3RC`")]
    Magic,
    #[error("it has {0} bytes, and the head of a recording has 48: it is truncated")]
    Short(usize),
    #[error(
        "it has version {0}.{1}, and this program reads recordings of version {VERSION}, which boxddd 0.3 and 0.4 write"
    )]
    Version(u16, u16),
    #[error("it was recorded by a program of {0}-bit words and cannot be replayed here")]
    Words(u32),
    #[error("byte 12: the length units per metre are {0}, and they must be above 0")]
    Units(f32),
    #[error("byte 24: the world at the start has a length of {0} bytes, which does not fit into the file")]
    World(u64),
    #[error(
        "it has {size} bytes, and its table of shapes ends at byte {end}: it is truncated, and without the table it cannot be replayed"
    )]
    Table { size: usize, end: u64 },
}

/// A record that cannot be read.
#[derive(Debug, Error, PartialEq)]
pub(crate) enum Damage {
    #[error("byte {0}: the record does not fit into the file, or is too short for its kind")]
    Record(usize),
    #[error("byte {0}: the step has a time of {1} s in {2} parts")]
    Step(usize, f32, i32),
}

impl Stream {
    /// Reads the records.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, StreamError> {
        if !bytes.starts_with(MAGIC) {
            return Err(StreamError::Magic);
        }
        if bytes.len() < HEAD {
            return Err(StreamError::Short(bytes.len()));
        }
        let version = [4, 6].map(|at| u16::from_le_bytes(array(bytes, at)));
        if version[0] != VERSION {
            return Err(StreamError::Version(version[0], version[1]));
        }
        if usize::from(bytes[8]) != size_of::<usize>() || bytes[9] != 0 {
            return Err(StreamError::Words(8 * u32::from(bytes[8])));
        }
        let units_per_metre = f32::from_le_bytes(array(bytes, 12));
        // The range that Box3D accepts.
        if !(1e-3..=1e6).contains(&units_per_metre) {
            return Err(StreamError::Units(units_per_metre));
        }
        let [world, table, table_length] = [24, 32, 40].map(|at| u64::from_le_bytes(array(bytes, at)));
        let is_finished = table != 0;
        let end = if is_finished { table.saturating_add(table_length) } else { bytes.len() as u64 };
        if end > bytes.len() as u64 {
            return Err(StreamError::Table { size: bytes.len(), end });
        }
        let last = usize::try_from(table).ok().filter(|_| is_finished).unwrap_or(bytes.len());
        let first = usize::try_from(world).ok().and_then(|world| world.checked_add(HEAD));
        let first = first.filter(|first| world > 0 && *first <= last).ok_or(StreamError::World(world))?;
        let mut frames = Vec::new();
        let damage = read(bytes, first, last, &mut frames).err();
        Ok(Self { units_per_metre, frames, damage, is_finished })
    }
}

/// Reads the records between two places.
fn read(bytes: &[u8], first: usize, last: usize, frames: &mut Vec<Frame>) -> Result<(), Damage> {
    let mut reading = Reading::default();
    let mut at = first;
    while at < last {
        let head = bytes.get(at..at + 4).filter(|_| at + 4 <= last).ok_or(Damage::Record(at))?;
        let length = usize::from(head[1]) | usize::from(head[2]) << 8 | usize::from(head[3]) << 16;
        let end = at + 4 + length;
        let content = bytes.get(at + 4..end).filter(|_| end <= last).ok_or(Damage::Record(at))?;
        if head[0] == code::DESTROY_WORLD {
            break;
        }
        if head[0] == code::STEP {
            let step = step(content, at)?;
            frames.push(std::mem::take(&mut reading).frame(Some(step)));
        } else {
            reading.record(head[0], content).ok_or(Damage::Record(at))?;
        }
        at = end;
    }
    frames.push(reading.frame(None));
    Ok(())
}

fn step(content: &[u8], at: usize) -> Result<f32, Damage> {
    if content.len() < 12 {
        return Err(Damage::Record(at));
    }
    let (time, parts) = (f32::from_le_bytes(array(content, 4)), i32::from_le_bytes(array(content, 8)));
    // Damaged numbers would keep the replay busy for hours.
    let is_sane = (0.0..=60.0).contains(&time) && (0..=1000).contains(&parts);
    is_sane.then_some(time).ok_or(Damage::Step(at, time, parts))
}

/// A frame that is read.
#[derive(Debug, Default)]
struct Reading {
    frame: Frame,
    placed: Vec<(Key, Pose)>,
    /// Whether bodies changed after the first query, and whether one of the changes was not a place.
    has_changed: [bool; 2],
}

impl Reading {
    /// Reads a record; `None` when its content is too short.
    fn record(&mut self, code: u8, content: &[u8]) -> Option<()> {
        if matches!(code, code::QUERY_TAG | code::STATE_HASH | code::BOUNDS) {
            return Some(());
        }
        if code::is_query(code) {
            self.frame.is_mixed |= self.has_changed[0];
            self.frame.placed.extend(self.placed.drain(..));
            self.frame.queries += 1;
        }
        self.frame.creates_bodies |= code == code::CREATE_BODY;
        self.frame.changes_shapes |= code::changes_shapes(code);
        if code::changes_bodies(code) && self.frame.queries > 0 {
            self.has_changed[0] = true;
            self.has_changed[1] |= code != code::SET_TRANSFORM;
        }
        if code == code::SET_TRANSFORM {
            self.placed.push(placed(content)?);
        }
        Some(())
    }

    fn frame(mut self, step: Option<f32>) -> Frame {
        // A frame with a new body is seen before its step, after all places. In others, places after the last query are left out.
        self.frame.is_mixed |= self.has_changed[1] || self.frame.creates_bodies && self.has_changed[0];
        self.frame.step = step;
        self.frame
    }
}

/// The body and its place in a record of `b3Body_SetPose`.
fn placed(content: &[u8]) -> Option<(Key, Pose)> {
    if content.len() < 36 {
        return None;
    }
    let body = u64::from_le_bytes(array(content, 0));
    let key = Key { index: i32::try_from(body >> 32).ok()?, generation: u16::try_from(body & 0xffff).ok()? };
    let number = |i: usize| f32::from_le_bytes(array(content, 8 + 4 * i));
    Some((key, Pose::new([0, 1, 2].map(number), [3, 4, 5, 6].map(number))))
}

/// `N` bytes from a place; the callers have checked that they are there.
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(code: u8, content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        [&[code], &length[..3], content].concat()
    }

    fn step_of(time: f32, parts: i32) -> Vec<u8> {
        record(code::STEP, &[&[0; 4][..], &time.to_le_bytes(), &parts.to_le_bytes()].concat())
    }

    fn place(index: u64, x: f32) -> Vec<u8> {
        let numbers = [x, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0].map(f32::to_le_bytes);
        record(code::SET_TRANSFORM, &[&(index << 32 | 7).to_le_bytes()[..], numbers.as_flattened()].concat())
    }

    fn recording(records: &[Vec<u8>]) -> Vec<u8> {
        let (world, records, table) = ([0xaa; 8], records.concat(), [0xbb; 4]);
        let mut bytes =
            [MAGIC, &VERSION.to_le_bytes()[..], &[4, 0, 8, 0, 0, 0], &1_f32.to_le_bytes(), &[0; 8]].concat();
        bytes.extend(8_u64.to_le_bytes());
        bytes.extend((HEAD as u64 + 8 + records.len() as u64).to_le_bytes());
        bytes.extend(4_u64.to_le_bytes());
        [&bytes[..], &world, &records, &table].concat()
    }

    fn place_of(index: i32, x: f32) -> (Key, Pose) {
        (Key { index, generation: 7 }, Pose::new([x, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]))
    }

    #[test]
    fn a_frame_has_its_step_and_the_places_before_its_last_query() {
        let (query, create) = (record(0xec, &[0; 9]), record(code::CREATE_BODY, &[]));
        let table = [
            (vec![], Frame::default()),
            (vec![place(1, 2.0)], Frame::default()),
            (
                vec![place(1, 2.0), query.clone()],
                Frame { queries: 1, placed: [place_of(1, 2.0)].into(), ..Frame::default() },
            ),
            (
                vec![place(1, 2.0), place(1, 3.0), query.clone(), place(2, 4.0)],
                Frame { queries: 1, placed: [place_of(1, 3.0)].into(), ..Frame::default() },
            ),
            (
                vec![query.clone(), place(1, 2.0), query.clone()],
                Frame { queries: 2, placed: [place_of(1, 2.0)].into(), is_mixed: true, ..Frame::default() },
            ),
            (vec![create.clone(), query.clone()], Frame { queries: 1, creates_bodies: true, ..Frame::default() }),
            (
                vec![query.clone(), create.clone()],
                Frame { queries: 1, creates_bodies: true, is_mixed: true, ..Frame::default() },
            ),
            (
                vec![create, query.clone(), place(1, 2.0)],
                Frame { queries: 1, creates_bodies: true, is_mixed: true, ..Frame::default() },
            ),
            (vec![query.clone(), record(0x21, &[]), query.clone()], Frame { queries: 2, ..Frame::default() }),
            (vec![record(0x5c, &[]), query], Frame { queries: 1, changes_shapes: true, ..Frame::default() }),
        ];
        for (records, expected) in table {
            let bytes = recording(&[records.concat(), step_of(0.5, 4), record(code::DESTROY_WORLD, &[0; 4])]);
            let stream = Stream::read(&bytes).unwrap();
            let frames = [Frame { step: Some(0.5), ..expected }, Frame::default()];
            assert_eq!((stream.frames, stream.is_finished), (frames.into(), true), "{records:?}");
        }
    }

    #[test]
    fn a_recording_without_its_end_is_read_to_the_end_of_the_file() {
        let mut bytes = recording(&[step_of(0.5, 4), step_of(0.25, 4)]);
        bytes[32..48].fill(0);
        bytes.truncate(bytes.len() - 4);
        let stream = Stream::read(&bytes).unwrap();
        let steps: Vec<_> = stream.frames.iter().map(|frame| frame.step).collect();
        assert_eq!((steps, stream.is_finished), (vec![Some(0.5), Some(0.25), None], false));
    }

    #[test]
    fn other_files_are_errors_with_the_place() {
        let whole = recording(&[step_of(0.5, 4)]);
        let changed = |at: usize, new: &[u8]| {
            let mut bytes = whole.clone();
            bytes[at..at + new.len()].copy_from_slice(new);
            bytes
        };
        let table = [
            (b"\x89MCAP0\r\n".to_vec(), StreamError::Magic),
            (Vec::new(), StreamError::Magic),
            (whole[..20].to_vec(), StreamError::Short(20)),
            (changed(4, &[3, 0]), StreamError::Version(3, 4)),
            (changed(8, &[4]), StreamError::Words(32)),
            (changed(12, &(-1_f32).to_le_bytes()), StreamError::Units(-1.0)),
            (changed(24, &[0; 8]), StreamError::World(0)),
            (changed(24, &[0xff; 8]), StreamError::World(u64::MAX)),
            (whole[..whole.len() - 1].to_vec(), StreamError::Table { size: whole.len() - 1, end: whole.len() as u64 }),
        ];
        for (bytes, expected) in table {
            assert_eq!(Stream::read(&bytes), Err(expected));
        }
    }

    #[test]
    fn the_steps_before_a_damaged_record_are_read() {
        let good = step_of(0.5, 4);
        // The record after the good step.
        let at = HEAD + 8 + good.len();
        let mut long = step_of(0.5, 4);
        long[1] = 0xff;
        let table = [
            (long, Damage::Record(at)),
            (vec![code::STEP, 0], Damage::Record(at)),
            (record(code::STEP, &[0; 4]), Damage::Record(at)),
            (step_of(-1.0, 4), Damage::Step(at, -1.0, 4)),
            (step_of(0.5, 1 << 30), Damage::Step(at, 0.5, 1 << 30)),
            (record(code::SET_TRANSFORM, &[0; 8]), Damage::Record(at)),
        ];
        for (damaged, expected) in table {
            let stream = Stream::read(&recording(&[good.clone(), damaged])).unwrap();
            let frames = vec![Frame { step: Some(0.5), ..Frame::default() }];
            assert_eq!((stream.frames, stream.damage), (frames, Some(expected)));
        }
    }
}
