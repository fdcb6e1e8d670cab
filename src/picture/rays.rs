//! Rays: the line with its direction, the parts inside solids, and the hit with its normal.

use glam::Vec3;

use super::contents::Picture;
use super::label_words::named;
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::selected::Selected;
use super::shapes::Line;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::narrate::num;
use crate::geometry::ray::{Miss, Ray, RayKind};
use crate::geometry::{Aabb, Interval};
use crate::report::{First, OnLine, RayAnswers, RayTarget};
use crate::world::{Item, RayAt};

/// The most rays that all have labels. With more, only the querier has one.
const MOST_NAMES: usize = 12;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, report, hidden, palette, ref selected, ref extent, .. } = shown;
    if !report.has_answers() {
        return without_answers(picture, shown);
    }
    let is_hidden = |target: RayTarget| world.id_of(target.into()).is_some_and(|id| hidden.contains(id));
    for (i, answers) in report.rays.iter().enumerate().filter(|(_, answers)| !hidden.contains(answers.ray.id)) {
        let is_querier = selected.querier() == Some(Item::Ray(i));
        picture.belonging_to(Item::Ray(i), |picture| {
            one(picture, answers, is_querier, selected, &is_hidden, (extent, shown.small), palette);
            if is_querier || report.rays.len() <= MOST_NAMES {
                let is_marked = is_querier || selected.is_other(Item::Ray(i));
                names(picture, answers, is_marked, &is_hidden, palette);
            }
        });
    }
    // With a camera as querier, rays are context, and their labels are enough.
    if selected.ray().is_some() {
        legend(picture, palette);
    }
}

/// The rays alone, where their hits are asked for: each with its name, and as long as the scene is large.
fn without_answers(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, hidden, palette, ref selected, ref extent, small, .. } = shown;
    for (i, at) in world.rays.iter().enumerate().filter(|(_, at)| !hidden.contains(at.id)) {
        let is_querier = selected.querier() == Some(Item::Ray(i));
        let Interval { near: start, far: end } = range_in(at, std::iter::empty(), extent);
        picture.belonging_to(Item::Ray(i), |picture| {
            let pen = LineStyle::solid(palette.text, if is_querier { 2.5 } else { 1.6 });
            picture.line(at.ray.at(start), at.ray.at(end), pen);
            origin(picture, at, is_querier, small, palette);
            if is_querier || world.rays.len() <= MOST_NAMES {
                name(picture, at, "", is_querier || selected.is_other(Item::Ray(i)), palette);
            }
        });
    }
}

/// Adds legend entries for the parts of rays in the picture.
fn legend(picture: &mut Picture, palette: &Palette) {
    let is_ray = |item: Option<Item>| matches!(item, Some(Item::Ray(_)));
    let has_line = |color: Color, style: Style| {
        let is_it = |line: &Line| is_ray(line.item) && line.style == style && line.color.fade(1.0) == color;
        picture.lines.iter().any(is_it)
    };
    let has_hit = picture.dots.iter().any(|dot| is_ray(dot.item) && dot.color == palette.pass);
    let rows = [
        (has_hit, "ray up to its first hit", palette.text, Sample::Line(Style::Solid)),
        (has_line(palette.partial, Style::Solid), "ray inside a solid", palette.partial, Sample::Line(Style::Solid)),
        (has_hit, "hit point and normal", palette.pass, Sample::Dot),
        (
            has_line(palette.fail, Style::Dotted),
            "ray beyond its first hit, or without a hit",
            palette.fail,
            Sample::Line(Style::Dotted),
        ),
    ];
    for (_, text, color, sample) in rows.into_iter().filter(|(is_drawn, ..)| *is_drawn) {
        picture.add_legend(text, color, sample);
    }
}

fn one(
    picture: &mut Picture,
    answers: &RayAnswers,
    is_querier: bool,
    selected: &Selected,
    is_hidden: &impl Fn(RayTarget) -> bool,
    (extent, size): (&Aabb, f32),
    palette: &Palette,
) {
    let ray = answers.ray.ray;
    let Interval { near: start, far: end } = drawn_range(answers, extent);
    let hit = answers.first().map(|first| first.hit);
    let width = if is_querier { 2.5 } else { 1.6 };
    let miss = LineStyle::new(palette.fail.fade(if is_querier { 1.0 } else { 0.8 }), width, Style::Dotted);
    match hit {
        Some(hit) => {
            picture.line(ray.at(start), ray.at(hit.t), LineStyle::solid(palette.text, width));
            if hit.t < end {
                picture.line(
                    ray.at(hit.t),
                    ray.at(end),
                    LineStyle::new(miss.color.fade(0.5), width * 0.8, Style::Dotted),
                );
            }
        }
        None => picture.line(ray.at(start), ray.at(end), miss),
    }
    for &OnLine { object: i, answer } in &answers.on_line {
        let Some(Interval { near: t_in, far: t_out }) =
            answer.cast.interval().filter(|_| !is_hidden(RayTarget::Object(i)))
        else {
            continue;
        };
        let strong = is_querier && selected.object().is_none_or(|o| o == i);
        inside(picture, &ray, Interval::new(t_in.max(start), t_out.min(end)), strong, palette);
        let leaves_later = hit.is_none_or(|hit| hit.t < t_out);
        if is_querier && selected.object() == Some(i) && t_out <= end && leaves_later {
            let verb = if t_in < t_out { "leaves" } else { "crosses it" };
            if t_out <= start.max(t_in) {
                // No end of a drawn interval shows the point.
                picture.dot(ray.at(t_out), 7.0, palette.partial);
            }
            picture.label(ray.at(t_out), format!("{verb} at t = {}", num(t_out)), palette.partial, 6);
        }
    }
    for (i, answer) in answers.images.iter().enumerate().filter_map(|(i, answer)| Some((i, answer.as_ref()?))) {
        let is_passed = answer.cast.result() == Err(Miss::Transparent) && !is_hidden(RayTarget::Image(i));
        if let Some(Interval { near: t, .. }) = answer.cast.interval().filter(|_| is_passed) {
            picture.dot(ray.at(t), if is_querier { 7.0 } else { 5.0 }, palette.fail);
            if is_querier {
                let cell = answer.feature().map_or("no cell".to_owned(), |cell| format!("{cell} is clear"));
                picture.label(ray.at(t), format!("t = {}, {cell}", num(t)), palette.fail, 7);
            }
        }
    }
    if let Some(First { hit, .. }) = shown_hit(answers, is_hidden) {
        picture.dot(hit.point, if is_querier { 11.0 } else { 8.0 }, palette.pass);
        if let Some(normal) = hit.normal {
            picture.arrow(hit.point, hit.point + normal * size * 1.6, LineStyle::solid(palette.pass, width));
        }
    }
    origin(picture, &answers.ray, is_querier, size, palette);
}

/// The first hit. If the item that it hits is hidden, the ray ends there without a mark.
fn shown_hit(answers: &RayAnswers, is_hidden: &impl Fn(RayTarget) -> bool) -> Option<First> {
    answers.first().filter(|first| !is_hidden(first.target))
}

/// The label with the name of the ray, and the label at the hit.
fn names(
    picture: &mut Picture,
    answers: &RayAnswers,
    is_marked: bool,
    is_hidden: &impl Fn(RayTarget) -> bool,
    palette: &Palette,
) {
    let first = shown_hit(answers, is_hidden);
    let nothing = if answers.nearest.is_none() { " · hits nothing" } else { "" };
    name(picture, &answers.ray, nothing, is_marked, palette);
    if let Some(First { hit, answer, .. }) = first {
        let text = format!("t = {}, {}", num(hit.t), answer.feature().unwrap_or_default());
        picture.label(hit.point, text, palette.pass, if is_marked { 8 } else { 3 });
    }
}

/// The name of a ray at its origin, with what follows it.
fn name(picture: &mut Picture, at: &RayAt, rest: &str, is_marked: bool, palette: &Palette) {
    let kind = match at.query.kind {
        RayKind::Line => "line",
        RayKind::Ray => "ray",
        RayKind::Segment => "segment",
    };
    let color = if is_marked { palette.selected } else { palette.text };
    let text = format!("{}{rest}", named(&at.name, kind));
    picture.label(at.ray.origin, text, color, if is_marked { 8 } else { 4 });
}

/// The interval of the line inside a solid, thick, with a dot at either end; a single dot where it only crosses a
/// surface.
fn inside(picture: &mut Picture, ray: &Ray, t: Interval<f32>, strong: bool, palette: &Palette) {
    if t.is_empty() {
        return;
    }
    let color = palette.partial.fade(if strong { 1.0 } else { 0.6 });
    if t.near < t.far {
        picture.line(ray.at(t.near), ray.at(t.far), LineStyle::solid(color, if strong { 6.0 } else { 4.0 }));
    }
    for t in t.ends() {
        picture.dot(ray.at(t), if strong { 7.0 } else { 5.0 }, color);
    }
}

/// A dot at t = 0, and an arrow head in the direction of increasing t.
fn origin(picture: &mut Picture, at: &RayAt, is_querier: bool, size: f32, palette: &Palette) {
    let ray = at.ray;
    let color: Color = if is_querier { palette.selected } else { palette.text };
    picture.dot(ray.origin, if is_querier { 9.0 } else { 7.0 }, color);
    let along = ray.direction.normalize_or_zero() * size;
    picture.arrow(ray.origin, ray.origin + along, LineStyle::solid(color, if is_querier { 3.0 } else { 2.0 }));
    if at.query.kind == RayKind::Segment {
        picture.dot(ray.at(1.0), if is_querier { 7.0 } else { 5.0 }, color);
    }
}

/// The drawn range of t: the whole segment; for rays and lines, the part near the scene with all intervals.
fn drawn_range(answers: &RayAnswers, extent: &Aabb) -> Interval<f32> {
    range_in(&answers.ray, answers.intervals(), extent)
}

fn range_in(at: &RayAt, intervals: impl Iterator<Item = Interval<f32>>, extent: &Aabb) -> Interval<f32> {
    let ray = at.ray;
    let speed = ray.direction.length().max(f32::MIN_POSITIVE);
    let radius = extent.half_extents().length();
    let middle = (extent.centre() - ray.origin).dot(ray.direction) / (speed * speed);
    let reach = radius / speed;
    let scene = Interval::new(middle - reach, middle + reach);
    let Interval { near: first, far: last } = intervals
        .fold(scene, |all, t| Interval::new(all.near.min(t.near - 0.1 * reach), all.far.max(t.far + 0.1 * reach)));
    match at.query.kind {
        RayKind::Line => Interval::new(first.min(-0.2 * reach), last.max(0.2 * reach)),
        RayKind::Ray => Interval::new(0.0, last.max(0.3 * reach)),
        RayKind::Segment => RayKind::Segment.range(),
    }
    .map(|t| if t.is_finite() { t } else { 0.0 })
}

/// The ends of an interval of the ray, clipped to the drawn range, for marks.
pub(super) fn stretch(answers: &RayAnswers, extent: &Aabb, t: Interval<f32>) -> Option<[Vec3; 2]> {
    let Interval { near: mut start, far: end } = drawn_range(answers, extent);
    if answers.ray.query.kind != RayKind::Line {
        // A slab may be entered far before the start; this much of it is shown.
        start -= 0.3 * (end - start);
    }
    let shown = t.intersection(Interval::new(start, end));
    shown.is_filled().then(|| shown.ends().map(|t| answers.ray.ray.at(t)))
}

#[cfg(test)]
mod tests {
    use super::super::hidden::Hidden;
    use super::*;
    use crate::files::Files;
    use crate::report::Report;
    use crate::scene::Scene;
    use crate::world::World;

    #[test]
    fn a_hidden_object_has_no_marks_on_a_ray() {
        let text = r#"{ "eyeline": 1, "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [
                { "name": "near", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 0] },
                { "name": "far", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -6] } ] }"#;
        let world = World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected { asker: Some(Item::Ray(0)), ..Selected::default() };
        let drawn = |names: &[&str]| {
            let mut hidden = Hidden::default();
            for name in names {
                hidden.set(world.named(name).unwrap(), true);
            }
            let shown = Shown::new(&world, &report, &selected, &Palette::DARK);
            let picture = Picture::of(&Shown { hidden: &hidden, ..shown });
            let thick = picture.lines.iter().filter(|line| line.width >= 6.0).count();
            let hits = picture.dots.iter().filter(|dot| dot.color == Palette::DARK.pass).count();
            let labels = picture.labels.iter().filter(|label| label.text.starts_with("t = ")).count();
            [thick, hits, labels]
        };
        assert_eq!(drawn(&[]), [2, 1, 1], "both chords, the first hit and its label");
        assert_eq!(drawn(&["near"]), [1, 0, 0], "the second is not the first hit because the first is hidden");
        assert_eq!(drawn(&["far"]), [1, 1, 1]);
        assert_eq!(drawn(&["near", "far"]), [0, 0, 0]);
    }

    #[test]
    fn a_point_behind_the_start_has_a_dot() {
        let text = r#"{ "eyeline": 1, "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, 1] }],
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let world = World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0);
        let selected = Selected { asker: Some(Item::Ray(0)), subject: Some(Item::Object(0)), ..Selected::default() };
        let picture = Picture::of(&Shown::new(&world, &Report::of(&world), &selected, &Palette::DARK));
        let label = picture.labels.iter().find(|label| label.text.starts_with("leaves at t")).unwrap();
        assert!(picture.dots.iter().any(|dot| dot.at == label.at), "{label:?} {:?}", picture.dots);
    }
}
