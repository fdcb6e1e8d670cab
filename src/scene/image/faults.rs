//! What is wrong with the images of a scene, each at its place.

use super::super::check::Problem;
use super::super::document::{Image, ImageMethod, Scene};
use super::super::place::Place;
use super::{Bitmap, ImageError};
use crate::geometry::{Narrator, Silent};
use crate::opacity::{Layout, Method};

/// Every image that has no answer and will have none, as a problem of the document.
pub(in crate::scene) fn faults(scene: &Scene) -> Vec<Problem> {
    let images = Place::default().key("images");
    let fault = |(i, image): (usize, &Image)| {
        let bitmap = scene.bitmap(image);
        let answer = bitmap.and_then(|bitmap| {
            let layout = layout(image, bitmap)?;
            scene.cells(image, bitmap, &layout).map(drop)
        });
        let error = answer.err()?;
        if error.is_pending() || error.is_stopped() {
            return None;
        }
        Some(Problem::at(images.index(i).key(error.key()), error.to_string(), Some(error.help())))
    };
    scene.images.iter().enumerate().filter_map(fault).collect()
}

/// How an image of the scene cuts its pixels.
///
/// # Errors
/// [`ImageError::Divisions`] when there are more cells than pixels on an axis.
pub fn layout(image: &Image, bitmap: &Bitmap) -> Result<Layout, ImageError> {
    layout_told(image, bitmap, &mut Silent)
}

/// [`layout`], with its steps.
///
/// # Errors
/// As [`layout`].
pub(super) fn layout_told<N: Narrator>(image: &Image, bitmap: &Bitmap, narrator: &mut N) -> Result<Layout, ImageError> {
    let method = match image.method {
        ImageMethod::Exact => Method::Exact,
        ImageMethod::OddBlock => Method::OddBlock,
    };
    Layout::new_told(bitmap.size(), image.divisions, method, narrator).map_err(ImageError::Divisions)
}
