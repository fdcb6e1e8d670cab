//! The records of an MCAP file, which is read in pieces.

use std::io::{self, Read, Seek, SeekFrom};

use ::mcap::MAGIC;
use ::mcap::records::{Record, op};

use super::chunk;
use crate::import::trajectory::build::Build;
use crate::source::error::SceneError;

/// What a bag is read from.
pub trait BagSource: Read + Seek {}

impl<T: Read + Seek> BagSource for T {}

/// Opcode and length of a record.
const HEAD: u64 = 9;
/// The footer with its head, and the magic bytes after it.
const FOOTER: u64 = HEAD + 20 + MAGIC.len() as u64;
/// The largest record outside of a chunk that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Whether these are the first bytes of an MCAP file.
pub(super) fn is_bag(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// A file.
pub(super) struct Bag<'s> {
    file: &'s str,
    source: &'s mut dyn BagSource,
    length: u64,
}

/// What is done with each record.
type Visit<'v> = dyn FnMut(&mut Build, Record<'_>) -> Result<(), SceneError> + 'v;

impl<'s> Bag<'s> {
    /// A file that begins with the magic bytes.
    pub(super) fn new(file: &'s str, source: &'s mut dyn BagSource) -> Result<Self, SceneError> {
        let mut bag = Self { file, source, length: 0 };
        bag.length = bag.source.seek(SeekFrom::End(0)).map_err(|error| bag.failed(&error))?;
        let head = bag.bytes(0, MAGIC.len() as u64)?;
        if is_bag(&head) { Ok(bag) } else { Err(bag.error(0, "this is no MCAP file")) }
    }

    /// The place of the summary at the end of the file, when it has one.
    pub(super) fn summary(&mut self) -> Option<u64> {
        let start = self.length.checked_sub(FOOTER)?;
        let bytes = self.bytes(start, FOOTER).ok()?;
        let (head, footer) = bytes.split_at(usize::try_from(HEAD).ok()?);
        let is_footer = head.first() == Some(&op::FOOTER) && footer.ends_with(MAGIC);
        let Ok(Record::Footer(footer)) = ::mcap::parse_record(op::FOOTER, &footer[..20]) else { return None };
        Some(footer.summary_start).filter(|&place| is_footer && place != 0 && place < start)
    }

    /// Visits the wanted records from a place on, at first those after the magic bytes. With `op::CHUNK` those in chunks too.
    /// Returns the error of a file that ends within a record or before its footer, after all records before.
    pub(super) fn walk(
        &mut self,
        build: &mut Build,
        from: Option<u64>,
        wanted: &[u8],
        visit: &mut Visit<'_>,
    ) -> Result<Option<SceneError>, SceneError> {
        let mut at = from.unwrap_or(MAGIC.len() as u64);
        loop {
            let cut = |bag: &Self| Some(bag.error(at, "the file ends here within a record; it was cut"));
            if at.saturating_add(HEAD) > self.length {
                return Ok(cut(self));
            }
            let head = self.bytes(at, HEAD)?;
            let Some((opcode, length)) = head_of(&head) else { return Ok(cut(self)) };
            let body = at + HEAD;
            let Some(end) = body.checked_add(length).filter(|&end| end <= self.length) else { return Ok(cut(self)) };
            if opcode == op::FOOTER {
                return Ok(None);
            }
            if wanted.contains(&opcode) {
                if length > LARGEST {
                    return Err(
                        self.error(at, &format!("the record has {length} bytes, and at most {LARGEST} are read"))
                    );
                }
                let before = build.memory.hold(length)?;
                let bytes = self.bytes(body, length)?;
                self.visit(build, at, (opcode, &bytes), wanted, visit)?;
                build.memory.release_to(before);
            }
            at = end;
        }
    }

    fn visit(
        &self,
        build: &mut Build,
        at: u64,
        (opcode, bytes): (u8, &[u8]),
        wanted: &[u8],
        visit: &mut Visit<'_>,
    ) -> Result<(), SceneError> {
        let record = ::mcap::parse_record(opcode, bytes).map_err(|error| self.error(at, &error.to_string()))?;
        let Record::Chunk { header, data } = record else { return visit(build, record) };
        if !header.compression.is_empty() {
            build.memory.hold(header.uncompressed_size.saturating_mul(chunk::MEMORY))?;
        }
        let records = chunk::records(&header, &data).map_err(|message| self.error(at, &message))?;
        let mut rest = &records[..];
        while !rest.is_empty() {
            let ended = || self.error(at, "a record of this chunk is longer than the chunk");
            let (head, after) = rest.split_at_checked(9).ok_or_else(ended)?;
            let (opcode, length) = head_of(head).ok_or_else(ended)?;
            let length = usize::try_from(length).map_err(|_large| ended())?;
            let (body, after) = after.split_at_checked(length).ok_or_else(ended)?;
            rest = after;
            if opcode != op::CHUNK && wanted.contains(&opcode) {
                let record = ::mcap::parse_record(opcode, body).map_err(|error| self.error(at, &error.to_string()))?;
                visit(build, record)?;
            }
        }
        Ok(())
    }

    fn bytes(&mut self, at: u64, count: u64) -> Result<Vec<u8>, SceneError> {
        let mut bytes = Vec::new();
        let read =
            self.source.seek(SeekFrom::Start(at)).and_then(|_| (&mut *self.source).take(count).read_to_end(&mut bytes));
        read.map_err(|error| self.failed(&error))?;
        if bytes.len() as u64 == count {
            Ok(bytes)
        } else {
            Err(self.error(at, "the file became shorter while it was read"))
        }
    }

    fn failed(&self, error: &io::Error) -> SceneError {
        SceneError::unreadable(self.file, &format!("cannot be read: {error}"), Some("give a file that can be read"))
    }

    fn error(&self, at: u64, message: &str) -> SceneError {
        let help =
            "`ros2 bag info` or `mcap doctor` checks the file, and `mcap recover` writes a copy of what can be read";
        SceneError::unreadable(self.file, &format!("byte {at}: {message}"), Some(help))
    }
}

/// The opcode and the length of a record.
fn head_of(head: &[u8]) -> Option<(u8, u64)> {
    let (opcode, length) = head.split_first()?;
    Some((*opcode, u64::from_le_bytes(length.try_into().ok()?)))
}
