//! The rules of images.

use super::check::Check;
use super::words::ALL_ABOVE_0;
use crate::scene::document::Image;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn image(&mut self, image: &'s Image, at: &ValuePath) {
        // An error in the file is not an error of the scene: see `Files::image_faults`.
        self.rules(
            at,
            &[
                (image.divisions.iter().all(|&n| n >= 1), "divisions", "must be at least 1 on both axes"),
                ((0.0..=1.0).contains(&image.threshold), "threshold", "must be from 0 to 1"),
                (image.size.is_none_or(|size| size.iter().all(|&s| s > 0.0)), "size", ALL_ABOVE_0),
            ],
        );
    }
}
