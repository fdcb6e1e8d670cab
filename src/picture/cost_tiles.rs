//! The costs of a level as tiles on its floor, or as dots on the path of a camera, in colours of their numbers.

use glam::{DVec3, Vec3};

use super::contents::Picture;
use super::cost_map::{ABOVE, CostMap, FILLED, LeftOutMark, band, edges, height, left_out_legend};
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::cost::{Tile, direction_in_words};
use crate::geometry::narrate::grouped;

/// The length of the arrow of a view, in sides of a tile.
const ARROW: f64 = 1.6;
/// The priority of the labels: the chosen position is always labelled.
const WORST_LABEL: u8 = 7;
const CHOSEN_LABEL: u8 = 8;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Some(map) = shown.cost_map else { return };
    let Palette { sequence, neutral, text, selected, .. } = *shown.palette;
    let most = map.survey.most(map.measure);
    let lowest = map.survey.tiles.iter().filter_map(|tile| tile.cost.as_ref().ok()).map(height);
    let lowest = lowest.fold(f64::INFINITY, f64::min);
    let mut before: Option<Vec3> = None;
    for tile in &map.survey.tiles {
        match &tile.cost {
            Ok(place) if map.survey.plan.is_some() => {
                let color = sequence[band(place.value(map.measure), most)];
                picture.quad(square(tile, height(place), map.side() * FILLED), color);
            }
            Ok(place) => {
                let at = place.eye.as_vec3();
                let color = sequence[band(place.value(map.measure), most)];
                if let Some(before) = before {
                    picture.line(before, at, LineStyle::solid(color, 3.0));
                }
                picture.dot(at, 9.0, color);
                before = Some(at);
            }
            Err(reason) if lowest.is_finite() => match LeftOutMark::of(*reason, neutral) {
                LeftOutMark::Cross(color) => cross(picture, tile, lowest, map.side() * 0.2, color),
                LeftOutMark::Filled(color) => picture.quad(square(tile, lowest, map.side() * FILLED), color),
            },
            Err(_) => {}
        }
    }
    let worst = map.survey.worst(map.measure);
    if let Some(tile) = worst {
        view(picture, map, tile, text, WORST_LABEL);
    }
    if let Some(tile) = map.chosen.and_then(|chosen| map.survey.tiles.get(chosen)) {
        if let Ok(place) = &tile.cost
            && map.survey.plan.is_some()
        {
            let corners = square(tile, height(place) + ABOVE, map.side());
            for i in 0..4 {
                picture.line(corners[i], corners[(i + 1) % 4], LineStyle::solid(selected, 3.0));
            }
        }
        if !worst.is_some_and(|worst| std::ptr::eq(worst, tile)) {
            view(picture, map, tile, selected, CHOSEN_LABEL);
        }
    }
    legend(picture, map, most, shown.palette);
}

fn square(tile: &Tile, y: f64, side: f64) -> [Vec3; 4] {
    let half = side / 2.0;
    let corner = |x: f64, z: f64| DVec3::new(tile.at[0] + x * half, y, tile.at[1] + z * half).as_vec3();
    [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)]
}

fn cross(picture: &mut Picture, tile: &Tile, y: f64, half: f64, color: Color) {
    let corner = |x: f64, z: f64| DVec3::new(tile.at[0] + x * half, y, tile.at[1] + z * half).as_vec3();
    picture.line(corner(-1.0, -1.0), corner(1.0, 1.0), LineStyle::solid(color, 1.0));
    picture.line(corner(-1.0, 1.0), corner(1.0, -1.0), LineStyle::solid(color, 1.0));
}

/// The eye of a position with an arrow along its most expensive view, and its number.
fn view(picture: &mut Picture, map: &CostMap, tile: &Tile, color: Color, priority: u8) {
    let Ok(place) = &tile.cost else { return };
    let Some(view) = place.worst(map.measure) else { return };
    let eye = place.eye.as_vec3();
    let foot = DVec3::new(place.eye.x, height(place), place.eye.z).as_vec3();
    if map.survey.plan.is_some() {
        picture.line(foot, eye, LineStyle::new(color, 2.0, Style::Solid));
    }
    picture.dot(eye, 10.0, color);
    let tip = place.eye + view.forward * (map.side() * ARROW).max(0.5);
    picture.arrow(eye, tip.as_vec3(), LineStyle::solid(color, 4.0));
    let number = grouped(map.measure.value(view));
    let text = format!("{number} {}, along {}", map.measure.name(), direction_in_words(view.forward));
    picture.label(eye, text, color, priority);
}

fn legend(picture: &mut Picture, map: &CostMap, most: u64, palette: &Palette) {
    let edges = edges(most);
    let name = map.measure.name();
    for (i, color) in palette.sequence.into_iter().enumerate() {
        let text = format!("{name} {} to {}", grouped(edges[i]), grouped(edges[i + 1]));
        picture.add_legend(text, color, Sample::Patch);
    }
    for (text, color) in left_out_legend(&map.survey, palette.neutral) {
        picture.add_legend(text, color, Sample::Patch);
    }
    picture.add_legend("the most, and where it looks", palette.text, Sample::Line(Style::Solid));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::cost_map::{BANDS, yard};
    use super::super::selected::Selected;
    use super::*;
    use crate::cost::CostMeasure;
    use crate::report::Report;

    #[test]
    fn tiles_are_drawn_in_colours_and_met_by_a_line_of_sight() {
        let (world, _, survey) = yard();
        let survey = Arc::new(survey);
        let map = CostMap { survey, measure: CostMeasure::Triangles, chosen: Some(5) };
        let report = Report::of(&world);
        let shown = Shown::new(&world, &report, &Selected::default(), &Palette::DARK);
        let picture = Picture::of(&Shown { cost_map: Some(&map), ..shown });
        let measured = picture.faces.iter().filter(|face| Palette::DARK.sequence.contains(&face.color)).count();
        assert_eq!((measured, picture.faces.len()), (2 * 15, 2 * 16), "two triangles a tile; one is inside the tower");
        let rows = picture.legend.iter().filter(|entry| entry.text.starts_with("triangles in the frustum")).count();
        assert_eq!(rows, BANDS);
        assert!(picture.labels.iter().any(|label| label.text.starts_with("24 triangles in the frustum")));

        let (tile, distance) = map.tile_at(DVec3::new(-3.0, 9.0, -1.0), DVec3::NEG_Y).unwrap();
        assert_eq!(tile, 4);
        assert!((distance - 9.0).abs() < 0.1, "{distance}");
        assert_eq!(map.tile_at(DVec3::new(3.0, 9.0, 3.0), DVec3::NEG_Y), None, "inside the tower");
        assert_eq!(map.tile_at(DVec3::new(-3.0, 9.0, -1.0), DVec3::Y), None);
        assert!(map.chosen_place().is_some());
    }
}
