//! Where images are solid: their section of a report, and one of them explained.

mod explain;
mod json;

pub(super) use explain::{image, ray_image};
pub(super) use json::Section;
