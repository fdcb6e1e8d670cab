//! Places labels beside what they name: no label over another, over a taken area or out of the picture.
//!
//! Works in points on the screen, x right and y down, and knows neither fonts nor painters: it asks a closure
//! for the size of each text. Greedy, by priority: each label takes the cheapest of the free places around its
//! point. Labels are few, so every pair is compared.

use glam::Vec2;

use super::Label;

/// A rectangle on the screen; `min` is its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

/// Where a label goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLabel {
    /// Its number in the list.
    pub label: usize,
    /// The point that it names.
    pub anchor: Vec2,
    /// Its plate.
    pub plate: Area,
    /// Whether it stands so far off that a line must lead to its point.
    pub led: bool,
}

/// What became of all labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelLayout {
    /// Those with a place, by falling priority.
    pub placed: Vec<PlacedLabel>,
    /// How many whose point is in the picture found no room.
    pub dropped: usize,
}

/// Between a plate and its point, another plate or the border of the picture.
const GAP: f32 = 4.0;
/// How far plates stand from their points, nearest first.
const DISTANCES: [f32; 4] = [9.0, 26.0, 48.0, 76.0];
/// Plates further off than this get a leader line.
const LEADER: f32 = 12.0;
/// On which side of its point a plate stands, best first: reading goes on to the right.
const SIDES: [Vec2; 8] = [
    Vec2::new(1.0, -0.6),
    Vec2::new(1.0, 0.6),
    Vec2::new(-1.0, -0.6),
    Vec2::new(-1.0, 0.6),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, 1.0),
];
/// Labels of no higher priority are context: they stand near their points or not at all, for led across a small
/// picture they would only be in the way.
pub(super) const CONTEXT: u8 = 3;
/// How many of [`DISTANCES`] are near.
const NEAR: usize = 2;
/// The cost of covering a point that another label names, in steps of [`SIDES`]; standing one of
/// [`DISTANCES`] further off costs a whole round.
const COVER: usize = 2 * SIDES.len() + 1;
/// The same of standing over a shy area: another side is better, but not standing further off.
const SHY: usize = SIDES.len() - 1;

/// Finds a place for each label.
///
/// `anchors` are the points on the screen, one a label, `None` for those behind the eye; labels whose point is
/// outside of `picture` are left out without being counted. `taken` areas stay free. `plate_size` measures a
/// text with its plate. Over `shy` areas a label stands only where it saves a longer way.
///
/// ```
/// # use eyeline::picture::{Area, Color, Label, place_labels};
/// # use glam::{Vec2, Vec3};
/// let (at, color) = (Vec3::ZERO, Color::rgb(0, 158, 115));
/// let label = Label { at, text: "crate".into(), color, priority: 0, item: None, span: None };
/// let picture = Area { min: Vec2::ZERO, max: Vec2::new(640.0, 480.0) };
/// let layout = place_labels(&[label], &[Some(Vec2::new(320.0, 240.0))], picture, &[], &[], |_| Vec2::new(40.0, 18.0));
/// assert!(!layout.placed[0].led);
/// ```
pub fn place_labels(
    labels: &[Label],
    anchors: &[Option<Vec2>],
    picture: Area,
    taken: &[Area],
    shy: &[Area],
    mut plate_size: impl FnMut(&str) -> Vec2,
) -> LabelLayout {
    let seen = |anchor: &&Vec2| anchor.is_finite() && picture.contains(**anchor);
    let mut order: Vec<(usize, Vec2)> = anchors
        .iter()
        .take(labels.len())
        .enumerate()
        .filter_map(|(i, at)| Some((i, *at.as_ref().filter(seen)?)))
        .collect();
    order.sort_by_key(|&(i, _)| std::cmp::Reverse(labels[i].priority));
    let inner = picture.grown(-GAP);
    let mut occupied = taken.to_vec();
    let mut layout = LabelLayout::default();
    for &(label, anchor) in &order {
        let size = plate_size(&labels[label].text);
        let others: Vec<Vec2> = order.iter().filter(|(other, _)| *other != label).map(|(_, at)| *at).collect();
        let is_context = labels[label].priority <= CONTEXT;
        let distances = if is_context { &DISTANCES[..NEAR] } else { &DISTANCES };
        let hidden = |plate: &Area| {
            let points = others.iter().filter(|at| plate.contains(**at)).count();
            let areas = shy.iter().filter(|area| area.overlaps(plate)).count();
            points * COVER + areas * SHY
        };
        if let Some((plate, led)) = best_place(anchor, size, inner, distances, &occupied, hidden) {
            occupied.push(plate);
            layout.placed.push(PlacedLabel { label, anchor, plate, led });
        } else {
            layout.dropped += 1;
        }
    }
    layout
}

/// The cheapest free place for a plate of that size, and whether it needs a leader line; `hidden` is what it costs to cover
/// what lies below.
fn best_place(
    anchor: Vec2,
    size: Vec2,
    inner: Area,
    distances: &[f32],
    occupied: &[Area],
    hidden: impl Fn(&Area) -> usize,
) -> Option<(Area, bool)> {
    let mut best: Option<(usize, Area, bool)> = None;
    for (step, &distance) in distances.iter().enumerate() {
        for (turn, side) in SIDES.into_iter().enumerate() {
            let plate = inner.holding(&beside(anchor, size, side, distance));
            let free = plate.is_within(&inner) && !occupied.iter().any(|area| area.grown(GAP).overlaps(&plate));
            if !free || plate.contains(anchor) {
                continue;
            }
            let cost = step * SIDES.len() + turn + hidden(&plate);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, plate, plate.nearest(anchor).distance(anchor) > LEADER));
            }
        }
    }
    best.map(|(_, plate, led)| (plate, led))
}

/// A plate whose nearest border or corner is that far from the point, on whole points so that text stays crisp.
fn beside(anchor: Vec2, size: Vec2, toward: Vec2, distance: f32) -> Area {
    let centre = anchor + toward * (size * 0.5 + distance);
    let min = (centre - size * 0.5).round();
    Area { min, max: min + size }
}

impl Area {
    /// Whether a point is inside or on the border.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Whether more than the borders touch.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// The point of the area next to `point`.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        point.max(self.min).min(self.max)
    }

    fn is_within(&self, outer: &Self) -> bool {
        outer.contains(self.min) && outer.contains(self.max)
    }

    /// With borders moved outwards.
    fn grown(&self, by: f32) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// The other area, pushed inside this one where it fits.
    fn holding(&self, other: &Self) -> Self {
        let size = other.max - other.min;
        let min = other.min.min(self.max - size).max(self.min);
        Self { min, max: min + size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Color;
    use glam::Vec3;
    use proptest::prelude::*;

    const PICTURE: Area = Area { min: Vec2::ZERO, max: Vec2::new(400.0, 300.0) };

    fn label(text: &str, priority: u8) -> Label {
        Label { at: Vec3::ZERO, text: text.to_owned(), color: Color::rgb(0, 0, 0), priority, item: None, span: None }
    }

    fn size(text: &str) -> Vec2 {
        Vec2::new(7.0 * text.len() as f32 + 10.0, 18.0)
    }

    #[test]
    fn a_lone_label_stands_beside_its_point_without_a_leader() {
        let layout = place_labels(&[label("crate", 0)], &[Some(Vec2::new(200.0, 150.0))], PICTURE, &[], &[], size);
        let [only] = layout.placed[..] else { panic!("{layout:?}") };
        assert!(!only.led);
        assert!(only.plate.min.x > 200.0 && only.plate.max.y < 150.0, "up and right of its point: {only:?}");
    }

    #[test]
    fn the_higher_priority_keeps_the_place_and_the_other_is_led() {
        let here = Some(Vec2::new(200.0, 150.0));
        let labels: Vec<Label> = (0..9).map(|i| label("name of nine", i)).collect();
        let layout = place_labels(&labels, &[here; 9], PICTURE, &[], &[], size);
        assert_eq!(layout.placed[0].label, 8);
        assert!(layout.placed.iter().any(|placed| placed.led), "nine cannot all stand next to one point");
    }

    #[test]
    fn context_is_left_out_rather_than_led_far() {
        let here = Some(Vec2::new(200.0, 150.0));
        let furthest = |priority| {
            let labels: Vec<Label> = (0..30).map(|_| label("name of thirty", priority)).collect();
            let layout = place_labels(&labels, &[here; 30], PICTURE, &[], &[], size);
            let off = |placed: &PlacedLabel| placed.plate.nearest(placed.anchor).distance(placed.anchor);
            (layout.placed.len(), layout.placed.iter().map(off).fold(0.0, f32::max))
        };
        let ((few, near), (many, far)) = (furthest(CONTEXT), furthest(CONTEXT + 1));
        assert!(few < many && near < far && near < 60.0, "{few} within {near}, {many} within {far}");
    }

    #[test]
    fn without_room_labels_are_dropped_and_counted() {
        let small = Area { min: Vec2::ZERO, max: Vec2::new(120.0, 60.0) };
        let labels: Vec<Label> = (0..20).map(|i| label("some name", i)).collect();
        let layout = place_labels(&labels, &[Some(Vec2::new(60.0, 30.0)); 20], small, &[], &[], size);
        assert!(layout.dropped > 0);
        assert_eq!(layout.placed.len() + layout.dropped, 20);
        assert_eq!(layout.placed[0].label, 19, "the highest priority is never the one to go");
    }

    #[test]
    fn points_that_are_not_in_the_picture_are_no_dropped_labels() {
        let anchors = [None, Some(Vec2::new(-5.0, 10.0)), Some(Vec2::NAN)];
        let labels = [label("behind", 0), label("left of it", 0), label("nowhere", 0)];
        assert_eq!(place_labels(&labels, &anchors, PICTURE, &[], &[], size), LabelLayout::default());
    }

    #[test]
    fn a_label_does_not_cover_the_point_of_another_when_it_can() {
        let anchors = [Some(Vec2::new(200.0, 150.0)), Some(Vec2::new(240.0, 135.0))];
        let layout = place_labels(&[label("first", 1), label("second", 0)], &anchors, PICTURE, &[], &[], size);
        assert!(!layout.placed[0].plate.contains(Vec2::new(240.0, 135.0)), "{layout:?}");
    }

    #[test]
    fn a_shy_area_is_left_free_by_who_has_another_side() {
        let image = Area { min: Vec2::new(100.0, 150.0), max: Vec2::new(300.0, 250.0) };
        let placed = |at: Vec2| place_labels(&[label("crate", 0)], &[Some(at)], PICTURE, &[], &[image], size).placed[0];
        assert!(!placed(Vec2::new(100.0, 200.0)).plate.overlaps(&image), "to the left of its left border");
        assert!(!placed(Vec2::new(200.0, 152.0)).led, "but not at the end of a line");
    }

    proptest! {
        #[test]
        fn plates_never_overlap_nor_leave_the_picture(
            points in prop::collection::vec((0.0_f32..400.0, 0.0_f32..300.0, 1_usize..20, any::<u8>()), 0..60),
        ) {
            let labels: Vec<Label> = points.iter().map(|&(_, _, n, p)| label(&"x".repeat(n), p)).collect();
            let anchors: Vec<_> = points.iter().map(|&(x, y, ..)| Some(Vec2::new(x, y))).collect();
            let legend = Area { min: Vec2::new(10.0, 200.0), max: Vec2::new(120.0, 290.0) };
            let layout = place_labels(&labels, &anchors, PICTURE, &[legend], &[legend], size);
            prop_assert_eq!(layout.placed.len() + layout.dropped, labels.len());
            for (i, a) in layout.placed.iter().enumerate() {
                prop_assert!(a.plate.is_within(&PICTURE));
                prop_assert!(!a.plate.overlaps(&legend));
                prop_assert!(!a.plate.contains(a.anchor));
                for b in &layout.placed[i + 1..] {
                    prop_assert!(!a.plate.overlaps(&b.plate), "{:?} over {:?}", a, b);
                    prop_assert!(labels[a.label].priority >= labels[b.label].priority);
                }
            }
        }
    }
}
