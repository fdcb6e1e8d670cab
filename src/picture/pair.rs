//! The selected camera and object: both telling corners of every plane, and what the exact reference sees.

use super::strokes::Pen;
use super::{Focus, LegendEntry, Palette, Picture, Sample, Style};
use crate::geometry::Tone;
use crate::geometry::frustum::{Side, n_vertex, p_vertex};
use crate::geometry::narrate::num;
use crate::report::{FrustumAnswer, Report};
use crate::world::{CameraAt, World};

pub(super) fn draw(picture: &mut Picture, world: &World, report: &Report, focus: &Focus, palette: &Palette) {
    let (Some(c), Some(o)) = (focus.camera(), focus.object) else { return };
    let Some(camera) = world.cameras.get(c) else { return };
    let Some(answer) = report.frusta.get(c).and_then(|answers| answers.objects.get(o)) else { return };
    for side in Side::ALL {
        corners(picture, camera, answer, side, palette);
    }
    rejecting(picture, camera, answer, palette);
    gap(picture, answer, palette);
    for (text, color, sample) in [
        ("p-vertex: furthest along a plane's normal", palette.pass, Sample::Dot),
        ("n-vertex: furthest against it", palette.partial, Sample::Dot),
    ] {
        picture.legend.push(LegendEntry { text: text.to_owned(), color, sample });
    }
}

/// p- and n-vertex of one plane with their distance lines; those of planes that decide nothing are faint.
fn corners(picture: &mut Picture, camera: &CameraAt, answer: &FrustumAnswer, side: Side, palette: &Palette) {
    let plane = &camera.frustum.planes[side as usize];
    let distances = answer.fast.distances[side as usize];
    let rejects = answer.fast.rejected_by == Some(side);
    let telling = distances.n < 0.0;
    for (letter, vertex, distance, dot) in [
        ("p", p_vertex(plane, &answer.aabb), distances.p, palette.pass),
        ("n", n_vertex(plane, &answer.aabb), distances.n, palette.partial),
    ] {
        let tone = if distance < 0.0 { Tone::Fail } else { Tone::Pass };
        let strength = if rejects {
            1.0
        } else if telling {
            0.8
        } else {
            0.25
        };
        let pen = Pen::new(palette.tone(tone).fade(strength), if rejects { 3.0 } else { 1.5 }, palette.style(tone));
        picture.line(vertex, plane.project(vertex), pen);
        if telling {
            picture.dot(vertex, if rejects { 10.0 } else { 7.0 }, dot);
            let priority = if rejects { 7 } else { 6 };
            let text = format!("{letter} {} {} m", side.word(), num(distance));
            picture.label(vertex, text, palette.tone(tone), priority);
        }
    }
}

/// The plane that rejects the box, filled and outlined.
fn rejecting(picture: &mut Picture, camera: &CameraAt, answer: &FrustumAnswer, palette: &Palette) {
    let Some(side) = answer.fast.rejected_by else { return };
    let all = camera.camera.corners();
    let corners = side.corners().map(|i| all[i].as_vec3());
    picture.quad(corners, palette.fail.fade(0.22));
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], Pen::new(palette.fail, 3.0, Style::Solid));
    }
    picture.legend.push(LegendEntry {
        text: format!("{} plane, the first to reject it", side.word()),
        color: palette.fail,
        sample: Sample::Patch,
    });
}

/// Where the planes are wrong: the gap along the axis that separates.
#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn gap(picture: &mut Picture, answer: &FrustumAnswer, palette: &Palette) {
    let Some(separation) = answer.exact.separation.filter(|_| !answer.agrees()) else { return };
    let axis = separation.axis.as_vec3();
    let towards = (0..3).filter(|&i| axis[i] < 0.0).map(|i| 1 << i).sum();
    let at = answer.aabb.corner(towards);
    let across = at - axis * separation.gap as f32;
    picture.arrow(at, across, Pen::solid(palette.exact, 3.0));
    picture.label(across, format!("exact: a gap of {} m", num(separation.gap as f32)), palette.exact, 9);
}
