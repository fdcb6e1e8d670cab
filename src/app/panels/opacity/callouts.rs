//! Places the labels of rays and of unread pixels over an image: beside their points and without overlap, also in a
//! small panel.

use eframe::egui::{Pos2, Rect, Vec2, pos2};
use glam::{Vec2 as Point, Vec3};

use crate::picture::{Area, AvoidedAreas, Label, Palette, PlacedLabel, place_labels};

/// Half the size of the mark at a point.
const SPOT: f32 = 4.0;

/// The label of a point.
pub(super) struct Callout {
    pub(super) at: Pos2,
    pub(super) text: String,
    /// Whether it is placed before the others.
    pub(super) is_first: bool,
}

/// The place of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    /// Its index in the list.
    pub(super) callout: usize,
    pub(super) plate: Rect,
    /// The line from the point to the label, when the label is far away.
    pub(super) leader: Option<[Pos2; 2]>,
}

/// Finds a place in `view` for each label whose point is visible. A place that covers few of the `solid` areas is
/// better. `size` measures a text with its plate.
pub(super) fn place(
    callouts: &[Callout],
    view: Rect,
    solid: &[Rect],
    mut size: impl FnMut(&str) -> Vec2,
) -> Vec<Placed> {
    let label = |callout: &Callout| Label {
        at: Vec3::ZERO,
        text: callout.text.clone(),
        color: Palette::DARK.text,
        priority: if callout.is_first { 9 } else { 8 },
        item: None,
        span: None,
        around: None,
    };
    let labels: Vec<Label> = callouts.iter().map(label).collect();
    let anchors: Vec<Option<Point>> = callouts.iter().map(|callout| Some(point(callout.at))).collect();
    let view = Area { min: point(view.min), max: point(view.max) };
    let spot = |at: &Callout| Area { min: point(at.at) - Point::splat(SPOT), max: point(at.at) + Point::splat(SPOT) };
    let spots: Vec<Area> = callouts.iter().map(spot).collect();
    let solid: Vec<Area> = solid.iter().map(|area| Area { min: point(area.min), max: point(area.max) }).collect();
    let avoided = AvoidedAreas { areas: &solid, ..AvoidedAreas::default() };
    let layout = place_labels(&labels, &anchors, view, &spots, avoided, |text| {
        let size = size(text);
        Point::new(size.x, size.y)
    });
    let placed = |PlacedLabel { label, anchor, plate, led, .. }: PlacedLabel| Placed {
        callout: label,
        plate: Rect::from_min_max(pos(plate.min), pos(plate.max)),
        leader: led.then(|| [pos(anchor), pos(plate.nearest(anchor))]),
    };
    layout.placed.into_iter().map(placed).collect()
}

/// The place for a label in the middle of a strip, or the nearest free place along the strip. `None` if there is none.
pub(super) fn within(strip: Rect, size: Vec2, others: &[Rect]) -> Option<Rect> {
    let room = strip.size() - size;
    if room.min_elem() < 0.0 {
        return None;
    }
    let steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.0, 1.0];
    let is_tall = room.y > room.x;
    let places = steps.into_iter().map(|step| {
        let share = if is_tall { Vec2::new(0.5, step) } else { Vec2::new(step, 0.5) };
        Rect::from_min_size(strip.min + room * share, size)
    });
    places.into_iter().find(|place| !others.iter().any(|other| other.expand(2.0).intersects(*place)))
}

fn point(at: Pos2) -> Point {
    Point::new(at.x, at.y)
}

fn pos(at: Point) -> Pos2 {
    pos2(at.x, at.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> Rect {
        Rect::from_min_size(pos2(20.0, 30.0), Vec2::new(224.0, 130.0))
    }

    fn size(text: &str) -> Vec2 {
        Vec2::new(6.0 * text.len() as f32 + 4.0, 14.0)
    }

    #[test]
    fn labels_of_neighbouring_points_cover_neither_each_other_nor_a_point() {
        for gap in [0.0, 3.0, 10.0, 40.0] {
            let at = |x: f32| pos2(150.0 + x, 100.0);
            let callouts: Vec<Callout> =
                [("× the first misses", 0.0), ("✔ second hits", gap), ("✔ third hits", 2.0 * gap)]
                    .map(|(text, x)| Callout { at: at(x), text: text.to_owned(), is_first: x == 0.0 })
                    .into();
            let placed = place(&callouts, view(), &[], size);
            assert_eq!(placed.len(), 3, "{gap}");
            for (i, a) in placed.iter().enumerate() {
                assert!(view().contains_rect(a.plate), "{gap}: {a:?}");
                assert!(!callouts.iter().any(|callout| a.plate.contains(callout.at)), "{gap}: {a:?}");
                assert!(!placed[..i].iter().any(|b| a.plate.intersects(b.plate)), "{gap}: {placed:?}");
            }
        }
    }

    #[test]
    fn a_label_covers_the_free_side_of_the_image() {
        let callout = Callout { at: pos2(130.0, 95.0), text: "✔ hits".to_owned(), is_first: false };
        let [left, right] = view().split_left_right_at_fraction(0.5).into();
        for (solid, free) in [(right, left), (left, right)] {
            let placed = place(std::slice::from_ref(&callout), view(), &[solid.shrink(8.0)], size);
            assert!(free.expand(8.0).contains_rect(placed[0].plate), "{placed:?}");
        }
    }

    #[test]
    fn a_label_in_a_strip_avoids_others() {
        let strip = Rect::from_min_size(pos2(0.0, 0.0), Vec2::new(200.0, 20.0));
        let word = Vec2::new(60.0, 14.0);
        let middle = within(strip, word, &[]).unwrap();
        assert_eq!(middle.center(), strip.center());
        let other = Rect::from_center_size(strip.center(), Vec2::new(50.0, 30.0));
        let aside = within(strip, word, &[other]).unwrap();
        assert!(strip.contains_rect(aside) && !aside.intersects(other), "{aside:?}");
        assert_eq!(within(strip, word, &[strip]), None);
        assert_eq!(within(strip, Vec2::new(60.0, 21.0), &[]), None);
    }
}
