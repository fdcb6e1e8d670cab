//! The solids, coloured by the answer of whoever asks, with their tested boxes and names.

use glam::{Affine3A, Vec3};

use super::strokes::Pen;
use super::{Asker, Color, Focus, Hidden, Item, LegendEntry, Palette, Picture, Sample, Style};
use crate::geometry::frustum::{Side, Verdict};
use crate::geometry::narrate::num;
use crate::geometry::ray::Miss;
use crate::geometry::{Shape, Tone};
use crate::report::{RayAnswer, Report};
use crate::world::{ObjectAt, World};

/// Scenes with more objects name only the selected one.
const MOST_NAMES: usize = 60;

/// How one object's answer is shown and said.
pub(super) struct Shown {
    /// Its meaning.
    pub(super) tone: Option<Tone>,
    /// The word beside its name.
    pub(super) word: &'static str,
    /// Whether the exact reference says otherwise.
    pub(super) warned: bool,
}

/// The answer of the asker about object `i`.
pub(super) fn shown(report: &Report, focus: &Focus, i: usize) -> Shown {
    match focus.asker {
        Some(Asker::Camera(c)) => report.frusta.get(c).and_then(|f| f.objects.get(i)).map(|answer| Shown {
            tone: Some(answer.fast.verdict.tone()),
            word: answer.fast.verdict.word(),
            warned: !answer.agrees(),
        }),
        Some(Asker::Ray(r)) => {
            report.rays.get(r).and_then(|ray| ray.objects.get(i)).map(|answer| {
                let (word, warned) = (answer.cast.word(), !answer.agrees());
                let tone = match answer.cast.result() {
                    Ok(_) => Tone::Pass,
                    Err(Miss::Masked) => Tone::Note,
                    // What the line does not meet is context: another ray may well hit it.
                    Err(Miss::Misses) if focus.object != Some(i) && !warned => return NOTHING,
                    Err(_) => Tone::Fail,
                };
                Shown { tone: Some(tone), word, warned }
            })
        }
        None => None,
    }
    .unwrap_or(NOTHING)
}

/// Nobody asks, or the answer is none that is worth a word.
const NOTHING: Shown = Shown { tone: None, word: "", warned: false };

pub(super) fn draw(
    picture: &mut Picture,
    world: &World,
    report: &Report,
    focus: &Focus,
    hidden: &Hidden,
    palette: &Palette,
) {
    for (i, object) in world.objects.iter().enumerate().filter(|(_, object)| !hidden.contains(&object.name)) {
        let shown = shown(report, focus, i);
        let selected = focus.object == Some(i);
        let color = fill(object, &shown, palette);
        // What is told of the selected object, and a line inside any, is seen only through them.
        let pierced = focus.ray().is_some() && report.rays.iter().any(|ray| ray.objects[i].cast.interval().is_some());
        let color = if selected || pierced { color.fade(0.5) } else { color };
        picture.belonging_to(Item::Object(i), |picture| {
            picture.solid(&object.shape, object.pose.world_from_local(), color);
            outline(picture, object, &shown, selected, palette);
            if selected || world.objects.len() <= MOST_NAMES {
                let answer = focus.camera().and_then(|c| report.frusta.get(c)?.objects.get(i)).filter(|_| selected);
                let rejection = answer.and_then(|answer| answer.fast.rejection());
                name(picture, object, &shown, selected, rejection, palette);
            }
            path(picture, object, palette);
        });
        if selected && focus.ray().is_some() {
            mirrored_nappe(picture, object, palette);
        }
    }
}

/// The colour of the answer; its own where nobody asks.
fn fill(object: &ObjectAt, shown: &Shown, palette: &Palette) -> Color {
    match (shown.tone, object.color) {
        (Some(tone), _) => palette.tone(tone),
        (None, Some(crate::scene::Color([r, g, b]))) => Color::rgb(r, g, b),
        (None, None) => palette.neutral,
    }
}

/// The other half of the double cone that a cone's quadratic describes: where wrong hits come from.
fn mirrored_nappe(picture: &mut Picture, object: &ObjectAt, palette: &Palette) {
    let Shape::Cone { .. } = object.shape else { return };
    let mirrored = object.pose.world_from_local() * Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0));
    let color = palette.neutral.fade(0.14);
    picture.solid(&object.shape, mirrored, color);
    let text = "mirrored nappe, no part of the cone".to_owned();
    picture.legend.push(LegendEntry { text, color: palette.neutral, sample: Sample::Patch });
}

fn outline(picture: &mut Picture, object: &ObjectAt, shown: &Shown, selected: bool, palette: &Palette) {
    let tone = shown.tone.unwrap_or_default();
    let color = if shown.warned { palette.exact } else { palette.tone(tone) };
    if selected {
        picture.aabb(&object.aabb, Pen::new(palette.selected, 2.5, Style::Solid));
    } else if shown.warned {
        picture.aabb(&object.aabb, Pen::new(color, 2.0, palette.style(tone)));
    } else if !fills_its_box(object) {
        picture.aabb(&object.aabb, Pen::new(color.fade(0.55), 1.0, palette.style(tone)));
    } else {
        picture.aabb(&object.aabb, Pen::new(color.shade(1.35), 1.0, Style::Solid));
    }
}

/// Whether the tight box is the solid itself.
fn fills_its_box(object: &ObjectAt) -> bool {
    let m = object.pose.world_from_local().matrix3;
    matches!(object.shape, Shape::Box { .. })
        && [m.x_axis, m.y_axis, m.z_axis]
            .iter()
            .all(|axis| axis.abs().cmplt(glam::Vec3A::splat(1e-6)).bitmask().count_ones() >= 2)
}

/// What stands beside an object; for the selected one with the plane that rejects it, and by how much.
fn name(
    picture: &mut Picture,
    object: &ObjectAt,
    shown: &Shown,
    selected: bool,
    rejection: Option<(Side, f32)>,
    palette: &Palette,
) {
    let mut top = object.aabb.centre();
    top.y = object.aabb.max.y;
    let warning = if shown.warned { "⚠ " } else { "" };
    let symbol = shown.tone.map(|tone| palette.symbol(tone)).unwrap_or_default();
    let text = match rejection {
        Some((side, behind)) => {
            format!("{warning}{symbol} {} · {}, {} {} m", object.name, shown.word, side.word(), num(-behind))
        }
        None if shown.word.is_empty() => object.name.to_string(),
        None => format!("{warning}{symbol} {} · {}", object.name, shown.word),
    };
    let color = match shown.tone {
        _ if shown.warned => palette.exact,
        Some(tone) => palette.tone(tone),
        None => palette.text,
    };
    picture.label(top, text, color, if selected { 9 } else { 5 });
}

/// The way a moving object takes, thin and grey.
fn path(picture: &mut Picture, object: &ObjectAt, palette: &Palette) {
    let Some(path) = &object.path else { return };
    let points: Vec<Vec3> = path.points.iter().map(|p| Vec3::from(*p)).collect();
    let closing = points.last().zip(points.first()).filter(|_| path.looped).map(|(last, first)| [*last, *first]);
    for leg in points.windows(2).map(|w| [w[0], w[1]]).chain(closing) {
        picture.arrow(leg[0], leg[1], Pen::new(palette.neutral.fade(0.6), 1.0, Style::Dashed));
    }
}

/// Which verdicts occur, for the legend.
pub(super) fn verdicts(report: &Report, focus: &Focus) -> Vec<(Tone, &'static str)> {
    let mut found = Vec::new();
    if let Some(answers) = focus.camera().and_then(|c| report.frusta.get(c)) {
        for verdict in [Verdict::Inside, Verdict::Intersect, Verdict::Outside] {
            if answers.objects.iter().any(|o| o.fast.verdict == verdict) {
                found.push((verdict.tone(), verdict.word()));
            }
        }
    }
    if let Some(answers) = focus.ray().and_then(|r| report.rays.get(r)) {
        if answers.objects.iter().any(|o| o.cast.hit().is_some()) {
            found.push((Tone::Pass, "hit"));
        }
        let on_line = |answer: &RayAnswer| matches!(answer.cast.result(), Err(Miss::Behind | Miss::Beyond));
        if answers.objects.iter().any(on_line) {
            found.push((Tone::Fail, "on the line, but no hit"));
        }
    }
    found
}
