//! The steps of a ray against an image in words. Nothing here is called for [`Silent`](crate::geometry::Silent).

use glam::{DVec2, Vec3};

use super::cast::{Crossing, Sheet};
use super::layout::PixelRect;
use crate::geometry::narrate::{num, vec3};
use crate::geometry::ray::values::Answer;
use crate::geometry::ray::{Kind, Miss, Ray, RayQuery, RayValues};
use crate::geometry::{Mark, MarkShape, Step, Tone, Values};

/// A ray parallel to the plane.
pub(super) fn parallel(ray: &Ray, sheet: &Sheet) -> Step {
    Step {
        title: "The image's plane".into(),
        formula: "d.z = 0".into(),
        numbers: format!("o.z = {}, plane z = {}", num(ray.origin.z), num(sheet.centre.z)),
        outcome:
            "The line is parallel to the plane and does not cross it. The image has no thickness, so the line misses it."
                .into(),
        tone: Tone::Fail,
        marks: outline(sheet),
        values: None,
    }
}

/// The crossing of the line and the plane, and whether it is on the image.
pub(super) fn plane(ray: &Ray, sheet: &Sheet, t: f32, at: Vec3, is_on_sheet: bool) -> Step {
    let (half, centre) = (sheet.half_size, sheet.centre);
    let reach =
        |name: char, middle: f32, half: f32| format!("{name} from {} to {}", num(middle - half), num(middle + half));
    let mut marks = outline(sheet);
    marks.push(Mark { shape: MarkShape::Point(at), tone: pass(is_on_sheet), label: format!("t = {}", num(t)) });
    Step {
        title: "The image's plane".into(),
        formula: "t = (z − o.z) / d.z\np = o + t · d".into(),
        numbers: format!(
            "t = ({} − {}) / {} = {}\np = {}\nthe image has {}, {}",
            num(centre.z),
            num(ray.origin.z),
            num(ray.direction.z),
            num(t),
            vec3(at),
            reach('x', centre.x, half.x),
            reach('y', centre.y, half.y)
        ),
        outcome: if is_on_sheet {
            "The line crosses the plane within the image."
        } else {
            "The line crosses the plane beside the image: it misses."
        }
        .into(),
        tone: pass(is_on_sheet),
        marks,
        values: None,
    }
}

/// The pixel at the crossing, and its cell.
#[expect(clippy::cast_possible_truncation, reason = "for display")]
pub(super) fn cell(sheet: &Sheet, share: DVec2, [x, y]: [u32; 2], cell: Option<[u32; 2]>) -> Step {
    let layout = sheet.grid.layout();
    let [width, height] = layout.size();
    let (rect, outcome, tone) = if let Some(([i, j], rect)) = cell.and_then(|cell| Some((cell, layout.cell(cell)?))) {
        let [columns, rows] = [&rect.x, &rect.y].map(|range| format!("{} … {}", range.start, range.end - 1));
        let outcome = format!("This pixel is in cell {i},{j}, which covers columns {columns} and rows {rows}.");
        (rect, outcome, Tone::Note)
    } else {
        let outcome = "No cell covers this pixel, so the ray passes through.".to_owned();
        (PixelRect { x: x..x + 1, y: y..y + 1 }, outcome, Tone::Fail)
    };
    let label = cell.map_or("unread".to_owned(), |[i, j]| format!("cell {i},{j}"));
    Step {
        title: "The cell".into(),
        formula: "u = (p.x − left) / width,  v = (top − p.y) / height\npixel = (⌊u·w⌋, ⌊v·h⌋)".into(),
        numbers: format!(
            "u = {}, v = {}\n⌊{}·{width}⌋ = {x}, ⌊{}·{height}⌋ = {y}",
            num(share.x as f32),
            num(share.y as f32),
            num(share.x as f32),
            num(share.y as f32)
        ),
        outcome,
        tone,
        marks: around(sheet, &rect, tone, &label),
        values: None,
    }
}

/// The answer for the kind of ray.
pub(super) fn answer(query: RayQuery, crossing: &Crossing) -> Step {
    let cast = &crossing.cast;
    let range = match query.kind {
        Kind::Line => "line: any t",
        Kind::Ray => "ray: t ≥ 0",
        Kind::Segment => "segment: 0 ≤ t ≤ 1",
    };
    let (title, outcome) = match cast.result() {
        Ok(hit) => {
            let (t, metres) = (num(hit.t), num(hit.distance));
            ("Hit", format!("The ray hits a solid cell at t = {t}, {metres} m from the start."))
        }
        Err(Miss::Transparent) => ("Transparent", "The cell is clear, so the ray passes through.".to_owned()),
        Err(Miss::Behind) => ("Behind", "The image lies at t < 0, behind the start.".to_owned()),
        Err(Miss::Beyond) => ("Beyond", "The segment ends at t = 1, before it reaches the image.".to_owned()),
        Err(Miss::Misses | Miss::Masked) => ("Miss", "The line misses the image.".to_owned()),
    };
    let tone = pass(cast.hit().is_some());
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
        formula: range.into(),
        numbers: cast.interval().map_or("no t".to_owned(), |t| format!("t = {}", num(t.near))),
        outcome,
        tone,
        marks,
        values: Some(Values::Ray(RayValues::Answer(values))),
    }
}

/// The border of the whole image.
fn outline(sheet: &Sheet) -> Vec<Mark> {
    let [width, height] = sheet.grid.layout().size();
    around(sheet, &PixelRect { x: 0..width, y: 0..height }, Tone::Note, "")
}

/// The border of some of its pixels; the label stands at the upper side.
fn around(sheet: &Sheet, rect: &PixelRect, tone: Tone, label: &str) -> Vec<Mark> {
    let corners = sheet.corners(rect);
    let side = |i: usize| Mark {
        shape: MarkShape::Segment(corners[i], corners[(i + 1) % 4]),
        tone,
        label: if i == 0 { label.to_owned() } else { String::new() },
    };
    (0..4).map(side).collect()
}

fn pass(holds: bool) -> Tone {
    if holds { Tone::Pass } else { Tone::Fail }
}
