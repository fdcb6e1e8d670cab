//! What is plotted, and its lines seen from above.

use glam::DVec3;

use crate::trajectory::deviation::Deviation;

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

/// Lines that follow each other as one line through points.
pub(super) fn joined(lines: impl IntoIterator<Item = [DVec3; 2]>) -> Vec<Vec<DVec3>> {
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
pub(super) fn from_above(point: DVec3) -> [f64; 2] {
    [point.x, point.z]
}
