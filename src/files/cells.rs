//! Cells of images that are computed before an answer needs them, so that the window does not wait for them.
//!
//! An answer uses these cells, or computes them, or reports that they are being computed: [`Files::cells`](super::content::Files::cells).

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use super::image::{ImageFile, title};
use super::reading::Pace;
use super::store::Store;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::import::image::{Bitmap, ImageError};
use crate::opacity::{CellLayout, Grid, Method};
use crate::scene::{Image, ImageMethod, Scene};

/// The largest number of pixels for which the first answer computes the cells. That takes less than a millisecond.
const FEW: u64 = 1 << 20;

/// The largest number of cells of a small division. They take half a megabyte.
const FEW_CELLS: usize = 1 << 16;

/// The number of small divisions that are kept although no image uses them.
const MOST_UNUSED: usize = 16;

/// Cells by pixels and layout. Two stores are equal when they share their contents.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    known: Arc<Vec<CutImage>>,
    /// Whether the store or the caller computes the cells of large images.
    pace: Pace,
    /// The reservations for the cells of every image that is read.
    reservations: Arc<HashMap<CellsKey, Result<Arc<Reservation>, OverBudget>>>,
}

/// Pixels, by their address, and their division.
type CellsKey = (usize, [u32; 2], Method);

fn key(bitmap: &Arc<Bitmap>, layout: &CellLayout) -> CellsKey {
    (Arc::as_ptr(bitmap).addr(), layout.divisions(), layout.method())
}

/// The cells of one image.
#[derive(Clone, Debug)]
struct CutImage {
    /// Weak, so that cells do not keep the pixels in memory.
    bitmap: Weak<Bitmap>,
    layout: CellLayout,
    /// The cells; `None` when the computation was cancelled.
    grid: Option<Arc<Grid>>,
}

impl CutImage {
    fn is_same_cut(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.bitmap, &other.bitmap) && self.layout == other.layout
    }

    fn is_of(&self, bitmap: &Arc<Bitmap>, layout: &CellLayout) -> bool {
        Weak::as_ptr(&self.bitmap) == Arc::as_ptr(bitmap) && self.layout == *layout
    }
}

impl Cells {
    /// Stores computed cells. `None` in place of a grid: the computation was cancelled.
    pub fn insert(&mut self, bitmap: &Arc<Bitmap>, layout: &CellLayout, grid: Option<Arc<Grid>>) {
        self.forget(bitmap, layout);
        Arc::make_mut(&mut self.known).push(CutImage { bitmap: Arc::downgrade(bitmap), layout: *layout, grid });
    }

    /// Removes the cells of a layout, so that they are computed again.
    pub fn forget(&mut self, bitmap: &Arc<Bitmap>, layout: &CellLayout) {
        Arc::make_mut(&mut self.known).retain(|cut| !cut.is_of(bitmap, layout));
    }

    /// Sets when the cells of large images are computed. With [`Pace::Later`] the caller computes them.
    pub(super) fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Removes cells that no image of a scene uses. A few small divisions are kept, because undo may need them again.
    pub(super) fn keep(&mut self, scene: &Scene, files: &Store<ImageFile>) {
        let wanted = |image: &Image| {
            let bitmap = files.get(&image.source())?.bitmap().ok()?;
            Some((Arc::clone(bitmap), layout(image, bitmap).ok()?))
        };
        if self.known.is_empty() {
            return;
        }
        let wanted: Vec<_> = scene.images.iter().filter_map(wanted).collect();
        let is_wanted = |cut: &CutImage| wanted.iter().any(|(bitmap, layout)| cut.is_of(bitmap, layout));
        if self.known.iter().all(is_wanted) {
            return;
        }
        let is_small =
            |cut: &CutImage| cut.grid.is_some() && cut.layout.len() <= FEW_CELLS && cut.bitmap.strong_count() > 0;
        let unused = self.known.iter().filter(|cut| !is_wanted(cut) && is_small(cut)).count();
        // The oldest divisions are removed.
        let mut surplus = unused.saturating_sub(MOST_UNUSED);
        Arc::make_mut(&mut self.known).retain(|cut| {
            let is_kept = is_wanted(cut) || (is_small(cut) && surplus == 0);
            surplus -= usize::from(!is_wanted(cut) && is_small(cut) && surplus > 0);
            is_kept
        });
    }

    /// Reserves memory for the cells of all images of a scene that are read. Images with the same pixels and the same
    /// division share their cells. A refused reservation is tried again.
    pub(super) fn reserve(&mut self, scene: &Scene, files: &Store<ImageFile>, budget: &Budget) {
        if scene.images.is_empty() && self.reservations.is_empty() {
            return;
        }
        let mut reservations = HashMap::new();
        for image in &scene.images {
            let Some(Ok(bitmap)) = files.get(&image.source()).map(|file| file.bitmap()) else { continue };
            let Ok(layout) = layout(image, bitmap) else { continue };
            let key = key(bitmap, &layout);
            let before = self.reservations.get(&key).filter(|before| before.is_ok()).cloned();
            let take = || before.unwrap_or_else(|| budget.take(Grid::size(&layout)).map(Arc::new));
            reservations.entry(key).or_insert_with(take);
        }
        self.reservations = Arc::new(reservations);
    }

    /// Takes cells of another store that this store does not have. Returns whether there were any.
    pub(super) fn inherit(&mut self, newer: &Self) -> bool {
        if Arc::ptr_eq(&self.known, &newer.known) {
            return false;
        }
        let is_new = |cut: &&CutImage| !self.known.iter().any(|known| known.is_same_cut(cut));
        let new: Vec<CutImage> = newer.known.iter().filter(is_new).cloned().collect();
        let is_any = !new.is_empty();
        Arc::make_mut(&mut self.known).extend(new);
        is_any
    }

    /// The cells of an image in a layout: see [`Files::cells`](super::content::Files::cells).
    ///
    /// # Errors
    /// When the caller must wait for the cells, or when they cannot be computed.
    pub(super) fn grid(
        &self,
        image: &Image,
        bitmap: &Arc<Bitmap>,
        layout: &CellLayout,
    ) -> Result<Option<Arc<Grid>>, ImageError> {
        let file = || title(&image.source());
        if let Some(Err(over)) = self.reservations.get(&key(bitmap, layout)) {
            let divisions = layout.divisions();
            return Err(ImageError::NoMemoryForCells { file: file(), divisions, over: *over });
        }
        let [width, height] = layout.size();
        match self.get(bitmap, layout) {
            Some(CutImage { grid: Some(grid), .. }) => Ok(Some(Arc::clone(grid))),
            Some(CutImage { grid: None, .. }) => Err(ImageError::NotAdded(file())),
            None if self.pace == Pace::Later && u64::from(width) * u64::from(height) > FEW => {
                Err(ImageError::Adding(file()))
            }
            None => Ok(None),
        }
    }

    fn get(&self, bitmap: &Arc<Bitmap>, layout: &CellLayout) -> Option<&CutImage> {
        self.known.iter().find(|cut| cut.is_of(bitmap, layout))
    }
}

/// The division of an image's pixels into cells.
///
/// # Errors
/// [`ImageError::Divisions`] when there are more cells than pixels on an axis.
pub fn layout(image: &Image, bitmap: &Bitmap) -> Result<CellLayout, ImageError> {
    let method = match image.method {
        ImageMethod::Exact => Method::Exact,
        ImageMethod::OddBlock => Method::OddBlock,
    };
    CellLayout::new(bitmap.size(), image.divisions, method).map_err(ImageError::Divisions)
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        let is_shared = |(a, b): (&CutImage, &CutImage)| a.is_same_cut(b) && a.grid.is_some() == b.grid.is_some();
        self.known.len() == other.known.len() && self.known.iter().zip(&*other.known).all(is_shared)
    }
}

#[cfg(test)]
mod tests {
    use super::super::content::Files;
    use super::*;
    use crate::opacity::{Method, Progress};

    /// A scene with one image of 1100 × 1000 pixels, which is large.
    fn scene(pace: Pace) -> (tempfile::TempDir, Scene, Files) {
        let folder = tempfile::tempdir().unwrap();
        ::image::GrayImage::new(1100, 1000).save(folder.path().join("a.png")).unwrap();
        let text = r#"{ "eyeline": 1, "images": [{ "name": "a", "file": "a.png" }] }"#;
        let loaded = super::super::read::parse(text, "a.json", Some(folder.path())).unwrap();
        let mut files = loaded.files;
        files.cells.set_pace(pace);
        (folder, loaded.scene, files)
    }

    #[test]
    fn cells_of_a_large_image_are_computed_at_once_only_with_pace_now() {
        for (pace, expected) in [(Pace::AtOnce, Ok(None)), (Pace::Later, Err(ImageError::Adding("a.png".into())))] {
            let (_folder, scene, mut files) = scene(pace);
            let image = scene.images[0].clone();
            let bitmap = Arc::clone(files.bitmap(&image).unwrap());
            let layout = layout(&image, &bitmap).unwrap();
            assert_eq!(files.cells(&image, &bitmap, &layout), expected);
            let grid = Arc::new(Grid::of(&bitmap.pixels().unwrap(), &layout, &Progress::default()).unwrap());
            files.cells.insert(&bitmap, &layout, Some(Arc::clone(&grid)));
            assert!(Arc::ptr_eq(&files.cells(&image, &bitmap, &layout).unwrap().unwrap(), &grid));
            files.cells.insert(&bitmap, &layout, None);
            assert_eq!(files.cells(&image, &bitmap, &layout), Err(ImageError::NotAdded("a.png".into())));
        }
    }

    #[test]
    fn used_cells_and_small_divisions_are_kept_and_another_store_can_take_them() {
        let (folder, scene, mut files) = scene(Pace::Later);
        let image = scene.images[0].clone();
        let bitmap = Arc::clone(files.bitmap(&image).unwrap());
        let cut = |divisions| CellLayout::new(bitmap.size(), divisions, Method::Exact).unwrap();
        let mut before = files.clone();
        let grid =
            |layout: &CellLayout| Grid::of(&bitmap.pixels().unwrap(), layout, &Progress::default()).map(Arc::new);
        files.cells.insert(&bitmap, &cut([10, 10]), None);
        files.cells.insert(&bitmap, &cut([7, 7]), None);
        for columns in 1..20 {
            files.cells.insert(&bitmap, &cut([columns, 3]), grid(&cut([columns, 3])));
        }
        files.cells.insert(&bitmap, &cut([1000, 1000]), grid(&cut([1000, 1000])));
        assert!(before.inherit(&files, None));
        assert_eq!(before.cells, files.cells);
        files.update(&scene, Some(&folder.path().into()), Pace::Later);
        let is_there = |divisions| files.cells.get(&bitmap, &cut(divisions)).is_some();
        assert!(is_there([10, 10]), "the image needs it");
        assert!(!is_there([7, 7]), "it was stopped");
        assert!(!is_there([1000, 1000]), "it is large");
        let kept: Vec<u32> = (1..20).filter(|columns| is_there([*columns, 3])).collect();
        assert_eq!(kept, (4..20).collect::<Vec<_>>(), "the last ones");
    }
}
