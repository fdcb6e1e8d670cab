//! The reason why an image has no answer.

use crate::world::ImageAt;

/// The reason why an image has no answer; `None` when it has one.
pub(in crate::report) fn why_no_cells(image: &ImageAt) -> Option<String> {
    let error = image.opacity.as_ref().err()?;
    Some(format!("`{}` has no answer: {error}", image.name))
}
