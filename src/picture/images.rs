//! Images in space: the pixels on their quad, the grid, solid cells raised on both sides, and the cell that a ray
//! meets.
//!
//! Neighbouring solid cells are drawn as one box; the grid shows the single cells. With too many cells, first the grid
//! is left out, then the edges of the boxes, then the boxes.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::part::SolidPart;
use super::shapes::{MetCell, Sheet, Solid};
use super::shown::Shown;
use super::strokes::{BOX_EDGES, LineStyle};
use crate::geometry::Tone;
use crate::geometry::narrate::{counted, grouped};
use crate::import::image::ImageError;
use crate::opacity::PixelRect;
use crate::world::{ImageAt, Item, Opacity};

/// Images with more cells on a side have no grid in the picture.
const MOST_LINES: u32 = 64;

/// Images with more boxes show none.
const MOST_BOXES: usize = 20_000;

/// Images with more boxes show no edges.
const MOST_EDGES: usize = 150;

/// With more rays, labels avoid no cells.
const MOST_MET: usize = 200;

/// The height of solid cells, as a fraction of the smaller side of the image.
const RAISED: f32 = 0.03;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, report, hidden, palette, ref selected, .. } = shown;
    let (mut is_drawn, mut is_unread) = (false, false);
    for (i, image) in world.images.iter().enumerate().filter(|(_, image)| !hidden.contains(image.id)) {
        let is_selected = selected.image() == Some(i);
        let is_other = selected.is_other(Item::Image(i));
        picture.belonging_to(Item::Image(i), |picture| {
            one(picture, (i, image), [is_selected, is_other], report.has_answers(), palette);
        });
        if let Some(answer) = selected.ray().and_then(|r| report.on_ray_image(r, i))
            && let Some(cell) = answer.cell
        {
            met(picture, image, cell, answer.cast.hit().is_some(), palette);
        }
        if report.rays.len() <= MOST_MET {
            let cells = (0..report.rays.len()).filter_map(|ray| report.on_ray_image(ray, i)?.cell);
            let corners = cells.filter_map(|cell| corners_of(image, cell));
            picture.met_cells.extend(corners.map(|corners| MetCell { image: i, corners }));
        }
        is_drawn |= image.opacity.is_ok() && report.has_answers();
        let has_unread = image.opacity.as_ref().is_ok_and(|opacity| opacity.layout().uncovered_pixels() > 0);
        is_unread |= has_unread && report.has_answers();
    }
    for (text, color, is_drawn) in [
        ("solid cell of an image", palette.pass.fade(0.4), is_drawn),
        ("pixels that are in no cell", palette.fail.fade(0.4), is_unread),
    ] {
        if is_drawn {
            picture.add_legend(text, color, Sample::Patch);
        }
    }
}

/// An image; `is_other` when it is selected beside the active item. Without answers, solid and clear cells look the same.
fn one(
    picture: &mut Picture,
    (index, image): (usize, &ImageAt),
    [is_selected, is_other]: [bool; 2],
    has_answers: bool,
    palette: &Palette,
) {
    let (edge, width) = match (is_selected, is_other) {
        (true, _) => (palette.selected, 2.5),
        (false, true) => (palette.selected, 1.5),
        (false, false) => (palette.text.fade(0.8), 1.2),
    };
    let quad = &image.quad;
    let half = quad.half_size.extend(0.0);
    let at = |x: f32, y: f32| quad.centre + half * Vec3::new(x, y, 0.0);
    let corners = [at(-1.0, 1.0), at(1.0, 1.0), at(1.0, -1.0), at(-1.0, -1.0)];
    // Invisible: a click on the image hits it.
    let flat = Affine3A::from_translation(quad.centre) * Affine3A::from_scale(half.with_z(1e-4 * half.max_element()));
    picture.lit(Solid {
        form: SolidPart::Cube.into(),
        world_from_unit: flat,
        color: palette.neutral.fade(0.01),
        item: None,
    });
    let style = if image.opacity.is_ok() { Style::Solid } else { Style::Dotted };
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], LineStyle::new(edge, width, style));
    }
    let text = match &image.opacity {
        Ok(opacity) => {
            picture.sheet(Sheet { corners, index, image: Arc::clone(opacity.bitmap.thumbnail()), strength: 1.0 });
            grid(picture, image, opacity, palette);
            let cells = counted(opacity.layout().len(), "cell");
            if has_answers {
                unread(picture, image, opacity, palette);
                raised(picture, image, opacity, palette);
                format!("{} · {} of {cells} solid", image.name, opacity.solid_cells)
            } else {
                format!("{} · {cells}", image.name)
            }
        }
        Err(ImageError::Reading(_)) => format!("{} · reading …", image.name),
        Err(ImageError::Adding(_)) => format!("{} · computing cells …", image.name),
        Err(error) if error.is_stopped() => format!("⚠ {} · not read", image.name),
        Err(_) => format!("⚠ {} · no answer", image.name),
    };
    let color = if is_selected { palette.selected } else { palette.text };
    // The name is below the image.
    picture.name(Item::Image(index), at(-1.0, -1.0), text, color, if is_selected { 9 } else { 5 });
}

/// A tint over the pixels that belong to no cell.
fn unread(picture: &mut Picture, image: &ImageAt, opacity: &Opacity, palette: &Palette) {
    let Some(sheet) = image.sheet() else { return };
    for rect in opacity.layout().unread() {
        picture.quad(sheet.corners(&rect), palette.fail.fade(0.25));
    }
}

/// Thin lines between cells; pixels without a cell have none.
fn grid(picture: &mut Picture, image: &ImageAt, opacity: &Opacity, palette: &Palette) {
    let layout = opacity.layout();
    let Some(sheet) = image.sheet().filter(|_| layout.divisions().iter().all(|&cells| cells <= MOST_LINES)) else {
        return;
    };
    let [x, y] = layout.axes();
    let pen = LineStyle::new(palette.text.fade(0.35), 1.0, Style::Solid);
    for i in 1..=x.cells() {
        let edge = x.range(i - 1).end;
        let [top, _, _, bottom] = sheet.corners(&PixelRect { x: edge..edge, y: 0..y.covered() });
        picture.line(top, bottom, pen);
    }
    for j in 1..=y.cells() {
        let edge = y.range(j - 1).end;
        let [left, right, ..] = sheet.corners(&PixelRect { x: 0..x.covered(), y: edge..edge });
        picture.line(left, right, pen);
    }
}

/// Solid cells as thin translucent boxes.
fn raised(picture: &mut Picture, image: &ImageAt, opacity: &Opacity, palette: &Palette) {
    let Some(sheet) = image.sheet() else { return };
    let runs = boxes(opacity, image.threshold);
    if runs.len() > MOST_BOXES {
        let text = format!("{}: its solid cells are not drawn, {} boxes", image.name, grouped(runs.len() as u64));
        picture.add_legend(text, palette.pass, Sample::None);
        return;
    }
    let depth = Vec3::Z * RAISED * image.quad.half_size.min_element();
    for run in &runs {
        let flat = sheet.corners(run);
        let [front, back] = [flat.map(|corner| corner + depth), flat.map(|corner| corner - depth)];
        picture.quad(front, palette.pass.fade(0.2));
        picture.quad(back, palette.pass.fade(0.2));
        for i in 0..4 {
            let j = (i + 1) % 4;
            picture.quad([front[i], front[j], back[j], back[i]], palette.pass.shade(0.8).fade(0.3));
        }
        if runs.len() <= MOST_EDGES {
            let corner = |i: usize| {
                // Bit 0 is right, bit 1 is below, bit 2 is the back.
                let around = [0, 1, 3, 2][i & 3];
                if i & 4 == 0 { front[around] } else { back[around] }
            };
            for (a, b) in BOX_EDGES {
                picture.line(corner(a), corner(b), LineStyle::solid(palette.pass.fade(0.75), 1.2));
            }
        }
    }
}

/// The pixels of solid cells: neighbours in a row form one rectangle, and rectangles of equal width in neighbouring
/// rows are joined.
fn boxes(opacity: &Opacity, threshold: f64) -> Vec<PixelRect> {
    let [x, y] = opacity.layout().axes();
    let mut solid = opacity.grid.solid(threshold);
    let mut boxes: Vec<PixelRect> = Vec::new();
    // The rectangles that end at this row, from left to right.
    let mut above: Vec<usize> = Vec::new();
    for j in 0..y.cells() {
        let rows = y.range(j);
        let mut here = Vec::new();
        let mut next = 0;
        while next < x.cells() {
            let first = next;
            while next < x.cells() && solid.next().unwrap_or_default() {
                next += 1;
            }
            if next > first {
                let columns = x.range(first).start..x.range(next - 1).end;
                let existing = above.iter().copied().find(|&i| boxes[i].x == columns);
                here.push(existing.unwrap_or(boxes.len()));
                match existing {
                    Some(i) => boxes[i].y.end = rows.end,
                    None => boxes.push(PixelRect { x: columns, y: rows.clone() }),
                }
            }
            // The clear cell at its end is done.
            next += 1;
        }
        above = here;
    }
    boxes
}

/// The border of the cell that the querying ray meets.
fn met(picture: &mut Picture, image: &ImageAt, cell: [u32; 2], is_hit: bool, palette: &Palette) {
    let Some(corners) = corners_of(image, cell) else { return };
    let tone = Tone::pass_or_fail(is_hit);
    let color: Color = palette.tone(tone);
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], LineStyle::new(color, 3.5, palette.style(tone)));
    }
}

/// The corners of a cell in the world.
fn corners_of(image: &ImageAt, cell: [u32; 2]) -> Option<[Vec3; 4]> {
    let sheet = image.sheet()?;
    Some(sheet.corners(&sheet.grid.layout().cell(cell)?))
}

#[cfg(test)]
mod tests {
    use super::super::hidden::Hidden;
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;
    use crate::world::World;

    /// A T of four by four cells, eight pixels wide, in front of a ball; rays meet its bar and pass below it.
    fn world() -> World {
        let folder = tempfile::tempdir().unwrap();
        let is_solid = |x: u32, y: u32| y < 2 || (2..6).contains(&x);
        let image =
            ::image::RgbaImage::from_fn(8, 8, |x, y| ::image::Rgba([9, 9, 9, if is_solid(x, y) { 255 } else { 0 }]));
        image.save(folder.path().join("t.png")).unwrap();
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -3] }],
            "rays": [{ "name": "bar", "origin": [-0.9, 0.9, 2], "direction": [0, 0, -1] },
                { "name": "below", "origin": [-0.9, -0.2, 2], "direction": [0.2, 0, -2] }],
            "images": [{ "name": "t", "file": "t.png", "divisions": [4, 4], "size": [2, 2] },
                { "name": "gone", "file": "gone.png", "position": [3, 0, 0] }] }"#;
        let loaded = crate::files::parse(text, "test.json", Some(folder.path())).unwrap();
        World::at(&loaded.scene, &loaded.files, 0)
    }

    #[test]
    fn solid_cells_are_boxes_as_large_as_they_can_be() {
        let world = world();
        let opacity = world.images[0].opacity.as_ref().unwrap();
        let expected = [PixelRect { x: 0..8, y: 0..2 }, PixelRect { x: 2..6, y: 2..8 }];
        assert_eq!(boxes(opacity, 0.5), expected);
        assert_eq!(boxes(opacity, 0.0), [PixelRect { x: 0..8, y: 0..8 }]);
        assert_eq!(boxes(opacity, 1.1), []);
    }

    #[test]
    fn an_image_shows_its_pixels_its_cells_and_what_a_ray_meets() {
        let world = world();
        let report = Report::of(&world);
        let drawn = |ray: usize, hidden: &[&str]| {
            let selected = Selected { asker: Some(Item::Ray(ray)), ..Selected::default() };
            let mut names = Hidden::default();
            for name in hidden {
                names.set(world.named(name).unwrap(), true);
            }
            Picture::of(&Shown { hidden: &names, ..Shown::new(&world, &report, &selected, &Palette::DARK) })
        };
        let cell = |picture: &Picture| picture.lines.iter().filter(|line| line.width > 3.0 && line.width < 4.0).count();
        let label = |picture: &Picture, words: &str| picture.labels.iter().any(|label| label.text.contains(words));
        let hit = drawn(0, &[]);
        assert_eq!((hit.sheets.len(), cell(&hit)), (1, 4));
        assert!(label(&hit, "t · 10 of 16 cells solid") && label(&hit, "⚠ gone · no answer"));
        assert!(label(&hit, "t = 2, cell 0,0"), "{:?}", hit.labels);
        let passed = drawn(1, &[]);
        assert!(label(&passed, "t = 1, cell 0,2 is clear"), "{:?}", passed.labels);
        assert!(passed.solids.iter().any(|solid| solid.item == Some(Item::Image(0))), "so that it can be clicked at");
        let away = drawn(0, &["t"]);
        assert_eq!((away.sheets.len(), label(&away, "t · 10")), (0, false));
    }
}
