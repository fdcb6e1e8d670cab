//! Images in space: the pixels on their quad, the grid, solid cells raised on both sides, and the cell that a ray meets.
//!
//! Neighbouring solid cells of a row are drawn as one box: what tells cells apart is the grid. Where cells are too many
//! to be seen, the boxes are left out, and above that the grid as well.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::strokes::{BOX_EDGES, Pen};
use super::{Color, Focus, Hidden, Item, LegendEntry, Palette, Part, Picture, Sample, Sheet, Solid, Style};
use crate::geometry::Tone;
use crate::opacity::PixelRect;
use crate::report::Report;
use crate::world::{ImageAt, Opacity, World};

/// Images with more cells on a side have no grid in the picture.
const MOST_LINES: u32 = 64;
/// Images with more boxes have none.
const MOST_BOXES: usize = 20_000;
/// Boxes have edges up to so many.
const MOST_EDGES: usize = 400;
/// How far solid cells are raised, as a share of the smaller side of the image.
const RAISED: f32 = 0.03;

pub(super) fn draw(
    picture: &mut Picture,
    world: &World,
    report: &Report,
    focus: &Focus,
    hidden: &Hidden,
    palette: &Palette,
) {
    let mut is_drawn = false;
    for (i, image) in world.images.iter().enumerate().filter(|(_, image)| !hidden.contains(&image.name)) {
        let selected = focus.image == Some(i);
        picture.belonging_to(Item::Image(i), |picture| one(picture, image, selected, palette));
        if let Some(answer) = focus.ray().and_then(|r| report.on_ray_image(r, i))
            && let Some(cell) = answer.cell
        {
            met(picture, image, cell, answer.cast.hit().is_some(), palette);
        }
        is_drawn |= image.opacity.is_ok();
    }
    if is_drawn {
        let text = "solid cell of an image".to_owned();
        picture.legend.push(LegendEntry { text, color: palette.pass, sample: Sample::Patch });
    }
}

fn one(picture: &mut Picture, image: &ImageAt, selected: bool, palette: &Palette) {
    let quad = &image.quad;
    let half = quad.half_size.extend(0.0);
    let at = |x: f32, y: f32| quad.centre + half * Vec3::new(x, y, 0.0);
    let corners = [at(-1.0, 1.0), at(1.0, 1.0), at(1.0, -1.0), at(-1.0, -1.0)];
    // Not to be seen: it is what a click on the image meets.
    let flat = Affine3A::from_translation(quad.centre) * Affine3A::from_scale(half.with_z(1e-4 * half.max_element()));
    picture.solids.push(Solid {
        part: Part::Cube,
        world_from_unit: flat,
        color: palette.neutral.fade(0.01),
        item: None,
    });
    let (edge, width) = if selected { (palette.selected, 2.5) } else { (palette.text.fade(0.8), 1.2) };
    let style = if image.opacity.is_ok() { Style::Solid } else { Style::Dotted };
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], Pen::new(edge, width, style));
    }
    let text = match &image.opacity {
        Ok(opacity) => {
            picture.sheets.push(Sheet { corners, image: Arc::clone(opacity.bitmap.thumbnail()), strength: 1.0 });
            grid(picture, image, opacity, palette);
            raised(picture, image, opacity, palette);
            format!("{} · {} of {} cells solid", image.name, opacity.solid_cells, opacity.layout().len())
        }
        Err(_) => format!("⚠ {} · no answer", image.name),
    };
    let color = if selected { palette.selected } else { palette.text };
    picture.label(at(0.0, 1.0), text, color, if selected { 9 } else { 5 });
}

/// Thin lines between cells; what no cell covers has none.
fn grid(picture: &mut Picture, image: &ImageAt, opacity: &Opacity, palette: &Palette) {
    let layout = opacity.layout();
    let Some(sheet) = image.sheet().filter(|_| layout.divisions().iter().all(|&cells| cells <= MOST_LINES)) else {
        return;
    };
    let [x, y] = layout.axes();
    let pen = Pen::new(palette.text.fade(0.35), 1.0, Style::Solid);
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

/// Solid cells as thin boxes of glass, so that the image is seen through them.
fn raised(picture: &mut Picture, image: &ImageAt, opacity: &Opacity, palette: &Palette) {
    let Some(sheet) = image.sheet() else { return };
    let runs = runs(opacity, image.threshold);
    if runs.len() > MOST_BOXES {
        return;
    }
    let depth = Vec3::Z * RAISED * image.quad.half_size.min_element();
    for run in &runs {
        let flat = sheet.corners(run);
        let [front, back] = [flat.map(|corner| corner + depth), flat.map(|corner| corner - depth)];
        picture.quad(front, palette.pass.fade(0.3));
        picture.quad(back, palette.pass.fade(0.3));
        for i in 0..4 {
            let j = (i + 1) % 4;
            picture.quad([front[i], front[j], back[j], back[i]], palette.pass.shade(0.8).fade(0.4));
        }
        if runs.len() <= MOST_EDGES {
            let corner = |i: usize| {
                // Bit 0 is right, bit 1 is below, bit 2 is the back.
                let around = [0, 1, 3, 2][i & 3];
                if i & 4 == 0 { front[around] } else { back[around] }
            };
            for (a, b) in BOX_EDGES {
                picture.line(corner(a), corner(b), Pen::solid(palette.pass.fade(0.75), 1.2));
            }
        }
    }
}

/// The pixels of solid cells, those side by side in one piece.
fn runs(opacity: &Opacity, threshold: f64) -> Vec<PixelRect> {
    let [x, y] = opacity.layout().axes();
    let mut solid = opacity.grid.solid(threshold);
    let mut runs = Vec::new();
    for j in 0..y.cells() {
        let mut open: Option<PixelRect> = None;
        for i in 0..x.cells() {
            let cell = x.range(i);
            match (&mut open, solid.next().unwrap_or_default()) {
                (Some(run), true) => run.x.end = cell.end,
                (None, true) => open = Some(PixelRect { x: cell, y: y.range(j) }),
                (_, false) => runs.extend(open.take()),
            }
        }
        runs.extend(open);
    }
    runs
}

/// The border of the cell that the asking ray meets.
fn met(picture: &mut Picture, image: &ImageAt, cell: [u32; 2], is_hit: bool, palette: &Palette) {
    let Some((sheet, rect)) = image.sheet().and_then(|sheet| Some((sheet, sheet.grid.layout().cell(cell)?))) else {
        return;
    };
    let tone = if is_hit { Tone::Pass } else { Tone::Fail };
    let color: Color = palette.tone(tone);
    let corners = sheet.corners(&rect);
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], Pen::new(color, 3.5, palette.style(tone)));
    }
}
