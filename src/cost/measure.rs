//! The number by which positions are compared.

use super::scenery::ViewCost;

/// A number of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CostMeasure {
    /// Triangles of the objects in the frustum.
    #[default]
    Triangles,
    /// Triangles of objects in the frustum that are covered.
    Covered,
    /// Draw calls of the objects in the frustum.
    Draws,
    /// Objects in the frustum.
    Objects,
    /// Box tests of the octree: cells and objects.
    Tests,
}

impl CostMeasure {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 5] = [Self::Triangles, Self::Covered, Self::Draws, Self::Objects, Self::Tests];

    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Triangles => "triangles",
            Self::Covered => "covered",
            Self::Draws => "draws",
            Self::Objects => "objects",
            Self::Tests => "tests",
        }
    }

    /// What it counts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Triangles => "triangles in the frustum",
            Self::Covered => "covered triangles in the frustum",
            Self::Draws => "draw calls in the frustum",
            Self::Objects => "objects in the frustum",
            Self::Tests => "box tests of the octree",
        }
    }

    /// The number of a view.
    pub fn value(self, view: &ViewCost) -> u64 {
        match self {
            Self::Triangles => view.in_frustum.triangles,
            Self::Covered => view.covered.triangles,
            Self::Draws => view.in_frustum.draws,
            Self::Objects => view.in_frustum.objects,
            Self::Tests => u64::from(view.cells) + u64::from(view.object_tests),
        }
    }
}
