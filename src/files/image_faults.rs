//! The errors of the images of a scene, each with its place.

use super::Files;
use crate::import::image::{Bitmap, ImageError};
use crate::opacity::{Layout, Method};
use crate::scene::{Image, ImageMethod, Problem, Scene};
use crate::source::place::Place;

impl Files {
    /// The images that cannot have an answer, as problems of the document.
    pub(crate) fn image_faults(&self, scene: &Scene) -> Vec<Problem> {
        let images = Place::default().key("images");
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
            Some(Problem::at(images.index(i).key(error.key()), error.to_string(), Some(error.help())))
        };
        scene.images.iter().enumerate().filter_map(fault).collect()
    }
}

/// The division of an image's pixels into cells.
///
/// # Errors
/// [`ImageError::Divisions`] when there are more cells than pixels on an axis.
pub fn layout(image: &Image, bitmap: &Bitmap) -> Result<Layout, ImageError> {
    let method = match image.method {
        ImageMethod::Exact => Method::Exact,
        ImageMethod::OddBlock => Method::OddBlock,
    };
    Layout::new(bitmap.size(), image.divisions, method).map_err(ImageError::Divisions)
}
