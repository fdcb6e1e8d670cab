//! Images in the world, divided into cells.
//!
//! Pixels come from the store of files ([`Files::bitmap`]), and cells too if they are computed already
//! ([`Files::cells`]). Otherwise cells are computed here when an image is new or its
//! division has changed. A change of position or threshold keeps the cells.

use std::sync::Arc;

use glam::{Vec2, Vec3};

use crate::budget::Budget;
use crate::files::layout;
use crate::files::{Content, Files};
use crate::geometry::Aabb;
use crate::import::image::{Bitmap, ImageError};
use crate::opacity::{CellLayout, Grid, Histogram, Progress, Sheet};
use crate::scene::{self, ItemId};

/// An image in world space, with its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The rectangle in the world.
    pub quad: Quad,
    /// The mean alpha from which a cell is solid.
    pub threshold: f64,
    /// Bit n is layer n. An image is on layer 0, as everything is that names no layers.
    pub layers: u64,
    /// Its pixels and cells, or the error.
    pub opacity: Result<Opacity, ImageError>,
}

/// A rectangle that faces +Z, seen from both sides; the image's first row is at its top, +Y, its first column at −X.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad {
    /// Its middle.
    pub centre: Vec3,
    /// Half its width and height in metres.
    pub half_size: Vec2,
}

/// The cells of an image; shared with every copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opacity {
    /// The pixels.
    pub bitmap: Arc<Bitmap>,
    /// The cells.
    pub grid: Arc<Grid>,
    /// The number of solid cells.
    pub solid_cells: usize,
    /// Whether an explanation may compute the other method's cells: not for images so large that it would take long.
    pub compares_other_method: bool,
    /// The budget for further cells of the image.
    pub budget: Budget,
}

impl Quad {
    /// The box around it, which has no depth.
    pub fn aabb(&self) -> Aabb {
        let half = self.half_size.extend(0.0);
        Aabb { min: self.centre - half, max: self.centre + half }
    }
}

impl ImageAt {
    /// The sheet for ray queries; `None` for an image without cells.
    pub fn sheet(&self) -> Option<Sheet<'_>> {
        let opacity = self.opacity.as_ref().ok()?;
        let Quad { centre, half_size } = self.quad;
        Some(Sheet { centre, half_size, grid: &opacity.grid, threshold: self.threshold })
    }
}

impl Opacity {
    /// How the cells divide the pixels.
    pub fn layout(&self) -> &CellLayout {
        self.grid.layout()
    }

    /// The share of the cells that is solid, from 0 to 1.
    pub fn solid_share(&self) -> f64 {
        self.solid_cells as f64 / self.layout().len() as f64
    }

    /// The number of cells by mean.
    pub fn histogram(&self, bins: usize) -> Histogram {
        Histogram::of(&self.grid, bins)
    }
}

/// The images of a scene. Cells are taken from `before`, and from each other, where pixels and division are equal.
pub(super) fn images(content: Content, before: &[ImageAt]) -> Vec<ImageAt> {
    let mut images: Vec<ImageAt> = Vec::with_capacity(content.scene.images.len());
    for written in &content.scene.images {
        let image = image(written, content.files, before, &images);
        images.push(image);
    }
    images
}

/// `earlier` are the images of the scene that come before it.
fn image(written: &scene::Image, files: &Files, before: &[ImageAt], earlier: &[ImageAt]) -> ImageAt {
    let threshold = written.threshold;
    let opacity = files.bitmap(written).and_then(|bitmap| {
        let layout = layout(written, bitmap)?;
        let ready = files.cells(written, bitmap, &layout)?;
        let known = before.iter().chain(earlier).find_map(|image| {
            let known = image.opacity.as_ref().ok()?;
            (Arc::ptr_eq(&known.bitmap, bitmap) && *known.layout() == layout).then_some((known, image.threshold))
        });
        let grid = match known {
            Some((known, _)) => Arc::clone(&known.grid),
            None => match ready {
                Some(grid) => grid,
                None => Arc::new(added_up(written, bitmap, &layout)?),
            },
        };
        let solid_cells = match known {
            Some((known, of)) if of.to_bits() == threshold.to_bits() => known.solid_cells,
            _ => grid.solid(threshold).filter(|solid| *solid).count(),
        };
        let other = CellLayout::new(layout.size(), layout.divisions(), layout.method().other());
        let compares_other_method = other.is_ok_and(|other| files.cells(written, bitmap, &other).is_ok());
        Ok(Opacity {
            bitmap: Arc::clone(bitmap),
            grid,
            solid_cells,
            compares_other_method,
            budget: files.budget.clone(),
        })
    });
    let aspect = opacity.as_ref().map_or(1.0, |opacity| {
        let [width, height] = opacity.bitmap.size();
        width as f32 / height as f32
    });
    let size = written.size.map_or(Vec2::new(1.0, 1.0 / aspect), Vec2::from);
    ImageAt {
        id: written.id.get(),
        name: Arc::from(written.name.as_str()),
        quad: Quad { centre: written.position.into(), half_size: 0.5 * size },
        threshold,
        layers: 1,
        opacity,
    }
}

fn added_up(written: &scene::Image, bitmap: &Bitmap, layout: &CellLayout) -> Result<Grid, ImageError> {
    let broken = || ImageError::Broken { file: written.file.clone(), reason: "it has no pixels".to_owned() };
    let pixels = bitmap.pixels().ok_or_else(broken)?;
    Grid::of(&pixels, layout, &Progress::default()).ok_or_else(broken)
}
