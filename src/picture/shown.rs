//! What a picture shows: a world with its answers, what is selected, and how it is looked at.

use std::sync::{Arc, LazyLock};

use super::{Bodies, ChangedAnswer, Hidden, OctreeLook, Palette, Selected, shows_octree};
use crate::geometry::{Aabb, Mark, Step};
use crate::report::explain::Explanation;
use crate::report::occlusion::PairMarks;
use crate::report::problems::Problem;
use crate::report::{OctreeAnswers, Report};
use crate::world::World;

/// All that a picture is made of. The window, its inset and `eyeline render` fill in what they have, and
/// [`Picture::of`](super::Picture::of) draws all of it.
///
/// A picture computes no answer: the report has the answers, and [`Shown::explanation`] has the steps.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// The world.
    pub world: &'a World,
    /// Its answers.
    pub report: &'a Report,
    /// The box around everything that is drawn of the world, see [`extent`](super::extent).
    pub extent: Aabb,
    /// The objects of the world as bodies, when they were made before.
    pub bodies: Option<Arc<Bodies>>,
    /// Whose answers are shown, and about what.
    pub selected: Selected,
    /// The explanation of the selected answer. Its open step, and the caption, are drawn from it.
    pub explanation: Option<&'a Explanation>,
    /// The camera through whose lens the picture will be seen. Of its own frustum only the near rectangle is drawn, as the
    /// frame of the picture.
    pub through: Option<usize>,
    /// What is not drawn. It keeps its answers.
    pub hidden: &'a Hidden,
    /// What of the octree is drawn.
    pub octree_look: OctreeLook,
    /// Whether the octree is looked at. Then it is drawn whatever is selected, and no camera or ray answers about the
    /// selected object.
    pub is_octree_open: bool,
    /// What the shown pair of an occlusion query adds, see [`marks`](crate::report::occlusion::marks).
    pub occlusion: &'a PairMarks,
    /// The problem of an object that is marked.
    pub problem: Option<&'a Problem>,
    /// The things whose answers differ from those of another state.
    pub changes: Vec<ChangedAnswer>,
    /// The title of a picture that is seen without the window: it gets a caption with question and answer. Empty for a
    /// scene without one.
    pub title: Option<&'a str>,
    /// The colours.
    pub palette: &'a Palette,
}

static NO_PAIR: PairMarks = PairMarks { marks: Vec::new(), glassy: Vec::new() };
static NOTHING: LazyLock<Hidden> = LazyLock::new(Hidden::default);

impl<'a> Shown<'a> {
    /// A world and its answers with this selection, seen from outside, with nothing hidden and no step open.
    pub fn new(world: &'a World, report: &'a Report, selected: &Selected, palette: &'a Palette) -> Self {
        Self {
            world,
            report,
            extent: super::extent(world),
            bodies: None,
            selected: *selected,
            explanation: None,
            through: None,
            hidden: &NOTHING,
            octree_look: OctreeLook::default(),
            is_octree_open: false,
            occlusion: &NO_PAIR,
            problem: None,
            changes: Vec::new(),
            title: None,
            palette,
        }
    }

    /// Whose answers are drawn.
    pub(super) fn selected_in_view(&self) -> Selected {
        match self.selected {
            selected if self.is_octree_open && selected.object.is_some() && self.report.octree.is_some() => {
                Selected { querier: None, step: None, ..selected }
            }
            selected => selected,
        }
    }

    /// The octree's answers, when they are drawn.
    pub(super) fn octree(&self) -> Option<&'a OctreeAnswers> {
        self.report.octree.as_ref().filter(|_| self.is_octree_open || shows_octree(&self.selected))
    }

    /// The marks of the open step.
    pub(super) fn marks(&self) -> Option<&'a [Mark]> {
        let step: &Step = self.explanation?.story.steps.get(self.selected.step?)?;
        Some(&step.marks)
    }
}
