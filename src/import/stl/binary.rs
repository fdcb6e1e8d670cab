//! Binary STL: 80 bytes of anything, the number of triangles, and 50 bytes for each: a normal, three corners, and two bytes
//! that programs use for colours.

use glam::Vec3;

use super::solid::{JoinedSolid, NormalSides, NotFinite};
use crate::geometry::narrate::counted;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::limits::READY;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::plain_meshes::PlainMeshes;
use crate::import::level::plain_note::PlainNote;
use crate::import::level::work::LevelWork;

/// The bytes before the triangles.
pub(super) const HEADER: usize = COUNT + 4;
/// The bytes before the number of triangles.
pub(super) const COUNT: usize = 80;
/// The bytes of a triangle.
pub(super) const TRIANGLE: usize = 50;
/// The number of triangles between two checks for a cancel.
const STEP: usize = 1 << 14;
/// What to do with a file that does not have the size that it claims.
const HELP: &str = "export it again; it is cut off, or it is no STL";

/// Whether the size of a file is that of its number of triangles.
pub(super) fn has_exact_size(bytes: &[u8]) -> bool {
    claimed(bytes).is_some_and(|count| size(count) == bytes.len() as u64)
}

/// The number of triangles that the header says.
pub(super) fn claimed(bytes: &[u8]) -> Option<u32> {
    bytes.get(COUNT..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// The size of a file with so many triangles.
fn size(triangles: u32) -> u64 {
    HEADER as u64 + u64::from(triangles) * TRIANGLE as u64
}

/// Reads the one solid of a binary file.
pub(super) fn read(bytes: &[u8], name: &str, work: &LevelWork) -> Result<PlainMeshes> {
    let Some(count) = claimed(bytes) else {
        let length = counted(bytes.len(), "byte");
        let message = format!(
            "this is no STL: a text begins with `solid`, and a binary file has {HEADER} bytes before its triangles, but \
             the file has {length}"
        );
        return Err(LevelError::file(message).help(HELP));
    };
    let triangles = &bytes[HEADER..];
    if size(count) > bytes.len() as u64 {
        let message = format!(
            "the header says {}, which end at byte {}, but the file has {} bytes, enough for {}",
            counted(count as usize, "triangle"),
            size(count),
            bytes.len(),
            triangles.len() / TRIANGLE,
        );
        return Err(LevelError::at(LevelPlace::Byte(COUNT), message).help(HELP));
    }
    let count = count as usize;
    // A level that does not fit is refused before its triangles are read.
    work.check_room((count as u64).saturating_mul((size_of::<[u32; 3]>() + READY) as u64))?;
    let (mut notes, mut sides, mut not_finite) = (Notes::default(), NormalSides::default(), NotFinite::default());
    let mut solid = JoinedSolid::new(name, work);
    work.charged(solid.mesh.triangles.reserve_exact(count))?;
    let (whole, _) = triangles.as_chunks::<TRIANGLE>();
    for (i, triangle) in whole.iter().take(count).enumerate() {
        if i % STEP == 0 {
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            work.advance(if i == 0 { 0 } else { (STEP * TRIANGLE) as u64 });
        }
        let (normal, corners) = (vector(triangle, 0), corners(triangle));
        let mut vertices = [0; 3];
        for (place, (vertex, corner)) in vertices.iter_mut().zip(corners).enumerate() {
            let (number, is_new) = solid.vertex(corner)?;
            *vertex = number;
            if is_new {
                let byte = HEADER + i * TRIANGLE + (place + 1) * VECTOR;
                not_finite.count(corner, || LevelPlace::Byte(byte));
            }
        }
        sides.count(normal, corners);
        solid.add(vertices)?;
    }
    work.advance((bytes.len() - count.saturating_sub(1) / STEP * STEP * TRIANGLE) as u64);
    let end = HEADER + count * TRIANGLE;
    notes.add_many(NoteKind::Plain(PlainNote::BytesLeft), LevelPlace::Byte(end), bytes.len() - end);
    not_finite.note(&mut notes);
    sides.note(&mut notes);
    Ok(PlainMeshes { meshes: vec![solid.mesh], notes })
}

/// The bytes of a normal or a corner.
const VECTOR: usize = 12;

/// The corners of a triangle.
pub(super) fn corners(triangle: &[u8; TRIANGLE]) -> [Vec3; 3] {
    [1, 2, 3].map(|index| vector(triangle, index))
}

/// The normal of a triangle, or a corner after it.
fn vector(triangle: &[u8; TRIANGLE], index: usize) -> Vec3 {
    let (numbers, _) = triangle[index * VECTOR..(index + 1) * VECTOR].as_chunks::<4>();
    Vec3::from_slice(&[0, 1, 2].map(|axis| numbers.get(axis).copied().map_or(0.0, f32::from_le_bytes)))
}
