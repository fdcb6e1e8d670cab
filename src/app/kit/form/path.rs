//! The path of a moving object, and its points as a table. The points of a patrol are in the same table.

use eframe::egui::{Button, Ui, vec2};
use glam::Vec3;

use super::fields::{ItemForm, Unit};
use crate::scene::{Object, Path};

/// The number of points that are visible without scrolling.
const SHOWN: usize = 8;
/// Length of a new path, metres.
const LENGTH: f32 = 2.0;

/// A change of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointChange {
    /// Inserts a point after one.
    Insert(usize),
    Up(usize),
    Down(usize),
    Remove(usize),
}

/// Whether the object moves, and its path.
pub(in crate::app) fn show(form: &mut ItemForm, object: &mut Object) {
    let mut moves = object.path.is_some();
    form.switch("path", &mut moves, "moves along a path", "The path replaces the position.");
    turn(object, moves);
    let Some(path) = &mut object.path else { return };
    form.number("speed", &mut path.speed, Unit::Speed, "The speed along the path; at 0 it does not move.");
    let help = "Whether the path is closed or ends at the last point.";
    form.switch("loop", &mut path.looped, "back to the first point", help);
    points(form, &mut path.points);
}

/// The points as rows, each with buttons to insert a point after it, to move it and to remove it.
pub(in crate::app) fn points(form: &mut ItemForm, points: &mut Vec<[f32; 3]>) {
    /// The width of a form from which on each row has a button that inserts a point, points. In a narrower form, “Add point” and
    /// “Move up” do the same.
    const WIDE: f32 = 265.0;
    let count = points.len();
    let is_wide = form.ui().available_width() >= WIDE;
    let mut act = None;
    let mut list = |form: &mut ItemForm, range: std::ops::Range<usize>| {
        for i in range {
            let (label, can_go_down) = (format!("point {}", i + 1), i + 1 < count);
            form.point([&label, &(i + 1).to_string()], &mut points[i], if is_wide { 4 } else { 3 }, |ui| {
                if is_wide
                    && small(ui, "+", true, "Insert a point after this one", &format!("Insert a point after {label}"))
                {
                    act = Some(PointChange::Insert(i));
                }
                if small(ui, "⏶", i > 0, "Move up", &format!("Move {label} up")) {
                    act = Some(PointChange::Up(i));
                }
                if small(ui, "⏷", can_go_down, "Move down", &format!("Move {label} down")) {
                    act = Some(PointChange::Down(i));
                }
                let help = if count > 1 { "Remove" } else { "There must be at least one point." };
                if small(ui, "✖", count > 1, help, &format!("Remove {label}")) {
                    act = Some(PointChange::Remove(i));
                }
            });
        }
    };
    if count > SHOWN {
        form.scroll_rows("points", SHOWN, count, &mut list);
    } else {
        list(form, 0..count);
    }
    if form.button("Add point", "Add a point at the end, in line with the last two.") {
        points.push(next(points));
        form.change("points");
    }
    if let Some(act) = act {
        apply(points, act);
        form.change("points");
    }
}

/// A small button at the end of a row.
fn small(ui: &mut Ui, symbol: &str, is_possible: bool, help: &str, name: &str) -> bool {
    let button = Button::new(symbol).frame(false).min_size(vec2(16.0, 18.0));
    let response = ui.add_enabled(is_possible, button).accessible_name(name);
    response.on_hover_text(help).on_disabled_hover_text(help).clicked()
}

/// Lets an object move along a new path from its position, or rest at the start of its path. An object with a path has
/// the default position, because the path replaces it.
pub(in crate::app) fn turn(object: &mut Object, moves: bool) {
    if moves == object.path.is_some() {
        return;
    }
    if moves {
        let [x, y, z] = std::mem::take(&mut object.position);
        object.path = Some(Path { points: vec![[x, y, z], [x + LENGTH, y, z]], speed: 1.0, looped: false });
    } else if let Some(path) = object.path.take() {
        object.position = path.points.first().copied().unwrap_or(object.position);
    }
}

fn apply(points: &mut Vec<[f32; 3]>, act: PointChange) {
    match act {
        PointChange::Insert(i) if i < points.len() => points.insert(i + 1, after(points, i)),
        PointChange::Up(i) if i > 0 && i < points.len() => points.swap(i - 1, i),
        PointChange::Down(i) if i + 1 < points.len() => points.swap(i, i + 1),
        PointChange::Remove(i) if points.len() > 1 && i < points.len() => drop(points.remove(i)),
        PointChange::Insert(_) | PointChange::Up(_) | PointChange::Down(_) | PointChange::Remove(_) => {}
    }
}

/// A new point after a point: in the middle between it and its successor, or beyond the last point.
fn after(points: &[[f32; 3]], index: usize) -> [f32; 3] {
    match points.get(index..) {
        Some([a, b, ..]) => Vec3::from(*a).midpoint(Vec3::from(*b)).to_array(),
        _ => next(points),
    }
}

/// A point at the same distance beyond the last point as that from the point before it.
fn next(points: &[[f32; 3]]) -> [f32; 3] {
    match points {
        [.., a, b] if Vec3::from(*a) != Vec3::from(*b) => (2.0 * Vec3::from(*b) - Vec3::from(*a)).to_array(),
        [.., [x, y, z]] => [x + LENGTH, *y, *z],
        [] => [0.0; 3],
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers that f32 holds exactly")]
mod tests {
    use super::*;

    #[test]
    fn points_are_inserted_moved_and_removed_but_for_the_last_one() {
        let [a, b] = [[0.0; 3], [1.0; 3]];
        let mut points = vec![a, b];
        for (act, expected) in [
            (PointChange::Up(0), vec![a, b]),
            (PointChange::Down(1), vec![a, b]),
            (PointChange::Up(1), vec![b, a]),
            (PointChange::Down(0), vec![a, b]),
            (PointChange::Remove(7), vec![a, b]),
            (PointChange::Remove(0), vec![b]),
            (PointChange::Remove(0), vec![b]),
            (PointChange::Insert(0), vec![b, [3.0, 1.0, 1.0]]),
            (PointChange::Insert(0), vec![b, [2.0, 1.0, 1.0], [3.0, 1.0, 1.0]]),
            (PointChange::Insert(3), vec![b, [2.0, 1.0, 1.0], [3.0, 1.0, 1.0]]),
        ] {
            apply(&mut points, act);
            assert_eq!(points, expected, "{act:?}");
        }
    }

    #[test]
    fn a_new_point_is_in_line_with_the_last_two() {
        assert_eq!(next(&[[0.0; 3], [1.0, 2.0, 3.0]]), [2.0, 4.0, 6.0]);
        assert_eq!(next(&[[1.0; 3]]), [3.0, 1.0, 1.0]);
        assert_eq!(next(&[[1.0; 3], [1.0; 3]]), [3.0, 1.0, 1.0]);
    }

    #[test]
    fn a_path_begins_at_the_object_s_position() {
        let text = r#"{ "name": "o", "shape": { "sphere": { "radius": 1 } }, "position": [1, 2, 3] }"#;
        let before: Object = serde_json::from_str(text).unwrap();
        let mut object = before.clone();
        turn(&mut object, true);
        assert_eq!(object.path.as_ref().unwrap().points[0], [1.0, 2.0, 3.0]);
        assert_eq!(object.position, [0.0; 3], "the path replaces the position, so it is not written");
        turn(&mut object, false);
        assert_eq!(object, before);
    }
}
