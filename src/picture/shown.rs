//! The input of a picture: a world with its answers, the selection, and the options of the view.

use std::sync::{Arc, LazyLock};

use super::bodies::Bodies;
use super::changed_answer::ChangedAnswer;
use super::compared_path::PathErrors;
use super::cost_map::CostMap;
use super::display::Display;
use super::draw_options::DrawOptions;
use super::hidden::Hidden;
use super::octree::look::{OctreeLook, shows_octree};
use super::palette::Palette;
use super::selected::Selected;
use super::skin_options::{SkinLook, Weights};
use crate::geometry::{Aabb, Mark, Step};
use crate::report::explain::Explanation;
use crate::report::occlusion::PairMarks;
use crate::report::problems::{Problem, ProblemPlace};
use crate::report::{OctreeAnswers, Report};
use crate::world::World;

/// The input of a picture. The window, its inset and `eyeline render` fill it in, and
/// [`Picture::of`](super::contents::Picture::of) draws it.
///
/// A picture computes no answer: the report has the answers, and [`Shown::explanation`] has the steps.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// The world.
    pub world: &'a World,
    /// Its answers.
    pub report: &'a Report,
    /// The box around everything that is drawn, see [`extent`](super::framing::extent).
    pub extent: Aabb,
    /// The same without outsized objects, see [`main_extent`](super::framing::main_extent): the box that the grid covers.
    pub main_extent: Aabb,
    /// The size of small items, such as arrows and camera bodies, metres.
    pub small: f32,
    /// The bodies of the world from an earlier picture; `None` to compute them.
    pub bodies: Option<Arc<Bodies>>,
    /// The selection.
    pub selected: Selected,
    /// The explanation of the selected answer. Its open step, and the caption, are drawn from it.
    pub explanation: Option<&'a Explanation>,
    /// The camera whose view the picture is. Only the near rectangle of its own frustum is drawn, as the frame of the
    /// picture.
    pub through: Option<usize>,
    /// The items that are not drawn. They keep their answers.
    pub hidden: &'a Hidden,
    /// What the surfaces of objects show.
    pub display: Display,
    /// The parts that are drawn.
    pub options: DrawOptions,
    /// What is drawn of the skin of the selected object.
    pub skin_look: &'a SkinLook,
    /// The distance by which both halves of each cut are drawn apart, in metres. Answers are of the halves where they are.
    pub cut_gap: f32,
    /// The parts of the octree that are drawn.
    pub octree_look: OctreeLook,
    /// Whether the octree is shown. Then it is drawn for every selection, and no answers of a camera or ray are drawn.
    pub is_octree_open: bool,
    /// What the shown pair of an occlusion query adds, see [`marks`](crate::report::occlusion::marks).
    pub occlusion: &'a PairMarks,
    /// The errors of a recorded path against another one.
    pub path_errors: Option<&'a PathErrors>,
    /// The costs of the level at positions over its floor plan or along a path.
    pub cost_map: Option<&'a CostMap>,
    /// The problem of an object that is marked.
    pub problem: Option<&'a Problem>,
    /// The place of that problem that is marked most.
    pub place: Option<&'a ProblemPlace>,
    /// The items whose answers differ from those of another state.
    pub changes: Vec<ChangedAnswer>,
    /// The title of a picture outside the window, which gets a caption with question and answer. Empty for a scene
    /// without a title; `None` for the window.
    pub title: Option<&'a str>,
    /// The colours.
    pub palette: &'a Palette,
}

static NO_PAIR: PairMarks = PairMarks { marks: Vec::new(), translucent: Vec::new() };

static PLAIN_SKIN: SkinLook = SkinLook { weights: Weights::Off, bind: false };

static NOTHING: LazyLock<Hidden> = LazyLock::new(Hidden::default);

impl<'a> Shown<'a> {
    /// A world and its answers with this selection; nothing is hidden, and no step is open.
    pub fn new(world: &'a World, report: &'a Report, selected: &Selected, palette: &'a Palette) -> Self {
        let main_extent = super::framing::main_extent(world);
        Self {
            world,
            report,
            extent: super::framing::extent(world),
            main_extent,
            small: super::sizes::small(&main_extent),
            bodies: None,
            selected: selected.clone(),
            explanation: None,
            through: None,
            hidden: &NOTHING,
            display: Display::default(),
            options: DrawOptions::default(),
            skin_look: &PLAIN_SKIN,
            cut_gap: 0.0,
            octree_look: OctreeLook::default(),
            is_octree_open: false,
            occlusion: &NO_PAIR,
            path_errors: None,
            cost_map: None,
            problem: None,
            place: None,
            changes: Vec::new(),
            title: None,
            palette,
        }
    }

    /// The selection whose answers are drawn.
    pub(super) fn selected_in_view(&self) -> Selected {
        let selected = self.selected.clone();
        if self.is_octree_open && selected.object().is_some() && self.report.octree.is_some() {
            Selected { step: None, ..selected.without_querier() }
        } else {
            selected
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
