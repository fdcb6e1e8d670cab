//! The selected camera and object: the p- and n-vertex of every plane, and the result of the exact reference.

use glam::Vec3;

use crate::geometry::exact::frustum::Separation;
use crate::geometry::frustum::{Classification, Side, n_vertex, p_vertex};
use crate::geometry::units::Units;
use crate::geometry::{Aabb, Tone, exact};
use crate::picture::contents::Picture;
use crate::picture::legend::Sample;
use crate::picture::palette::{Palette, Style};
use crate::picture::shapes::Span;
use crate::picture::shown::Shown;
use crate::picture::strokes::LineStyle;
use crate::report::Report;
use crate::world::{CameraAt, Item};

pub(in crate::picture) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, report, palette, ref selected, .. } = shown;
    let units = shown.options.units;
    let (Some(c), Some(o)) = (selected.camera(), selected.object()) else { return };
    let Some(camera) = world.cameras.get(c).filter(|camera| camera.error.is_none()) else { return };
    let Some((answers, requested)) = report.frusta.get(c).zip(report.objects.get(o)) else { return };
    let (aabb, tested) = (&requested.aabb, &requested.view_box);
    let answer = answers.classification(tested);
    // The report has the verdict of the exact test. Its axis is computed where it differs.
    let differs = report.in_view(c, o).is_some_and(|answer| !answer.agrees());
    picture.belonging_to(Item::Object(o), |picture| {
        for side in Side::ALL.into_iter().filter(|side| camera.frustum.planes[*side as usize].exists()) {
            corners(picture, camera, tested, &answer, side, (palette, units));
        }
        rejecting(picture, &world.drawn_corners(&camera.camera), &answer, palette);
        other_opinions(picture, report, c, o, palette);
        if differs && let Some(separation) = exact::frustum::classify(&camera.camera, aabb).separation {
            gap(picture, &separation, aabb, (palette, units));
        }
    });
    let decisive = answer.distances.iter().filter(|distances| distances.n < 0.0);
    let is_behind: Vec<bool> = decisive.flat_map(|distances| [distances.p < 0.0, distances.n < 0.0]).collect();
    for (occurs, text, tone) in [
        (is_behind.contains(&false), "p- or n-vertex in front of its plane", Tone::Pass),
        (is_behind.contains(&true), "p- or n-vertex behind its plane", Tone::Fail),
    ] {
        if occurs {
            let color = palette.tone(tone);
            picture.add_legend(text, color, Sample::Dot);
        }
    }
}

/// The p- and n-vertex of one plane with their distance lines, faint for a plane that does not decide.
fn corners(
    picture: &mut Picture,
    camera: &CameraAt,
    aabb: &Aabb,
    answer: &Classification,
    side: Side,
    (palette, units): (&Palette, Units),
) {
    let plane = &camera.frustum.planes[side as usize];
    let distances = answer.distances[side as usize];
    let rejects = answer.rejected_by == Some(side);
    let is_decisive = distances.n < 0.0;
    for (letter, vertex, distance) in
        [("p", p_vertex(plane, aabb), distances.p), ("n", n_vertex(plane, aabb), distances.n)]
    {
        // Dot, line and label of a corner have the colour of its side of the plane.
        let tone = if distance < 0.0 { Tone::Fail } else { Tone::Pass };
        let dot = palette.tone(tone);
        // For a plane that rejects, only the p-vertex decides.
        let (strength, width) = match (rejects, is_decisive) {
            (true, _) if letter == "p" => (1.0, 3.5),
            (true, _) => (0.5, 1.0),
            (false, true) => (0.9, 2.0),
            (false, false) => (0.2, 1.0),
        };
        let foot = plane.project(vertex);
        let color = palette.tone(tone).fade(strength);
        picture.line(vertex, foot, LineStyle::new(color, width, palette.style(tone)));
        picture.dot(foot, if is_decisive { 5.0 } else { 3.0 }, color);
        if is_decisive {
            let diameter = match (rejects, letter) {
                (true, "p") => 11.0,
                (true, _) => 6.0,
                (false, _) => 7.0,
            };
            picture.dot(vertex, diameter, dot);
            let where_to = if distance < 0.0 { "behind" } else { "in front of" };
            let text = format!("{letter}-vertex {} {where_to} {}", units.length(distance.abs()), side.word());
            match (rejects, letter) {
                (true, "p") => picture.distance(Span { from: vertex, to: foot, dot }, text, palette.tone(tone), 10),
                (true, _) => picture.label(vertex, text, palette.tone(tone), 3),
                (false, _) => picture.label(vertex, text, palette.tone(tone), 6),
            }
        }
    }
}

/// The plane that rejects the box, filled and outlined.
fn rejecting(picture: &mut Picture, all: &[Vec3; 8], answer: &Classification, palette: &Palette) {
    let Some(side) = answer.rejected_by else { return };
    let corners = side.corners().map(|i| all[i]);
    picture.quad(corners, palette.fail.fade(0.13));
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], LineStyle::solid(palette.fail, 3.0));
    }
    let text = format!("{} plane, the first to reject it", side.word());
    picture.add_legend(text, palette.fail.fade(0.3), Sample::Patch);
}

/// The other cameras whose answers about the object differ.
fn other_opinions(picture: &mut Picture, report: &Report, camera: usize, object: usize, palette: &Palette) {
    let verdict = |c: usize| report.in_view(c, object).map(|answer| answer.fast.verdict);
    let aabb = report.objects[object].aabb;
    let below = aabb.centre().with_y(aabb.min.y);
    for c in (0..report.frusta.len()).filter(|&c| verdict(c) != verdict(camera)) {
        let (name, Some(other)) = (&report.frusta[c].camera, verdict(c)) else { continue };
        let symbol = palette.symbol(other.tone());
        picture.label(below, format!("{name}: {symbol} {}", other.word()), palette.tone(other.tone()), 6);
    }
}

/// For a wrong answer of the planes: the end of the volume along the separating axis, and the gap from there to the
/// box.
#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn gap(picture: &mut Picture, separation: &Separation, aabb: &Aabb, (palette, units): (&Palette, Units)) {
    let axis = separation.axis.as_vec3();
    let [end, start] = separation.corners.map(glam::DVec3::as_vec3);
    let gap = separation.gap as f32;
    let across = start - axis * gap;
    let (u, v) = axis.any_orthonormal_pair();
    let half = aabb.half_extents().length().max(across.distance(end)) * 0.5;
    let middle = (across + end) * 0.5;
    picture.quad(
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| middle + (u * a + v * b) * half),
        palette.exact.fade(0.18),
    );
    picture.arrow(across, start, LineStyle::solid(palette.exact, 3.0));
    picture.line(end, across, LineStyle::new(palette.exact, 1.5, Style::Dashed));
    picture.dot(end, 8.0, palette.exact);
    picture.label(end, format!("exact: a gap of {} along this axis", units.length(gap)), palette.exact, 9);
    let text = "end of the view volume along the separating axis";
    picture.add_legend(text, palette.exact.fade(0.3), Sample::Patch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::picture::selected::Selected;
    use crate::scene::tour;
    use crate::world::World;

    #[test]
    fn the_distance_that_rejects_is_the_one_that_nothing_hides() {
        let world = World::at(&tour().unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected { asker: Some(Item::Camera(0)), subject: Some(Item::Object(0)), ..Selected::default() };
        let picture = Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
        let spans: Vec<_> = picture.labels.iter().filter_map(|label| Some((label, label.span?))).collect();
        let [(label, Span { from, to, .. })] = spans[..] else { panic!("{spans:?}") };
        let margin = report.frusta[0].objects[0].fast.margin;
        assert!((from.distance(to) + margin).abs() < 1e-5, "{from} to {to} is {margin}");
        assert!(label.text.contains(&Units::default().length(-margin)), "{}", label.text);
        assert!(picture.labels.iter().all(|other| other == label || other.priority < label.priority));
    }

    /// What a lesson asks is neither in a colour nor in a label of its picture.
    #[test]
    fn a_picture_without_answers_has_none() {
        let world = World::at(&tour().unwrap(), &Files::default(), 0);
        let (asked, answered) = (Report::without_answers(&world), Report::of(&world));
        let selected = Selected { asker: Some(Item::Camera(0)), subject: Some(Item::Object(0)), ..Selected::default() };
        let Palette { pass, partial, fail, exact, .. } = Palette::DARK;
        let answers = |report: &Report| {
            let picture = Picture::of(&Shown::new(&world, report, &selected, &Palette::DARK));
            let colors =
                picture.labels.iter().map(|label| label.color).chain(picture.lines.iter().map(|line| line.color));
            colors.filter(|color| [pass, partial, fail, exact].contains(&color.fade(1.0))).count()
        };
        assert!(answers(&answered) > 0);
        assert_eq!(answers(&asked), 0);
    }
}
