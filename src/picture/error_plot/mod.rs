//! The errors of recorded paths as a page of plots, for a file.
//!
//! ```text
//! sheet    the shapes of a page: lines, areas and texts
//! ticks    the numbers at an axis
//! axes     one plot: its frame, axes, curves and legend
//! one      the page of one path: over time, from above, by axis, and how often
//! several  the page of several paths against one reference
//! ```

mod axes;
mod one;
mod several;
mod sheet;
mod ticks;

use glam::DVec3;

use crate::trajectory::deviation::Deviation;

pub use sheet::{PlotShape, PlotSheet, TextAnchor};

/// A path of a plot.
#[derive(Clone, Copy, Debug)]
pub struct PlottedPath<'a> {
    /// Its name.
    pub name: &'a str,
    /// How its errors were measured: "aligned by translation, 120 pairs".
    pub how: &'a str,
    /// Its errors.
    pub errors: &'a Deviation,
}

/// What is plotted.
#[derive(Clone, Debug)]
pub struct ErrorPlot<'a> {
    /// The name of the reference.
    pub reference: &'a str,
    /// Its path: lines with their ends.
    pub reference_path: Vec<[DVec3; 2]>,
    /// The paths that are compared with it, at least one.
    pub paths: Vec<PlottedPath<'a>>,
}

impl ErrorPlot<'_> {
    /// The page.
    pub fn sheet(&self) -> PlotSheet {
        match &self.paths[..] {
            [path] => one::sheet(self, path),
            _ => several::sheet(self),
        }
    }
}

/// Lines that follow each other as one line through points.
fn joined(lines: impl IntoIterator<Item = [DVec3; 2]>) -> Vec<Vec<DVec3>> {
    let mut all: Vec<Vec<DVec3>> = Vec::new();
    for [from, to] in lines {
        match all.last_mut() {
            Some(line) if line.last() == Some(&from) => line.push(to),
            _ => all.push(vec![from, to]),
        }
    }
    all
}

/// A point seen from above: X to the right, Z down.
fn from_above(point: DVec3) -> [f64; 2] {
    [point.x, point.z]
}
