//! A solid of an STL while its triangles are read: corners with the same bits are one vertex.

use std::collections::HashMap;
use std::mem::replace;

use glam::Vec3;

use crate::budget::Reservation;
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::plain_meshes::PlainMesh;
use crate::import::level::plain_note::PlainNote;
use crate::import::level::work::LevelWork;

/// The least number of vertices for which there is memory.
const LEAST: usize = 8;
/// The bytes of a place of the table, and of the table beside its places.
const PLACE: usize = size_of::<([u32; 3], u32)>() + 1;
const TABLE: usize = 64;

/// A solid so far.
pub(super) struct JoinedSolid<'w> {
    work: &'w LevelWork<'w>,
    pub(super) mesh: PlainMesh,
    /// Each vertex by the bits of its position. A file chooses these, so the hash has a random key.
    vertices: HashMap<[u32; 3], u32>,
    /// Of the table of vertices.
    memory: Reservation,
}

impl<'w> JoinedSolid<'w> {
    /// A solid without triangles.
    pub(super) fn new(name: &str, work: &'w LevelWork<'w>) -> Self {
        let (mesh, memory) = (PlainMesh::new(name, work), work.budget().nothing());
        Self { work, mesh, vertices: HashMap::new(), memory }
    }

    /// The vertex of a corner, and whether it is a new one.
    pub(super) fn vertex(&mut self, corner: Vec3) -> Result<(u32, bool)> {
        if self.vertices.len() == self.vertices.capacity() {
            self.grow()?;
        }
        let next = self.mesh.positions.len();
        let bits = corner.to_array().map(f32::to_bits);
        let vertex = *self.vertices.entry(bits).or_insert(u32::try_from(next).unwrap_or(u32::MAX));
        let is_new = vertex as usize == next;
        if is_new {
            self.work.charged(self.mesh.positions.push(corner))?;
        }
        Ok((vertex, is_new))
    }

    /// Makes room for twice as many vertices. Both tables exist for a moment.
    fn grow(&mut self) -> Result<()> {
        let capacity = (2 * self.vertices.capacity()).max(LEAST);
        // A table is full when 7 of 8 places are taken, and the number of its places is a power of 2.
        let places = (capacity * 8 / 7 + 1).next_power_of_two();
        let _old = replace(&mut self.memory, self.work.borrow((places * PLACE + TABLE) as u64)?);
        self.vertices.reserve(capacity - self.vertices.len());
        Ok(())
    }

    /// Adds a triangle of vertices.
    pub(super) fn add(&mut self, vertices: [u32; 3]) -> Result<()> {
        self.work.charged(self.mesh.triangles.push(vertices))
    }
}

/// How many stored normals point to which side of the winding.
#[derive(Default)]
pub(super) struct NormalSides {
    along: usize,
    against: usize,
}

impl NormalSides {
    /// Counts the normal of a triangle, unless it or the triangle has no direction.
    pub(super) fn count(&mut self, normal: Vec3, corners: [Vec3; 3]) {
        let [a, b, c] = corners.map(Vec3::as_dvec3);
        let side = (b - a).cross(c - a).dot(normal.as_dvec3());
        self.along += usize::from(side > 0.0);
        self.against += usize::from(side < 0.0);
    }

    /// Adds a note when most normals point to the other side.
    pub(super) fn note(&self, notes: &mut Notes) {
        if self.against > self.along {
            notes.add_many(
                NoteKind::Plain(PlainNote::NormalsAgainst(self.along + self.against)),
                LevelPlace::File,
                self.against,
            );
        }
    }
}

/// The vertices that are not finite, with the place of the first.
#[derive(Default)]
pub(super) struct NotFinite {
    count: usize,
    first: Option<LevelPlace>,
}

impl NotFinite {
    /// Counts a new vertex if it is not finite.
    pub(super) fn count(&mut self, vertex: Vec3, place: impl FnOnce() -> LevelPlace) {
        if !vertex.is_finite() {
            self.count += 1;
            self.first.get_or_insert_with(place);
        }
    }

    /// Adds a note when there are some.
    pub(super) fn note(self, notes: &mut Notes) {
        notes.add_many(NoteKind::NotFinite, self.first.unwrap_or(LevelPlace::File), self.count);
    }
}
