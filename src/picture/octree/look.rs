//! What of an octree is drawn.

use crate::octree::Cell;
use crate::picture::selected::Selected;

/// What of an octree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctreeLook {
    /// Which cells.
    pub cells: CellsShown,
    /// Whether lines join the pairs.
    pub has_pairs: bool,
    /// Whether the split planes that objects straddle are drawn.
    pub has_planes: bool,
    /// A cell that is pointed at.
    pub pointed: Option<Cell>,
}

/// Which cells are drawn. The cell of the selected object always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellsShown {
    /// None.
    None,
    /// Those with objects.
    Occupied,
    /// All of a level, occupied or not, and of the levels above it; down to `DEEPEST_LATTICE`.
    DownTo(u32),
}

impl Default for OctreeLook {
    fn default() -> Self {
        Self { cells: CellsShown::Occupied, has_pairs: true, has_planes: true, pointed: None }
    }
}

/// Whether a scene's octree is drawn while its panel is closed: not with an answer of a camera or ray about an object,
/// because the picture then shows that answer.
pub fn shows_octree(selected: &Selected) -> bool {
    (selected.querier().is_none() || selected.object().is_none()) && selected.step.is_none()
}
