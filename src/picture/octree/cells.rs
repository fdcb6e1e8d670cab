//! Cells as boxes, and a line from each object to its cell.

use super::lattice;
use super::levels::{fainter, pen, say};
use super::look::CellsShown;
use super::scope::OctreeDrawing;
use crate::octree::{Cell, Method};
use crate::picture::contents::Picture;
use crate::picture::legend::Sample;
use crate::picture::palette::Style;
use crate::picture::strokes::LineStyle;
use crate::world::Item;

/// More boxes than these would hide each other.
const MOST_CELLS: usize = 300;

/// More objects than these are not joined to their cells, but for the selected one.
const MOST_JOINED: usize = 150;

pub(super) fn draw(picture: &mut Picture, scope: &OctreeDrawing) {
    match scope.look.cells {
        CellsShown::None => {}
        CellsShown::Occupied => occupied(picture, scope),
        CellsShown::DownTo(level) => lattice::draw(picture, scope, level),
    }
    joins(picture, scope);
    let region = scope.answers.tree.region();
    if let Some(cell) = scope.look.pointed.filter(|cell| cell.level() <= region.depth()) {
        picture.box_edges(&region.bounds(cell), LineStyle::solid(scope.palette.text, 2.5));
        picture.label(region.bounds(cell).centre(), code_of(cell), scope.palette.text, 9);
    }
    if let Some(object) = scope.selected {
        home(picture, scope, object);
    }
}

/// The occupied cells.
fn occupied(picture: &mut Picture, scope: &OctreeDrawing) {
    let region = scope.answers.tree.region();
    let all: Vec<Cell> = scope.answers.tree.occupied().iter().map(|occupied| occupied.cell).collect();
    let (cells, is_cut) = readable(&all);
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return };
    // Many cells must not hide their contents.
    let strength = (60.0 / all.len() as f32).sqrt().clamp(0.3, 1.0);
    for cell in cells {
        let pen = pen(cell.level(), region.depth(), scope.palette);
        picture.box_edges(&region.bounds(*cell), fainter(pen, strength));
    }
    let cut = if is_cut { format!(" · {} of {} drawn", cells.len(), all.len()) } else { String::new() };
    say(picture, scope, "occupied cells", [first.level(), last.level()], &cut);
}

/// As many whole levels, from the root down, as can be read; at least the first cells of the first level. Whether
/// something is left out.
fn readable(cells: &[Cell]) -> (&[Cell], bool) {
    if cells.len() <= MOST_CELLS {
        return (cells, false);
    }
    let level = cells[MOST_CELLS].level();
    let whole = cells.partition_point(|cell| cell.level() < level);
    // A level with too many cells is drawn in part when there is hardly anything above it.
    let count = if whole > MOST_CELLS / 20 { whole } else { MOST_CELLS };
    (&cells[..count], true)
}

/// A line from each object to the middle of its cell, with a dot there.
fn joins(picture: &mut Picture, scope: &OctreeDrawing) {
    let OctreeDrawing { world, answers, palette, .. } = scope;
    if scope.look.cells == CellsShown::None || world.objects.len() > MOST_JOINED {
        return;
    }
    for (i, (object, placement)) in world.objects.iter().zip(&answers.placements).enumerate() {
        if scope.selected == Some(i) || scope.hidden.contains(object.id) {
            continue;
        }
        let to = answers.tree.region().bounds(placement.cell).centre();
        picture.belonging_to(Item::Object(i), |picture| {
            picture.line(object.aabb.centre(), to, LineStyle::new(palette.neutral.fade(0.5), 1.0, Style::Dotted));
            picture.dot(to, 4.0, palette.neutral);
        });
    }
}

/// The cell of the selected object, strong, its ancestors thin, and its name.
fn home(picture: &mut Picture, scope: &OctreeDrawing, object: usize) {
    let OctreeDrawing { answers, palette, .. } = scope;
    let placed = scope.world.objects.get(object).zip(answers.placements.get(object));
    let Some((placed, placement)) = placed else { return };
    let (region, method, cell) = (answers.tree.region(), answers.tree.method(), placement.cell);
    picture.belonging_to(Item::Object(object), |picture| {
        for ancestor in std::iter::successors(cell.parent(), |cell| cell.parent()) {
            picture.box_edges(&region.bounds(ancestor), LineStyle::solid(palette.selected.fade(0.4), 1.0));
        }
        let bounds = region.bounds(cell);
        picture.box_edges(&bounds, LineStyle::solid(palette.selected, 3.0));
        if method == Method::Loose && !placement.is_outside() {
            picture.box_edges(&region.reach(cell, method), LineStyle::solid(palette.selected.fade(0.55), 1.0));
        }
        let middle = bounds.centre();
        picture.line(placed.aabb.centre(), middle, LineStyle::new(palette.selected, 2.0, Style::Dotted));
        picture.dot(middle, 6.0, palette.selected);
        // The label is beside an upper corner, because the object's own name is near the middle.
        let at = bounds.corner(0b011);
        let outside = if placement.is_outside() { ": it reaches out of the region" } else { "" };
        picture.label(at, format!("in {}{outside}", code_of(cell)), palette.selected, 8);
    });
    let text = match method {
        Method::Loose => "the selected object's cell, as far as it reaches, and its ancestors",
        Method::Tight => "the selected object's cell and its ancestors",
    };
    picture.add_legend(text, palette.selected, Sample::Line(Style::Solid));
}

/// Level, octal and binary: "level 3 · 0o052 = 000 101 010".
pub fn code_of(cell: Cell) -> String {
    match cell.level() {
        0 => "the root, level 0".to_owned(),
        level => format!("level {level} · {} = {}", cell.octal(), cell.binary()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(level: u32) -> impl Iterator<Item = Cell> {
        (0..8_u32.pow(level)).map(move |code| Cell::new(level, code).unwrap())
    }

    #[test]
    fn only_whole_levels_are_drawn_of_too_many_cells() {
        let cells: Vec<_> = (0..=2).flat_map(level).collect();
        assert_eq!(readable(&cells), (&cells[..], false));
        let cells: Vec<_> = (0..=3).flat_map(level).collect();
        assert_eq!(readable(&cells), (&cells[..73], true));
        let deep: Vec<_> = level(4).collect();
        assert_eq!(readable(&deep).0.len(), MOST_CELLS);
    }
}
