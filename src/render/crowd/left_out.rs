//! The visible objects that are not drawn, in words for the legend and for messages.

use crate::geometry::narrate::grouped;
use crate::picture::{LegendEntry, Palette, Sample, grouped_with};

/// The visible objects that are not drawn, because drawing them would take too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The number of these objects.
    pub objects: usize,
    /// The greatest number of pixels at which one of them would be visible.
    pub pixels: u32,
    /// The number of pixels at which another object may be nearest, because the search was not finished.
    pub unsure: u32,
    /// The number of objects whose boxes have no edges, because the objects are in a pile.
    pub edges: usize,
}

impl LeftOut {
    /// The sentences for the legend; none if all objects are drawn.
    pub fn sentences(&self) -> Vec<String> {
        let Self { objects, pixels, unsure, edges } = *self;
        let mut all = Vec::new();
        if objects > 0 {
            let are = if objects == 1 { "object is" } else { "objects are" };
            let (objects, pixels) = (grouped(objects as u64), grouped_with(pixels.into(), "pixel"));
            all.push(format!("{objects} {are} not drawn, each would show on at most {pixels}"));
        } else if unsure > 0 {
            let unsure = grouped_with(unsure.into(), "pixel");
            all.push(format!("too many objects overlap: the nearest may be missing at {unsure}"));
        }
        if edges > 0 {
            let boxes = if edges == 1 { "box that overlaps" } else { "boxes that overlap" };
            all.push(format!("the edges of {} {boxes} others are not drawn", grouped(edges as u64)));
        }
        all
    }

    /// Rows of the legend with these sentences.
    pub fn legend_entries(&self, palette: &Palette) -> impl Iterator<Item = LegendEntry> {
        let color = palette.partial;
        let row = move |text| LegendEntry { text: format!("⚠ {text}"), color, sample: Sample::None };
        self.sentences().into_iter().map(row)
    }
}
