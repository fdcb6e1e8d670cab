//! Places the cards: near their targets, complete, and without covering a target or another card.
//!
//! For each card, every place of a coarse grid is tried. That takes one or two milliseconds in each frame while the
//! overlay is open. The overlay requests no frames.

use eframe::egui::{Pos2, Rect, Vec2, pos2};

/// Gap to the border of the window, points.
pub(super) const BORDER: f32 = 10.0;
/// Gap between a card and anything else, points.
const GAP: f32 = 9.0;
/// The best length of a leader.
const LEADER: f32 = 26.0;
/// Distance between neighbours of the grid, points.
const STEP: f32 = 8.0;
/// The cost of a leader that crosses a card or target, in points of its length.
const CROSSING: f32 = 260.0;

/// The places of the cards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CardLayout {
    /// The card with the title and the buttons. It is always there.
    pub(super) head: Rect,
    /// The card of each target, when there is room.
    pub(super) cards: Vec<Option<Rect>>,
}

/// Places a card of the given size for each target, and the title card near the top of the window. In a small window the title card
/// may cover targets. These have no cards.
pub(super) fn place(window: Rect, head: Vec2, items: &[(Rect, Vec2)]) -> CardLayout {
    let mut taken: Vec<Rect> = items.iter().map(|(item, _)| *item).collect();
    let wanted = pos2(window.center().x, window.top() + 0.12 * window.height());
    let to_wanted = |card: Rect, _| card.center().distance(wanted);
    let head = best(window, head, &taken, to_wanted)
        .or_else(|| best(window, head, &[], to_wanted))
        .unwrap_or_else(|| Rect::from_min_size(window.min + Vec2::splat(BORDER), head));
    taken.push(head);
    let mut leaders: Vec<[Pos2; 2]> = Vec::new();
    let mut cards = Vec::with_capacity(items.len());
    for (i, (item, size)) in items.iter().enumerate() {
        if head.intersects(*item) {
            cards.push(None);
            continue;
        }
        let card = best(window, *size, &taken, |card, least| {
            let ends = leader(card, *item);
            let length = ends[0].distance(ends[1]);
            let short = (LEADER - length).max(0.0) * 3.0;
            let slant = (ends[0].x - ends[1].x).abs().min((ends[0].y - ends[1].y).abs());
            let near = length + short + slant + 0.05 * card.center().distance(item.center());
            if near >= least {
                return near;
            }
            let others = taken.iter().enumerate().filter(|(other, _)| *other != i).map(|(_, rect)| *rect);
            let crossed = others.filter(|other| crosses(ends, *other)).count()
                + leaders.iter().filter(|other| crosses(**other, card)).count();
            near + crossed as f32 * CROSSING
        });
        if let Some(card) = card {
            leaders.push(leader(card, *item));
            taken.push(card);
        }
        cards.push(card);
    }
    CardLayout { head, cards }
}

/// The shortest line from a card to its target.
pub(super) fn leader(card: Rect, item: Rect) -> [Pos2; 2] {
    // Where both face each other, the line is in the middle of their common range.
    let facing = |a: [f32; 2], b: [f32; 2]| {
        let (from, to) = (a[0].max(b[0]), a[1].min(b[1]));
        (from <= to).then(|| f32::midpoint(from, to))
    };
    let x = facing([card.left(), card.right()], [item.left(), item.right()]);
    let y = facing([card.top(), card.bottom()], [item.top(), item.bottom()]);
    let to = pos2(x.unwrap_or_else(|| item.clamp(card.center()).x), y.unwrap_or_else(|| item.clamp(card.center()).y));
    [card.clamp(to), to]
}

/// The free place with the least cost for a card. `cost` receives the least cost so far and may stop when it is
/// exceeded.
fn best(window: Rect, size: Vec2, taken: &[Rect], cost: impl Fn(Rect, f32) -> f32) -> Option<Rect> {
    let room = window.shrink(BORDER);
    let places = |from: f32, to: f32| {
        #[expect(clippy::cast_possible_truncation, reason = "a few hundred")]
        let count = ((to - from) / STEP).floor().max(-1.0) as i32 + 1;
        (0..count).map(move |i| from + i as f32 * STEP)
    };
    let mut least = f32::INFINITY;
    let mut found = None;
    for x in places(room.left(), room.right() - size.x) {
        for y in places(room.top(), room.bottom() - size.y) {
            let card = Rect::from_min_size(pos2(x, y), size);
            let cost = cost(card, least);
            let around = card.expand(GAP);
            if cost < least && !taken.iter().any(|other| around.intersects(*other)) {
                (least, found) = (cost, Some(card));
            }
        }
    }
    found
}

fn crosses([from, to]: [Pos2; 2], rect: Rect) -> bool {
    const SAMPLES: u8 = 16;
    let near = rect.expand(3.0);
    (0..=SAMPLES).any(|i| near.contains(from.lerp(to, f32::from(i) / f32::from(SAMPLES))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::vec2;

    const CARD: Vec2 = vec2(220.0, 56.0);

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(width, height))
    }

    /// Targets as in the window: view, row, step, number, button.
    fn items(window: Rect) -> Vec<(Rect, Vec2)> {
        let (right, bottom) = (window.right(), window.bottom());
        [
            rect(right * 0.5, bottom * 0.3, 190.0, 90.0),
            rect(8.0, 176.0, 246.0, 22.0),
            rect(272.0, bottom - 150.0, 170.0, 21.0),
            rect(right - 210.0, 324.0, 64.0, 22.0),
            rect(76.0, bottom - 26.0, 30.0, 22.0),
        ]
        .map(|item| (item, CARD))
        .to_vec()
    }

    #[test]
    fn cards_neither_overlap_nor_are_cut() {
        for size in [vec2(1024.0, 640.0), vec2(1440.0, 900.0), vec2(2560.0, 1440.0)] {
            let window = Rect::from_min_size(Pos2::ZERO, size);
            let items = items(window);
            let layout = place(window, vec2(380.0, 80.0), &items);
            let cards: Vec<Rect> = layout.cards.iter().map(|card| card.unwrap()).chain([layout.head]).collect();
            for (i, card) in cards.iter().enumerate() {
                assert!(window.contains_rect(*card), "{size:?}: {card:?}");
                assert!(items.iter().all(|(item, _)| !item.intersects(*card)), "{size:?}: {card:?} on an item");
                assert!(cards[..i].iter().all(|other| !other.intersects(*card)), "{size:?}: {card:?} on a card");
            }
            for (card, (item, _)) in cards.iter().zip(&items) {
                let [from, to] = leader(*card, *item);
                assert!(from.distance(to) < 160.0, "{size:?}: {card:?} is far from {item:?}");
            }
        }
    }

    #[test]
    fn a_card_without_room_is_left_out() {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 90.0));
        let layout = place(window, vec2(280.0, 70.0), &[(rect(20.0, 20.0, 260.0, 40.0), CARD)]);
        let head = rect(10.0, 10.0, 280.0, 70.0);
        assert_eq!(layout, CardLayout { head, cards: vec![None] }, "the buttons are there, over the target");
        let layout = place(window, vec2(400.0, 70.0), &[]);
        assert_eq!(layout.head.min, pos2(10.0, 10.0), "a card that is larger than the window");
    }

    #[test]
    fn a_leader_is_straight_where_card_and_target_face_each_other() {
        let card = rect(0.0, 0.0, 100.0, 40.0);
        assert_eq!(leader(card, rect(20.0, 80.0, 40.0, 10.0)), [pos2(40.0, 40.0), pos2(40.0, 80.0)]);
        assert_eq!(leader(card, rect(160.0, 10.0, 40.0, 10.0)), [pos2(100.0, 15.0), pos2(160.0, 15.0)]);
        assert_eq!(leader(card, rect(160.0, 90.0, 40.0, 10.0)), [pos2(100.0, 40.0), pos2(160.0, 90.0)]);
    }
}
