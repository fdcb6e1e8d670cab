//! Sizes that several files use, points.

/// The height that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 280.0;
/// In a panel narrower than this, each row has two lines in place of columns.
pub(super) const NARROW: f32 = 600.0;
