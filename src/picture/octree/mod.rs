//! The octree over the scene: its cells, the objects in them, candidate pairs, and the split planes that boxes
//! straddle.
//!
//! If too many lines would cover the picture, some are left out, and the legend says so. Cells are grey; deeper ones
//! are thinner and have more contrast. A candidate pair is a dashed yellow line between two centres, an overlap a strong one.

mod cells;
mod counts;
mod lattice;
mod levels;
mod pairs;
mod planes;

pub use cells::code_of;
pub use counts::{candidates_by, counted, grouped, grouped_with, summary};
pub use lattice::DEEPEST as DEEPEST_LATTICE;

use super::hidden::Hidden;
use super::palette::Palette;
use super::selected::Selected;
use super::shown::Shown;
use super::strokes::LineStyle;
use super::{Picture, Sample};
use crate::geometry::Aabb;
use crate::octree::Cell;
use crate::report::OctreeAnswers;
use crate::world::World;

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
    /// All of a level, occupied or not, and of the levels above it; down to [`DEEPEST_LATTICE`].
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
    (selected.querier.is_none() || selected.object.is_none()) && selected.step.is_none()
}

/// What all parts of the drawing need.
struct Scope<'a> {
    world: &'a World,
    answers: &'a OctreeAnswers,
    look: &'a OctreeLook,
    /// The selected object.
    selected: Option<usize>,
    hidden: &'a Hidden,
    palette: &'a Palette,
}

/// Draws the octree of the scene, if its panel is open or the picture shows no answer of a camera or ray.
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Some(answers) = shown.octree() else { return };
    let &Shown { world, hidden, palette, ref octree_look, .. } = shown;
    let is_seen = |&object: &usize| world.objects.get(object).is_some_and(|o| !hidden.contains(o.id));
    let selected = shown.selected.object.filter(is_seen);
    let scope = Scope { world, answers, look: octree_look, selected, hidden, palette };
    cells::draw(picture, &scope);
    planes::draw(picture, &scope);
    pairs::draw(picture, &scope);
    picture.add_legend(summary(answers), palette.candidate, Sample::None);
}

impl Picture {
    /// The octree alone.
    pub fn of_octree(shown: &Shown) -> Self {
        let mut picture = Self::default();
        draw(&mut picture, shown);
        picture
    }

    fn box_edges(&mut self, aabb: &Aabb, pen: LineStyle) {
        self.edges(&std::array::from_fn(|i| aabb.corner(i)), pen);
    }
}

impl Scope<'_> {
    fn has_selected(&self, pair: [u32; 2]) -> bool {
        pair.iter().any(|&one| self.selected == Some(one as usize))
    }

    fn is_hidden(&self, object: u32) -> bool {
        self.world.objects.get(object as usize).is_none_or(|object| self.hidden.contains(object.id))
    }
}
