//! The costs of a level as a page for a file: its floor plan from above with coloured tiles, the worst position, and the answer in
//! sentences.

use super::cost_map::{FILLED, LeftOutMark, band, edges, left_out_legend};
use super::floor_plan::floor_plan;
use super::palette::{Color, Palette};
use super::plot::axes::{BAR, PlotAxes, PlotLegend, PlotPlace, PlotWords, range, widened};
use super::plot::sheet::{PlotSheet, TextAnchor, wrapped};
use crate::cost::{CostMeasure, EYE_HEIGHT, PlaceCost, Survey, Tile, direction_in_words, place_in_words};
use crate::geometry::narrate::{counted, grouped, written};
use crate::world::World;

/// The plan is cut so much above the floor in the middle of all, metres.
const CUT: f64 = 1.2;
/// The letters and the height of a line of the sentences.
const SMALL: f32 = 13.0;
const LINE: f32 = 19.0;
/// The letters of a line.
const COLUMNS: usize = 165;

/// What the page shows.
#[derive(Clone, Debug)]
pub struct CostPlan<'a> {
    /// The name of the level.
    pub name: &'a str,
    /// The level; of a path at its first tick.
    pub world: &'a World,
    /// The positions.
    pub survey: &'a Survey,
    /// The number that gives the colours.
    pub measure: CostMeasure,
    /// The answer.
    pub sentences: &'a [String],
}

impl CostPlan<'_> {
    /// The page.
    pub fn sheet(&self) -> PlotSheet {
        let mut sheet = PlotSheet::new(format!("{}: {}", self.name, self.measure.name()));
        sheet.head(&self.how());
        let lines: Vec<String> = self.sentences.iter().flat_map(|sentence| wrapped(sentence, COLUMNS)).collect();
        let [width, height] = sheet.size;
        let foot = height - 18.0 - LINE * lines.len() as f32;
        for (i, line) in lines.iter().enumerate() {
            sheet.text([36.0, foot + LINE * (i as f32 + 0.5)], TextAnchor::Start, SMALL, &**line);
        }
        self.plan(&mut sheet, PlotPlace { min: [0.0, 66.0], max: [width - 40.0, foot - 6.0] });
        sheet
    }

    /// How the numbers were found.
    fn how(&self) -> String {
        let positions = self.survey.tiles.iter().filter(|tile| tile.cost.is_ok()).count();
        let lens = &self.survey.lens;
        let [width, height] = lens.small_size();
        let directions = match lens.directions {
            1 => "in one direction".to_owned(),
            count => format!("the greatest of {count} directions"),
        };
        let left_out = self.survey.left_out_in_words();
        let left_out = if left_out.is_empty() { left_out } else { format!("; {left_out}") };
        let place = match self.survey.plan {
            Some(_) => format!("{} {EYE_HEIGHT} m above the floor", counted(positions, "position")),
            None => format!("{} of a path", counted(positions, "position")),
        };
        format!("{place}, {directions}; pixels counted at {width} × {height}{left_out}")
    }

    fn plan(&self, sheet: &mut PlotSheet, place: PlotPlace) {
        let most = self.survey.most(self.measure);
        let colors = Palette::LIGHT.sequence;
        let half = self.survey.plan.map_or(0.0, |plan| plan.side / 2.0);
        let values =
            |axis: usize| self.survey.tiles.iter().flat_map(move |tile| [tile.at[axis] - half, tile.at[axis] + half]);
        let [x, z] = [0, 1].map(|axis| widened(range(values(axis))));
        let cut = self.cut_height();
        let (walls, is_cut_short) = floor_plan(self.world, cut);
        let words = PlotWords { title: "Floor plan from above", x: "X [m]", y: "Z [m], down" };
        let mut axes =
            PlotAxes::equal(sheet, place, &words, &self.legend(cut, is_cut_short), BAR + 40.0, [x, [z[1], z[0]]]);
        for tile in &self.survey.tiles {
            self.tile(&mut axes, tile, most, &colors);
        }
        if self.survey.plan.is_none() {
            self.path(&mut axes, most, &colors);
        }
        axes.inside(|axes| {
            for wall in &walls {
                axes.curve(*wall, Palette::LIGHT.text, 1.1);
            }
        });
        if let Some(tile) = self.survey.worst(self.measure)
            && let Ok(place) = &tile.cost
        {
            self.worst(&mut axes, place);
        }
        let values: Vec<String> = edges(most).into_iter().map(grouped).collect();
        axes.color_bar(&colors, &values, self.measure.name());
    }

    /// The height at which the plan is cut: above the floor in the middle of all floors.
    fn cut_height(&self) -> f64 {
        let eyes = self.survey.tiles.iter().filter_map(|tile| tile.cost.as_ref().ok()).map(|place| place.eye.y);
        let mut floors: Vec<f64> = eyes.map(|eye| eye - f64::from(EYE_HEIGHT)).collect();
        floors.sort_by(f64::total_cmp);
        floors.get(floors.len() / 2).copied().unwrap_or_default() + CUT
    }

    fn legend(&self, cut: f64, is_cut_short: bool) -> Vec<PlotLegend> {
        let Palette { text, neutral, fail, .. } = Palette::LIGHT;
        let short = if is_cut_short { ", only the first lines" } else { "" };
        let height = written((cut * 100.0).round() / 100.0);
        let mut legend = vec![
            PlotLegend { text: format!("objects cut at y = {height} m{short}"), color: text, dashes: None },
            PlotLegend { text: "the worst position, and where it looks".to_owned(), color: fail, dashes: None },
        ];
        let left_out = left_out_legend(self.survey, neutral);
        legend.extend(left_out.into_iter().map(|(text, color)| PlotLegend { text, color, dashes: None }));
        legend
    }

    fn tile(&self, axes: &mut PlotAxes, tile: &Tile, most: u64, colors: &[Color]) {
        let Some(plan) = self.survey.plan else { return };
        let neutral = Palette::LIGHT.neutral;
        let square = |axes: &mut PlotAxes, part: f64, color: Color| {
            let half = plan.side * part / 2.0;
            let [x, z] = tile.at;
            axes.column([x - half, z - half], [x + half, z + half], color);
        };
        match &tile.cost {
            Ok(place) => square(axes, FILLED, colors[band(place.value(self.measure), most)]),
            Err(reason) => match LeftOutMark::of(*reason, neutral) {
                LeftOutMark::Filled(color) => square(axes, FILLED, color),
                LeftOutMark::Cross(color) => {
                    let half = plan.side * 0.12;
                    let [x, z] = tile.at;
                    axes.curve([[x - half, z - half], [x + half, z + half]], color, 1.0);
                    axes.curve([[x - half, z + half], [x + half, z - half]], color, 1.0);
                }
            },
        }
    }

    /// The path of a camera in colours.
    fn path(&self, axes: &mut PlotAxes, most: u64, colors: &[Color]) {
        for ends in self.survey.tiles.windows(2) {
            let value = ends[1].cost.as_ref().map_or(0, |place| place.value(self.measure));
            axes.curve([ends[0].at, ends[1].at], colors[band(value, most)], 5.0);
        }
    }

    /// A ring around the worst position, an arrow along its view, and its number.
    fn worst(&self, axes: &mut PlotAxes, place: &PlaceCost) {
        let Some(view) = place.worst(self.measure) else { return };
        let color = Palette::LIGHT.fail;
        let side = self.survey.plan.map_or_else(|| self.path_scale(), |plan| plan.side);
        let at = [place.eye.x, place.eye.z];
        let corner = |i: u32| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(i) / 24.0);
            [at[0] + 0.5 * side * cos, at[1] + 0.5 * side * sin]
        };
        axes.curve((0..=24).map(corner), color, 3.0);
        let (along, across) = ([view.forward.x, view.forward.z], [-view.forward.z, view.forward.x]);
        let point = |forward: f64, aside: f64| {
            [0, 1].map(|axis| at[axis] + side * (along[axis] * forward + across[axis] * aside))
        };
        axes.curve([point(0.5, 0.0), point(1.9, 0.0)], color, 3.0);
        axes.curve([point(1.5, 0.25), point(1.9, 0.0), point(1.5, -0.25)], color, 3.0);
        let text = format!(
            "{} at {}, along {}",
            grouped(self.measure.value(view)),
            place_in_words(place.eye),
            direction_in_words(view.forward)
        );
        axes.plate([at[0] + 0.6 * side, at[1] + 0.95 * side], &text, color);
    }

    /// The size of marks on a path, metres.
    fn path_scale(&self) -> f64 {
        let size = |axis: usize| {
            let [least, most] = range(self.survey.tiles.iter().map(|tile| tile.at[axis]));
            most - least
        };
        size(0).max(size(1)) / 24.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::cost_map::yard;
    use super::super::plot::sheet::PlotShape;
    use super::*;
    use crate::cost::sentences;

    #[test]
    fn the_page_has_the_tiles_the_walls_and_the_answer() {
        let (world, cost, survey) = yard();
        let sentences = sentences(&cost, &survey);
        let plan = CostPlan {
            name: "yard",
            world: &world,
            survey: &survey,
            measure: CostMeasure::Triangles,
            sentences: &sentences,
        };
        let sheet = plan.sheet();
        let texts: Vec<&str> = sheet
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                PlotShape::Text { text, .. } => Some(&**text),
                _ => None,
            })
            .collect();
        assert!(texts.contains(&"yard: triangles in the frustum"), "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("15 positions 1.7 m above the floor")), "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("24 at (")), "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("At (")), "{texts:?}");
        let tiles = sheet
            .shapes
            .iter()
            .filter(|shape| matches!(shape, PlotShape::Area { color, .. } if Palette::LIGHT.sequence.contains(color)));
        assert_eq!(tiles.count(), 15 + 5, "tiles, and the bar of colours");
    }
}
