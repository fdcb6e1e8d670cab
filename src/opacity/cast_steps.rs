//! The steps of a ray against an image: their words and marks, made from their [values](super::values) alone.

use super::crossing::{SheetCrossing, corners, narrow};
use super::layout::PixelRect;
use super::values::{Pixel, PlaneCrossing, SheetPlace};
use crate::geometry::narrate::{apart, num, vec3};
use crate::geometry::ray::values::Answer;
use crate::geometry::ray::{Miss, RayQuery, RayValues};
use crate::geometry::{Mark, MarkShape, Step, Tone, Values};

/// A ray parallel to the plane.
pub(super) fn parallel(place: &SheetPlace) -> Step {
    Step {
        title: "The image's plane".into(),
        formula: "d.z = 0".into(),
        numbers: format!("o.z = {}, plane z = {}", num(place.origin.z), num(place.centre.z)),
        outcome:
            "The line is parallel to the plane and does not cross it. The image has no thickness, so the line misses it."
                .into(),
        tone: Tone::Fail,
        marks: outline(place),
        ..Step::default()
    }
}

/// The crossing of the line and the plane, and whether it is on the image.
pub(super) fn plane(values: &PlaneCrossing) -> Step {
    let PlaneCrossing { ref place, t, at, share, is_on_sheet } = *values;
    let SheetPlace { origin, direction, centre, half_size: half } = *place;
    let (t, at) = (narrow(t), at.as_vec3());
    let reach =
        |name: char, middle: f32, half: f32| format!("{name} from {} to {}", num(middle - half), num(middle + half));
    let mut marks = outline(place);
    marks.push(Mark {
        shape: MarkShape::Point(at),
        tone: Tone::pass_or_fail(is_on_sheet),
        label: format!("t = {}", num(t)),
    });
    Step {
        title: "The image's plane".into(),
        formula: "t = (z − o.z) / d.z\np = o + t · d\nu = (p.x − left) / width,  v = (top − p.y) / height\n\
                  0 ≤ u ≤ 1 and 0 ≤ v ≤ 1"
            .into(),
        numbers: format!(
            "t = ({} − {}) / {} = {}\np = {}\nthe image has {}, {}\n{}\n{}",
            num(centre.z),
            num(origin.z),
            num(direction.z),
            num(t),
            vec3(at),
            reach('x', centre.x, half.x),
            reach('y', centre.y, half.y),
            within('u', share.x),
            within('v', share.y)
        ),
        outcome: if is_on_sheet {
            "The line crosses the plane within the image."
        } else {
            "The line crosses the plane beside the image: it misses."
        }
        .into(),
        tone: Tone::pass_or_fail(is_on_sheet),
        marks,
        ..Step::default()
    }
}

/// "u = 0.5, 0 ≤ u ≤ 1", or the comparison that fails. The number has as many digits as the comparison needs.
fn within(name: char, share: f64) -> String {
    let [_, printed, _] = apart([0.0, share, 1.0]);
    let holds = if share < 0.0 {
        format!("{name} < 0")
    } else if share > 1.0 {
        format!("{name} > 1")
    } else {
        format!("0 ≤ {name} ≤ 1")
    };
    format!("{name} = {printed}, {holds}")
}

/// The pixel at the crossing, and its cell.
pub(super) fn pixel(values: &Pixel) -> Step {
    let [width, height] = values.size;
    let [x, y] = values.pixel;
    let (rect, label, outcome, tone) = if let Some(([i, j], rect)) = &values.cell {
        let [columns, rows] = [&rect.x, &rect.y].map(|range| format!("{} … {}", range.start, range.end - 1));
        let outcome = format!("This pixel is in cell {i},{j}, which covers columns {columns} and rows {rows}.");
        (rect.clone(), format!("cell {i},{j}"), outcome, Tone::Note)
    } else {
        let outcome = "No cell covers this pixel, so the ray passes through.".to_owned();
        (PixelRect { x: x..x + 1, y: y..y + 1 }, "unread".to_owned(), outcome, Tone::Fail)
    };
    let row = |share: f64, size: u32, in_pixels: f64, pixel: u32| {
        let [_, in_pixels, _] = apart([pixel.into(), in_pixels, f64::from(pixel) + 1.0]);
        format!("⌊{} · {size}⌋ = ⌊{in_pixels}⌋ → {pixel}", num(narrow(share)))
    };
    let in_pixels = values.in_pixels();
    Step {
        title: "The cell".into(),
        formula: "pixel = (⌊u·w⌋, ⌊v·h⌋), at u = 1 or v = 1 the last one".into(),
        numbers: format!(
            "{}\n{}",
            row(values.share.x, width, in_pixels.x, x),
            row(values.share.y, height, in_pixels.y, y)
        ),
        outcome,
        tone,
        marks: around(&values.place, values.size, &rect, tone, &label),
        ..Step::default()
    }
}

/// The answer for the kind of ray.
pub(super) fn answer(query: RayQuery, crossing: &SheetCrossing) -> Step {
    let cast = &crossing.cast;
    let (title, outcome) = match cast.result() {
        Ok(hit) => {
            let (t, metres) = (num(hit.t), num(hit.distance));
            ("Hit", format!("The ray hits a solid cell at t = {t}, {metres} m from the origin."))
        }
        Err(Miss::Transparent) => ("Transparent", "The cell is clear, so the ray passes through.".to_owned()),
        Err(Miss::Behind) => ("Behind", "The image lies at t < 0, behind the start.".to_owned()),
        Err(Miss::Beyond) => ("Beyond", "The segment ends at t = 1, before it reaches the image.".to_owned()),
        Err(Miss::Misses | Miss::Masked) => ("Miss", "The line misses the image.".to_owned()),
    };
    let tone = Tone::pass_or_fail(cast.hit().is_some());
    let mut marks = Vec::new();
    if let Some(hit) = cast.hit() {
        marks.push(Mark { shape: MarkShape::Point(hit.point), tone, label: "hit".to_owned() });
        if let Some(normal) = hit.normal {
            let shape = MarkShape::Segment(hit.point, hit.point + normal);
            marks.push(Mark { shape, tone, label: "normal".to_owned() });
        }
    }
    let (interval, result) = (cast.interval(), cast.result());
    let values = Answer { query, interval, result, of_mesh: false, spot: None, no_line: None };
    Step {
        title: title.into(),
        formula: query.kind.range_in_words().into(),
        numbers: cast.interval().map_or("no t".to_owned(), |t| format!("t = {}", num(t.near))),
        outcome,
        tone,
        marks,
        values: Some(Values::Ray(RayValues::Answer(values))),
    }
}

/// The border of the whole image.
fn outline(place: &SheetPlace) -> Vec<Mark> {
    around(place, [1; 2], &PixelRect { x: 0..1, y: 0..1 }, Tone::Note, "")
}

/// The border of some of its pixels. The label is at the upper side.
fn around(place: &SheetPlace, size: [u32; 2], rect: &PixelRect, tone: Tone, label: &str) -> Vec<Mark> {
    let corners = corners(place.centre, place.half_size, size, rect);
    let border = |i: usize| Mark {
        shape: MarkShape::Segment(corners[i], corners[(i + 1) % 4]),
        tone,
        label: if i == 0 { label.to_owned() } else { String::new() },
    };
    (0..4).map(border).collect()
}
