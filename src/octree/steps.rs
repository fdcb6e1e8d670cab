//! The steps of octree queries: their words and marks, made from their [values](super::values) alone. Nothing here is
//! called for [`Silent`](crate::geometry::Silent).

use glam::Vec3;

use super::cell::{Cell, first_index};
use super::cell_words::name;
use super::method::Method;
use super::pair_steps;
use super::placement::{AxisSet, LeafCorners, Placement};
use super::region::{AXES, Region};
use super::values::OctreeValues;
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Aabb, Mark, MarkShape, OtherValues, Step, Tone, Values};

/// A step with its values.
pub(super) fn step(values: OctreeValues) -> Step {
    let words = match &values {
        OctreeValues::Region(of) => region(of),
        OctreeValues::Outside { region, aabb } => outside(region, aabb),
        OctreeValues::CornerLeaves { region, aabb, leaves } => corner_leaves(region, aabb, *leaves),
        OctreeValues::CornerCodes { region, aabb, corners } => corner_codes(region, aabb, *corners),
        OctreeValues::DecidingDigit { region, aabb, corners, cell, straddles } => {
            deciding_digit(region, aabb, *corners, *cell, *straddles)
        }
        OctreeValues::Size { region, aabb, extents, level } => size(region, aabb, *extents, *level),
        OctreeValues::Centre { region, centre: at, cell } => centre(region, *at, *cell),
        OctreeValues::Cell { region, method, placement } => cell(region, *method, placement),
        OctreeValues::PairCells(values) => pair_steps::cells(values),
        OctreeValues::PairBoxes { boxes, overlaps } => pair_steps::boxes(boxes, *overlaps),
    };
    Step { values: Some(Values::Other(OtherValues::new(values))), ..words }
}

/// The region and the size of its leaves.
fn region(region: &Region) -> Step {
    let (depth, leaves) = (region.depth(), 1_u32 << region.depth());
    Step {
        title: "Region".into(),
        formula: "unit = (max − min) / 2^depth".into(),
        numbers: format!(
            "unit = ({} − {}) / 2^{depth} = {}",
            vec3(region.max()),
            vec3(region.min()),
            vec3(region.unit())
        ),
        outcome: format!(
            "The region is halved {depth} times: {leaves} leaves on each axis, each {} m large.",
            vec3(region.unit())
        ),
        tone: Tone::Note,
        marks: Mark::edges(&region.bounds(Cell::ROOT), Tone::Note).into(),
        ..Step::default()
    }
}

/// The box reaches out of the region.
fn outside(region: &Region, aabb: &Aabb) -> Step {
    let mut faces = Vec::new();
    for (axis, letter) in AXES.into_iter().enumerate() {
        let is_below = aabb.min[axis] < region.min()[axis];
        let is_above = aabb.max[axis] > region.max()[axis];
        faces.extend(is_below.then(|| format!("−{letter}")));
        faces.extend(is_above.then(|| format!("+{letter}")));
    }
    let where_to = if faces.is_empty() { String::new() } else { format!(" on {}", faces.join(", ")) };
    Step {
        title: "Out of the region".into(),
        formula: "region.min ≤ box.min and box.max ≤ region.max, on every axis".into(),
        numbers: format!("box from {} to {}", vec3(aabb.min), vec3(aabb.max)),
        outcome: format!(
            "It reaches out of the region{where_to}. It stays in the root and is compared with all other objects, so that \
             no pair is lost."
        ),
        tone: Tone::Fail,
        marks: Mark::edges(aabb, Tone::Fail).into(),
        ..Step::default()
    }
}

/// The leaves of both corners.
fn corner_leaves(region: &Region, aabb: &Aabb, leaves: [[u32; 3]; 2]) -> Step {
    let row = |name: &str, corner: Vec3, leaf: [u32; 3]| {
        let quotients = quotients(region, corner.to_array().map(f64::from));
        format!("{name} {}:  {quotients} → {}", vec3(corner), triple(leaf))
    };
    let mut marks = Vec::new();
    for (name, corner, leaf) in [("min", aabb.min, leaves[0]), ("max", aabb.max, leaves[1])] {
        if let Some(cell) = Cell::at(region.depth(), leaf) {
            marks.extend(Mark::edges(&region.bounds(cell), Tone::Note));
        }
        marks.push(point(corner, Tone::Note, format!("{name} {}", triple(leaf))));
    }
    Step {
        title: "Leaves of the corners".into(),
        formula: "leaf = floor((p − min) / unit)".into(),
        numbers: format!("{}\n{}", row("min", aabb.min, leaves[0]), row("max", aabb.max, leaves[1])),
        outcome: if leaves[0] == leaves[1] {
            "Both corners are in one leaf.".into()
        } else {
            "The corners are in different leaves. A point on a split plane is in the upper leaf.".into()
        },
        tone: Tone::Note,
        marks,
        ..Step::default()
    }
}

/// The Morton codes of both corners.
fn corner_codes(region: &Region, aabb: &Aabb, corners: LeafCorners) -> Step {
    let row = |name: &str, code: u32| {
        let leaf = leaf(region, code);
        let width = region.depth() as usize;
        let bits = leaf.coordinates().map(|c| format!("{c:0width$b}"));
        format!("{name}:  x {}, y {}, z {} → {} = {}", bits[0], bits[1], bits[2], leaf.binary(), leaf.octal())
    };
    Step {
        title: "Morton codes".into(),
        formula: "bit k of x → bit 3k,  of y → bit 3k + 1,  of z → bit 3k + 2".into(),
        numbers: format!("{}\n{}", row("min", corners.min_morton), row("max", corners.max_morton)),
        outcome:
            "Each octal digit, three bits, selects one of eight children. The first digit selects a child of the root."
                .into(),
        tone: Tone::Note,
        marks: vec![
            point(aabb.min, Tone::Note, leaf(region, corners.min_morton).octal()),
            point(aabb.max, Tone::Note, leaf(region, corners.max_morton).octal()),
        ],
        ..Step::default()
    }
}

/// The first digit in which the codes differ.
fn deciding_digit(region: &Region, aabb: &Aabb, corners: LeafCorners, cell: Cell, straddles: AxisSet) -> Step {
    let octal = |code: u32| leaf(region, code).octal();
    let mut marks = Vec::from(Mark::edges(aabb, Tone::Note));
    let mut planes = Vec::new();
    for axis in straddles.iter() {
        let Some(plane) = region.split_plane(cell, axis) else { continue };
        let name = format!("{} = {}", AXES[axis], num(plane.min[axis]));
        marks.push(Mark {
            shape: MarkShape::Plane {
                at: plane.centre(),
                normal: Vec3::AXES[axis],
                half_size: plane.half_extents().max_element(),
            },
            tone: Tone::Fail,
            label: name.clone(),
        });
        planes.push(name);
    }
    let outcome = if planes.is_empty() {
        "No digit differs: one leaf contains the whole box.".to_owned()
    } else {
        let s = if planes.len() == 1 { "" } else { "s" };
        format!(
            "Digit {} is the first that differs: the box straddles the split plane{s} {} of {}, so it stays in {}.",
            cell.level() + 1,
            planes.join(" and "),
            in_a_cell(cell),
            if cell == Cell::ROOT { "the root" } else { "that cell" }
        )
    };
    Step {
        title: "XOR".into(),
        formula: "xor = min code ⊕ max code\nlevel = number of digits before the first that is not 0".into(),
        numbers: format!(
            "{} ⊕ {} = {}\nlevel = {}",
            octal(corners.min_morton),
            octal(corners.max_morton),
            octal(corners.xor()),
            cell.level()
        ),
        outcome,
        tone: if planes.is_empty() { Tone::Pass } else { Tone::Partial },
        marks,
        ..Step::default()
    }
}

/// The level of a box of this size in a loose tree.
fn size(region: &Region, aabb: &Aabb, extents: [f64; 3], level: u32) -> Step {
    let row = |level: u32| {
        let edges = region.edges(level);
        let fits = edges.iter().zip(extents).all(|(&edge, extent)| extent <= edge);
        format!("level {level}: edges {} are {}", triple_f64(edges), if fits { "large enough" } else { "too small" })
    };
    let rows: Vec<_> =
        [Some(level), (level < region.depth()).then_some(level + 1)].into_iter().flatten().map(row).collect();
    Step {
        title: "Size".into(),
        formula: "level = the deepest whose cell edge is at least the extent, on every axis".into(),
        numbers: format!("extents {}\n{}", triple_f64(extents), rows.join("\n")),
        outcome: if level == region.depth() {
            format!("The box is small enough for a leaf: level {level}. The split planes do not matter.")
        } else {
            format!(
                "The box is too large for level {}, so it is in level {level}. The split planes do not matter.",
                level + 1
            )
        },
        tone: Tone::Note,
        marks: Mark::edges(aabb, Tone::Note).into(),
        ..Step::default()
    }
}

/// The cell of that level that contains the centre.
fn centre(region: &Region, centre: [f64; 3], cell: Cell) -> Step {
    #[expect(clippy::cast_possible_truncation, reason = "for display")]
    let at = Vec3::from_array(centre.map(|x| x as f32));
    Step {
        title: "Cell of the centre".into(),
        formula: "leaf = floor((centre − min) / unit),  cell = leaf >> (depth − level), on every axis".into(),
        numbers: format!("centre {}:  {} → {}", vec3(at), quotients(region, centre), triple(cell.coordinates())),
        outcome: format!("The centre is in cell {} of level {}.", triple(cell.coordinates()), cell.level()),
        tone: Tone::Note,
        marks: vec![point(at, Tone::Note, format!("centre {}", triple(cell.coordinates())))],
        ..Step::default()
    }
}

/// The resulting cell.
fn cell(region: &Region, method: Method, placement: &Placement) -> Step {
    let cell = placement.cell;
    let (depth, level) = (region.depth(), cell.level());
    let index = format!("index = {} + (8^{level} − 1) / 7 = {}", cell.morton(), cell.index());
    let (formula, numbers) = match (method, placement.corners) {
        (Method::Tight, Some(corners)) => (
            "morton = min code >> 3 (depth − level)\nindex = morton + (8^level − 1) / 7",
            format!(
                "{} >> 3 ({depth} − {level}) = {}\n{index}",
                leaf(region, corners.min_morton).octal(),
                cell.octal()
            ),
        ),
        _ => (
            "morton = the bits of the cell's x, y and z, interleaved\nindex = morton + (8^level − 1) / 7",
            format!("{} → {} = {}\n{index}", triple(cell.coordinates()), cell.binary(), cell.octal()),
        ),
    };
    let mut marks = Vec::from(Mark::edges(&region.bounds(cell), Tone::Pass));
    let at = region.bounds(cell).max;
    marks.push(Mark { shape: MarkShape::Point(at), tone: Tone::Pass, label: name(cell) });
    let mut outcome = format!(
        "The box is in {}, number {} of {} in the array of all cells.",
        name(cell),
        cell.index(),
        first_index(depth) + (1 << (3 * depth))
    );
    if method == Method::Loose {
        marks.extend(Mark::edges(&region.reach(cell, method), Tone::Partial));
        outcome += " A loose cell is enlarged by half an edge on every side, so it contains the whole box.";
    }
    Step { title: "Cell".into(), formula: formula.into(), numbers, outcome, tone: Tone::Pass, marks, ..Step::default() }
}

/// "a cell of level 2", "the root".
fn in_a_cell(cell: Cell) -> String {
    if cell == Cell::ROOT { "the root".to_owned() } else { format!("a cell of level {}", cell.level()) }
}

/// The leaf of a code, which has as many digits as the region is deep.
fn leaf(region: &Region, code: u32) -> Cell {
    Cell::new(region.depth(), code).unwrap_or(Cell::ROOT)
}

/// The distance of a point from the least corner of the region, in units, by axis.
fn quotients(region: &Region, point: [f64; 3]) -> String {
    triple_f64(std::array::from_fn(|axis| region.quotient(point[axis], axis)))
}

fn triple(c: [u32; 3]) -> String {
    format!("({}, {}, {})", c[0], c[1], c[2])
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn triple_f64(v: [f64; 3]) -> String {
    vec3(Vec3::from_array(v.map(|x| x as f32)))
}

fn point(at: Vec3, tone: Tone, label: String) -> Mark {
    Mark { shape: MarkShape::Point(at), tone, label }
}

#[cfg(test)]
mod tests {
    use super::super::place::place_told;
    use super::*;
    use crate::geometry::Story;

    fn described(method: Method, centre: [f32; 3], half: f32) -> Story {
        let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4).unwrap();
        let mut story = Story::default();
        place_told(&region, method, &Aabb::around(centre.into(), Vec3::splat(half)), &mut story);
        story
    }

    #[test]
    fn a_small_box_across_a_plane_names_the_plane_that_it_straddles() {
        let story = described(Method::Tight, [4.0, 2.5, 2.5], 0.25);
        let [_, leaves, codes, xor, cell] = &story.steps[..] else { panic!("{story:?}") };
        assert_eq!(
            leaves.numbers,
            "min (3.75, 2.25, 2.25):  (11.75, 10.25, 10.25) → (11, 10, 10)\n\
             max (4.25, 2.75, 2.75):  (12.25, 10.75, 10.75) → (12, 10, 10)"
        );
        assert_eq!(
            codes.numbers,
            "min:  x 1011, y 1010, z 1010 → 111 000 111 001 = 0o7071\n\
             max:  x 1100, y 1010, z 1010 → 111 001 110 000 = 0o7160"
        );
        assert_eq!(xor.numbers, "0o7071 ⊕ 0o7160 = 0o0111\nlevel = 1");
        assert!(
            xor.outcome
                .contains("the box straddles the split plane x = 4 of a cell of level 1, so it stays in that cell."),
            "{}",
            xor.outcome
        );
        let planes = xor.marks.iter().filter(|mark| matches!(mark.shape, MarkShape::Plane { .. }));
        assert_eq!(planes.map(|mark| &*mark.label).collect::<Vec<_>>(), ["x = 4"]);
        assert_eq!(cell.numbers, "0o7071 >> 3 (4 − 1) = 0o7\nindex = 7 + (8^1 − 1) / 7 = 8");
        assert_eq!(cell.outcome, "The box is in cell 0o7 of level 1, number 8 of 4681 in the array of all cells.");
    }

    #[test]
    fn the_loose_tree_shows_size_and_centre() {
        let story = described(Method::Loose, [4.0, 2.5, 2.5], 0.75);
        let [_, size, centre, cell] = &story.steps[..] else { panic!("{story:?}") };
        assert_eq!(
            size.numbers,
            "extents (1.5, 1.5, 1.5)\nlevel 3: edges (2, 2, 2) are large enough\nlevel 4: edges (1, 1, 1) are too small"
        );
        assert_eq!(centre.numbers, "centre (4, 2.5, 2.5):  (12, 10.5, 10.5) → (6, 5, 5)");
        assert_eq!(cell.numbers, "(6, 5, 5) → 111 001 110 = 0o716\nindex = 462 + (8^3 − 1) / 7 = 535");
    }

    #[test]
    fn a_box_that_reaches_out_names_the_faces() {
        let story = described(Method::Tight, [7.5, 0.0, -7.5], 1.0);
        assert!(story.steps[1].outcome.contains("on +x, −z."), "{}", story.steps[1].outcome);
    }
}
