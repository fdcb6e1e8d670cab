//! All positions, one after another, on all threads.

use std::sync::Arc;

use glam::DVec3;

use super::floor::{EYE_HEIGHT, LeftOut, floor};
use super::lens::SurveyLens;
use super::level_cost::LevelCost;
use super::measure::CostMeasure;
use super::plan::{FloorPlan, PlanArea};
use super::scenery::{Scenery, ViewCost};
use super::words::place_in_words;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::files::Content;
use crate::opacity::Progress;
use crate::parallel;
use crate::world::{Recording, World};

/// The bytes of a triangle while a picture of it is computed, on one thread.
const TRIANGLE: u64 = 192;
/// The part of the free budget that pictures may take.
const SHARE: u64 = 2;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyOptions {
    /// The number of tiles along the longer side of the plan.
    pub grid: u32,
    /// The part of the plan; `None` for all objects.
    pub area: Option<PlanArea>,
    /// The highest floor below this height is used; `None` for the lowest floor.
    pub below: Option<f32>,
    /// The camera whose lens is used; `None` for a square view.
    pub camera: Option<Arc<str>>,
    /// The number of directions at each position.
    pub directions: u32,
}

impl Default for SurveyOptions {
    fn default() -> Self {
        Self { grid: 16, area: None, below: None, camera: None, directions: 4 }
    }
}

/// What a position costs.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceCost {
    /// The eye.
    pub eye: DVec3,
    /// The views, one for each direction.
    pub views: Vec<ViewCost>,
}

impl PlaceCost {
    /// The view with the greatest number.
    pub fn worst(&self, measure: CostMeasure) -> Option<&ViewCost> {
        self.views.iter().rev().max_by_key(|view| measure.value(view))
    }

    /// The greatest number of its views.
    pub fn value(&self, measure: CostMeasure) -> u64 {
        self.worst(measure).map_or(0, |view| measure.value(view))
    }
}

/// A tile of the plan, or a tick of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Column and row; of a path its tick and 0.
    pub place: [u32; 2],
    /// x and z.
    pub at: [f64; 2],
    /// Its cost, or why it has no eye.
    pub cost: Result<PlaceCost, LeftOut>,
}

/// The costs at all positions.
#[derive(Debug)]
pub struct Survey {
    /// The tiles; `None` for a path.
    pub plan: Option<FloorPlan>,
    /// Row by row, or tick by tick.
    pub tiles: Vec<Tile>,
    /// The view at each position.
    pub lens: SurveyLens,
    _memory: Reservation,
}

/// Why there is no survey.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SurveyError {
    /// The world has no objects, or all of them are on one point of the plan.
    #[error("there are no objects, so there is no floor plan")]
    NoPlan,
    /// The camera has no view.
    #[error("there is no camera `{name}` with a view{help}")]
    NoCamera {
        /// The name that was given.
        name: String,
        /// What is possible instead.
        help: String,
    },
    /// The budget is used up.
    #[error("there is no room for the pictures of {triangles} triangles: {over}")]
    Memory {
        /// The triangles of the level.
        triangles: u64,
        /// What was asked of the budget.
        over: OverBudget,
    },
    /// It was cancelled.
    #[error("the survey was cancelled")]
    Cancelled,
}

impl Survey {
    /// The costs at the tiles of the floor plan of a world.
    ///
    /// # Errors
    /// When there is no plan, no such camera, no memory, or when it was cancelled.
    pub fn over_plan(
        world: &World,
        cost: &LevelCost,
        options: &SurveyOptions,
        progress: &Progress,
    ) -> Result<Self, SurveyError> {
        let plan = FloorPlan::of(world, options.area, options.grid).ok_or(SurveyError::NoPlan)?;
        let lens = match &options.camera {
            Some(name) => lens_of(world, name, options.directions)?,
            None => SurveyLens::around(world, options.directions),
        };
        let memory = places(&world.budget, plan.len(), lens.directions, cost)?;
        let no_room = |over| SurveyError::Memory { triangles: 0, over };
        let scenery = Scenery::of(world, cost).map_err(no_room)?;
        progress.expect(plan.len() as u64);
        let tile = |index: usize| {
            let place = plan.place(index);
            let at = plan.middle(place);
            #[expect(clippy::cast_possible_truncation, reason = "coordinates of objects are f32")]
            let cost = floor(world, at.map(|value| value as f32), options.below).map(|height| {
                let eye = DVec3::new(at[0], f64::from(height) + f64::from(EYE_HEIGHT), at[1]);
                PlaceCost { eye, views: (0..lens.directions).map(|turn| scenery.view(&lens, eye, turn)).collect() }
            });
            progress.advance(1);
            Tile { place, at, cost }
        };
        let mut tiles = Vec::with_capacity(plan.len());
        let (_pictures, at_once) = pictures(&world.budget, &scenery)?;
        for first in (0..plan.len()).step_by(at_once) {
            if progress.is_cancelled() {
                return Err(SurveyError::Cancelled);
            }
            tiles.extend(parallel::map(at_once.min(plan.len() - first), |i| tile(first + i)));
        }
        Ok(Self { plan: Some(plan), tiles, lens, _memory: memory })
    }

    /// The costs along the path of a camera, at each `every`-th tick. Objects are where they are at that tick.
    ///
    /// # Errors
    /// When there is no such camera, no memory, or when it was cancelled.
    pub fn along_path(
        content: Content,
        camera: &str,
        ticks: std::ops::RangeInclusive<u64>,
        every: u64,
        progress: &Progress,
    ) -> Result<Self, SurveyError> {
        let mut recording = Recording::of(content);
        let count = usize::try_from((ticks.end() - ticks.start()) / every.max(1) + 1).unwrap_or(usize::MAX);
        progress.expect(count as u64);
        let (mut tiles, mut kept) = (Vec::new(), None);
        for tick in ticks.step_by(usize::try_from(every.max(1)).unwrap_or(usize::MAX)) {
            if progress.is_cancelled() {
                return Err(SurveyError::Cancelled);
            }
            let world = World::of(&mut recording, content, tick);
            let lens = lens_of(&world, camera, 1)?;
            let no_room = |over| SurveyError::Memory { triangles: 0, over };
            let cost = LevelCost::of(&world).map_err(no_room)?;
            if kept.is_none() {
                kept = Some((places(&world.budget, count, 1, &cost)?, lens.clone()));
            }
            let scenery = Scenery::of(&world, &cost).map_err(no_room)?;
            let _pictures = pictures(&world.budget, &scenery)?;
            let eye = lens.eye();
            let views = vec![scenery.view(&lens, eye, 0)];
            let place = [u32::try_from(tick).unwrap_or(u32::MAX), 0];
            tiles.push(Tile { place, at: [eye.x, eye.z], cost: Ok(PlaceCost { eye, views }) });
            progress.advance(1);
        }
        let (memory, lens) = kept.ok_or(SurveyError::NoPlan)?;
        Ok(Self { plan: None, tiles, lens, _memory: memory })
    }

    /// The tile with the greatest number; of equal ones the first. `None` when all are left out.
    pub fn worst(&self, measure: CostMeasure) -> Option<&Tile> {
        let value = |tile: &Tile| tile.cost.as_ref().map_or(0, |cost| cost.value(measure));
        self.tiles.iter().rev().filter(|tile| tile.cost.is_ok()).max_by_key(|tile| value(tile))
    }

    /// The greatest number of all positions.
    pub fn most(&self, measure: CostMeasure) -> u64 {
        self.worst(measure).and_then(|tile| tile.cost.as_ref().ok()).map_or(0, |cost| cost.value(measure))
    }

    /// The positions with the indices of their tiles, the greatest number first.
    pub fn ranked(&self, measure: CostMeasure) -> Vec<(usize, &PlaceCost)> {
        let tiles = self.tiles.iter().enumerate();
        let mut places: Vec<(usize, &PlaceCost)> =
            tiles.filter_map(|(index, tile)| Some((index, tile.cost.as_ref().ok()?))).collect();
        places.sort_by_key(|(_, place)| std::cmp::Reverse(place.value(measure)));
        places
    }

    /// The name of a position: its eye, after the tick of a path.
    pub fn name(&self, index: usize, place: &PlaceCost) -> String {
        let eye = place_in_words(place.eye);
        if self.plan.is_some() { eye } else { format!("tick {}, {eye}", self.tiles[index].place[0]) }
    }

    /// The number of tiles that are left out for a reason.
    pub fn left_out(&self, reason: LeftOut) -> usize {
        self.tiles.iter().filter(|tile| tile.cost.as_ref().err() == Some(&reason)).count()
    }

    /// How many tiles are left out and why: "3 left out: no floor, 1 left out: inside a solid". Empty when none is.
    pub fn left_out_in_words(&self) -> String {
        let counts =
            LeftOut::ALL.into_iter().map(|reason| (reason, self.left_out(reason))).filter(|(_, count)| *count > 0);
        let words: Vec<String> = counts.map(|(reason, count)| format!("{count} left out: {}", reason.name())).collect();
        words.join(", ")
    }
}

/// The lens of a camera.
fn lens_of(world: &World, name: &str, directions: u32) -> Result<SurveyLens, SurveyError> {
    let camera = world.cameras.iter().find(|camera| *camera.name == *name && camera.error.is_none());
    camera.map(|camera| SurveyLens::of(camera, directions)).ok_or_else(|| {
        let names: Vec<String> = world.cameras.iter().take(8).map(|camera| format!("`{}`", camera.name)).collect();
        let help = if names.is_empty() {
            "; the scene has no camera: leave it out for a view around".to_owned()
        } else {
            format!("; the scene has {}", names.join(", "))
        };
        SurveyError::NoCamera { name: name.to_owned(), help }
    })
}

/// Memory for the answers.
fn places(budget: &Budget, tiles: usize, directions: u32, cost: &LevelCost) -> Result<Reservation, SurveyError> {
    let size = size_of::<Tile>() + directions as usize * size_of::<ViewCost>();
    budget.take_for_answers(tiles, size).map_err(|over| SurveyError::Memory { triangles: cost.count.triangles, over })
}

/// Memory for the pictures that are computed at once, and their number, at least 1.
fn pictures(budget: &Budget, scenery: &Scenery) -> Result<(Reservation, usize), SurveyError> {
    let triangles = scenery.triangles();
    let one = triangles * TRIANGLE + 1;
    let room = usize::try_from(budget.left() / SHARE / one).unwrap_or(usize::MAX);
    let at_once = room.clamp(1, parallel::thread_count());
    let memory = budget.take(one * at_once as u64).map_err(|over| SurveyError::Memory { triangles, over })?;
    Ok((memory, at_once))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    /// A wall between a person and a row of balls, and a box inside the ground.
    fn world() -> World {
        let mut balls = String::new();
        for i in 0..4 {
            use std::fmt::Write;
            let x = i - 2;
            write!(balls, r#", {{ "name": "ball {i}", "shape": {{ "sphere": {{ "radius": 0.3 }} }}, "position": [{x}, 1.5, -6] }}"#)
                .unwrap();
        }
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [
                {{ "name": "ground", "shape": {{ "box": {{ "half_extents": [8, 0.5, 8] }} }}, "position": [0, -0.5, 0] }},
                {{ "name": "wall", "shape": {{ "box": {{ "half_extents": [6, 3, 0.2] }} }}, "position": [0, 3, -2] }}
                {balls} ] }}"#
        );
        World::at(&crate::scene::parse(&text, "a.json").unwrap(), &Files::default(), 0)
    }

    #[test]
    fn what_is_behind_a_wall_is_covered_by_it() {
        let world = world();
        let cost = LevelCost::of(&world).unwrap();
        let options = SurveyOptions { grid: 4, ..SurveyOptions::default() };
        let survey = Survey::over_plan(&world, &cost, &options, &Progress::default()).unwrap();
        assert_eq!((survey.tiles.len(), survey.plan.unwrap().side), (16, 4.0));
        // Column 1, row 2: x −2, z 2, looking along −Z at the wall.
        let place = survey.tiles[9].cost.as_ref().unwrap();
        assert!(place.eye.distance(DVec3::new(-2.0, 1.7, 2.0)) < 1e-3, "{}", place.eye);
        let view = &place.views[0];
        let ball = cost.items[2].triangles;
        assert_eq!((view.in_frustum.objects, view.covered.objects, view.covered.triangles), (6, 4, 4 * ball));
        assert_eq!(view.seen.objects, 2);
        assert_eq!(view.cover.as_ref().map(|cover| (&*cover.name, cover.triangles)), Some(("wall", 4 * ball)));
        assert!(view.without_pixel() == crate::cost::Count::default() && view.cells + view.object_tests > 0);
        // Away from them only the ground is seen.
        assert_eq!(place.views[2].in_frustum.objects, 1);
        // From behind the wall it covers none of them.
        let behind = survey.tiles[0].cost.as_ref().unwrap();
        assert!(behind.views.iter().all(|view| view.cover.as_ref().is_none_or(|cover| &*cover.name != "wall")));
        assert_eq!(survey.most(CostMeasure::Covered), 4 * ball);
    }

    #[test]
    fn what_cannot_be_surveyed_says_why() {
        let world = world();
        let cost = LevelCost::of(&world).unwrap();
        let progress = Progress::default();
        let named = SurveyOptions { camera: Some("eye".into()), ..SurveyOptions::default() };
        let error = Survey::over_plan(&world, &cost, &named, &progress).unwrap_err().to_string();
        assert!(error.contains("`eye`") && error.contains("no camera"), "{error}");
        progress.cancel();
        let cancelled = Survey::over_plan(&world, &cost, &SurveyOptions::default(), &progress);
        assert_eq!(cancelled.unwrap_err(), SurveyError::Cancelled);
        let empty = World::at(&crate::scene::parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap(), &Files::default(), 0);
        let none = LevelCost::of(&empty).unwrap();
        let error = Survey::over_plan(&empty, &none, &SurveyOptions::default(), &Progress::default()).unwrap_err();
        assert_eq!(error, SurveyError::NoPlan);
    }
}
