//! The sizes of shapes, and the handles by which they are dragged.

/// A size of a shape: numbers in metres, each above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The key in a scene file.
    pub key: &'static str,
    /// The name in the window.
    pub label: &'static str,
    /// What it is, a sentence.
    pub help: &'static str,
}

/// A handle of a size, on a line in local space along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeHandle {
    /// The index of the size in the table of the shape.
    pub size: usize,
    /// The number of that size that changes.
    pub component: usize,
    /// The name beside the pointer.
    pub name: &'static str,
    /// The axis of the line: 0 for X, 1 for Y, 2 for Z.
    pub axis: usize,
    /// The y at which the line is; 0 for a line along Y.
    pub y: f64,
    /// The coordinates at which the line begins and ends, along its axis. The handle is at its end.
    pub ends: [f64; 2],
    /// What is subtracted from the length of the line for the number of the size.
    pub beyond: f64,
    /// What the rest is multiplied with.
    pub scale: f64,
    /// The part of the handle's displacement by which the shape moves, so that the other end stays.
    pub moves: f64,
}

impl SizeHandle {
    /// The handle of a radius, along X at a height.
    pub(crate) fn radius(size: usize, radius: f32, y: f64) -> Self {
        let ends = [0.0, radius.into()];
        Self { size, component: 0, name: "radius", axis: 0, y, ends, beyond: 0.0, scale: 1.0, moves: 0.0 }
    }

    /// Both handles of a size with two ends, the positive one first. `beyond` is added to `half` at either end.
    pub(crate) fn both(
        name: &'static str,
        [size, component]: [usize; 2],
        axis: usize,
        half: f32,
        beyond: f32,
    ) -> [Self; 2] {
        let (half, beyond) = (f64::from(half), f64::from(beyond));
        let reach = half + beyond;
        [[-reach, reach], [reach, -reach]].map(|ends| Self {
            size,
            component,
            name,
            axis,
            y: 0.0,
            ends,
            beyond: 2.0 * beyond,
            scale: 0.5,
            moves: 0.5,
        })
    }

    /// The length of the line.
    pub fn length(&self) -> f64 {
        (self.ends[1] - self.ends[0]).abs()
    }

    /// The number of the size for a length of the line. `least` is the least length of the part that changes.
    pub fn number(&self, length: f64, least: f64) -> f64 {
        (length - self.beyond).max(least) * self.scale
    }
}
