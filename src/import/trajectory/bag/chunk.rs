//! Decompresses the records of a chunk.

use std::borrow::Cow;
use std::io::Read;

use ::mcap::records::ChunkHeader;
use lz4_flex::frame::FrameDecoder;
use ruzstd::StreamingDecoder;

use crate::source::error::quoted;

/// How many times the size of its records a chunk takes while it is decompressed: the records, which grow by doubling, and the
/// window of the decoder, which does too.
pub(super) const MEMORY: u64 = 4;

/// The records of a chunk. The caller has reserved [`MEMORY`] times their size.
pub(super) fn records<'d>(header: &ChunkHeader, data: &'d [u8]) -> Result<Cow<'d, [u8]>, String> {
    let size = header.uncompressed_size;
    let records = match &*header.compression {
        "" => Cow::Borrowed(data),
        "lz4" => Cow::Owned(read(&mut FrameDecoder::new(data), size)?),
        "zstd" => Cow::Owned(frames_of_zstd(data, size)?),
        other => return Err(format!("the compression {} is not read; ROS 2 writes `zstd` and `lz4`", quoted(other))),
    };
    if records.len() as u64 != size {
        return Err(format!("the chunk has {} bytes, and its header says {size}", records.len()));
    }
    let saved = header.uncompressed_crc;
    if saved != 0 && saved != crc32fast::hash(&records) {
        return Err("the checksum of the chunk differs from that in its header".to_owned());
    }
    Ok(records)
}

/// At most `size` bytes.
fn read(decoder: &mut dyn Read, size: u64) -> Result<Vec<u8>, String> {
    let mut records = Vec::new();
    let read = decoder.take(size).read_to_end(&mut records);
    read.map_err(|error| format!("the chunk cannot be decompressed: {error}"))?;
    Ok(records)
}

/// A chunk may have several frames.
fn frames_of_zstd(mut data: &[u8], size: u64) -> Result<Vec<u8>, String> {
    let mut records = Vec::new();
    while !data.is_empty() && (records.len() as u64) < size {
        let mut decoder =
            StreamingDecoder::new(&mut data).map_err(|error| format!("the chunk cannot be decompressed: {error}"))?;
        let frame = read(&mut decoder, size - records.len() as u64)?;
        if records.is_empty() {
            records = frame;
        } else {
            records.extend_from_slice(&frame);
        }
    }
    Ok(records)
}
