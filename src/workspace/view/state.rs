//! The state of the view of the open scene. It is not saved or undone. A change of it is not a change of the scene.

use std::cell::OnceCell;

use crate::geometry::units::Units;
use crate::picture::{CostMap, Display, DrawOptions, OctreeLook, PathErrors, SkinLook};
use crate::report::problems::{Problem, ProblemPlace};
use crate::workspace::counted::Counted;
use crate::world::World;

/// The state of the view.
#[derive(Default)]
pub struct View {
    /// What is drawn. Each change is counted.
    state: Counted<ViewState>,
    /// The t of a ray that a plot highlights. The view reads it in each frame.
    pointed: Option<f32>,
    /// The world with the halves of cuts apart; `None` when they are at their places.
    apart: OnceCell<Option<World>>,
}

#[derive(Clone, Default)]
pub(super) struct ViewState {
    /// What the surfaces of objects show.
    pub(super) display: Display,
    /// What they showed before the wireframe.
    pub(super) before_wireframe: Display,
    /// The parts of the picture that are drawn.
    pub(super) options: DrawOptions,
    /// What is drawn of the skin of the selected object.
    pub(super) skin: SkinLook,
    /// The distance by which both halves of each cut are drawn apart, in metres.
    pub(super) cut_gap: f32,
    pub(super) octree_look: OctreeLook,
    /// Whether the panel of the octree is open.
    pub(super) is_octree_open: bool,
    /// The errors of a recorded path that the view shows.
    pub(super) path_errors: Option<PathErrors>,
    /// The costs of the level that the view shows.
    pub(super) cost_map: Option<CostMap>,
    /// The marked problem.
    pub(super) problem: Option<ShownProblem>,
}

/// A problem with its places, of which one is shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownProblem {
    pub(super) problem: Problem,
    pub(super) places: Vec<ProblemPlace>,
    /// The index of the shown place.
    pub(super) at: usize,
}

impl View {
    /// The view of the next scene. It keeps the parts of the picture that are drawn. `changes` is the number of changes
    /// so far.
    pub(in crate::workspace) fn of_next_scene(&self, changes: u64) -> Self {
        // The answers of a mistake are of the scene.
        let options = DrawOptions { mistaken: false, ..self.state.options };
        let state = ViewState { options, ..ViewState::default() };
        Self { state: Counted::after(changes, state), ..Self::default() }
    }

    /// What is drawn.
    pub(super) fn state(&self) -> &ViewState {
        &self.state
    }

    /// Sets a part of what is drawn, and counts the change.
    pub(super) fn set<P: PartialEq>(&mut self, part: impl FnOnce(&mut ViewState) -> &mut P, new: P) -> bool {
        self.state.set(part, new)
    }

    /// The number of changes.
    pub(in crate::workspace) fn changes(&self) -> u64 {
        self.state.changes()
    }

    /// Sets the t of the selected ray that a plot points at.
    pub fn point_at(&mut self, t: Option<f32>) {
        self.pointed = t;
    }

    /// The t that a plot points at.
    pub fn pointed(&self) -> Option<f32> {
        self.pointed
    }

    /// What the surfaces of objects show.
    pub fn display(&self) -> Display {
        self.state.display
    }

    /// Sets what the surfaces of objects show.
    pub fn set_display(&mut self, display: Display) {
        self.set(|state| &mut state.display, display);
    }

    /// Shows the surfaces as a wireframe, or again as before.
    pub(crate) fn toggle_wireframe(&mut self) {
        let shown = self.state.display;
        if shown == Display::Wireframe {
            self.set_display(self.state.before_wireframe);
        } else {
            self.set(|state| &mut state.before_wireframe, shown);
            self.set_display(Display::Wireframe);
        }
    }

    /// The distance by which both halves of each cut are drawn apart, in metres.
    pub fn cut_gap(&self) -> f32 {
        self.state.cut_gap
    }

    /// Sets the distance by which both halves of each cut are drawn apart, in metres.
    pub fn set_cut_gap(&mut self, gap: f32) {
        if self.set(|state| &mut state.cut_gap, gap) {
            self.forget_world();
        }
    }

    /// The world as the view shows it, with the halves of cuts apart.
    pub(in crate::workspace) fn displayed<'w>(&'w self, world: &'w World) -> &'w World {
        self.apart.get_or_init(|| world.apart(self.state.cut_gap)).as_ref().unwrap_or(world)
    }

    /// Drops what was computed from the world, after a change of the world.
    pub(in crate::workspace) fn forget_world(&mut self) {
        self.apart = OnceCell::new();
    }

    /// What is drawn besides the objects.
    pub fn draw_options(&self) -> DrawOptions {
        self.state.options
    }

    /// The units and the digits of numbers on screen.
    pub fn units(&self) -> Units {
        self.state.options.units
    }

    /// Sets the parts of the picture that are drawn. They apply to the next scenes too.
    pub fn set_draw_options(&mut self, options: DrawOptions) {
        self.set(|state| &mut state.options, options);
    }

    /// What is drawn of the skin of the selected object.
    pub fn skin_look(&self) -> &SkinLook {
        &self.state.skin
    }

    /// Sets what is drawn of the skin of the selected object.
    pub(in crate::workspace) fn set_skin_look(&mut self, look: SkinLook) {
        self.set(|state| &mut state.skin, look);
    }

    /// Sets the errors of a recorded path against another one, which the view shows while the panel of sessions compares
    /// them, or removes them.
    pub(crate) fn show_path_errors(&mut self, errors: Option<PathErrors>) {
        self.set(|state| &mut state.path_errors, errors);
    }

    /// The errors of a recorded path that the view shows.
    pub fn path_errors(&self) -> Option<&PathErrors> {
        self.state.path_errors.as_ref()
    }

    /// Sets the costs of the level, which the view shows while the panel of costs is open, or removes them.
    pub(crate) fn show_cost_map(&mut self, map: Option<CostMap>) {
        self.set(|state| &mut state.cost_map, map);
    }

    /// Chooses a tile of the costs that the view shows, or none.
    pub(crate) fn choose_cost_tile(&mut self, tile: Option<usize>) {
        let map = self.state.cost_map.clone().map(|map| CostMap { chosen: tile, ..map });
        self.show_cost_map(map);
    }

    /// The costs of the level that the view shows.
    pub fn cost_map(&self) -> Option<&CostMap> {
        self.state.cost_map.as_ref()
    }
}
