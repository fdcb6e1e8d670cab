//! The rounding of `f32` over a level as a page for a file: bands of equal spacing over the floor plan, and the worst place, magnified:
//! the true triangles dashed, the stored ones solid.

use glam::DVec3;

use super::palette::{Color, Palette};
use super::plot::axes::{BAR, PlotAxes, PlotLegend, PlotPlace, PlotWords, range, widened};
use super::plot::sheet::{PlotSheet, TextAnchor, wrapped};
use crate::precision::{
    LevelPrecision, SmallFeature, SpacingBand, bands, length_in_words, spacing_at, stored, triangles,
};
use crate::world::World;

/// The letters and the height of a line of the sentences.
const SMALL: f32 = 13.0;
const LINE: f32 = 19.0;
const COLUMNS: usize = 165;
/// The magnified part is so many spacings, or lengths of the feature, around its middle.
const SPACINGS: f64 = 4.0;
const LENGTHS: f64 = 1.2;
/// At most so many stored numbers are drawn as lines.
const MOST_LINES: f64 = 40.0;
const AXES: [&str; 3] = ["X", "Y", "Z"];

/// What the page shows.
#[derive(Clone, Debug)]
pub struct PrecisionPlan<'a> {
    /// The name of the level.
    pub name: &'a str,
    /// The level.
    pub world: &'a World,
    /// What `f32` does to it.
    pub level: &'a LevelPrecision,
    /// The answer.
    pub sentences: &'a [String],
}

impl PrecisionPlan<'_> {
    /// The page.
    pub fn sheet(&self) -> PlotSheet {
        let mut sheet = PlotSheet::new(format!("{}: the spacing of 32-bit numbers", self.name));
        sheet
            .head("A coordinate is stored as a multiple of the spacing at its place; half of it is the greatest error");
        let lines: Vec<String> = self.sentences.iter().flat_map(|sentence| wrapped(sentence, COLUMNS)).collect();
        let [width, height] = sheet.size;
        let foot = height - 18.0 - LINE * lines.len() as f32;
        for (i, line) in lines.iter().enumerate() {
            sheet.text([36.0, foot + LINE * (i as f32 + 0.5)], TextAnchor::Start, SMALL, &**line);
        }
        let middle = width * 0.54;
        self.plan(&mut sheet, PlotPlace { min: [0.0, 66.0], max: [middle, foot - 6.0] });
        if let Some(object) = self.level.worst_object()
            && let Some(feature) = object.feature
        {
            let place = PlotPlace { min: [middle, 66.0], max: [width, foot - 6.0] };
            self.magnified(&mut sheet, place, object.object, &feature);
        }
        sheet
    }

    /// The bands over the floor plan, with the boxes of all objects.
    fn plan(&self, sheet: &mut PlotSheet, place: PlotPlace) {
        let corners = |axis: usize| {
            self.world
                .objects
                .iter()
                .flat_map(move |object| [object.aabb.min[axis], object.aabb.max[axis]].map(f64::from))
        };
        let [x, z] = [0, 2].map(|axis| widened(range(corners(axis))));
        let all = bands(self.level.reach);
        let colors = Palette::LIGHT.sequence;
        let text = Palette::LIGHT.text;
        let legend = [
            PlotLegend { text: "boxes of the objects".to_owned(), color: text, dashes: None },
            PlotLegend { text: "the worst place".to_owned(), color: Palette::LIGHT.fail, dashes: None },
        ];
        let words = PlotWords { title: "Spacing over the floor plan", x: "X [m]", y: "Z [m], down" };
        let mut axes = PlotAxes::equal(sheet, place, &words, &legend, BAR + 24.0, [x, [z[1], z[0]]]);
        let [x, z] = axes.ranges();
        let sorted = |[a, b]: [f64; 2]| [a.min(b), a.max(b)];
        let ([x0, x1], [z0, z1]) = (sorted(x), sorted(z));
        let color = |index: usize| band_color(index, all.len(), &colors);
        // From outside to inside, each over the one before.
        for (index, band) in all.iter().enumerate().rev() {
            let clamped = |value: f64, [least, most]: [f64; 2]| value.clamp(least, most);
            let (from, to) = (
                [clamped(-band.to, [x0, x1]), clamped(-band.to, [z0, z1])],
                [clamped(band.to, [x0, x1]), clamped(band.to, [z0, z1])],
            );
            if from[0] < to[0] && from[1] < to[1] {
                axes.column(from, to, color(index).fade(0.8));
            }
        }
        axes.inside(|axes| {
            for object in &self.world.objects {
                let ([x0, x1], [z0, z1]) = (
                    [object.aabb.min.x, object.aabb.max.x].map(f64::from),
                    [object.aabb.min.z, object.aabb.max.z].map(f64::from),
                );
                for ends in [[[x0, z0], [x1, z0]], [[x1, z0], [x1, z1]], [[x1, z1], [x0, z1]], [[x0, z1], [x0, z0]]] {
                    axes.curve(ends, text, 1.0);
                }
            }
        });
        for (at, spacing) in labels(&all, [x0, x1], [z0, z1]) {
            axes.plate(at, &length_in_words(spacing), text);
        }
        if let Some(feature) = self.level.worst_object().and_then(|object| object.feature) {
            let at = [feature.at.x, feature.at.z];
            axes.ring(at, 9.0, Palette::LIGHT.fail);
        }
        let shown: Vec<Color> = (0..all.len()).map(color).collect();
        let mut values: Vec<String> = all.iter().map(|band| length_in_words(band.spacing)).collect();
        values.push(String::new());
        axes.color_bar(&shown, &values, "spacing");
    }

    /// The worst place: the true and the stored triangles of the object.
    fn magnified(&self, sheet: &mut PlotSheet, place: PlotPlace, object: usize, feature: &SmallFeature) {
        let Some(object) = self.world.objects.get(object) else { return };
        let [first, second] = plane(feature);
        let origin = stored(feature.at);
        let half = (SPACINGS * feature.spacing).max(LENGTHS * feature.length);
        let around = [-half, half];
        let name = |axis: usize| format!("{} − {} [m]", AXES[axis], origin[axis]).replace("− -", "+ ");
        let (x, y) = (name(first), name(second));
        let Palette { neutral, fail, grid, .. } = Palette::LIGHT;
        let legend = [
            PlotLegend { text: "true".to_owned(), color: neutral, dashes: Some(super::plot::axes::DASHES) },
            PlotLegend { text: "stored in f32".to_owned(), color: fail, dashes: None },
            PlotLegend { text: "numbers of f32".to_owned(), color: grid, dashes: None },
        ];
        let title = format!("{} at its worst place", crate::escape::shown(&object.name));
        let words = PlotWords { title: &title, x: &x, y: &y };
        let mut axes = PlotAxes::equal(sheet, place, &words, &legend, 0.0, [around, around]);
        let [shown_x, shown_y] = axes.ranges();
        let flat = |point: DVec3| [point[first] - origin[first], point[second] - origin[second]];
        axes.inside(|axes| {
            for (axis, [from, to]) in [(0, shown_x), (1, shown_y)] {
                let spacing = spacing_on(feature.at, [first, second][axis]);
                let count = (to - from) / spacing;
                if count > MOST_LINES {
                    continue;
                }
                let mut value = (from / spacing).ceil() * spacing;
                while value <= to {
                    let ends = if axis == 0 {
                        [[value, shown_y[0]], [value, shown_y[1]]]
                    } else {
                        [[shown_x[0], value], [shown_x[1], value]]
                    };
                    axes.curve(ends, grid, 2.0);
                    value += spacing;
                }
            }
            for corners in triangles(object) {
                for i in 0..3 {
                    let ends = [corners[i], corners[(i + 1) % 3]];
                    axes.curve(ends.map(|end| flat(stored(end))), fail, 2.2);
                }
            }
            for corners in triangles(object) {
                for i in 0..3 {
                    let ends = [corners[i], corners[(i + 1) % 3]];
                    axes.dashed(ends.map(flat), neutral);
                }
            }
        });
    }
}

/// The axes of the magnified part: that of the feature, and of the others the one with the greater spacing.
fn plane(feature: &SmallFeature) -> [usize; 2] {
    let along = feature.along.abs();
    let first = (0..3).rev().max_by(|a, b| along[*a].total_cmp(&along[*b])).unwrap_or(0);
    let others = [(first + 1) % 3, (first + 2) % 3];
    let second =
        if spacing_on(feature.at, others[0]) >= spacing_on(feature.at, others[1]) { others[0] } else { others[1] };
    [first, second]
}

/// The spacing of one coordinate of a place.
fn spacing_on(place: DVec3, axis: usize) -> f64 {
    let mut only = DVec3::ZERO;
    only[axis] = place[axis];
    spacing_at(only)
}

fn band_color(index: usize, count: usize, colors: &[Color; 5]) -> Color {
    let place = if count > 1 { index as f32 / (count - 1) as f32 } else { 1.0 } * (colors.len() - 1) as f32;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of a colour")]
    let first = (place as usize).min(colors.len() - 2);
    colors[first].mixed(colors[first + 1], place - first as f32)
}

/// The places of the labels: the middle of the part of each band that is shown, along the middle of the plan. Bands narrower than a
/// sixth of the plan have none.
fn labels(all: &[SpacingBand], [x0, x1]: [f64; 2], [z0, z1]: [f64; 2]) -> Vec<([f64; 2], f64)> {
    let z = f64::midpoint(z0, z1);
    let mut found = Vec::new();
    for band in all {
        for side in [-1.0, 1.0] {
            // The band begins where |x| is that of the inner box, or where z already is beyond it.
            let from = if z.abs() >= band.from { 0.0 } else { band.from };
            if z.abs() > band.to {
                continue;
            }
            let [a, b] = if side < 0.0 { [-band.to, -from] } else { [from, band.to] };
            let (a, b) = (a.max(x0), b.min(x1));
            if b - a >= (x1 - x0) / 6.0 {
                found.push(([f64::midpoint(a, b), z], band.spacing));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::plot::sheet::PlotShape;
    use super::*;
    use crate::opacity::Progress;
    use crate::precision::sentences;

    #[test]
    fn the_page_has_bands_and_both_outlines() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "slab", "shape": { "box": { "half_extents": [0.03, 1, 1] } }, "position": [1048576, 0, 0] } ] }"#;
        let world = World::at(&crate::scene::parse(text, "a.json").unwrap(), &crate::files::Files::default(), 0);
        let level = LevelPrecision::of(&world, &Progress::default()).unwrap();
        let sentences = sentences(&level);
        let plan = PrecisionPlan { name: "far", world: &world, level: &level, sentences: &sentences };
        let sheet = plan.sheet();
        let lines = |color: Color| {
            let is_own = move |shape: &&PlotShape| matches!(shape, PlotShape::Line { color: own, .. } if *own == color);
            sheet.shapes.iter().filter(is_own).count()
        };
        assert!(lines(Palette::LIGHT.fail) > 10 && lines(Palette::LIGHT.neutral) > 10);
        let has = |part: &str| {
            sheet.shapes.iter().any(|shape| matches!(shape, PlotShape::Text { text, .. } if text.contains(part)))
        };
        assert!(has("far: the spacing of 32-bit numbers") && has("125 mm") && has("`slab` at (1048576, 1, 1)"));
        assert!(has("X − 1048576 [m]"));
    }
}
