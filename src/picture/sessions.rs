//! Recorded camera paths: their lines by tracking, their anchors and feature points at the time.

use std::collections::HashSet;

use glam::Vec3;

use super::compared_path::{Role, role};
use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Color, Palette, Style};
use super::path_errors::shown_errors;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::trajectory::{Anchor, StrokeKind};
use crate::world::{Item, SessionAt};

/// Sessions with more feature points show every n-th.
const MOST_POINTS: usize = 2_000;

/// The priority of names of anchors.
const ANCHOR_NAME: u8 = 3;

/// The priority of the names of paths.
const PATH_NAME: u8 = 4;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, report, palette, hidden, ref selected, .. } = *shown;
    let mut legend = Legend::default();
    let compared = shown_errors(shown);
    for (i, session) in world.sessions.iter().enumerate().filter(|(_, session)| !hidden.contains(session.id)) {
        let is_selected = selected.explained_alone() == Some(Item::Session(i));
        picture.belonging_to(Item::Session(i), |picture| {
            let role = role(&compared, session);
            if report.has_answers() {
                path(picture, session, role, palette, &mut legend);
            } else {
                question(picture, session, palette);
            }
            let tracking = report.has_answers().then_some(session.held).flatten();
            let tracking = tracking.map_or(String::new(), |held| format!(" · {}", held.tracking.word()));
            let color = if is_selected { palette.selected } else { palette.text };
            one(picture, session, world.time, (color, &tracking), palette, &mut legend);
        });
    }
    legend.write(picture, palette);
}

/// What the pictures of all sessions have.
#[derive(Default)]
struct Legend {
    stretches: Vec<StrokeKind>,
    /// Of the sessions that are drawn.
    roles: Vec<Role>,
    has_anchor: bool,
    /// One of this number of feature points is drawn; 0 without points.
    points_every: usize,
}

fn pen(stretch: StrokeKind, palette: &Palette) -> LineStyle {
    match stretch {
        StrokeKind::Normal => LineStyle::solid(palette.pass, 2.0),
        StrokeKind::Limited => LineStyle::new(palette.partial, 2.0, Style::Dashed),
        StrokeKind::Lost => LineStyle::new(palette.fail, 1.5, Style::Dotted),
        StrokeKind::Jump => LineStyle::new(palette.fail, 2.0, Style::Dashed),
    }
}

/// The recorded path. In a comparison its colours are for the errors, so it has none of its own.
fn path(picture: &mut Picture, session: &SessionAt, role: Role, palette: &Palette, legend: &mut Legend) {
    let Ok(file) = &session.file else { return };
    let pen = |stretch| match role {
        Role::Alone => pen(stretch, palette),
        Role::Reference => LineStyle { color: palette.text, ..pen(stretch, palette) },
        Role::Compared { .. } => LineStyle { color: palette.neutral.fade(0.7), width: 1.2, ..pen(stretch, palette) },
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

/// The recorded path in one colour, where its tracking is asked for.
fn question(picture: &mut Picture, session: &SessionAt, palette: &Palette) {
    let Ok(file) = &session.file else { return };
    for stroke in file.outline() {
        picture.line(stroke.from.as_vec3(), stroke.to.as_vec3(), LineStyle::solid(palette.neutral, 2.0));
    }
}

/// What a session has at the time.
fn one(
    picture: &mut Picture,
    session: &SessionAt,
    time: f64,
    (color, tracking): (Color, &str),
    palette: &Palette,
    legend: &mut Legend,
) {
    let Some(path) = session.trajectory() else { return };
    if let Some(held) = session.held {
        let at = held.position.as_vec3();
        picture.dot(at, 7.0, color);
        picture.label(at, format!("{}{tracking}", session.name), color, PATH_NAME);
    }
    for (id, anchor) in path.anchors.at(time) {
        of_anchor(picture, id, anchor, palette);
        legend.has_anchor = true;
    }
    let points = path.points_at(time);
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    for point in points.iter().step_by(every) {
        picture.dot(point.as_vec3(), 3.0, palette.candidate);
        legend.points_every = legend.points_every.max(every);
    }
}

/// The boundary of an anchor filled, its extent, and its normal.
fn of_anchor(picture: &mut Picture, id: &str, anchor: &Anchor, palette: &Palette) {
    let boundary: Vec<Vec3> = anchor.boundary().iter().map(|at| anchor.world(*at).as_vec3()).collect();
    let centre = boundary.iter().sum::<Vec3>() / boundary.len().max(1) as f32;
    for (i, from) in boundary.iter().enumerate() {
        let to = boundary[(i + 1) % boundary.len()];
        picture.line(*from, to, LineStyle::solid(palette.exact, 1.5));
        picture.face([centre, *from, to], palette.exact.fade(0.15));
    }
    let rectangle = anchor.rectangle().map(|at| anchor.world(at).as_vec3());
    if !anchor.polygon.is_empty() {
        for i in 0..4 {
            picture.line(
                rectangle[i],
                rectangle[(i + 1) % 4],
                LineStyle::new(palette.exact.fade(0.6), 1.0, Style::Dotted),
            );
        }
    }
    let size = rectangle[0].distance(rectangle[2]);
    let from = anchor.center.as_vec3();
    picture.arrow(
        from,
        from + anchor.normal().as_vec3() * (size * 0.12).max(0.02),
        LineStyle::solid(palette.exact, 1.5),
    );
    picture.label(from, id, palette.exact, ANCHOR_NAME);
}

impl Legend {
    fn write(self, picture: &mut Picture, palette: &Palette) {
        let words = |stretch| match stretch {
            StrokeKind::Normal => "path, tracked",
            StrokeKind::Limited => "path, tracking limited",
            StrokeKind::Lost => "tracking lost",
            StrokeKind::Jump => "jump",
        };
        let mut seen = HashSet::new();
        let mut entry = |picture: &mut Picture, text: &str, pen: LineStyle| {
            if seen.insert(text.to_owned()) {
                let LineStyle { color, style, .. } = pen;
                picture.add_legend(text, color, Sample::Line(style));
            }
        };
        for stretch in &self.stretches {
            entry(picture, words(*stretch), pen(*stretch, palette));
        }
        if self.roles.contains(&Role::Reference) {
            entry(picture, "reference path", LineStyle::solid(palette.text, 2.0));
        }
        if self.roles.contains(&Role::Compared { is_aligned: true }) {
            entry(picture, "path before the alignment", LineStyle::solid(palette.neutral, 1.2));
        }
        if self.has_anchor {
            entry(picture, "plane anchor", LineStyle::solid(palette.exact, 1.5));
        }
        if self.points_every > 0 {
            let text = match self.points_every {
                1 => "feature point".to_owned(),
                every => format!("feature point, 1 of {every} is drawn"),
            };
            entry(picture, &text, LineStyle::solid(palette.candidate, 1.0));
        }
    }
}
