//! The marks of one step of a story, strong over a faded scene.

use super::contents::Picture;
use super::palette::{Color, Palette, Style};
use super::rays;
use super::selected::Selected;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::{Mark, MarkShape};
use crate::world::Item;

/// The strength of all other colours while a step is shown, and the strength of the querier and the object, which must
/// stay recognisable.
const REST: f32 = 0.3;

const SUBJECT: f32 = 0.65;

/// The least strength of readable text.
const LEAST_WORDS: f32 = 0.5;

pub(super) fn draw(picture: &mut Picture, shown: &Shown, marks: &[Mark]) {
    let &Shown { report, palette, ref selected, ref extent, .. } = shown;
    // A step without marks shows the querier and the object unchanged.
    let subject = if marks.is_empty() { 1.0 } else { SUBJECT };
    fade_scene(picture, selected, subject, palette);
    for mark in marks {
        let color = palette.tone(mark.tone);
        let pen = LineStyle::new(color, 3.0, palette.style(mark.tone));
        let at = match mark.shape {
            MarkShape::Point(at) => {
                picture.dot(at, 11.0, color);
                at
            }
            MarkShape::Segment(from, to) => {
                picture.line(from, to, pen);
                (from + to) / 2.0
            }
            MarkShape::Arrow(from, to) => {
                picture.arrow_with_head(from, to, shown.small, LineStyle { width: 2.5, ..pen });
                to
            }
            MarkShape::Plane { at, normal, half_size } => {
                let (u, v) = normal.any_orthonormal_pair();
                let (u, v) = (u * half_size, v * half_size);
                picture.quad([at - u - v, at + u - v, at + u + v, at - u + v], color.fade(0.2));
                picture.arrow(at, at + normal * shown.small, LineStyle::new(color, 2.0, Style::Solid));
                at
            }
            MarkShape::Box { corners } => {
                picture.edges(&corners, LineStyle { width: 1.5, ..pen });
                corners.iter().sum::<glam::Vec3>() / 8.0
            }
            MarkShape::Interval(t) => {
                let Some(answers) = selected.ray().and_then(|r| report.rays.get(r)) else { continue };
                let Some([from, to]) = rays::stretch(answers, extent, t) else { continue };
                picture.line(from, to, LineStyle { width: 7.0, ..pen });
                (from + to) / 2.0
            }
        };
        if !mark.label.is_empty() {
            picture.label(at, mark.label.clone(), color, 9);
        }
    }
}

/// Fades everything drawn so far. Solids are blended with the background and not made translucent: translucent solids
/// would not show the marks better, and a hundred thousand of them take long to draw.
fn fade_scene(picture: &mut Picture, selected: &Selected, subject: f32, palette: &Palette) {
    let subject_item = selected.subject.filter(|item| !matches!(item, Item::Model(_)));
    let subjects = [selected.querier(), subject_item];
    let strength = |item: Option<Item>| if item.is_some() && subjects.contains(&item) { subject } else { REST };
    let fade = |color: &mut Color, strength: f32| *color = color.fade(f32::from(color.0[3]) / 255.0 * strength);
    let sink = |color: &mut Color, strength: f32| {
        let (Color([r, g, b, _]), Color([.., alpha])) = (palette.background[0], *color);
        *color = Color([r, g, b, alpha]).mixed(*color, strength);
    };
    for (i, look) in picture.looks.iter_mut().enumerate() {
        let strength = strength(Some(Item::Object(i)));
        sink(&mut look.fill, strength);
        fade(&mut look.edge, strength);
    }
    picture.solids.iter_mut().for_each(|solid| sink(&mut solid.color, strength(solid.item)));
    picture.faces.iter_mut().for_each(|face| fade(&mut face.color, REST));
    picture
        .sheets
        .iter_mut()
        .for_each(|sheet| sheet.strength *= if selected.image().is_some() { subject } else { REST });
    picture.lines.iter_mut().for_each(|line| fade(&mut line.color, strength(line.item)));
    picture.dots.iter_mut().for_each(|dot| fade(&mut dot.color, strength(dot.item)));
    for card in &mut picture.cards {
        fade(&mut card.color, LEAST_WORDS);
        card.rows.iter_mut().chain(card.shorter.iter_mut().flatten()).for_each(|row| fade(&mut row.color, LEAST_WORDS));
    }
    picture.labels.iter_mut().for_each(|label| fade(&mut label.color, strength(label.item).max(LEAST_WORDS)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::Report;
    use crate::report::explain::explain;
    use crate::scene::Scene;
    use crate::world::World;

    #[test]
    fn a_step_s_marks_are_strong_and_the_rest_is_faint() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "c", "far": 9 }], "objects": [
            { "name": "requested", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -5] },
            { "name": "other", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [3, 0, -5] } ],
            "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, -1] }] }"#;
        let world = World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected {
            asker: Some(Item::Camera(0)),
            subject: Some(Item::Object(0)),
            step: Some(1),
            ..Selected::default()
        };
        let drawn = |selected: &Selected| {
            let explanation = explain(&world, selected.question(&world).unwrap());
            let shown = Shown::new(&world, &report, selected, &Palette::DARK);
            Picture::of(&Shown { explanation: explanation.as_ref(), ..shown })
        };
        let (step, whole) = (drawn(&selected), drawn(&Selected { step: None, ..selected.clone() }));
        let strongest = |picture: &Picture, item| {
            let lines = picture.lines.iter().filter(|line| line.item == item).map(|line| line.color.0[3]);
            let edge = picture.looks.iter().enumerate().filter(|(i, _)| item == Some(Item::Object(*i)));
            let lines = lines.chain(edge.map(|(_, look)| look.edge.0[3]));
            let labels = picture.labels.iter().filter(|label| label.item == item).map(|label| label.color.0[3]);
            [lines.max().unwrap(), labels.max().unwrap()]
        };
        let [requested, other] = [0, 1].map(|i| Some(Item::Object(i)));
        assert_eq!([strongest(&whole, requested), strongest(&whole, other)], [[255; 2]; 2]);
        assert_eq!(strongest(&step, None), [255; 2], "the marks");
        assert!(strongest(&step, requested).iter().all(|alpha| (150..200).contains(alpha)));
        let [lines, words] = strongest(&step, other);
        assert!(lines < 80 && (100..150).contains(&words), "{lines} {words}");
        let color = |picture: &Picture| picture.looks[1].fill;
        let ground = Palette::DARK.background[0];
        assert!(color(&step).contrast(ground) < color(&whole).contrast(ground) * 0.7);
        assert_eq!(color(&step).0[3], color(&whole).0[3], "solids stay as solid as they were");
        let by_ray = Selected { asker: Some(Item::Ray(0)), step: Some(0), ..selected };
        let layers = drawn(&by_ray);
        assert_eq!(strongest(&layers, requested), [255; 2], "a step without marks leaves its object as it is");
        assert!(strongest(&layers, other)[0] < 80);
    }
}
