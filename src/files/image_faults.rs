//! The images of a scene in the store: their pixels, their cells, and their errors with their places.

use std::sync::Arc;

use super::cells::layout;
use super::content::Files;
use super::image::refused;
use crate::import::image::{Bitmap, ImageError};
use crate::opacity::{CellLayout, Grid};
use crate::scene::{Image, Scene, Violation};
use crate::source::folder;
use crate::source::place::ValuePath;

impl Files {
    /// The pixels of an image of the scene.
    ///
    /// # Errors
    /// When the file cannot be used, or has not been read.
    pub fn bitmap(&self, image: &Image) -> Result<&Arc<Bitmap>, ImageError> {
        match self.images.get(&image.source()) {
            Some(file) => file.bitmap(),
            None => Err(match folder::check_written(&image.file) {
                Ok(()) => ImageError::NoFolder(image.file.clone()),
                Err(error) => refused(&error),
            }),
        }
    }

    /// The cells of an image of the scene in a layout, if they are computed; `None` when the caller must compute them.
    ///
    /// # Errors
    /// [`ImageError::Adding`] while they are being computed, [`ImageError::NotAdded`] when the user cancelled the
    /// computation, [`ImageError::NoMemoryForCells`] when they do not fit into the scene's budget.
    pub fn cells(
        &self,
        image: &Image,
        bitmap: &Arc<Bitmap>,
        layout: &CellLayout,
    ) -> Result<Option<Arc<Grid>>, ImageError> {
        self.cells.grid(image, bitmap, layout)
    }

    /// The images that cannot have an answer, as problems of the document.
    pub(crate) fn image_faults(&self, scene: &Scene) -> Vec<Violation> {
        let images = ValuePath::default().key("images");
        let fault = |(i, image): (usize, &Image)| {
            let bitmap = self.bitmap(image);
            let answer = bitmap.and_then(|bitmap| {
                let layout = layout(image, bitmap)?;
                self.cells(image, bitmap, &layout).map(drop)
            });
            let error = answer.err()?;
            if error.is_pending() || error.is_stopped() {
                return None;
            }
            Some(Violation::at(images.index(i).key(error.key()), error.to_string(), Some(error.help())))
        };
        scene.images.iter().enumerate().filter_map(fault).collect()
    }
}
