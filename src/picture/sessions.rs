//! Recorded camera paths: their lines by tracking, their anchors and feature points at the time, and taps.

use std::collections::HashSet;

use glam::Vec3;

use super::path_errors::{self, Role};
use super::strokes::Pen;
use super::{LegendEntry, Palette, Picture, Sample, Shown, Style};
use crate::trajectory::tap::Chosen;
use crate::trajectory::{Anchor, Stretch};
use crate::world::{SessionAt, TapAnswer, TapAt, Thing};

/// Sessions with more feature points show every n-th.
const MOST_POINTS: usize = 2_000;
/// The priority of names of anchors.
const ANCHOR_NAME: u8 = 3;
/// The priority of the names of taps.
const TAP_NAME: u8 = 4;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, palette, hidden, ref selected, .. } = *shown;
    let mut legend = Legend::default();
    for (i, session) in world.sessions.iter().enumerate().filter(|(_, session)| !hidden.contains(session.id)) {
        let is_selected = selected.lone == Some(Thing::Session(i));
        picture.belonging_to(Thing::Session(i), |picture| {
            let role = shown.path_errors.map_or(Role::Alone, |errors| errors.role(session));
            path(picture, session, role, palette, &mut legend);
            one(picture, session, world.time, is_selected, palette, &mut legend);
        });
    }
    for (i, tap) in world.taps.iter().enumerate().filter(|(_, tap)| !hidden.contains(tap.id)) {
        let is_selected = selected.lone == Some(Thing::Tap(i));
        if let Ok(answer) = &tap.outcome {
            picture.belonging_to(Thing::Tap(i), |picture| of_tap(picture, tap, answer, is_selected, palette));
        }
    }
    legend.write(picture, palette);
    path_errors::draw(picture, shown);
}

/// What the pictures of all sessions have.
#[derive(Default)]
struct Legend {
    stretches: Vec<Stretch>,
    /// Of the sessions that are drawn.
    roles: Vec<Role>,
    has_anchor: bool,
    has_points: bool,
}

fn pen(stretch: Stretch, palette: &Palette) -> Pen {
    match stretch {
        Stretch::Normal => Pen::solid(palette.pass, 2.0),
        Stretch::Limited => Pen::new(palette.partial, 2.0, Style::Dashed),
        Stretch::Lost => Pen::new(palette.fail, 1.5, Style::Dotted),
        Stretch::Jump => Pen::new(palette.fail, 2.0, Style::Dashed),
    }
}

/// The recorded path. In a comparison its colours are for the errors, so it has none of its own.
fn path(picture: &mut Picture, session: &SessionAt, role: Role, palette: &Palette, legend: &mut Legend) {
    let Ok(file) = &session.file else { return };
    let pen = |stretch| match role {
        Role::Alone => pen(stretch, palette),
        Role::Reference => Pen { color: palette.text, ..pen(stretch, palette) },
        Role::Compared { .. } => Pen { color: palette.neutral.fade(0.7), width: 1.2, ..pen(stretch, palette) },
    };
    legend.roles.push(role);
    if role == (Role::Compared { is_aligned: false }) {
        return;
    }
    for stroke in file.outline() {
        picture.line(stroke.from.as_vec3(), stroke.to.as_vec3(), pen(stroke.stretch));
        if role == Role::Alone && !legend.stretches.contains(&stroke.stretch) {
            legend.stretches.push(stroke.stretch);
        }
    }
}

/// What a session has at the time.
fn one(
    picture: &mut Picture,
    session: &SessionAt,
    time: f64,
    is_selected: bool,
    palette: &Palette,
    legend: &mut Legend,
) {
    let Some(path) = session.trajectory() else { return };
    if let Some(held) = session.held {
        let at = held.position.as_vec3();
        let color = if is_selected { palette.selected } else { palette.text };
        picture.dot(at, 7.0, color);
        let text = format!("{} · {}", session.name, held.tracking.word());
        picture.label(at, text, color, TAP_NAME);
    }
    for (id, anchor) in path.anchors.at(time) {
        of_anchor(picture, id, anchor, palette);
        legend.has_anchor = true;
    }
    let points = path.points_at(time);
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    for point in points.iter().step_by(every) {
        picture.dot(point.as_vec3(), 3.0, palette.candidate);
        legend.has_points = true;
    }
}

/// The boundary of an anchor filled, its extent, and its normal.
fn of_anchor(picture: &mut Picture, id: &str, anchor: &Anchor, palette: &Palette) {
    let boundary: Vec<Vec3> = anchor.boundary().into_iter().map(|at| anchor.world(at).as_vec3()).collect();
    let centre = boundary.iter().sum::<Vec3>() / boundary.len().max(1) as f32;
    for (i, from) in boundary.iter().enumerate() {
        let to = boundary[(i + 1) % boundary.len()];
        picture.line(*from, to, Pen::solid(palette.exact, 1.5));
        picture.face([centre, *from, to], palette.exact.fade(0.15));
    }
    let rectangle = anchor.rectangle().map(|at| anchor.world(at).as_vec3());
    if !anchor.polygon.is_empty() {
        for i in 0..4 {
            picture.line(rectangle[i], rectangle[(i + 1) % 4], Pen::new(palette.exact.fade(0.6), 1.0, Style::Dotted));
        }
    }
    let size = rectangle[0].distance(rectangle[2]);
    let from = anchor.center.as_vec3();
    picture.arrow(from, from + anchor.normal().as_vec3() * (size * 0.12).max(0.02), Pen::solid(palette.exact, 1.5));
    picture.label(from, id, palette.exact, ANCHOR_NAME);
}

/// The ray of a tap to what it hits, and when it is selected the other hits.
fn of_tap(picture: &mut Picture, tap: &TapAt, answer: &TapAnswer, is_selected: bool, palette: &Palette) {
    let color = if is_selected { palette.selected } else { palette.text.fade(0.8) };
    let width = if is_selected { 2.5 } else { 1.2 };
    let chosen = answer.chosen(tap.rule);
    let reach = chosen.map_or(3.0, |chosen| chosen.hit.distance);
    let (from, to) = (answer.origin.as_vec3(), (answer.origin + answer.direction * reach).as_vec3());
    let style = if chosen.is_some() { Style::Solid } else { Style::Dotted };
    picture.line(from, to, Pen::new(color, width, style));
    picture.dot(from, 5.0, color);
    let end = |chosen: &Chosen| chosen.hit.point.as_vec3();
    if let Some(chosen) = &chosen {
        picture.dot(end(chosen), 8.0, palette.pass);
        picture.label(end(chosen), format!("{} · {}", tap.name, what(answer, chosen)), palette.pass, TAP_NAME);
    } else {
        picture.label(from, format!("{} · nothing", tap.name), palette.fail, TAP_NAME);
    }
    let other = answer.chosen(tap.rule.other()).filter(|other| Some(*other) != chosen);
    if let Some(other) = &other {
        picture.line(to, end(other), Pen::new(palette.partial, width, Style::Dashed));
        picture.dot(end(other), 7.0, palette.partial);
        let text = format!("{}: {}", tap.rule.other().word(), what(answer, other));
        picture.label(end(other), text, palette.partial, TAP_NAME);
    }
}

/// The type of a hit, and the anchor when it has one.
fn what(answer: &TapAnswer, chosen: &Chosen) -> String {
    let word = chosen.target.word();
    answer.id(chosen.anchor).map_or_else(|| word.to_owned(), |id| format!("{word} of {id}"))
}

impl Legend {
    fn write(self, picture: &mut Picture, palette: &Palette) {
        let words = |stretch| match stretch {
            Stretch::Normal => "path, tracked",
            Stretch::Limited => "path, tracking limited",
            Stretch::Lost => "tracking lost",
            Stretch::Jump => "jump",
        };
        let mut seen = HashSet::new();
        let mut entry = |picture: &mut Picture, text: &str, pen: Pen| {
            if seen.insert(text.to_owned()) {
                let Pen { color, style, .. } = pen;
                picture.legend.push(LegendEntry { text: text.to_owned(), color, sample: Sample::Line(style) });
            }
        };
        for stretch in &self.stretches {
            entry(picture, words(*stretch), pen(*stretch, palette));
        }
        if self.roles.contains(&Role::Reference) {
            entry(picture, "reference path", Pen::solid(palette.text, 2.0));
        }
        if self.roles.contains(&Role::Compared { is_aligned: true }) {
            entry(picture, "path before the alignment", Pen::solid(palette.neutral, 1.2));
        }
        if self.has_anchor {
            entry(picture, "plane anchor", Pen::solid(palette.exact, 1.5));
        }
        if self.has_points {
            entry(picture, "feature point", Pen::solid(palette.candidate, 1.0));
        }
    }
}
