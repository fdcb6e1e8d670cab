//! A known mistake of the selected camera or ray: its view volume, boxes and hits beside the right ones.

use glam::{Affine3A, DVec3, DVec4, Vec3};

use super::contents::Picture;
use super::legend::Sample;
use super::objects::rim_lines;
use super::palette::{Palette, Style};
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::frustum::Side;
use crate::geometry::narrate::num;
use crate::geometry::{Plane, Shape, Tone};
use crate::mistakes::MistakeKind;
use crate::report::{FrustumAnswers, MistakenHits, MistakenView, RayAnswers, is_same_hit};
use crate::world::{Item, ObjectAt};

/// The most objects whose wrong boxes and answers are drawn, besides the selected one.
const MOST_OBJECTS: usize = 60;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    if !shown.report.has_answers() {
        return;
    }
    let of_camera = shown.selected.camera().and_then(|c| Some(shown.report.frusta.get(c)?.mistaken.as_ref()?.mistake));
    let of_ray = shown.selected.ray().and_then(|r| Some(shown.report.rays.get(r)?.mistaken.as_ref()?.mistake));
    if let Some(mistake) = of_camera.or(of_ray).filter(|_| shown.options.mistaken) {
        let text = format!("objects in the colours of the mistake `{}`", mistake.key);
        picture.add_legend(text, shown.palette.mistaken, Sample::None);
    }
    match shown.selected.querier() {
        Some(Item::Camera(c)) => {
            if let Some(answers) = shown.report.frusta.get(c)
                && let Some(view) = &answers.mistaken
                && answers.error.is_none()
            {
                picture.belonging_to(Item::Camera(c), |picture| volume(picture, shown, view, (c, &answers.planes)));
                answers_in_view(picture, shown, answers, view);
            }
        }
        Some(Item::Ray(r)) => {
            if let Some(answers) = shown.report.rays.get(r)
                && let Some(hits) = &answers.mistaken
            {
                picture.belonging_to(Item::Ray(r), |picture| first_hit(picture, shown, answers, hits));
                answers_on_ray(picture, shown, answers, hits);
            }
        }
        _ => {}
    }
}

/// The objects whose wrong boxes and answers are drawn: the first ones, and the selected one.
fn drawn_objects(count: usize, selected: Option<usize>) -> impl Iterator<Item = usize> {
    let shown = count.min(MOST_OBJECTS);
    (0..shown).chain(selected.filter(|i| (shown..count).contains(i)))
}

fn wrong_line(palette: &Palette, width: f32) -> LineStyle {
    LineStyle::new(palette.mistaken, width, Style::Dashed)
}

/// The view volume of the wrong planes, cut at the box around the scene; the planes that are not the right ones are filled.
fn volume(picture: &mut Picture, shown: &Shown, view: &MistakenView, (camera, right): (usize, &[Plane; 6])) {
    let &Shown { world, palette, ref extent, .. } = shown;
    let camera = world.cameras.get(camera);
    let is_other = |side: Side| view.is_other_plane(side, &right[side as usize]);
    if !Side::ALL.into_iter().any(is_other) {
        return;
    }
    // The limits contain the right volume as it is drawn.
    let corners = camera.iter().flat_map(|camera| world.drawn_corners(&camera.camera));
    let (min, max) = corners.fold((extent.min, extent.max), |(min, max), p| (min.min(p), max.max(p)));
    let limits = Limits::around(min, max, shown.small);
    for side in Side::ALL {
        let plane = view.planes[side as usize];
        let others = view.planes.iter().enumerate().filter(|(i, _)| *i != side as usize).map(|(_, plane)| *plane);
        let face = face(plane, others, &limits);
        let is_other = is_other(side);
        let pen = wrong_line(palette, if is_other { 2.5 } else { 1.5 });
        for (i, from) in face.iter().enumerate() {
            let to = face[(i + 1) % face.len()];
            // The volume goes on beyond its limits.
            if !limits.has_edge(*from, to) {
                picture.line(from.as_vec3(), to.as_vec3(), pen);
            }
        }
        if is_other {
            for i in 1..face.len().saturating_sub(1) {
                let corners = [face[0], face[i], face[i + 1]].map(DVec3::as_vec3);
                picture.face(corners, palette.mistaken.fade(0.12));
            }
        }
    }
    picture.add_legend(
        format!("view volume of the mistake `{}`", view.mistake.key),
        palette.mistaken,
        Sample::Line(Style::Dashed),
    );
}

/// The box in which a wrong view volume is drawn.
struct Limits {
    low: DVec3,
    high: DVec3,
}

impl Limits {
    fn around(min: Vec3, max: Vec3, margin: f32) -> Self {
        let half = (max - min) / 2.0 * 1.1 + margin;
        let centre = (min + max) / 2.0;
        Self { low: (centre - half).as_dvec3(), high: (centre + half).as_dvec3() }
    }

    fn size(&self) -> f64 {
        (self.high - self.low).length()
    }

    /// Its faces, with inward normals.
    fn planes(&self) -> impl Iterator<Item = DVec4> + '_ {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter();
        axes.flat_map(|axis| [axis.extend(-self.low.dot(axis)), (-axis).extend(self.high.dot(axis))])
    }

    /// Whether a line is in one of its faces.
    fn has_edge(&self, from: DVec3, to: DVec3) -> bool {
        let near = 1e-6 * self.size();
        self.planes().any(|plane| [from, to].iter().all(|p| (plane.truncate().dot(*p) + plane.w).abs() < near))
    }
}

/// The part of a plane in front of others and inside of the limits, as a polygon. Empty for a plane that is not tested.
fn face(plane: DVec4, others: impl Iterator<Item = DVec4>, limits: &Limits) -> Vec<DVec3> {
    let length = plane.truncate().length();
    if length == 0.0 || !length.is_finite() {
        return Vec::new();
    }
    let (normal, d) = (plane.truncate() / length, plane.w / length);
    let (centre, size) = ((limits.low + limits.high) / 2.0, limits.size());
    let at = centre - normal * (normal.dot(centre) + d);
    let (u, v) = normal.any_orthonormal_pair();
    let mut corners: Vec<DVec3> =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| at + (u * a + v * b) * size).into();
    for other in others.chain(limits.planes()) {
        let length = other.truncate().length();
        if length == 0.0 {
            continue;
        }
        let other = other / length;
        // A little behind, so that the edge that two planes share stays.
        let height = |p: DVec3| other.truncate().dot(p) + other.w + 1e-9 * size;
        let before = std::mem::take(&mut corners);
        for (i, a) in before.iter().enumerate() {
            let b = before[(i + 1) % before.len()];
            let (from, to) = (height(*a), height(b));
            if from >= 0.0 {
                corners.push(*a);
            }
            if (from < 0.0) != (to < 0.0) {
                corners.push(*a + (b - *a) * (from / (from - to)));
            }
        }
    }
    if corners.len() < 3 { Vec::new() } else { corners }
}

/// The wrong boxes, and the word of each answer that differs.
fn answers_in_view(picture: &mut Picture, shown: &Shown, answers: &FrustumAnswers, view: &MistakenView) {
    let &Shown { world, report, hidden, palette, ref selected, .. } = shown;
    let mut has_other_box = false;
    for i in drawn_objects(report.objects.len(), selected.object()) {
        let object = &report.objects[i];
        if world.objects.get(i).is_none_or(|object| hidden.contains(object.id)) {
            continue;
        }
        let (wrong, right) = (view.about(object), answers.classification(&object.view_box).verdict);
        picture.belonging_to(Item::Object(i), |picture| {
            if wrong.has_other_box(object) {
                has_other_box = true;
                let high = wrong.tested.min.max(wrong.tested.max);
                let top = ((wrong.tested.min + wrong.tested.max) / 2.0).with_y(high.y);
                picture.label(
                    top,
                    format!("{}: box of the mistake", world.short_name(&object.name)),
                    palette.mistaken,
                    6,
                );
                let strong = selected.object().is_none_or(|o| o == i);
                picture.box_edges(&wrong.tested, wrong_line(palette, if strong { 2.5 } else { 1.5 }));
            }
            if wrong.verdict != right {
                let (whose, word) =
                    if shown.options.mistaken { ("right answer", right) } else { ("mistake", wrong.verdict) };
                let below = object.aabb.centre().with_y(object.aabb.min.y);
                let color = if shown.options.mistaken { palette.tone(right.tone()) } else { palette.mistaken };
                picture.label(below, format!("{whose}: {}", word.word()), color, 7);
            }
        });
    }
    if has_other_box {
        let text = format!("box of the mistake `{}`", view.mistake.key);
        picture.add_legend(text, palette.mistaken, Sample::Line(Style::Dashed));
    }
}

/// The first hit of the wrong rule, when it is another one.
fn first_hit(picture: &mut Picture, shown: &Shown, answers: &RayAnswers, hits: &MistakenHits) {
    let palette = shown.palette;
    let wrong = hits.nearest().and_then(|i| Some((i, hits.on(i)?)));
    let first = answers.first();
    if is_same_hit(wrong.map(|(_, t)| t), first.map(|first| first.hit.t)) {
        return;
    }
    if let Some((i, t)) = wrong {
        let (start, point) = (hits.origin, hits.point(t));
        picture.line(start, point, wrong_line(palette, 4.0));
        picture.dot(point, 11.0, palette.mistaken);
        let name = shown.world.objects.get(i).map_or("", |object| shown.world.short_name(&object.name));
        picture.label(point, format!("mistake: {name} at t = {}", num(to_f32(t))), palette.mistaken, 8);
    } else {
        let at = first.map_or(answers.ray.ray.origin, |first| first.hit.point);
        picture.label(at, "mistake: hits nothing", palette.mistaken, 8);
    }
    let text = format!("hit of the mistake `{}`", hits.mistake.key);
    picture.add_legend(text, palette.mistaken, Sample::Line(Style::Dashed));
}

/// The solids that the wrong rule tests in place of the right ones, and the word of each answer that differs.
fn answers_on_ray(picture: &mut Picture, shown: &Shown, answers: &RayAnswers, hits: &MistakenHits) {
    let &Shown { world, hidden, palette, ref selected, .. } = shown;
    let mut has_other_solid = false;
    let nearest = hits.nearest();
    for i in drawn_objects(world.objects.len(), selected.object()) {
        let object = &world.objects[i];
        if hidden.contains(object.id) {
            continue;
        }
        let right = answers.about(i, object.layers).cast.hit();
        picture.belonging_to(Item::Object(i), |picture| {
            has_other_solid |= other_solid(picture, hits, object, palette);
            let wrong = hits.on(i);
            if is_same_hit(wrong, right.map(|hit| hit.t)) || nearest == Some(i) {
                // The first hit has its own label.
                return;
            }
            if let Some(t) = wrong.filter(|_| selected.object() == Some(i)) {
                picture.dot(hits.point(t), 9.0, palette.mistaken);
            }
            let hit = |is_hit: bool| if is_hit { "hit" } else { "no hit" };
            let (text, color) = if shown.options.mistaken {
                let tone = Tone::pass_or_fail(right.is_some());
                (format!("right answer: {}", hit(right.is_some())), palette.tone(tone))
            } else {
                (format!("mistake: {}", hit(wrong.is_some())), palette.mistaken)
            };
            if wrong.is_some() != right.is_some() {
                let below = object.aabb.centre().with_y(object.aabb.min.y);
                picture.label(below, text, color, 7);
            }
        });
    }
    if has_other_solid {
        let text = format!("solid of the mistake `{}`", hits.mistake.key);
        picture.add_legend(text, palette.mistaken, Sample::Line(Style::Dashed));
    }
}

/// The part of space that the wrong rule takes for the solid, when it is another one. Returns whether it is.
fn other_solid(picture: &mut Picture, hits: &MistakenHits, object: &ObjectAt, palette: &Palette) -> bool {
    let pen = wrong_line(palette, 2.0);
    let own = object.pose.world_from_local();
    let pose = match (hits.mistake.kind, &object.shape) {
        (MistakeKind::CylinderWithoutEnds, Shape::Cylinder { radius, half_height }) => {
            let reach = half_height + 6.0 * radius;
            straight_lines(picture, own, [(*radius, -reach), (*radius, reach)], pen);
            return true;
        }
        (MistakeKind::ConeMirrorHalf, Shape::Cone { .. }) => own * Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0)),
        _ => match hits.other_pose(object) {
            Some(pose) => Affine3A::from_mat3_translation(pose.matrix3.as_mat3(), pose.translation.as_vec3()),
            None => return false,
        },
    };
    rim_lines(picture, &object.shape, pose, pen);
    match object.shape {
        Shape::Cone { radius, height } => straight_lines(picture, pose, [(0.0, 0.0), (radius, -height)], pen),
        Shape::Cylinder { radius, half_height } => {
            straight_lines(picture, pose, [(radius, -half_height), (radius, half_height)], pen);
        }
        _ => {}
    }
    true
}

/// Eight lines on a surface around the axis Y, each between two radii with their heights.
fn straight_lines(picture: &mut Picture, pose: Affine3A, ends: [(f32, f32); 2], pen: LineStyle) {
    for i in 0..8_u8 {
        let (sin, cos) = libm::sincosf(f32::from(i) / 8.0 * std::f32::consts::TAU);
        let [from, to] = ends.map(|(radius, y)| pose.transform_point3(Vec3::new(radius * cos, y, radius * sin)));
        picture.line(from, to, pen);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::picture::DrawOptions;
    use crate::picture::objects::answer_about;
    use crate::picture::palette::Color;
    use crate::picture::selected::Selected;
    use crate::report::Report;
    use crate::scene::parse;
    use crate::world::World;

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "near": 2, "far": 10, "depth": "0..1",
            "mistake": "near-row-of-minus-one", "projection": { "perspective": { "fov_y": 90, "aspect": 1 } } }],
        "rays": [{ "name": "ray", "origin": [0, 0, -1.5], "direction": [0, 0, -1], "mistake": "start-inside-misses" }],
        "objects": [{ "name": "lens", "shape": { "box": { "half_extents": [0.2, 0.2, 0.2] } }, "position": [0, 0, -1.5] },
            { "name": "crate", "shape": { "box": { "half_extents": [0.2, 0.2, 0.2] } }, "position": [0, 0, -4] }] }"#;

    fn picture(asker: Item, report: &Report, world: &World) -> Picture {
        let selected = Selected { asker: Some(asker), subject: Some(Item::Object(0)), ..Selected::default() };
        Picture::of(&Shown::new(world, report, &selected, &Palette::DARK))
    }

    #[test]
    fn what_a_mistake_answers_is_drawn_beside_the_right_answer() {
        let world = World::at(&parse(SCENE, "a.json").unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        for (asker, words) in [(Item::Camera(0), "mistake: inside"), (Item::Ray(0), "mistake: crate at t = 2.3")] {
            let drawn = picture(asker, &report, &world);
            let red = |color: Color| color.fade(1.0) == Palette::DARK.mistaken;
            let said: Vec<&str> =
                drawn.labels.iter().filter(|label| red(label.color)).map(|label| label.text.as_str()).collect();
            assert!(said.contains(&words), "{said:?}");
            assert!(drawn.lines.iter().any(|line| red(line.color) && line.style == Style::Dashed));
            assert!(drawn.legend.iter().any(|entry| red(entry.color) && entry.text.contains("of the mistake")));
            // A picture that asks shows no answer, and none of a mistake.
            let asked = picture(asker, &Report::without_answers(&world), &world);
            assert!(
                !asked.lines.iter().any(|line| red(line.color)) && !asked.labels.iter().any(|label| red(label.color))
            );
        }
    }

    #[test]
    fn objects_have_the_colours_of_the_mistake_when_it_is_switched_on() {
        let world = World::at(&parse(SCENE, "a.json").unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        for (asker, right, wrong) in [(Item::Camera(0), Tone::Fail, Tone::Pass), (Item::Ray(0), Tone::Pass, Tone::Fail)]
        {
            let selected = Selected { asker: Some(asker), subject: Some(Item::Object(0)), ..Selected::default() };
            let tone = |mistaken: bool| {
                let options = DrawOptions { mistaken, ..DrawOptions::default() };
                let shown = Shown { options, ..Shown::new(&world, &report, &selected, &Palette::DARK) };
                answer_about(&shown, 0).tone
            };
            assert_eq!([tone(false), tone(true)], [Some(right), Some(wrong)], "{asker:?}");
            let hidden = Report::without_answers(&world);
            let options = DrawOptions { mistaken: true, ..DrawOptions::default() };
            let asks = Shown { options, ..Shown::new(&world, &hidden, &selected, &Palette::DARK) };
            assert_eq!(answer_about(&asks, 0).tone, None, "a picture that asks has no answer");
        }
    }

    #[test]
    fn the_selected_object_is_drawn_in_any_crowd() {
        assert_eq!(drawn_objects(3, Some(1)).collect::<Vec<_>>(), [0, 1, 2]);
        let crowd: Vec<usize> = drawn_objects(1_000, Some(700)).collect();
        assert_eq!((crowd.len(), crowd.last()), (MOST_OBJECTS + 1, Some(&700)));
    }

    /// The wrong planes are cut where the scene ends, also when they never meet.
    #[test]
    fn a_volume_without_an_end_is_cut_at_the_scene_without_a_line() {
        let limits = Limits { low: DVec3::splat(-5.0), high: DVec3::splat(5.0) };
        let plane = DVec4::new(1.0, 0.0, 0.0, 1.0);
        let corners = face(plane, std::iter::empty(), &limits);
        assert_eq!(corners.len(), 4);
        assert!(corners.iter().all(|p| (p.x + 1.0).abs() < 1e-5 && (p.y.abs() - 5.0).abs() < 1e-5), "{corners:?}");
        assert!((0..4).all(|i| limits.has_edge(corners[i], corners[(i + 1) % 4])));
        assert!(!limits.has_edge(DVec3::new(0.0, 0.0, 5.0), DVec3::new(0.0, 0.0, -5.0)));
        assert!(face(DVec4::W, std::iter::empty(), &limits).is_empty());
        assert!(face(plane, [DVec4::new(-1.0, 0.0, 0.0, -3.0)].into_iter(), &limits).is_empty());
    }
}
