//! The rows of the legend of a picture.

use super::palette::{Color, Style};

/// One row of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// The meaning.
    pub text: String,
    /// Its colour in the picture.
    pub color: Color,
    /// Its sample.
    pub sample: Sample,
}

/// The form in which a legend row shows its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A short line.
    Line(Style),
    /// A dot.
    Dot,
    /// A filled patch; a translucent one has a border.
    Patch,
    /// A translucent plane, whose border has that style.
    Plane(Style),
    /// A solid in its tested box, whose edges have that style.
    Body(Style),
    /// No sample: the row is about the whole picture.
    None,
}
