//! The answers of a program that differ from ours, at the objects and rays that they are about.

use std::collections::HashMap;

use glam::Vec3;

use super::contents::Picture;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::report::said::{AskedItem, Disagreement, Opinion};
use crate::trace::CastRay;
use crate::world::Item;

/// The most disagreements that are drawn, those that a player sees first.
const MOST: usize = 60;

/// Metres of a ray that hits nothing.
const UNBOUNDED: f32 = 10.0;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Some(said) = shown.report.said.as_ref().filter(|said| !said.disagreements.is_empty() && !said.is_whole) else {
        return;
    };
    let &Shown { world, palette, .. } = shown;
    let by_name: HashMap<&str, usize> =
        world.objects.iter().enumerate().map(|(i, object)| (&*object.name, i)).collect();
    let pen = LineStyle::new(palette.mistaken, 2.5, Style::Dashed);
    for one in said.disagreements.iter().take(MOST) {
        match &one.asked {
            AskedItem::View { camera, object } => {
                let is_of_other =
                    shown.selected.camera().and_then(|c| world.cameras.get(c)).is_some_and(|at| at.name != *camera);
                let Some(&i) = by_name.get(&**object).filter(|_| !is_of_other) else { continue };
                let at = &world.objects[i];
                if shown.hidden.contains(at.id) {
                    continue;
                }
                picture.belonging_to(Item::Object(i), |picture| {
                    picture.box_edges(&at.view_box, pen);
                    let below = at.aabb.centre().with_y(at.aabb.min.y);
                    picture.label(
                        below,
                        format!("{}: program says {}{}", world.short_name(object), one.said.words(), because(one)),
                        palette.mistaken,
                        7,
                    );
                });
            }
            AskedItem::Ray(CastRay::Inline { origin, direction, length, .. }) => {
                let (origin, direction) = (Vec3::from(*origin), Vec3::from(*direction));
                let unit = direction.normalize_or_zero();
                let end = match &one.said {
                    Opinion::Hit { hit: Some(_), t: Some(t) } => origin + direction * to_f32(*t),
                    Opinion::Hit { hit: Some(hit), t: None } => {
                        let centre = by_name.get(&**hit).map(|i| world.objects[*i].aabb.centre());
                        let along = centre.map_or(UNBOUNDED, |centre| (centre - origin).dot(unit));
                        origin + unit * along
                    }
                    _ => origin + unit * length.unwrap_or(UNBOUNDED).min(UNBOUNDED),
                };
                picture.line(origin, end, pen);
                picture.dot(end, 9.0, palette.mistaken);
                let text = format!("program says {}{}; here: {}", one.said.words(), because(one), one.ours.words());
                picture.label(end, text, palette.mistaken, 8);
            }
            AskedItem::Pair(pair) => {
                let at = |name: &str| by_name.get(name).map(|i| world.objects[*i].aabb.centre());
                if let (Some(a), Some(b)) = (at(&pair[0]), at(&pair[1])) {
                    picture.line(a, b, pen);
                    picture.label((a + b) / 2.0, format!("program says no pair{}", because(one)), palette.mistaken, 6);
                }
            }
            AskedItem::Ray(CastRay::Named(_)) | AskedItem::Agent(_) => {}
        }
    }
    picture.add_legend("answers of the program that differ", palette.mistaken, Sample::Line(Style::Dashed));
}

/// The cause in brackets; nothing when it is unknown.
fn because(one: &Disagreement) -> String {
    let cause = one.cause.short();
    if cause.is_empty() { cause } else { format!(" ({cause})") }
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
