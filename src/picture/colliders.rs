//! Colliders: lines at the places where the surfaces are furthest apart, and for the selected one the distance over the whole
//! surface that is drawn.

use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Color, Style};
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::clearance::deviation::Deviations;
use crate::world::{ColliderAt, Item};

/// The priorities of the distances: those of the selected collider are always shown.
const DISTANCE_LABEL: u8 = 3;
const SELECTED_DISTANCE: u8 = 8;
/// The steps of the colours of the map.
const STEPS: usize = 5;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, report, palette, hidden, ref selected, .. } = *shown;
    let mut is_any_drawn = [false; 2];
    for (i, collider) in world.colliders.iter().enumerate().filter(|(_, collider)| !hidden.contains(collider.id)) {
        let is_selected = selected.explained_alone() == Some(Item::Collider(i));
        if is_selected {
            body(picture, shown, collider);
        }
        let Some(Ok(found)) = report.colliders.get(i).and_then(|asked| asked.answer.as_deref()) else { continue };
        picture.belonging_to(Item::Collider(i), |picture| {
            if is_selected {
                map(picture, shown, found);
            }
            for (way, one) in found.both.iter().enumerate().filter(|(_, one)| one.distance > 0.0) {
                let is_within = one.distance <= collider.tolerance;
                let color = if is_within { palette.pass } else { palette.fail };
                let style = if way == 0 { Style::Solid } else { Style::Dashed };
                let [from, to] = one.points.map(glam::DVec3::as_vec3);
                picture.line(from, to, LineStyle::new(color, if is_selected { 4.0 } else { 2.5 }, style));
                picture.dot(from, 9.0, color);
                if is_selected || !is_within {
                    let priority = if is_selected { SELECTED_DISTANCE } else { DISTANCE_LABEL };
                    picture.label(from, shown.options.units.length(short(one.distance)), color, priority);
                }
                is_any_drawn[way] = true;
            }
        });
    }
    for (is_drawn, text, style) in [
        (is_any_drawn[0], "from the drawn surface to the collider, where furthest", Style::Solid),
        (is_any_drawn[1], "from the collider to the drawn surface, where furthest", Style::Dashed),
    ] {
        if is_drawn {
            picture.add_legend(text, palette.text, Sample::Line(style));
        }
    }
}

/// The shapes of a collider of a model, which are drawn only while it is selected.
fn body(picture: &mut Picture, shown: &Shown, collider: &ColliderAt) {
    /// Of the shapes: the drawn surface is seen through them.
    const ALPHA: f32 = 0.22;
    let color = shown.palette.selected.fade(ALPHA);
    for (shape, pose) in collider.placed_shapes(&shown.world.objects) {
        picture.solid(&shape, pose.world_from_local(), color);
    }
    if collider.of_model.is_some() {
        picture.add_legend("the collider, which is drawn only while it is selected", color, Sample::Patch);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are f32")]
fn short(metres: f64) -> f32 {
    metres as f32
}

/// The colour of a step: the stronger the further.
fn step_color(step: usize, [low, high]: [Color; 2]) -> Color {
    let part = step as f32 / (STEPS - 1) as f32;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two channels")]
    let mixed = |i: usize| (f32::from(low.0[i]) * (1.0 - part) + f32::from(high.0[i]) * part).round() as u8;
    Color::rgb(mixed(0), mixed(1), mixed(2))
}

/// The drawn surface in colours of its distance from the collider.
fn map(picture: &mut Picture, shown: &Shown, found: &Deviations) {
    /// Of the size of the surface: the map is so far in front of it, on both sides.
    const IN_FRONT: f32 = 2e-3;
    let most = found.both[0].distance;
    if found.map.is_empty() || most <= 0.0 {
        return;
    }
    let corners = || found.map.iter().flat_map(|piece| piece.corners).map(glam::DVec3::as_vec3);
    let (min, max) = (corners().reduce(glam::Vec3::min), corners().reduce(glam::Vec3::max));
    let size = min.zip(max).map_or(0.0, |(min, max)| (max - min).max_element());
    for piece in &found.map {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of steps")]
        let step = ((piece.distance / most * STEPS as f64) as usize).min(STEPS - 1);
        let [a, b, c] = piece.corners.map(glam::DVec3::as_vec3);
        let out = (b - a).cross(c - a).normalize_or_zero() * size * IN_FRONT;
        let color = step_color(step, shown.palette.heat);
        picture.face([a + out, b + out, c + out], color);
        picture.face([a - out, c - out, b - out], color);
    }
    let units = shown.options.units;
    let edge = |step: usize| units.length(short(most * step as f64 / STEPS as f64));
    for step in 0..STEPS {
        let text = format!("distance from the collider {} to {}", edge(step), edge(step + 1));
        picture.add_legend(text, step_color(step, shown.palette.heat), Sample::Patch);
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;
    use crate::world::World;

    #[test]
    fn the_furthest_places_and_the_map_are_drawn() {
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "rock", "shape": { "sphere": { "radius": 1 } } },
                { "name": "UCX_rock", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
            "colliders": [{ "name": "rock fits", "render": "rock", "collider": "UCX_rock" }] }"#;
        let scene = crate::scene::parse(text, "a.json").unwrap();
        let world = World::at(&scene, &crate::files::Files::default(), 0);
        let report = Report::of(&world);
        let drawn = |selected: &Selected| Picture::of(&Shown::new(&world, &report, selected, &Palette::DARK));
        let plain = drawn(&Selected::default());
        assert!(plain.lines.iter().filter(|line| line.item == Some(Item::Collider(0))).count() > 1);
        assert!(plain.faces.is_empty());
        let selected = Selected { asker: Some(Item::Collider(0)), ..Selected::default() };
        let mapped = drawn(&selected);
        assert!(mapped.faces.len() > 10_000, "{}", mapped.faces.len());
        let rows = mapped.legend.iter().filter(|entry| entry.text.starts_with("distance from the collider")).count();
        assert_eq!(rows, STEPS);
    }
}
