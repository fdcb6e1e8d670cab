//! The items whose answers differ from those of another state: an outline, and a label with the change.

use super::changed_answer::ChangedAnswer;
use super::contents::Picture;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::world::Item;

/// Above labels of answers.
const PRIORITY: u8 = 9;

/// The gap between the bounding box and the outline, as a fraction of the size. The box has the colour of the answer.
const GAP: f32 = 0.06;

/// Outlines objects, and labels objects and rays.
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let palette = shown.palette;
    let color = palette.changed;
    let mut has_any = false;
    for ChangedAnswer { item, words } in &shown.changes {
        if shown.world.id_of(*item).is_some_and(|id| shown.hidden.contains(id)) {
            continue;
        }
        let at = match *item {
            Item::Object(i) => shown.world.objects.get(i).map(|object| {
                let gap = object.aabb.half_extents() * GAP;
                let around = crate::geometry::Aabb { min: object.aabb.min - gap, max: object.aabb.max + gap };
                let edges = std::array::from_fn(|i| around.corner(i));
                picture.belonging_to(*item, |picture| picture.edges(&edges, LineStyle::new(color, 3.5, Style::Solid)));
                around.centre().with_y(around.max.y)
            }),
            Item::Ray(i) => shown.world.rays.get(i).map(|ray| ray.ray.origin),
            _ => None,
        };
        has_any |= at.is_some();
        if let Some(at) = at.filter(|_| !words.is_empty()) {
            picture.belonging_to(*item, |picture| picture.label(at, words.clone(), color, PRIORITY));
        }
    }
    if has_any {
        let sample = Sample::Line(Style::Solid);
        picture.add_legend("changed", color, sample);
    }
}
