//! The page of one path or of several.

use super::plotted::ErrorPlot;
use super::{one, several};
use crate::picture::plot::sheet::PlotSheet;

impl ErrorPlot<'_> {
    /// The page.
    pub fn sheet(&self) -> PlotSheet {
        match &self.paths[..] {
            [path] => one::sheet(self, path),
            _ => several::sheet(self),
        }
    }
}
