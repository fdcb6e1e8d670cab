//! The solids, coloured by the answer of the querier, with their tested boxes and names.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::bodies::{BodyLook, Traits, fills_its_box};
use super::contents::Picture;
use super::crossings;
use super::display::Display;
use super::label_layout::CONTEXT;
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::selected::Selected;
use super::shown::Shown;
use super::strokes::LineStyle;
use super::{mesh, skin_look};
use crate::geometry::frustum::{Side, Verdict};
use crate::geometry::ray::Miss;
use crate::geometry::shape::outline::Rim;
use crate::geometry::units::Units;
use crate::geometry::{Shape, Tone};
use crate::report::{OnLine, Report};
use crate::world::{Item, ObjectAt, World};
use crate::{parallel, scene};

/// The most objects that all have a label and a path. With more, only the selected one has them.
const MOST_NAMES: usize = 60;

/// The most objects that are all drawn as solids. With more, those out of view of the camera are faint boxes: thousands of solids
/// would hide the others.
const MOST_UNSEEN: usize = 500;

/// The share of the colour of the answer over a material.
const TINT: f32 = 0.35;

/// The share of an object's own colour under the colour of its answer, where materials are shown.
const OWN: f32 = 0.4;

/// The strength of the box of an object out of view, see [`MOST_UNSEEN`].
const UNSEEN: f32 = 0.3;

/// The tone and the word of an object's answer.
pub(super) struct ObjectAnswer {
    /// Its meaning.
    pub(super) tone: Option<Tone>,
    /// The word beside its name.
    pub(super) word: &'static str,
    /// Whether the exact reference differs.
    pub(super) warned: bool,
}

/// The answer of the querier about object `i`, or that of its mistake when the options say so.
pub(super) fn answer_about(shown: &Shown, i: usize) -> ObjectAnswer {
    let Shown { report, selected, .. } = shown;
    if shown.options.mistaken
        && report.has_answers()
        && let Some(answer) = mistaken_answer(report, selected, i)
    {
        return answer;
    }
    match selected.querier() {
        Some(Item::Camera(c)) => report.in_view(c, i).map(|answer| ObjectAnswer {
            tone: Some(answer.fast.verdict.tone()),
            word: answer.fast.verdict.word(),
            warned: !answer.agrees(),
        }),
        Some(Item::Ray(r)) => {
            report.on_ray(r, i).map(|answer| {
                let (word, warned) = (answer.cast.word(), !answer.agrees());
                let tone = match answer.cast.result() {
                    Ok(_) => Tone::Pass,
                    Err(Miss::Masked) => Tone::Note,
                    // An object that the line misses is context: another ray may hit it.
                    Err(Miss::Misses) if selected.object() != Some(i) && !warned => return NOTHING,
                    Err(_) => Tone::Fail,
                };
                ObjectAnswer { tone: Some(tone), word, warned }
            })
        }
        _ => None,
    }
    .unwrap_or(NOTHING)
}

/// The answer of the known mistake of the querier; `None` without one, and where a ray hits or misses by both rules.
fn mistaken_answer(report: &Report, selected: &Selected, i: usize) -> Option<ObjectAnswer> {
    let (tone, word) = match selected.querier()? {
        Item::Camera(c) => {
            let verdict = report.frusta.get(c)?.mistaken.as_ref()?.about(report.objects.get(i)?).verdict;
            (verdict.tone(), verdict.word())
        }
        Item::Ray(r) => {
            let is_hit = report.rays.get(r)?.mistaken.as_ref()?.on(i).is_some();
            if is_hit == report.on_ray(r, i)?.cast.hit().is_some() {
                return None;
            }
            (Tone::pass_or_fail(is_hit), if is_hit { "hit" } else { "misses" })
        }
        _ => return None,
    };
    Some(ObjectAnswer { tone: Some(tone), word, warned: false })
}

/// Without a querier, or for an answer that is not shown.
const NOTHING: ObjectAnswer = ObjectAnswer { tone: None, word: "", warned: false };

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, report, hidden, palette, ref selected, small, .. } = shown;
    let is_crowd = world.objects.len() > MOST_UNSEEN;
    let bodies = Arc::clone(&picture.bodies);
    let inks = Inks::of(palette);
    // The objects themselves are large, so a million looks must not read them.
    let look = |i: usize| {
        if !hidden.is_empty() && hidden.contains(world.objects[i].id) {
            return BodyLook::HIDDEN;
        }
        let (answer, is_selected) = (answer_about(shown, i), selected.object() == Some(i));
        let traits = bodies.traits(i);
        let mut look = look(traits, &answer, is_selected, selected.camera().is_some(), (palette, &inks));
        match (shown.display, traits.color) {
            (Display::Clay, _) => look.fill = palette.neutral,
            (Display::Material, Some(scene::Color([r, g, b]))) => {
                look.fill = look.fill.mixed(Color::rgb(r, g, b), OWN);
            }
            _ => {}
        }
        if skin_look::is_painted(shown, i) {
            // The painted mesh is drawn in its place.
            (look.fill, look.tint) = (BodyLook::HIDDEN.fill, BodyLook::HIDDEN.tint);
        }
        let is_other = selected.is_other(Item::Object(i));
        if is_other {
            (look.edge, look.width, look.style) = (palette.selected, 1.5, Style::Solid);
        }
        if !(shown.options.boxes || is_selected || is_other || answer.warned || traits.fills_its_box) {
            look.edge = BodyLook::HIDDEN.edge;
        }
        let is_unseen = answer.tone == Some(Tone::Fail)
            && selected.camera().is_some()
            && !(is_selected || is_other || answer.warned);
        if is_crowd && is_unseen {
            let edge = inks.of_tone(Tone::Fail).unseen(traits.fills_its_box);
            return BodyLook {
                fill: BodyLook::HIDDEN.fill,
                tint: BodyLook::HIDDEN.tint,
                edge,
                style: Style::Solid,
                ..look
            };
        }
        look
    };
    picture.looks = parallel::collect(world.objects.len(), look);
    // Marks inside the selected object, and a line inside any object, are visible only through a translucent surface.
    let met = selected.ray().into_iter().flat_map(|_| report.rays.iter().flat_map(|ray| &ray.on_line));
    let pierced = met.filter(|met| met.answer.cast.interval().is_some()).map(|met| met.object);
    let translucent = pierced.chain(selected.object()).chain(shown.occlusion.translucent.iter().copied());
    let translucent: BTreeSet<usize> = translucent.chain(crossings::solid_around(shown.problem)).collect();
    let is_translucent = |shape: &Shape| {
        shown.display != Display::Orientation && !mesh::is_open(shape) && !mesh::shows_material(shape, shown.display)
    };
    let translucent =
        translucent.into_iter().filter(|&i| world.objects.get(i).is_some_and(|object| is_translucent(&object.shape)));
    for (i, object) in translucent.filter_map(|i| Some((i, world.objects.get(i)?))) {
        let Color([r, g, b, alpha]) = std::mem::replace(&mut picture.looks[i].fill, BodyLook::HIDDEN.fill);
        if alpha > 0 {
            let color = Color([r, g, b, alpha]).fade(0.5);
            let solid = |picture: &mut Picture| picture.solid(&object.shape, object.pose.world_from_local(), color);
            picture.belonging_to(Item::Object(i), solid);
            if selected.object() == Some(i) && selected.ray().is_some() {
                mirrored_nappe(picture, object, palette);
            }
        }
    }
    let (named, alone) = match world.objects.len() {
        count @ ..=MOST_NAMES => (0..count, None),
        _ => (0..0, selected.object()),
    };
    let named = named.chain(alone).filter_map(|i| Some((i, world.objects.get(i)?)));
    let mut has_path = false;
    for (i, object) in named.filter(|(_, object)| !hidden.contains(object.id)) {
        let is_selected = selected.object() == Some(i);
        picture.belonging_to(Item::Object(i), |picture| {
            // Lines over the colours of weights would hide them.
            if let (Shape::Mesh(mesh), true) = (&object.shape, is_selected && !skin_look::is_painted(shown, i)) {
                mesh::wire(picture, mesh, object.pose.world_from_local(), palette);
            }
            if is_selected && selected.camera().is_none() {
                rims(picture, object, palette);
            }
            let camera = selected.camera().filter(|_| is_selected);
            let rejection = camera.filter(|_| !shown.options.mistaken);
            let rejection = rejection.and_then(|c| report.planes_on(c, i)?.rejection());
            let answer = answer_about(shown, i);
            // A body without an answer is named by its agent, above it.
            if is_selected || !answer.word.is_empty() || !is_body(world, i) {
                let priority = match (is_selected, is_unrelated(world, selected, i)) {
                    (true, _) => 9,
                    (false, true) => CONTEXT,
                    (false, false) => 5,
                };
                let named = (i, object, world.short_name(&object.name));
                name(picture, named, &answer, priority, rejection, (palette, shown.options.units));
            }
            path(picture, object, small, palette);
            has_path |= object.path.is_some();
        });
    }
    if has_path {
        picture.add_legend("path of a moving object", palette.neutral, Sample::Line(Style::Dashed));
    }
}

/// Whether a selected agent has nothing to do with the object.
fn is_unrelated(world: &World, selected: &Selected, i: usize) -> bool {
    let agent = selected.agent().and_then(|agent| world.agents.get(agent));
    agent.is_some_and(|agent| !agent.targets.contains(&Some(i)))
}

/// Whether the object is the body of an agent.
fn is_body(world: &World, i: usize) -> bool {
    world.agents.iter().any(|agent| agent.body == Some(i))
}

/// The colour of its surface, and its tested box.
///
/// Cameras test the box, so there the selected one is strong. Rays test the solid: its rims are strong, and the box is
/// thin.
fn look(
    traits: Traits,
    answer: &ObjectAnswer,
    is_selected: bool,
    is_box_tested: bool,
    (palette, inks): (&Palette, &Inks),
) -> BodyLook {
    let Traits { color: own, fills_its_box } = traits;
    let fill = fill(own, answer, palette);
    let tone = answer.tone.unwrap_or_default();
    let ink = inks.of_tone(if answer.warned { Tone::Exact } else { tone });
    let (edge, width, style) = if is_selected && !is_box_tested && !fills_its_box {
        (palette.selected.fade(0.4), 1.0, Style::Solid)
    } else if is_selected {
        (palette.selected, 2.5, Style::Solid)
    } else if answer.warned {
        (ink.color, 2.0, palette.style(tone))
    } else if !fills_its_box {
        (ink.tested_box, 1.0, palette.style(tone))
    } else {
        (ink.own_edges, 1.0, Style::Solid)
    };
    let tint = if answer.tone.is_some() { ink.tint } else { ink.no_tint };
    BodyLook { fill, tint, edge, width, style }
}

/// The colours of one tone.
#[derive(Clone, Copy)]
struct Ink {
    color: Color,
    tint: Color,
    /// The tint of an object without an answer.
    no_tint: Color,
    /// The edges of a box that the solid does not fill.
    tested_box: Color,
    /// The edges of a solid that fills its box.
    own_edges: Color,
    /// `tested_box` and `own_edges` of an object out of view in a crowd, see [`MOST_UNSEEN`].
    unseen: [Color; 2],
}

impl Ink {
    /// The edges of the box of an object out of view in a crowd.
    fn unseen(&self, fills_its_box: bool) -> Color {
        self.unseen[usize::from(fills_its_box)]
    }
}

/// The colours of all tones, computed once for all objects.
struct Inks([Ink; 5]);

impl Inks {
    fn of(palette: &Palette) -> Self {
        let ink = |tone| {
            let color = palette.tone(tone);
            let (tested_box, own_edges) = (color.fade(0.55), color.shade(1.35));
            Ink {
                color,
                tint: color.fade(TINT),
                no_tint: color.fade(1.0 / 255.0),
                tested_box,
                own_edges,
                unseen: [tested_box, own_edges].map(|edge| edge.fade(UNSEEN)),
            }
        };
        // In the order of the enumeration.
        Self([Tone::Note, Tone::Pass, Tone::Partial, Tone::Fail, Tone::Exact].map(ink))
    }

    fn of_tone(&self, tone: Tone) -> Ink {
        self.0[tone as usize]
    }
}

/// Says in the legend how answers are shown over materials.
pub(super) fn tint_legend(picture: &mut Picture, shown: &Shown) {
    let has_answers = !verdicts(shown.report, &shown.selected).is_empty();
    if shown.display == Display::Material && has_answers && picture.bodies.have_materials() {
        let text = "tint over a material: colour of the answer";
        picture.add_legend(text, shown.palette.neutral, Sample::Patch);
    }
}

/// Says in the legend which colour front faces and back faces have.
pub(super) fn sides_legend(picture: &mut Picture, shown: &Shown) {
    if shown.display == Display::Orientation && !picture.looks.is_empty() {
        let [front, back] = shown.palette.sides;
        picture.add_legend("front face", front, Sample::Patch);
        picture.add_legend("back face", back, Sample::Patch);
    }
}

/// The colour of the answer, or its own without a querier.
fn fill(own: Option<scene::Color>, answer: &ObjectAnswer, palette: &Palette) -> Color {
    match (answer.tone, own) {
        (Some(tone), _) => palette.tone(tone),
        (None, Some(scene::Color([r, g, b]))) => Color::rgb(r, g, b),
        (None, None) => palette.neutral,
    }
}

/// The edges of the selected solid itself. Those of a box along the axes are its tested box, and a mesh has its wires.
fn rims(picture: &mut Picture, object: &ObjectAt, palette: &Palette) {
    // A box along the axes is its own tested box.
    if !fills_its_box(object) {
        rim_lines(picture, &object.shape, object.pose.world_from_local(), LineStyle::solid(palette.selected, 2.0));
    }
}

/// The rims of a shape in a pose.
pub(super) fn rim_lines(picture: &mut Picture, shape: &Shape, world_from_local: Affine3A, pen: LineStyle) {
    let circle = |picture: &mut Picture, radius: f32, y: f32| {
        let at = |i: u8| {
            let (sin, cos) = libm::sincosf(f32::from(i) / f32::from(AROUND) * std::f32::consts::TAU);
            world_from_local.transform_point3(Vec3::new(radius * cos, y, radius * sin))
        };
        (0..AROUND).for_each(|i| picture.line(at(i), at(i + 1), pen));
    };
    for rim in shape.rims() {
        match rim {
            Rim::Circle { radius, y } => circle(picture, radius, y),
            Rim::Edge(ends) => {
                let [from, to] = ends.map(|end| world_from_local.transform_point3(end));
                picture.line(from, to, pen);
            }
        }
    }
}

/// Straight pieces of a rim.
const AROUND: u8 = 48;

/// The other half of the double cone that a cone's quadratic describes: where wrong hits come from.
fn mirrored_nappe(picture: &mut Picture, object: &ObjectAt, palette: &Palette) {
    let Shape::Cone { .. } = object.shape else { return };
    let mirrored = object.pose.world_from_local() * Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0));
    let color = palette.neutral.fade(0.14);
    picture.solid(&object.shape, mirrored, color);
    let text = "mirrored nappe, not part of the cone";
    picture.add_legend(text, palette.neutral.fade(0.3), Sample::Patch);
}

/// The label of an object; for the selected one with the plane that rejects it, and by how much.
fn name(
    picture: &mut Picture,
    (index, object, own_name): (usize, &ObjectAt, &str),
    answer: &ObjectAnswer,
    priority: u8,
    rejection: Option<(Side, f32)>,
    (palette, units): (&Palette, Units),
) {
    let mut top = object.aabb.centre();
    top.y = object.aabb.max.y;
    let warning = if answer.warned { "⚠ " } else { "" };
    let symbol = answer.tone.map(|tone| palette.symbol(tone)).unwrap_or_default();
    let text = match rejection {
        Some((side, behind)) => {
            let behind = units.length(-behind);
            format!("{warning}{symbol} {own_name} · {}, {} {behind}", answer.word, side.word())
        }
        None if answer.word.is_empty() => own_name.to_owned(),
        None => format!("{warning}{symbol} {own_name} · {}", answer.word),
    };
    let color = match answer.tone {
        _ if answer.warned => palette.exact,
        Some(tone) => palette.tone(tone),
        None => palette.text,
    };
    picture.name(Item::Object(index), top, text, color, priority);
}

/// The way a moving object takes, thin and grey.
fn path(picture: &mut Picture, object: &ObjectAt, head: f32, palette: &Palette) {
    let Some(path) = &object.path else { return };
    let points: Vec<Vec3> = path.points.iter().map(|p| Vec3::from(*p)).collect();
    let closing = points.last().zip(points.first()).filter(|_| path.looped).map(|(last, first)| [*last, *first]);
    for leg in points.windows(2).map(|w| [w[0], w[1]]).chain(closing) {
        picture.arrow_with_head(leg[0], leg[1], head, LineStyle::new(palette.neutral.fade(0.6), 1.0, Style::Dashed));
    }
}

/// Which verdicts occur, for the legend.
pub(super) fn verdicts(report: &Report, selected: &Selected) -> Vec<(Tone, &'static str)> {
    let mut found = Vec::new();
    if let Some(answers) = selected.camera().and_then(|c| report.frusta.get(c)) {
        for verdict in [Verdict::Inside, Verdict::Intersect, Verdict::Outside] {
            if answers.objects.iter().any(|o| o.fast.verdict == verdict) {
                found.push((verdict.tone(), verdict.word()));
            }
        }
    }
    if let Some(answers) = selected.ray().and_then(|r| report.rays.get(r)) {
        if answers.nearest.is_some() {
            found.push((Tone::Pass, "hit"));
        }
        let misses = |met: &OnLine| matches!(met.answer.cast.result(), Err(Miss::Behind | Miss::Beyond));
        if answers.on_line.iter().any(misses) {
            found.push((Tone::Fail, "on the line, but no hit"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tone_has_its_own_ink() {
        for palette in [&Palette::DARK, &Palette::LIGHT] {
            let inks = Inks::of(palette);
            for tone in [Tone::Note, Tone::Pass, Tone::Partial, Tone::Fail, Tone::Exact] {
                assert_eq!(inks.of_tone(tone).color, palette.tone(tone));
            }
        }
    }
}
