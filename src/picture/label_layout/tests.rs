//! Tests of the layout of labels, of rectangles and of silhouettes.

use glam::{Vec2, Vec3};
use proptest::prelude::*;

use super::super::shapes::Label;
use super::area::{Area, Stroke};
use super::avoided::{AvoidedAreas, Front};
use super::cost::{CONTEXT, MOST_COVERED, MOST_COVERED_BY_FAINT, NEEDED};
use super::place::place_labels;
use super::placed::{LabelLayout, PlacedLabel};
use super::plate::LEADER;
use super::silhouette::Silhouette;
use crate::picture::palette::Color;
use crate::world::Item;

const PICTURE: Area = Area { min: Vec2::ZERO, max: Vec2::new(400.0, 300.0) };

fn label(text: &str, priority: u8) -> Label {
    Label {
        at: Vec3::ZERO,
        text: text.to_owned(),
        color: Color::rgb(0, 0, 0),
        priority,
        item: None,
        span: None,
        around: None,
    }
}

fn size(text: &str) -> Vec2 {
    Vec2::new(7.0 * text.len() as f32 + 10.0, 18.0)
}

#[test]
fn a_lone_label_is_beside_its_point_without_a_leader() {
    let layout = place_labels(
        &[label("crate", 0)],
        &[Some(Vec2::new(200.0, 150.0))],
        PICTURE,
        &[],
        AvoidedAreas::default(),
        size,
    );
    let [only] = layout.placed[..] else { panic!("{layout:?}") };
    assert!(!only.led);
    assert!(only.plate.min.x > 200.0 && only.plate.max.y < 150.0, "up and right of its point: {only:?}");
}

#[test]
fn the_higher_priority_keeps_the_place_and_the_other_is_led() {
    let here = Some(Vec2::new(200.0, 150.0));
    let labels: Vec<Label> = (0..9).map(|i| label("name of nine", i)).collect();
    let layout = place_labels(&labels, &[here; 9], PICTURE, &[], AvoidedAreas::default(), size);
    assert_eq!(layout.placed[0].label, 8);
    assert!(layout.placed.iter().any(|placed| placed.led), "nine do not fit next to one point");
}

#[test]
fn context_is_left_out_rather_than_led_far() {
    let here = Some(Vec2::new(200.0, 150.0));
    let furthest = |priority| {
        let labels: Vec<Label> = (0..30).map(|_| label("name of thirty", priority)).collect();
        let layout = place_labels(&labels, &[here; 30], PICTURE, &[], AvoidedAreas::default(), size);
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
    let layout = place_labels(&labels, &[Some(Vec2::new(60.0, 30.0)); 20], small, &[], AvoidedAreas::default(), size);
    assert!(layout.dropped > 0);
    assert_eq!(layout.placed.len() + layout.dropped, 20);
    assert_eq!(layout.placed[0].label, 19, "the highest priority is never the one to go");
}

#[test]
fn points_that_are_not_in_the_picture_are_no_dropped_labels() {
    let anchors = [None, Some(Vec2::new(-5.0, 10.0)), Some(Vec2::NAN)];
    let labels = [label("behind", 0), label("left of it", 0), label("nowhere", 0)];
    assert_eq!(place_labels(&labels, &anchors, PICTURE, &[], AvoidedAreas::default(), size), LabelLayout::default());
}

#[test]
fn a_label_does_not_cover_the_point_of_another_when_it_can() {
    let anchors = [Some(Vec2::new(200.0, 150.0)), Some(Vec2::new(240.0, 135.0))];
    let layout =
        place_labels(&[label("first", 1), label("second", 0)], &anchors, PICTURE, &[], AvoidedAreas::default(), size);
    assert!(!layout.placed[0].plate.contains(Vec2::new(240.0, 135.0)), "{layout:?}");
}

#[test]
fn a_label_with_another_side_avoids_the_area() {
    let image = Area { min: Vec2::new(100.0, 150.0), max: Vec2::new(300.0, 250.0) };
    let avoided = AvoidedAreas { areas: &[image], ..AvoidedAreas::default() };
    let placed = |at: Vec2| place_labels(&[label("crate", 0)], &[Some(at)], PICTURE, &[], avoided, size).placed[0];
    assert!(!placed(Vec2::new(100.0, 200.0)).plate.overlaps(&image), "to the left of its left border");
    assert!(!placed(Vec2::new(200.0, 152.0)).led, "but not at the end of a line");
}

#[test]
fn a_label_on_an_image_is_outside_of_it_where_that_is_near_enough() {
    let at = Vec2::new(200.0, 150.0);
    let placed = |half: Vec2, priority| {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|corner| at + half * Vec2::from(corner));
        let image = Silhouette::of(Item::Image(0), corners.to_vec()).unwrap();
        let avoided = AvoidedAreas { silhouettes: std::slice::from_ref(&image), ..AvoidedAreas::default() };
        let layout = place_labels(&[label("t = 1.6, cell 44,9", priority)], &[Some(at)], PICTURE, &[], avoided, size);
        (image.is_covered_by(&layout.placed[0].plate), layout.placed[0].led)
    };
    for priority in [CONTEXT, 8] {
        assert_eq!(placed(Vec2::new(130.0, 30.0), priority), (false, true), "above or below a wide image, with a line");
        assert_eq!(placed(Vec2::new(190.0, 140.0), priority), (true, false), "beside its point on a large image");
    }
}

#[test]
fn a_name_is_beside_its_item_and_covers_neither_that_nor_others() {
    let square = |item, at: Vec2| {
        let corners = [[-30.0, -30.0], [30.0, -30.0], [30.0, 30.0], [-30.0, 30.0], [0.0, 0.0]];
        Silhouette::of(item, corners.map(|corner| at + Vec2::from(corner)).to_vec()).unwrap()
    };
    let items = [(Item::Object(0), Vec2::new(200.0, 150.0)), (Item::Object(1), Vec2::new(200.0, 80.0))];
    let silhouettes = items.map(|(item, at)| square(item, at));
    let named = |item| Label { around: Some(item), ..label("visitor · outside", 5) };
    // The points lie inside of their items, as the top of a body that is seen from above.
    let anchors = items.map(|(_, at)| Some(at - Vec2::Y * 10.0));
    let labels = items.map(|(item, _)| named(item));
    let avoided = AvoidedAreas { silhouettes: &silhouettes, ..AvoidedAreas::default() };
    let layout = place_labels(&labels, &anchors, PICTURE, &[], avoided, size);
    assert_eq!(layout.placed.len(), 2);
    for placed in &layout.placed {
        assert!(!silhouettes.iter().any(|silhouette| silhouette.is_covered_by(&placed.plate)), "{layout:?}");
        let own = silhouettes[placed.label].bounds().grown(LEADER);
        assert!(placed.led || own.overlaps(&placed.plate), "beside it, or with a line to it: {layout:?}");
    }
}

#[test]
fn a_name_is_nearer_to_its_item_than_to_any_other_or_a_line_leads_from_it() {
    // A barrel and a ball side by side, as in the tour in a small window, and the ground below both.
    let rectangle = |item, min: [f32; 2], max: [f32; 2]| {
        let corners = [min, [max[0], min[1]], max, [min[0], max[1]]].map(Vec2::from);
        Silhouette::of(Item::Object(item), corners.to_vec()).unwrap()
    };
    let ground = rectangle(2, [0.0, 100.0], [400.0, 300.0]);
    for gap in [2.0, 6.0, 20.0, 50.0] {
        let barrel = rectangle(0, [180.0, 140.0], [200.0, 175.0]);
        let ball = rectangle(1, [200.0 + gap, 145.0], [222.0 + gap, 167.0]);
        let silhouettes = [barrel, ball, ground.clone()];
        let named = |text: &str, item| Label { around: Some(Item::Object(item)), ..label(text, 5) };
        let labels = [named("barrel · inside", 0), named("ball · inside", 1)];
        let anchors = [Some(Vec2::new(190.0, 140.0)), Some(Vec2::new(211.0 + gap, 145.0))];
        let avoided = AvoidedAreas { silhouettes: &silhouettes, ..AvoidedAreas::default() };
        let layout = place_labels(&labels, &anchors, PICTURE, &[], avoided, size);
        assert_eq!(layout.placed.len(), 2, "both have a name: {layout:?}");
        for placed in &layout.placed {
            let [own, other] = [placed.label, 1 - placed.label].map(|i| silhouettes[i].distance_to(&placed.plate));
            assert!(placed.led || own < other, "{gap}: {own} to its own, {other} to the other: {layout:?}");
        }
        let is_led = layout.placed.iter().any(|placed| placed.led);
        assert!(gap < 50.0 || !is_led, "what has room needs no line: {layout:?}");
    }
}

#[test]
fn the_distance_to_a_rectangle_is_that_between_borders() {
    let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]].map(Vec2::from);
    let silhouette = Silhouette::of(Item::Object(0), square.to_vec()).unwrap();
    let at = |x: f32, y: f32| silhouette.distance_to(&Area { min: Vec2::new(x, y), max: Vec2::new(x + 4.0, y + 4.0) });
    for (x, y, wanted) in [(3.0, 3.0, 0.0), (13.0, 3.0, 3.0), (3.0, -9.0, 5.0), (13.0, 14.0, 5.0), (-7.0, 5.0, 3.0)] {
        assert!((at(x, y) - wanted).abs() < 1e-5, "{x} {y}: {}", at(x, y));
    }
}

#[test]
fn a_silhouette_is_covered_where_the_hull_is_and_not_where_its_rectangle_is() {
    let leaning = [[0.0, 0.0], [100.0, 100.0], [96.0, 104.0], [-4.0, 4.0], [50.0, 50.0]].map(Vec2::from);
    let silhouette = Silhouette::of(Item::Object(0), leaning.to_vec()).unwrap();
    let at = |x: f32, y: f32| Area { min: Vec2::new(x, y), max: Vec2::new(x + 10.0, y + 10.0) };
    assert!(silhouette.is_covered_by(&at(45.0, 45.0)) && silhouette.is_covered_by(&at(-5.0, 0.0)));
    assert!(!silhouette.is_covered_by(&at(80.0, 10.0)) && !silhouette.is_covered_by(&at(10.0, 80.0)));
    assert!(!silhouette.is_covered_by(&at(200.0, 0.0)));
    assert_eq!(Silhouette::of(Item::Object(0), vec![Vec2::NAN]), None);
    assert!(Silhouette::of(Item::Object(0), vec![Vec2::ONE; 3]).is_some());
}

#[test]
fn the_covered_part_of_a_silhouette_is_that_of_its_area() {
    let square = [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]].map(Vec2::from);
    let silhouette = Silhouette::of(Item::Object(0), square.to_vec()).unwrap();
    let part = |a: [f32; 2], b: [f32; 2]| silhouette.covered_part(&Area { min: a.into(), max: b.into() });
    for (a, b, wanted) in [
        ([-10.0, -10.0], [110.0, 110.0], 1.0),
        ([50.0, -10.0], [110.0, 110.0], 0.5),
        ([20.0, 20.0], [40.0, 70.0], 0.1),
        ([100.0, 0.0], [120.0, 50.0], 0.0),
    ] {
        assert!((part(a, b) - wanted).abs() < 1e-5, "{a:?} {b:?}: {}", part(a, b));
    }
    let point = Silhouette::of(Item::Object(0), vec![Vec2::ONE]).unwrap();
    assert!(point.covered_part(&Area { min: Vec2::ZERO, max: Vec2::splat(2.0) }) > 0.99);
}

/// A view so full of small items that there is hardly a place beside them.
#[test]
fn in_a_full_view_labels_are_shortened_or_left_out_rather_than_hide_what_is_there() {
    let at = |i: usize| Vec2::new(30.0 + 46.0 * (i % 8) as f32, 24.0 + 44.0 * (i / 8) as f32);
    let silhouettes: Vec<Silhouette> = (0..48)
        .map(|i| {
            let corners = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]];
            Silhouette::of(Item::Object(i), corners.map(|corner| at(i) + Vec2::from(corner)).to_vec()).unwrap()
        })
        .collect();
    let text = |i: usize| format!("box {i} · outside, right −0.4409 m");
    let of = |i: usize| Label { around: Some(Item::Object(i)), ..label(&text(i), if i == 20 { 9 } else { 5 }) };
    let labels: Vec<Label> = (0..48).map(of).collect();
    let anchors: Vec<_> = (0..48).map(|i| Some(at(i))).collect();
    let avoided = AvoidedAreas { silhouettes: &silhouettes, ..AvoidedAreas::default() };
    let layout = place_labels(&labels, &anchors, PICTURE, &[], avoided, size);
    assert_eq!(layout.placed[0].label, 20, "the answer has a place");
    assert!(layout.placed.iter().any(|placed| placed.is_short) && layout.dropped > 0, "{layout:?}");
    let others = &layout.placed[1..];
    for (i, silhouette) in silhouettes.iter().enumerate() {
        let part: f32 = others.iter().map(|placed| silhouette.covered_part(&placed.plate)).sum();
        assert!(part <= MOST_COVERED + 1e-3, "{part} of {i} is covered");
    }
}

#[test]
fn a_label_covers_nothing_that_is_before_its_item_and_is_seen_there() {
    let at = Vec2::new(200.0, 150.0);
    let square = |item, half: f32| {
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        Silhouette::of(Item::Object(item), corners.map(|corner| at + Vec2::from(corner)).to_vec()).unwrap()
    };
    let silhouettes = [square(0, 4.0), square(1, 60.0)];
    // Only the square is free.
    let area = |[left, top, right, bottom]: [f32; 4]| Area { min: Vec2::new(left, top), max: Vec2::new(right, bottom) };
    let taken =
        [[0.0, 0.0, 400.0, 90.0], [0.0, 210.0, 400.0, 300.0], [0.0, 90.0, 140.0, 210.0], [260.0, 90.0, 400.0, 210.0]];
    let taken = taken.map(area);
    let covered = |distances: [f32; 2], is_seen: bool, priority: u8| {
        let is_seen = |item: Item, _: &Area| item == Item::Object(1) && is_seen;
        let front = Some(Front { distances: &distances, is_seen: &is_seen });
        let avoided = AvoidedAreas { silhouettes: &silhouettes, front, ..AvoidedAreas::default() };
        let labels = [Label { around: Some(Item::Object(0)), ..label("far", priority) }];
        let layout = place_labels(&labels, &[Some(at)], PICTURE, &taken, avoided, size);
        layout.placed.first().is_some_and(|placed| silhouettes[1].is_covered_by(&placed.plate))
    };
    assert!(!covered([9.0, 5.0], true, 5), "the square is before the item");
    assert!(covered([5.0, 9.0], true, 5), "it is behind the item");
    assert!(covered([9.0, 5.0], false, 5), "the item is seen through an opening of the square");
    assert!(covered([9.0, 5.0], true, NEEDED), "the answer stays near its item");
}

#[test]
fn faint_labels_cover_little_of_items_and_context_seems_to_name_no_other() {
    let square = |item, at: Vec2, half: f32| {
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        Silhouette::of(Item::Object(item), corners.map(|corner| at + Vec2::from(corner)).to_vec()).unwrap()
    };
    // The arrow of a plane in the middle of a crate.
    let at = Vec2::new(200.0, 150.0);
    let crates = [square(0, at, 45.0)];
    let avoided = AvoidedAreas { silhouettes: &crates, ..AvoidedAreas::default() };
    let covered = |priority| -> f32 {
        let layout = place_labels(&[label("left", priority)], &[Some(at)], PICTURE, &[], avoided, size);
        layout.placed.iter().map(|placed| crates[0].covered_part(&placed.plate)).sum()
    };
    assert!(covered(CONTEXT - 1) <= MOST_COVERED_BY_FAINT, "{}", covered(CONTEXT - 1));
    assert!(covered(CONTEXT) > MOST_COVERED_BY_FAINT, "{}", covered(CONTEXT));
    // Posts side by side, closer to each other than a name is wide.
    let place = |i: usize| Vec2::new(60.0 + 26.0 * i as f32, 150.0);
    let posts: Vec<Silhouette> = (0..9).map(|i| square(i, place(i), 6.0)).collect();
    let avoided = AvoidedAreas { silhouettes: &posts, ..AvoidedAreas::default() };
    let named = |i| Label { around: Some(Item::Object(i)), ..label(&format!("post number {i}"), CONTEXT) };
    let labels: Vec<Label> = (0..9).map(named).collect();
    let anchors: Vec<_> = (0..9).map(|i| Some(place(i) - Vec2::Y * 6.0)).collect();
    let layout = place_labels(&labels, &anchors, PICTURE, &[], avoided, size);
    assert!(!layout.placed.is_empty() && layout.dropped > 0, "{layout:?}");
    for placed in &layout.placed {
        let own = posts[placed.label].distance_to(&placed.plate);
        let nearer = posts.iter().filter(|post| post.distance_to(&placed.plate) < own).count();
        assert_eq!(nearer, 0, "{placed:?}");
    }
}

#[test]
fn context_covers_no_point_of_another() {
    // Points all around, so that there is no place which covers none.
    let ring = (0..400).map(|i| Vec2::new(200.0, 150.0) + Vec2::from_angle(i as f32) * (8.0 + 0.2 * i as f32));
    let anchors: Vec<_> = [Vec2::new(200.0, 150.0)].into_iter().chain(ring).map(Some).collect();
    let placed = |priority| {
        let labels: Vec<Label> = (0..anchors.len()).map(|i| label("", if i == 0 { priority } else { 0 })).collect();
        let first = |text: &str| if text.is_empty() { Vec2::splat(1e3) } else { size(text) };
        let named = Label { text: "far".to_owned(), ..labels[0].clone() };
        let labels: Vec<Label> = [named].into_iter().chain(labels[1..].iter().cloned()).collect();
        place_labels(&labels, &anchors, PICTURE, &[], AvoidedAreas::default(), first).placed.len()
    };
    assert_eq!([placed(CONTEXT), placed(CONTEXT + 1)], [0, 1]);
}

#[test]
fn context_yields_to_an_answer() {
    let anchors = [Some(Vec2::new(200.0, 150.0)), Some(Vec2::new(220.0, 135.0))];
    let placed = |priority| {
        let labels = [label("crate", 9), label("right", priority)];
        let layout = place_labels(&labels, &anchors, PICTURE, &[], AvoidedAreas::default(), size);
        (layout.placed[0].plate.contains(Vec2::new(220.0, 135.0)), layout.dropped)
    };
    assert_eq!(placed(CONTEXT), (true, 1));
    assert_eq!(placed(CONTEXT + 1), (false, 0));
}

#[test]
fn a_label_is_nearer_to_its_own_point_than_to_another() {
    // The first takes the place between both points, and leaves the second none beside its own on that side.
    let anchors = [Some(Vec2::new(160.0, 150.0)), Some(Vec2::new(250.0, 150.0)), Some(Vec2::new(256.0, 118.0))];
    let labels = [label("first", 5), label("lower_priority: strike", 4), label("both", 6)];
    let layout = place_labels(&labels, &anchors, PICTURE, &[], AvoidedAreas::default(), size);
    for placed in &layout.placed {
        let off = |at: Vec2| placed.plate.nearest(at).distance(at);
        let nearest = anchors.iter().flatten().map(|at| off(*at)).fold(f32::INFINITY, f32::min);
        assert!(off(placed.anchor) <= nearest, "{layout:?}");
    }
}

#[test]
fn a_label_keeps_off_its_own_line_and_off_strong_ones() {
    let at = Vec2::new(200.0, 150.0);
    let own = Some(Item::Ray(0));
    let placed = |item, is_strong, to: Vec2| {
        let stroke = Stroke { from: at, to, item, is_strong };
        let avoided = AvoidedAreas { strokes: &[stroke], ..AvoidedAreas::default() };
        let label = Label { item: own, ..label("aim (ray)", 0) };
        let only = place_labels(&[label], &[Some(at)], PICTURE, &[], avoided, size).placed[0];
        (only.plate.is_crossed(&stroke), only.led)
    };
    for to in [Vec2::new(300.0, 140.0), Vec2::new(300.0, 90.0), Vec2::new(290.0, 210.0), Vec2::new(200.0, 20.0)] {
        assert_eq!(placed(own, false, to), (false, false), "its own to {to}");
        assert_eq!(placed(None, true, to), (false, false), "a strong one to {to}");
    }
    assert!(placed(Some(Item::Ray(1)), false, Vec2::new(300.0, 100.0)).0, "a weak one of another is covered");
}

#[test]
fn a_stroke_crosses_where_it_comes_inside() {
    let area = Area { min: Vec2::new(10.0, 10.0), max: Vec2::new(30.0, 20.0) };
    let crosses = |[a, b, c, d]: [f32; 4]| {
        let stroke = Stroke { from: Vec2::new(a, b), to: Vec2::new(c, d), item: None, is_strong: true };
        area.is_crossed(&stroke)
    };
    for inside in [[0.0, 15.0, 40.0, 15.0], [15.0, 12.0, 16.0, 13.0], [20.0, 0.0, 20.0, 40.0], [0.0, 5.0, 40.0, 25.0]] {
        assert!(crosses(inside), "{inside:?}");
    }
    for beside in [[0.0, 15.0, 9.0, 15.0], [0.0, 25.0, 40.0, 25.0], [5.0, 0.0, 5.0, 40.0], [0.0, 18.0, 25.0, 43.0]] {
        assert!(!crosses(beside), "{beside:?}");
    }
}

proptest! {
    #[test]
    fn plates_never_overlap_nor_leave_the_picture(
        points in prop::collection::vec((0.0_f32..400.0, 0.0_f32..300.0, 1_usize..20, any::<u8>()), 0..60),
    ) {
        let labels: Vec<Label> = points.iter().map(|&(_, _, n, p)| label(&"x".repeat(n), p)).collect();
        let anchors: Vec<_> = points.iter().map(|&(x, y, ..)| Some(Vec2::new(x, y))).collect();
        let legend = Area { min: Vec2::new(10.0, 200.0), max: Vec2::new(120.0, 290.0) };
        let stroke = Stroke { from: Vec2::ZERO, to: PICTURE.max, item: None, is_strong: true };
        let avoided = AvoidedAreas { areas: &[legend], strokes: &[stroke], ..AvoidedAreas::default() };
        let layout = place_labels(&labels, &anchors, PICTURE, &[legend], avoided, size);
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
