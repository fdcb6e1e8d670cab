//! Cells of images that were added up before somebody asks for them, so that nobody has to wait.
//!
//! Whoever wants an answer finds cells here, adds them up, or learns that they are on their way:
//! [`Scene::cells`].

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use super::super::assets::{Files, Pace};
use super::super::document::{Image, Scene};
use super::{Bitmap, ImageError, ImageFile, layout, title};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::opacity::{Grid, Layout, Method};

/// The cells of images with no more pixels are added up by whoever asks first: that takes less than a millisecond.
const FEW: u64 = 1 << 20;

/// As many cells as take half a megabyte.
const FEW_CELLS: usize = 1 << 16;

/// Cells by the pixels and the cut that they belong to. Two are equal when they share what they have.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    known: Arc<Vec<Cut>>,
    /// The memory for the cells of every image that is read.
    paid: Arc<HashMap<Key, Result<Arc<Reservation>, OverBudget>>>,
}

/// Pixels, by their address, and how they are cut.
type Key = (usize, [u32; 2], Method);

fn key(bitmap: &Arc<Bitmap>, layout: &Layout) -> Key {
    (Arc::as_ptr(bitmap).addr(), layout.divisions(), layout.method())
}

/// The cells of one image.
#[derive(Clone, Debug)]
struct Cut {
    /// Cells do not keep the pixels in memory.
    bitmap: Weak<Bitmap>,
    layout: Layout,
    /// Without, somebody stopped adding them up.
    grid: Option<Arc<Grid>>,
}

impl Cut {
    fn is_same_cut(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.bitmap, &other.bitmap) && self.layout == other.layout
    }

    fn is_of(&self, bitmap: &Arc<Bitmap>, layout: &Layout) -> bool {
        Weak::as_ptr(&self.bitmap) == Arc::as_ptr(bitmap) && self.layout == *layout
    }
}

impl Cells {
    /// Takes over what was added up; without a grid, that somebody stopped it.
    pub fn insert(&mut self, bitmap: &Arc<Bitmap>, layout: &Layout, grid: Option<Arc<Grid>>) {
        self.forget(bitmap, layout);
        Arc::make_mut(&mut self.known).push(Cut { bitmap: Arc::downgrade(bitmap), layout: *layout, grid });
    }

    /// Forgets what is known of a cut, so that it is added up again.
    pub fn forget(&mut self, bitmap: &Arc<Bitmap>, layout: &Layout) {
        Arc::make_mut(&mut self.known).retain(|cut| !cut.is_of(bitmap, layout));
    }

    /// Without the memory that was reserved, and with few cells only: what steps that can be undone keep.
    #[must_use]
    pub(in crate::scene) fn few(&self) -> Self {
        let is_small = |cut: &&Cut| cut.grid.is_none() || cut.layout.len() <= FEW_CELLS;
        let known = self.known.iter().filter(is_small).cloned().collect();
        Self { known: Arc::new(known), paid: Arc::default() }
    }

    /// Forgets what no image of a scene needs.
    pub(in crate::scene) fn keep(&mut self, scene: &Scene, files: &Files<ImageFile>) {
        let wanted = |image: &Image| {
            let bitmap = files.get(&image.source())?.bitmap().ok()?;
            Some((Arc::clone(bitmap), layout(image, bitmap).ok()?))
        };
        if self.known.is_empty() {
            return;
        }
        let wanted: Vec<_> = scene.images.iter().filter_map(wanted).collect();
        let is_wanted = |cut: &Cut| wanted.iter().any(|(bitmap, layout)| cut.is_of(bitmap, layout));
        if !self.known.iter().all(is_wanted) {
            Arc::make_mut(&mut self.known).retain(is_wanted);
        }
    }

    /// Reserves memory for the cells of all images of a scene that are read; images of the same pixels and the same cut
    /// share their cells. What was refused before is tried again.
    pub(in crate::scene) fn pay(&mut self, scene: &Scene, files: &Files<ImageFile>, budget: &Budget) {
        if scene.images.is_empty() && self.paid.is_empty() {
            return;
        }
        let mut paid = HashMap::new();
        for image in &scene.images {
            let Some(Ok(bitmap)) = files.get(&image.source()).map(|file| file.bitmap()) else { continue };
            let Ok(layout) = layout(image, bitmap) else { continue };
            let key = key(bitmap, &layout);
            let before = self.paid.get(&key).filter(|before| before.is_ok()).cloned();
            let take = || before.unwrap_or_else(|| budget.take(Grid::size(&layout)).map(Arc::new));
            paid.entry(key).or_insert_with(take);
        }
        self.paid = Arc::new(paid);
    }

    /// Takes over what others have besides; says whether there was any.
    pub(in crate::scene) fn inherit(&mut self, newer: &Self) -> bool {
        if Arc::ptr_eq(&self.known, &newer.known) {
            return false;
        }
        let is_new = |cut: &&Cut| !self.known.iter().any(|known| known.is_same_cut(cut));
        let new: Vec<Cut> = newer.known.iter().filter(is_new).cloned().collect();
        let is_any = !new.is_empty();
        Arc::make_mut(&mut self.known).extend(new);
        is_any
    }

    fn get(&self, bitmap: &Arc<Bitmap>, layout: &Layout) -> Option<&Cut> {
        self.known.iter().find(|cut| cut.is_of(bitmap, layout))
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        let is_shared = |(a, b): (&Cut, &Cut)| a.is_same_cut(b) && a.grid.is_some() == b.grid.is_some();
        self.known.len() == other.known.len() && self.known.iter().zip(&*other.known).all(is_shared)
    }
}

impl Scene {
    /// The cells of one of its images, cut as `layout` says, when they were added up before; `None` when whoever asks is
    /// to add them up.
    ///
    /// # Errors
    /// [`ImageError::Adding`] when they are on their way, [`ImageError::NotAdded`] when the person stopped
    /// that, [`ImageError::NoMemoryForCells`] when they do not fit into the scene's budget.
    pub fn cells(&self, image: &Image, bitmap: &Arc<Bitmap>, layout: &Layout) -> Result<Option<Arc<Grid>>, ImageError> {
        let file = || title(&image.source());
        if let Some(Err(over)) = self.assets.cells.paid.get(&key(bitmap, layout)) {
            let divisions = layout.divisions();
            return Err(ImageError::NoMemoryForCells { file: file(), divisions, over: *over });
        }
        let [width, height] = layout.size();
        match self.assets.cells.get(bitmap, layout) {
            Some(Cut { grid: Some(grid), .. }) => Ok(Some(Arc::clone(grid))),
            Some(Cut { grid: None, .. }) => Err(ImageError::NotAdded(file())),
            None if self.assets.pace == Pace::Later && u64::from(width) * u64::from(height) > FEW => {
                Err(ImageError::Adding(file()))
            }
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opacity::{Method, Progress};
    use crate::scene;

    /// A scene of one image of 1100 × 1000 pixels, which are many.
    fn scene(pace: Pace) -> (tempfile::TempDir, Scene) {
        let folder = tempfile::tempdir().unwrap();
        ::image::GrayImage::new(1100, 1000).save(folder.path().join("a.png")).unwrap();
        let text = r#"{ "eyeline": 1, "images": [{ "name": "a", "file": "a.png" }] }"#;
        let mut scene = scene::parse(text, "a.json", Some(folder.path())).unwrap().scene;
        scene.assets.pace = pace;
        (folder, scene)
    }

    #[test]
    fn cells_of_a_large_image_are_waited_for_only_by_who_wants_them_at_once() {
        for (pace, expected) in [(Pace::AtOnce, Ok(None)), (Pace::Later, Err(ImageError::Adding("a.png".into())))] {
            let (_folder, mut scene) = scene(pace);
            let image = scene.images[0].clone();
            let bitmap = Arc::clone(scene.bitmap(&image).unwrap());
            let layout = layout(&image, &bitmap).unwrap();
            assert_eq!(scene.cells(&image, &bitmap, &layout), expected);
            let grid = Arc::new(Grid::of(&bitmap.pixels().unwrap(), &layout, &Progress::default()).unwrap());
            scene.assets.cells.insert(&bitmap, &layout, Some(Arc::clone(&grid)));
            assert!(Arc::ptr_eq(&scene.cells(&image, &bitmap, &layout).unwrap().unwrap(), &grid));
            scene.assets.cells.insert(&bitmap, &layout, None);
            assert_eq!(scene.cells(&image, &bitmap, &layout), Err(ImageError::NotAdded("a.png".into())));
        }
    }

    #[test]
    fn only_cells_that_an_image_needs_are_kept_and_a_scene_of_before_takes_them_over() {
        let (folder, mut scene) = scene(Pace::Later);
        let image = scene.images[0].clone();
        let bitmap = Arc::clone(scene.bitmap(&image).unwrap());
        let cut = |divisions| Layout::new(bitmap.size(), divisions, Method::Exact).unwrap();
        let before = scene.clone();
        scene.assets.cells.insert(&bitmap, &cut([10, 10]), None);
        scene.assets.cells.insert(&bitmap, &cut([7, 7]), None);
        let mut undone = before.clone();
        assert!(undone.assets.inherit(&scene.assets));
        assert_eq!(undone.assets.cells, scene.assets.cells);
        let mut assets = scene.assets.clone();
        assets.update(&scene, Some(&folder.path().into()));
        assert!(
            assets.cells.get(&bitmap, &cut([10, 10])).is_some() && assets.cells.get(&bitmap, &cut([7, 7])).is_none()
        );
    }
}
