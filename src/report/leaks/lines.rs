//! The way of a leak as the text of a point file, which editors of maps show as a line.

use std::fmt::Write as _;

use glam::DVec3;

/// The format of a point file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathFormat {
    /// `.pts` of Quake's `qbsp`: points along the way at a regular distance, so that each is seen as a dot.
    Pts,
    /// `.lin` of `q3map2`: the corners of the way, from outside to inside.
    Lin,
}

/// The most points of a `.pts` file.
const MOST_POINTS: f64 = 4096.0;

/// The text of a file. Coordinates are those of the scene: metres, +Y up.
pub fn path_text(points: &[DVec3], format: PathFormat, spacing: f64) -> String {
    let mut text = String::new();
    let mut push = |point: DVec3| {
        let [x, y, z] = (point + DVec3::ZERO).to_array();
        // A String takes every text.
        let _ = writeln!(text, "{x:.6} {y:.6} {z:.6}");
    };
    match format {
        PathFormat::Lin => points.iter().rev().for_each(|point| push(*point)),
        PathFormat::Pts => {
            let length: f64 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
            let spacing = spacing.max(length / MOST_POINTS);
            for ends in points.windows(2) {
                let count = (ends[0].distance(ends[1]) / spacing).ceil().max(1.0);
                let mut i = 0.0;
                while i < count {
                    push(ends[0].lerp(ends[1], i / count));
                    i += 1.0;
                }
            }
            points.last().copied().into_iter().for_each(push);
        }
    }
    text
}
