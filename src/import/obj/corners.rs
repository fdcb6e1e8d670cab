//! What the corners of an OBJ's faces have beside a position: texture coordinates, a normal, and the colour of the vertex.
//!
//! No answer depends on them. A corner that names one which does not exist has none, and that is a note.

use glam::{Vec2, Vec3};

use crate::budget::{Budget, ChargedVec, OverBudget};
use crate::import::level::error::LevelPlace;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::text_lines::{TextLine, coordinate};

/// The index of texture coordinates or a normal that a corner does not have.
pub(super) const NONE: u32 = u32::MAX;

/// The texture coordinates and the normal of a corner, by their indices in the file; [`NONE`] without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Corner {
    pub(super) uv: u32,
    pub(super) normal: u32,
}

impl Corner {
    pub(super) const PLAIN: Self = Self { uv: NONE, normal: NONE };
}

/// The lists of a file.
pub(super) struct Attributes {
    /// From the upper left corner of the image, as in glTF; `v` of the file goes up.
    pub(super) uvs: ChargedVec<Vec2>,
    /// Of any length.
    pub(super) normals: ChargedVec<Vec3>,
    /// sRGB, for each vertex up to the last one with a colour.
    pub(super) colors: ChargedVec<[u8; 3]>,
    /// The greatest index that a corner names before it is defined, with its place: of texture coordinates and of normals.
    ahead: [Option<(usize, LevelPlace)>; 2],
}

/// The greatest indices that the corners of a face name, with their words: of texture coordinates and of normals. A word
/// that is no index has the greatest of all.
pub(super) type Greatest<'w> = [Option<(usize, &'w str)>; 2];

impl Attributes {
    /// Lists with memory for so many texture coordinates and normals.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(super) fn with_capacity(budget: &Budget, uvs: usize, normals: usize) -> Result<Self, OverBudget> {
        Ok(Self {
            uvs: ChargedVec::with_capacity(budget, uvs)?,
            normals: ChargedVec::with_capacity(budget, normals)?,
            colors: ChargedVec::new(budget),
            ahead: [None, None],
        })
    }

    /// Adds the texture coordinates of a line `vt u v w`. A `v` that is missing is 0, and `w` is not used.
    ///
    /// # Errors
    /// When there is no memory for them, here and below.
    pub(super) fn add_uv(&mut self, line: &TextLine, rest: &str, notes: &mut Notes) -> Result<(), OverBudget> {
        let mut numbers = rest.split_ascii_whitespace().map_while(coordinate).filter(|number| number.is_finite());
        let u = numbers.next();
        if u.is_none() {
            notes.add(NoteKind::Attribute("`vt` has no finite number".to_owned()), line.place(rest));
        }
        self.uvs.push(u.map_or(Vec2::ZERO, |u| Vec2::new(u, 1.0 - numbers.next().unwrap_or(0.0))))
    }

    /// Adds the normal of a line `vn x y z`.
    pub(super) fn add_normal(&mut self, line: &TextLine, rest: &str, notes: &mut Notes) -> Result<(), OverBudget> {
        let mut numbers = rest.split_ascii_whitespace().map_while(coordinate);
        let normal = [(); 3].map(|()| numbers.next().unwrap_or(f32::NAN));
        let normal = Vec3::from(normal);
        if !normal.is_finite() {
            notes.add(NoteKind::Attribute("`vn` has no three finite numbers".to_owned()), line.place(rest));
        }
        self.normals.push(if normal.is_finite() { normal } else { Vec3::ZERO })
    }

    /// Adds the colour of the vertex with this index, if its line has exactly three numbers after the position: red, green
    /// and blue from 0 to 1.
    pub(super) fn add_color<'w>(
        &mut self,
        vertex: usize,
        mut rest: impl Iterator<Item = &'w str>,
    ) -> Result<(), OverBudget> {
        let mut number = || rest.next()?.parse::<f32>().ok().filter(|number| number.is_finite());
        let (Some(red), Some(green), Some(blue)) = (number(), number(), number()) else { return Ok(()) };
        if rest.next().is_none_or(|word| word.starts_with('#')) {
            self.colors.resize(vertex, [u8::MAX; 3])?;
            self.colors.push([red, green, blue].map(byte))?;
        }
        Ok(())
    }

    /// The indices of a corner such as `7/1/2` or `7//-1`.
    pub(super) fn corner<'w>(&self, word: &'w str, greatest: &mut Greatest<'w>) -> Corner {
        let mut parts = word.split('/').skip(1);
        let mut index = |kind: usize, count: usize| {
            let written = parts.next().filter(|written| !written.is_empty())?;
            let index = index(written, count);
            let at = index.map_or(usize::MAX, |index| index as usize);
            if at >= count && greatest[kind].is_none_or(|(greatest, _)| at > greatest) {
                greatest[kind] = Some((at, word));
            }
            index
        };
        let uv = index(0, self.uvs.len()).unwrap_or(NONE);
        Corner { uv, normal: index(1, self.normals.len()).unwrap_or(NONE) }
    }

    /// Stores the greatest indices of a face for [`Attributes::note_missing`].
    pub(super) fn look_ahead(&mut self, greatest: Greatest, line: &TextLine) {
        for (ahead, greatest) in self.ahead.iter_mut().zip(greatest) {
            if let Some((index, word)) = greatest.filter(|(index, _)| ahead.as_ref().is_none_or(|(at, _)| index > at)) {
                *ahead = Some((index, line.place(word)));
            }
        }
    }

    /// Adds notes for indices that the whole file does not define.
    pub(super) fn note_missing(&mut self, notes: &mut Notes) {
        let counts = [self.uvs.len(), self.normals.len()];
        for ((ahead, count), what) in self.ahead.iter_mut().zip(counts).zip(["texture coordinates", "a normal"]) {
            if let Some((_, place)) = ahead.take().filter(|(index, _)| *index >= count) {
                notes.add(NoteKind::NoCorner(what), place);
            }
        }
    }
}

/// An index from 0, of one counted from 1 or back from the end of `count` so far; `None` for a word that is no index.
fn index(written: &str, count: usize) -> Option<u32> {
    let index = match written.parse::<i64>().ok()? {
        0 => return None,
        number @ 1.. => usize::try_from(number - 1).ok()?,
        number => count.checked_sub(usize::try_from(number.unsigned_abs()).ok()?)?,
    };
    u32::try_from(index).ok().filter(|index| *index != NONE)
}

/// A part of a colour from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}
