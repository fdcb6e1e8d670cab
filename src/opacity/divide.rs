//! The division of an image into cells, with its steps.

use super::layout::{CellAxis, CellLayout, LayoutError, Method};
use super::steps;
use super::values::OpacityValues;
use crate::geometry::{Narrator, Silent};

impl CellLayout {
    /// Divides an image of `size` pixels, width and height, into `divisions` columns and rows of cells.
    ///
    /// # Errors
    /// If an axis has no cells or more cells than pixels.
    pub fn new(size: [u32; 2], divisions: [u32; 2], method: Method) -> Result<Self, LayoutError> {
        Self::new_told(size, divisions, method, &mut Silent)
    }

    /// [`Self::new`], with its steps.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn new_told<N: Narrator>(
        size: [u32; 2],
        divisions: [u32; 2],
        method: Method,
        narrator: &mut N,
    ) -> Result<Self, LayoutError> {
        for axis in 0..2 {
            let (pixels, cells) = (size[axis], divisions[axis]);
            if cells == 0 {
                return Err(LayoutError::Zero { axis });
            }
            if cells > pixels {
                return Err(LayoutError::TooMany { axis, cells, pixels });
            }
        }
        let axes = [0, 1].map(|axis| CellAxis::new(size[axis], divisions[axis], method));
        let layout = Self { method, axes };
        for (i, axis) in axes.iter().enumerate() {
            narrator.step(|| steps::step(OpacityValues::Axis { axis: i, cut: *axis }));
        }
        narrator.step(|| steps::step(OpacityValues::LeftOut(layout)));
        Ok(layout)
    }
}
