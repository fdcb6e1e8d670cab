//! The place of the number beside the pointer. The number keeps off labels and stays inside the view.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

/// From the pointer to a plate at its right or below it, past the arrow of the pointer, points.
const AFTER: f32 = 18.0;
/// From a plate at the left or above to the pointer, points.
const BEFORE: f32 = 12.0;
/// The least distance between the plate and a label, points.
const GAP: f32 = 2.0;

/// The side of the pointer on which the number is: on the horizontal and on the vertical axis of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointerSide(AxisPlace, AxisPlace);

/// The place on one axis of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AxisPlace {
    /// At the left, or above.
    Before,
    /// With its middle at the pointer.
    Level,
    /// At the right, or below.
    After,
}

/// All sides, the best first.
const SIDES: [PointerSide; 8] = [
    PointerSide(AxisPlace::After, AxisPlace::After),
    PointerSide(AxisPlace::Before, AxisPlace::After),
    PointerSide(AxisPlace::After, AxisPlace::Before),
    PointerSide(AxisPlace::Before, AxisPlace::Before),
    PointerSide(AxisPlace::Level, AxisPlace::Before),
    PointerSide(AxisPlace::Level, AxisPlace::After),
    PointerSide(AxisPlace::After, AxisPlace::Level),
    PointerSide(AxisPlace::Before, AxisPlace::Level),
];

impl PointerSide {
    fn plate(self, pointer: Pos2, size: Vec2) -> Rect {
        let start = |part, length: f32| match part {
            AxisPlace::Before => -BEFORE - length,
            AxisPlace::Level => -length / 2.0,
            AxisPlace::After => AFTER,
        };
        Rect::from_min_size(pointer + vec2(start(self.0, size.x), start(self.1, size.y)), size)
    }
}

/// The side and the plate of a number of this size: the first side on which the plate is inside of `view` and keeps off
/// the rectangles in `taken`. The side of the last frame comes first, so that the number does not jump during a drag.
/// When no side is free, the plate covers labels. In a view that is too small, the plate begins in its upper left corner.
pub(super) fn place(
    last: Option<PointerSide>,
    pointer: Pos2,
    size: Vec2,
    view: Rect,
    taken: &[Rect],
) -> (PointerSide, Rect) {
    let sides = || last.into_iter().chain(SIDES);
    let is_inside = |side: &PointerSide| view.contains_rect(side.plate(pointer, size));
    let is_free = |side: &PointerSide| {
        let plate = side.plate(pointer, size).expand(GAP);
        !taken.iter().any(|other| other.intersects(plate))
    };
    let free = sides().find(|side| is_inside(side) && is_free(side));
    let best = free.or_else(|| sides().find(is_inside)).unwrap_or(SIDES[0]);
    (best, moved_into(view, best.plate(pointer, size)))
}

/// The plate, moved by the least distance until it is inside of a rectangle.
fn moved_into(view: Rect, plate: Rect) -> Rect {
    let plate = plate.translate((view.max - plate.max).min(Vec2::ZERO));
    plate.translate((view.min - plate.min).max(Vec2::ZERO))
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    const SIZE: Vec2 = Vec2::new(100.0, 24.0);
    const RIGHT_BELOW: PointerSide = SIDES[0];
    const LEFT_BELOW: PointerSide = SIDES[1];

    fn view() -> Rect {
        Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0))
    }

    /// A label in the middle of the plate on a side.
    fn label(side: PointerSide, pointer: Pos2) -> Rect {
        Rect::from_center_size(side.plate(pointer, SIZE).center(), vec2(10.0, 10.0))
    }

    #[test]
    fn the_number_is_on_the_first_side_without_a_label() {
        let pointer = pos2(400.0, 300.0);
        for count in 0..SIDES.len() {
            let taken: Vec<Rect> = SIDES[..count].iter().map(|side| label(*side, pointer)).collect();
            let (side, plate) = place(None, pointer, SIZE, view(), &taken);
            assert_eq!(side, SIDES[count]);
            assert!(!plate.contains(pointer) && !taken.iter().any(|label| label.intersects(plate)), "{side:?}");
        }
    }

    #[test]
    fn the_number_stays_inside_the_view() {
        for x in [0.0, 20.0, 400.0, 780.0, 800.0] {
            for y in [0.0, 20.0, 300.0, 580.0, 600.0] {
                let (side, plate) = place(None, pos2(x, y), SIZE, view(), &[]);
                assert!(view().contains_rect(plate) && !plate.contains(pos2(x, y)), "{x} {y}: {side:?}");
            }
        }
        let small = Rect::from_min_size(pos2(10.0, 10.0), vec2(50.0, 20.0));
        assert_eq!(place(None, pos2(30.0, 20.0), SIZE, small, &[]).1, Rect::from_min_size(small.min, SIZE));
    }

    #[test]
    fn the_number_stays_on_its_side_while_that_is_free() {
        let pointer = pos2(400.0, 300.0);
        let side = |last, taken: &[Rect]| place(last, pointer, SIZE, view(), taken).0;
        let on_right = label(RIGHT_BELOW, pointer);
        assert_eq!(side(None, &[on_right]), LEFT_BELOW);
        assert_eq!(side(Some(LEFT_BELOW), &[]), LEFT_BELOW, "the first side is free again");
        assert_eq!(side(Some(LEFT_BELOW), &[label(LEFT_BELOW, pointer)]), RIGHT_BELOW);
        let all = view();
        assert_eq!(side(Some(LEFT_BELOW), &[all]), LEFT_BELOW, "no side is free");
        let at_border = place(Some(LEFT_BELOW), pos2(50.0, 300.0), SIZE, view(), &[]).0;
        assert_eq!(at_border, RIGHT_BELOW, "the left side is out of the view");
    }
}
