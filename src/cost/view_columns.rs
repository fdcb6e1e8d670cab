//! The columns of tables of views.

use super::measure::CostMeasure;
use super::scenery::ViewCost;
use super::words::direction_in_words;
use crate::geometry::narrate::grouped;

/// A column: its heading, its help, and the text of its cells.
#[derive(Clone, Copy, Debug)]
pub struct ViewColumn {
    /// The heading.
    pub head: &'static str,
    /// What the number is.
    pub help: &'static str,
    /// The cell of a view.
    pub cell: fn(&ViewCost) -> String,
}

/// The columns, from the direction of view to the tests of the octree.
pub const VIEW_COLUMNS: [ViewColumn; 8] = [
    ViewColumn { head: "looks along", help: "The direction of view.", cell: |view| direction_in_words(view.forward) },
    ViewColumn { head: "objects", help: "Objects in the frustum.", cell: |view| grouped(view.in_frustum.objects) },
    ViewColumn { head: "triangles", help: "Their triangles.", cell: |view| grouped(view.in_frustum.triangles) },
    ViewColumn {
        head: "draw calls",
        help: "One for each material of each object in the frustum.",
        cell: |view| grouped(view.in_frustum.draws),
    },
    ViewColumn { head: "seen", help: "Triangles of objects with a pixel.", cell: |view| grouped(view.seen.triangles) },
    ViewColumn {
        head: "covered",
        help: "Triangles of objects that others cover.",
        cell: |view| grouped(view.covered.triangles),
    },
    ViewColumn {
        head: "no pixel",
        help: "Triangles of objects of which only the box is in view, which face away, or which are too small.",
        cell: |view| grouped(view.without_pixel().triangles),
    },
    ViewColumn {
        head: "box tests",
        help: "The cells and objects that the octree tested.",
        cell: |view| grouped(CostMeasure::Tests.value(view)),
    },
];
