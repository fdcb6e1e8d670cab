//! The rows of the lesson: the glyphs of each digit.

use crate::octree::morton::decode;
use crate::octree::{Method, Placement, Region};

/// The lesson of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lesson {
    /// The number of octal digits of a leaf's code, one column each.
    pub(super) digits: u32,
    /// The number of leading digits that give the cell.
    pub(super) kept: u32,
    /// The first digit in which the codes of the corners differ.
    pub(super) deciding: Option<u32>,
    pub(super) rows: Vec<LessonRow>,
    /// Level, code and index of the cell.
    pub(super) cell: String,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LessonRow {
    /// Its label, such as "min x".
    pub(super) name: &'static str,
    /// The whole number: a coordinate, or a code in octal.
    pub(super) value: String,
    pub(super) glyphs: Vec<Glyph>,
    /// Whether a gap comes before it.
    pub(super) begins: bool,
}

/// A bit or an octal digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    /// Column, from 0.
    pub(super) digit: u32,
    /// The axis of a bit, 0 to 2. An octal digit has none.
    pub(super) axis: Option<usize>,
    /// 0 or 1; 0 to 7.
    pub(super) value: u32,
}

impl Lesson {
    pub(super) fn of(region: &Region, method: Method, placement: &Placement) -> Self {
        let (depth, cell) = (region.depth(), placement.cell);
        let mut rows = Vec::new();
        let mut deciding = None;
        match (placement.corners, method) {
            (Some(corners), Method::Tight) => {
                let names =
                    [["min x", "min y", "min z", "code", "octal"], ["max x", "max y", "max z", "code", "octal"]];
                for (names, code) in names.into_iter().zip([corners.min_morton, corners.max_morton]) {
                    interleaved_rows(&mut rows, names, code, depth);
                }
                rows.push(LessonRow { begins: true, ..bits("XOR", corners.xor(), depth) });
                rows.push(octal("octal", corners.xor(), depth));
                deciding = (corners.xor() != 0).then_some(cell.level());
            }
            (Some(_), Method::Loose) => {
                interleaved_rows(
                    &mut rows,
                    ["cell x", "cell y", "cell z", "code", "octal"],
                    cell.morton(),
                    cell.level(),
                );
            }
            (None, _) => {}
        }
        let cell = format!("level {}, {}, index {}", cell.level(), cell.octal(), cell.index());
        Self { digits: depth, kept: placement.cell.level(), deciding, rows, cell }
    }

    /// The lesson as one line for screen readers.
    pub(super) fn spoken(&self) -> String {
        let rows = self.rows.iter().map(|row| format!("{} {}", row.name, row.value));
        rows.chain([format!("cell {}", self.cell)]).collect::<Vec<_>>().join("; ")
    }
}

/// The three coordinates of a code, and the code in bits and in octal.
fn interleaved_rows(rows: &mut Vec<LessonRow>, names: [&'static str; 5], code: u32, digits: u32) {
    let coordinates = decode(code);
    for axis in 0..3 {
        let width = digits as usize;
        let value = format!("{} = {:0width$b}", coordinates[axis], coordinates[axis]);
        let glyphs = bits("", code, digits).glyphs.into_iter().filter(|glyph| glyph.axis == Some(axis)).collect();
        rows.push(LessonRow { name: names[axis], value, glyphs, begins: axis == 0 && !rows.is_empty() });
    }
    rows.push(bits(names[3], code, digits));
    rows.push(octal(names[4], code, digits));
}

fn bits(name: &'static str, code: u32, digits: u32) -> LessonRow {
    let glyphs = (0..digits).flat_map(|digit| {
        // The highest bit of a digit is that of z.
        [2, 1, 0].map(|axis| Glyph { digit, axis: Some(axis), value: octal_digit(code, digits, digit) >> axis & 1 })
    });
    LessonRow { name, value: String::new(), glyphs: glyphs.collect(), begins: false }
}

fn octal(name: &'static str, code: u32, digits: u32) -> LessonRow {
    let glyphs = (0..digits).map(|digit| Glyph { digit, axis: None, value: octal_digit(code, digits, digit) });
    let value = if digits == 0 { "root".to_owned() } else { format!("0o{code:0width$o}", width = digits as usize) };
    LessonRow { name, value, glyphs: glyphs.collect(), begins: false }
}

fn octal_digit(code: u32, digits: u32, digit: u32) -> u32 {
    crate::octree::morton::digit(code, digits, digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::octree::place;
    use glam::Vec3;

    fn lesson(method: Method, centre: [f32; 3]) -> Lesson {
        let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4).unwrap();
        let aabb = Aabb::around(centre.into(), Vec3::splat(0.25));
        Lesson::of(&region, method, &place(&region, method, &aabb))
    }

    fn text(row: &LessonRow) -> String {
        row.glyphs.iter().map(|glyph| glyph.value.to_string()).collect()
    }

    #[test]
    fn bits_are_in_their_columns() {
        // Leaves from (10, 8, 8) to (11, 8, 8): they differ in the last digit, on x.
        let lesson = lesson(Method::Tight, [2.9, 0.5, 0.5]);
        let row = |i: usize| (lesson.rows[i].name, text(&lesson.rows[i]), lesson.rows[i].value.clone());
        assert_eq!(row(0), ("min x", "1010".into(), "10 = 1010".into()));
        assert_eq!(row(1), ("min y", "1000".into(), "8 = 1000".into()));
        assert_eq!(row(3), ("code", "111000001000".into(), String::new()));
        assert_eq!(row(4), ("octal", "7010".into(), "0o7010".into()));
        assert_eq!(row(9), ("octal", "7011".into(), "0o7011".into()));
        assert_eq!(row(10), ("XOR", "000000000001".into(), String::new()));
        assert_eq!((lesson.deciding, lesson.kept), (Some(3), 3));
        assert!(lesson.spoken().ends_with("cell level 3, 0o701, index 522"), "{}", lesson.spoken());
    }

    #[test]
    fn the_rows_of_the_axes_interleave_to_the_woven_row() {
        for lesson in [lesson(Method::Tight, [-3.3, 5.1, 0.7]), lesson(Method::Loose, [-3.3, 5.1, 0.7])] {
            let mut spread: Vec<_> = lesson.rows[..3].iter().flat_map(|row| row.glyphs.clone()).collect();
            spread.sort_by_key(|glyph| (glyph.digit, std::cmp::Reverse(glyph.axis)));
            assert_eq!(spread, lesson.rows[3].glyphs);
        }
    }

    #[test]
    fn a_loose_cell_has_the_digits_of_its_level_and_outside_objects_have_none() {
        let loose = lesson(Method::Loose, [0.1, 0.5, 0.5]);
        assert_eq!((loose.deciding, loose.rows.len()), (None, 5));
        let outside = lesson(Method::Tight, [8.0, 0.0, 0.0]);
        assert_eq!((outside.rows.len(), outside.deciding, &*outside.cell), (0, None, "level 0, root, index 0"));
        let whole = lesson(Method::Tight, [0.5, 0.5, 0.5]);
        assert_eq!((whole.deciding, whole.kept), (None, 4));
    }
}
