//! The costs of a level that a picture shows, with the colours of their numbers.

use std::sync::Arc;

use glam::DVec3;

use super::palette::Color;
use crate::cost::{CostMeasure, EYE_HEIGHT, LeftOut, PlaceCost, Survey, Tile};

/// The number of colours.
pub(super) const BANDS: usize = 5;
/// Tiles are so much above the floor, metres.
pub(super) const ABOVE: f64 = 0.03;

/// The costs of a level that a picture shows.
#[derive(Clone, Debug)]
pub struct CostMap {
    /// The positions with their costs, compared by pointer.
    pub survey: Arc<Survey>,
    /// The number that gives the colours.
    pub measure: CostMeasure,
    /// The index of the chosen tile.
    pub chosen: Option<usize>,
}

impl PartialEq for CostMap {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.survey, &other.survey) && self.measure == other.measure && self.chosen == other.chosen
    }
}

impl CostMap {
    /// The nearest tile that a half line meets, with its distance. `direction` is a unit vector.
    pub fn tile_at(&self, from: DVec3, direction: DVec3) -> Option<(usize, f64)> {
        let side = self.side();
        let met = |(index, tile): (usize, &Tile)| {
            let height = height(tile.cost.as_ref().ok()?);
            let t = (height - from.y) / direction.y;
            let at = from + direction * t;
            let is_in = (at.x - tile.at[0]).abs() <= side / 2.0 && (at.z - tile.at[1]).abs() <= side / 2.0;
            (t.is_finite() && t > 0.0 && is_in).then_some((index, t))
        };
        self.survey.tiles.iter().enumerate().filter_map(met).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The chosen position.
    pub fn chosen_place(&self) -> Option<&PlaceCost> {
        self.survey.tiles.get(self.chosen?)?.cost.as_ref().ok()
    }

    /// The side of a tile, metres. Of a path, of the squares that take clicks.
    pub(super) fn side(&self) -> f64 {
        self.survey.plan.map_or(1.0, |plan| plan.side)
    }
}

/// The part of a tile that is filled.
pub(super) const FILLED: f64 = 0.94;

/// How a position without an eye is marked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LeftOutMark {
    /// A cross in this colour.
    Cross(Color),
    /// A filled tile in this colour.
    Filled(Color),
}

impl LeftOutMark {
    /// The mark of a reason in shades of the colour of what has no answer.
    pub(super) fn of(reason: LeftOut, neutral: Color) -> Self {
        match reason {
            LeftOut::NoFloor => Self::Cross(neutral),
            LeftOut::Inside => Self::Filled(neutral.fade(0.8)),
            LeftOut::Low => Self::Filled(neutral.fade(0.35)),
        }
    }
}

/// The rows of a legend for the positions without an eye, with their colours.
pub(super) fn left_out_legend(survey: &Survey, neutral: Color) -> Vec<(String, Color)> {
    let reasons = LeftOut::ALL.into_iter().filter(|reason| survey.left_out(*reason) > 0);
    let row = |reason: LeftOut| match LeftOutMark::of(reason, neutral) {
        LeftOutMark::Cross(color) => (format!("×: {}", reason.name()), color),
        LeftOutMark::Filled(color) => (reason.name().to_owned(), color),
    };
    reasons.map(row).collect()
}

/// The height at which a tile is drawn.
pub(super) fn height(place: &PlaceCost) -> f64 {
    place.eye.y - f64::from(EYE_HEIGHT) + ABOVE
}

/// The number of the colour of a value.
pub(super) fn band(value: u64, most: u64) -> usize {
    let share = value as f64 / most.max(1) as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of bands")]
    let band = (share * BANDS as f64) as usize;
    band.min(BANDS - 1)
}

/// The values between the colours, from 0 to the greatest one.
pub(super) fn edges(most: u64) -> [u64; BANDS + 1] {
    std::array::from_fn(|i| most * i as u64 / BANDS as u64)
}

/// A ground with a tower in a corner, surveyed at 16 positions, of which one is inside the tower.
#[cfg(test)]
pub(super) fn yard() -> (crate::world::World, crate::cost::LevelCost, Survey) {
    let text = r#"{ "eyeline": 1, "objects": [
        { "name": "ground", "shape": { "box": { "half_extents": [4, 0.5, 4] } }, "position": [0, -0.5, 0] },
        { "name": "tower", "shape": { "box": { "half_extents": [1, 3, 1] } }, "position": [3, 3, 3] } ] }"#;
    let scene = crate::scene::parse(text, "a.json").unwrap();
    let world = crate::world::World::at(&scene, &crate::files::Files::default(), 0);
    let cost = crate::cost::LevelCost::of(&world).unwrap();
    let options = crate::cost::SurveyOptions { grid: 4, ..crate::cost::SurveyOptions::default() };
    let survey = Survey::over_plan(&world, &cost, &options, &crate::opacity::Progress::default()).unwrap();
    (world, cost, survey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_value_has_the_last_colour() {
        assert_eq!([0, 19, 20, 99, 100].map(|value| band(value, 100)), [0, 0, 1, 4, 4]);
        assert_eq!(band(0, 0), 0);
        assert_eq!(edges(100), [0, 20, 40, 60, 80, 100]);
    }
}
