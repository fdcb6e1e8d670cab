//! A description of the view in words, for screen readers and for the clipboard.

use std::fmt::Write;

use eframe::egui::Rect;
use glam::Vec3;

use super::state::Description;
use super::state::ViewportState;
use crate::app::kit::theme;
use crate::app::view::pick;
use crate::escape;
use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::{Frustum, Verdict};
use crate::geometry::units::Units;
use crate::picture::Viewpoint;
use crate::workspace::Workspace;
use crate::world::Item;

/// The description lists so many objects: the nearest ones.
const MOST: usize = 12;

/// The words for the ninths of a picture, in rows.
const WORDS: [[&str; 3]; 3] =
    [["upper left", "top", "upper right"], ["left", "middle", "right"], ["lower left", "bottom", "lower right"]];

impl ViewportState {
    /// What the view shows, as text of several lines. It is made again only after a change.
    pub(super) fn described(&mut self, workspace: &Workspace, viewpoint: &Viewpoint, rect: Rect) -> &str {
        let counts = [workspace.revision(), workspace.appearance_revision(), workspace.selection().selection_count()];
        let now = Some((counts, *viewpoint, rect));
        if self.description.made_for != now {
            self.description = Description { made_for: now, text: self.describe(workspace, viewpoint, rect) };
        }
        &self.description.text
    }

    /// The description of the view as it was shown last; empty before that.
    pub(in crate::app) fn last_description(&mut self, workspace: &Workspace) -> String {
        match self.shown {
            Some((viewpoint, rect)) => self.described(workspace, &viewpoint, rect).to_owned(),
            None => String::new(),
        }
    }

    fn describe(&self, workspace: &Workspace, viewpoint: &Viewpoint, rect: Rect) -> String {
        let mut text = String::new();
        let title = workspace.disk().title();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}, tick {}.", escape::shown(&title), workspace.tick());
        let _ = match self.camera(workspace) {
            Some(camera) => writeln!(text, "View through {}.", escape::shown(&camera.name)),
            None => {
                writeln!(text, "{} view from {}.", self.name(viewpoint), point(viewpoint.eye, workspace.view().units()))
            }
        };
        if let Some(explanation) = workspace.explanation() {
            let in_units = |subject| pick::answer_in_units(workspace, subject, &explanation.answer);
            let answer =
                workspace.selected().question(workspace.world()).map_or_else(|| explanation.answer.clone(), in_units);
            let said = theme::quoted(&format!("{}: {answer}", explanation.title));
            let _ = writeln!(text, "{}.", escape::line(said.trim_end_matches('.')));
        }
        let (count, nearest) = objects_in(workspace, viewpoint, rect);
        let units = workspace.view().units();
        let _ = match count {
            0 => writeln!(text, "The view shows no object."),
            1 => writeln!(text, "The view shows one object:"),
            _ => writeln!(text, "The view shows {count} objects, the nearest first:"),
        };
        for (object, distance) in nearest {
            let Some(said) = pick::describe(workspace, Item::Object(object)) else { continue };
            let place = where_in(workspace.world().objects[object].aabb.centre(), viewpoint, rect);
            let answer = said.answer.map_or(String::new(), |answer| format!(": {}", answer.text));
            let answer = theme::quoted(&answer);
            let answer = escape::line(&answer);
            let name = escape::shown(&said.name);
            let _ = writeln!(text, "- {name}, {}, {} away, {place}{answer}", said.kind, units.length(distance));
        }
        if count > MOST {
            let _ = writeln!(text, "- and {} more", count - MOST);
        }
        text
    }
}

/// The number of objects that the view shows, and the nearest [`MOST`] of them, with the distance of their middle from the
/// eye, metres. The nearest comes first.
fn objects_in(workspace: &Workspace, viewpoint: &Viewpoint, rect: Rect) -> (usize, Vec<(usize, f32)>) {
    let clip_from_world = viewpoint.clip_from_world(rect.aspect_ratio());
    let frustum = Frustum::from_clip_from_world(clip_from_world.as_dmat4(), DepthRange::MinusOneToOne);
    let (objects, bodies, hidden) = (&workspace.world().objects, workspace.bodies(), workspace.marks().hidden());
    let verdicts = bodies.classify(&frustum).into_iter().enumerate();
    let shown = verdicts
        .filter(|&(i, verdict)| verdict != Verdict::Outside && (hidden.is_empty() || !hidden.contains(objects[i].id)));
    let (mut count, mut nearest) = (0, Vec::with_capacity(MOST + 1));
    for (i, _) in shown {
        count += 1;
        let distance = bodies.aabb(i).centre().distance(viewpoint.eye);
        if nearest.len() < MOST || nearest.last().is_some_and(|(_, farthest)| distance.total_cmp(farthest).is_lt()) {
            let at = nearest.partition_point(|(_, other): &(usize, f32)| other.total_cmp(&distance).is_le());
            nearest.insert(at, (i, distance));
            nearest.truncate(MOST);
        }
    }
    (count, nearest)
}

/// The ninth of the picture in which a point is: "upper left", "middle".
fn where_in(point: Vec3, viewpoint: &Viewpoint, rect: Rect) -> &'static str {
    let size = glam::Vec2::new(rect.width(), rect.height());
    let Some(at) = viewpoint.project(point, size) else { return "beside the eye" };
    let third = |along: f32| if along < 1.0 / 3.0 { 0 } else { 1 + usize::from(along > 2.0 / 3.0) };
    WORDS[third(at.y / size.y)][third(at.x / size.x)]
}

fn point(at: Vec3, units: Units) -> String {
    let [x, y, z] = at.to_array().map(|x| units.bare_length(x));
    format!("x {x}, y {y}, z {z}")
}

#[cfg(test)]
mod tests {
    use eframe::egui::{pos2, vec2};

    use super::*;
    use crate::picture::Lens;
    use crate::scene::parse;

    #[test]
    fn places_and_distances_are_those_of_the_picture() {
        let text = r#"{ "eyeline": 1, "title": "Desk", "objects": [
            { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [-7, 4, -10] },
            { "name": "near", "shape": { "box": { "half_extents": [1, 1, 1] } } },
            { "name": "behind", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 30] } ] }"#;
        let workspace = Workspace::new(parse(text, "a").unwrap(), None);
        let (lens, up) = (Lens::Perspective { fov_y: 0.9 }, Vec3::Y);
        let viewpoint = Viewpoint { eye: Vec3::Z * 10.0, target: Vec3::ZERO, up, lens, depth: [0.1, 100.0] };
        let rect = Rect::from_min_size(pos2(10.0, 0.0), vec2(800.0, 600.0));
        let described = ViewportState::default().describe(&workspace, &viewpoint, rect);
        let lines: Vec<&str> = described.lines().collect();
        assert_eq!(lines[0], "Desk, tick 0.");
        assert_eq!(lines[1], "Front · perspective view from x 0, y 0, z 10.");
        assert_eq!(lines[2], "The view shows 2 objects, the nearest first:");
        assert_eq!(lines[3], "- near, box, 10 m away, middle");
        assert!(lines[4].starts_with("- far, sphere, 21.") && lines[4].ends_with("m away, upper left"), "{described}");
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn the_nearest_objects_are_listed_and_the_others_counted() {
        let ball = |i: u32| {
            // The first ones are farther away, and two have the same distance.
            let z = 40 - 2 * (i - i / 19);
            format!(r#"{{ "name": "b{i}", "shape": {{ "sphere": {{ "radius": 0.1 }} }}, "position": [0, 0, -{z}] }}"#)
        };
        let balls: Vec<_> = (0..20).map(ball).collect();
        let text = format!(r#"{{ "eyeline": 1, "objects": [{}] }}"#, balls.join(","));
        let mut workspace = Workspace::new(parse(&text, "a").unwrap(), None);
        let lens = Lens::Perspective { fov_y: 0.9 };
        let viewpoint = Viewpoint { eye: Vec3::ZERO, target: -Vec3::Z, up: Vec3::Y, lens, depth: [0.1, 100.0] };
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let (count, nearest) = objects_in(&workspace, &viewpoint, rect);
        let objects: Vec<_> = nearest.iter().map(|(object, _)| *object).collect();
        assert_eq!((count, objects), (20, vec![18, 19, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]));
        let hidden = workspace.world().objects[18].id;
        workspace.marks_mut().set_hidden(hidden, true);
        let (count, nearest) = objects_in(&workspace, &viewpoint, rect);
        assert_eq!((count, nearest[0].0, nearest[11].0), (19, 19, 7));
    }
}
