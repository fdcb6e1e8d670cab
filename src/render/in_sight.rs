//! Which named objects other objects hide, so that the leader line of a label ends on its own object.
//!
//! A name is at the top of its object. If another object is in front of that point, the line ends at a visible point of
//! the object instead. The name of an object without a visible point is left out; a name with an answer stays, and its
//! line is dashed. In the picture of a level alone, with many objects, only that of a selected object stays.

use egui::Rect;
use glam::Vec2;

use super::first_hits::{ItemTree, Rays};
use super::view_uniforms::Eye;
use crate::picture::{Area, Label, NEEDED, Palette, Picture, Silhouette, Viewpoint, short};
use crate::world::Item;

/// Rows and columns of places where a visible point of an object is looked for.
const PLACES: u8 = 15;
/// The part of the distance by which an object in front is nearer than a point, for rounding.
const NEARER: f32 = 1e-3;
/// The part of a rectangle from its middle to the points at which an item is looked for.
const INNER: f32 = 0.4;
/// A picture with more objects has few names.
const MOST_OBJECTS: usize = 200;

/// The opaque objects of a picture, for rays from the eye.
pub(super) struct InSight<'p> {
    picture: &'p Picture,
    silhouettes: &'p [Silhouette],
    rect: Rect,
    /// `None` without a name of an object.
    found: Option<(ItemTree<'p>, Rays)>,
}

impl<'p> InSight<'p> {
    pub(super) fn new(
        picture: &'p Picture,
        labels: &[Label],
        silhouettes: &'p [Silhouette],
        rect: Rect,
        viewpoint: &Viewpoint,
    ) -> Self {
        let has_names = labels.iter().any(|label| object_of(label).is_some());
        let is_in_use = has_names && picture.bodies.len() <= MOST_OBJECTS && rect.is_positive();
        let found = is_in_use.then(|| {
            let is_opaque = |object: usize| picture.looks.get(object).is_some_and(|look| look.fill.0[3] == u8::MAX);
            // The colours of the theme do not matter here.
            let eye = Eye::new(viewpoint, size(rect), 1.0, &Palette::DARK);
            (ItemTree::new(&picture.bodies, is_opaque), Rays::new(&eye))
        });
        Self { picture, silhouettes, rect, found }
    }

    /// Moves the anchors of names to visible points, and removes those of names that are left out. Returns for each
    /// label whether its object is hidden.
    pub(super) fn settle(&self, labels: &[Label], anchors: &mut [Option<Vec2>]) -> Vec<bool> {
        let settle = |(label, anchor): (&Label, &mut Option<Vec2>)| {
            let (Some(object), Some(at)) = (object_of(label), *anchor) else { return false };
            if !self.is_hidden(label, at) {
                return false;
            }
            let visible = self.visible_point(object, at);
            let is_left_out = self.picture.has_one_model && label.priority < NEEDED;
            if visible.is_some() || is_left_out || short(&label.text).is_none() {
                *anchor = visible;
            }
            visible.is_none()
        };
        labels.iter().zip(anchors).map(settle).collect()
    }

    /// Whether an object is the first one behind some point of a rectangle.
    pub(super) fn is_seen(&self, item: Item, place: &Area) -> bool {
        let (Some((tree, rays)), Item::Object(object)) = (&self.found, item) else { return false };
        let middle = (place.min + place.max) / 2.0;
        let inner = (place.max - place.min) * INNER;
        let points = [-1.0, 0.0, 1.0].into_iter().flat_map(|x| [-1.0, 1.0].map(|y| middle + inner * Vec2::new(x, y)));
        points.into_iter().any(|at| {
            let (ray, far) = self.ray(rays, at);
            tree.first_object(&ray, far) == Some(object)
        })
    }

    /// Whether another object is in front of the point of a label.
    fn is_hidden(&self, label: &Label, at: Vec2) -> bool {
        let Some((tree, rays)) = &self.found else { return false };
        let (ray, _) = self.ray(rays, at);
        let distance = ray.origin.distance(label.at) * (1.0 - NEARER);
        tree.first_object(&ray, distance).is_some_and(|first| Some(first) != object_of(label))
    }

    /// The visible point of an object that is nearest to a place on the screen.
    fn visible_point(&self, object: usize, near: Vec2) -> Option<Vec2> {
        let (tree, rays) = self.found.as_ref()?;
        let is_opaque = self.picture.looks.get(object)?.fill.0[3] == u8::MAX;
        let outline = self.silhouettes.iter().find(|one| one.item == Item::Object(object)).filter(|_| is_opaque)?;
        let Area { min, max } = outline.bounds();
        let part = |i: u8| (f32::from(i) + 0.5) / f32::from(PLACES);
        let places = (0..PLACES).flat_map(|row| (0..PLACES).map(move |column| Vec2::new(part(column), part(row))));
        let is_seen = |at: &Vec2| {
            let (ray, far) = self.ray(rays, *at);
            tree.first_object(&ray, far) == Some(object)
        };
        let seen = places.map(|place| min + (max - min) * place).filter(is_seen);
        seen.min_by(|a, b| a.distance_squared(near).total_cmp(&b.distance_squared(near)))
    }

    /// The ray through a place on the screen, and its length.
    fn ray(&self, rays: &Rays, at: Vec2) -> (crate::geometry::ray::Ray, f32) {
        rays.at(f64::from(at.x - self.rect.left()), f64::from(self.rect.bottom() - at.y))
    }
}

/// The object that a label names.
fn object_of(label: &Label) -> Option<usize> {
    match label.around {
        Some(Item::Object(object)) => Some(object),
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in points")]
fn size(rect: Rect) -> [u32; 2] {
    [rect.width(), rect.height()].map(|side| side.round().max(1.0) as u32)
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};
    use glam::Vec3;

    use super::*;
    use crate::files::Files;
    use crate::picture::{Selected, Shown};
    use crate::report::Report;
    use crate::scene::parse;
    use crate::world::World;

    /// The anchor of the ball's name, and whether the ball is hidden, behind a wall that reaches up to `top`.
    fn ball(top: f32, is_asked: bool) -> (Option<Vec2>, bool) {
        ball_in(top, is_asked, false)
    }

    /// The same, in the picture of a level alone if `is_level`.
    fn ball_in(top: f32, is_asked: bool, is_level: bool) -> (Option<Vec2>, bool) {
        let camera = if is_asked { r#""cameras": [{ "name": "eye", "position": [0, 0, 30] }], "# } else { "" };
        let select = if is_asked { r#""select": ["eye"], "# } else { "" };
        let text = format!(
            r#"{{ "eyeline": 1, {select} {camera} "objects": [
            {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
            {{ "name": "wall", "shape": {{ "box": {{ "half_extents": [2, 2, 0.1] }} }}, "position": [0, {}, 2] }} ] }}"#,
            top - 2.0
        );
        let scene = parse(&text, "a.json").unwrap();
        let world = World::at(&scene, &Files::default(), 0);
        let selected = Selected::on(&world, &scene.select).unwrap();
        let mut picture = Picture::of(&Shown::new(&world, &Report::of(&world), &selected, &Palette::DARK));
        picture.has_one_model = is_level;
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(400.0, 300.0));
        let viewpoint = Viewpoint {
            eye: Vec3::Z * 8.0,
            target: Vec3::ZERO,
            ..crate::picture::scene_view(&scene, &world, 4.0 / 3.0)
        };
        let silhouettes = super::super::overlay::silhouettes(&picture, rect, &viewpoint);
        let sight = InSight::new(&picture, &picture.labels, &silhouettes, rect, &viewpoint);
        let project =
            |label: &Label| viewpoint.project(label.at, Vec2::new(400.0, 300.0)).map(|at| at + Vec2::new(100.0, 50.0));
        let mut anchors: Vec<_> = picture.labels.iter().map(project).collect();
        let hidden = sight.settle(&picture.labels, &mut anchors);
        let i = picture.labels.iter().position(|label| label.text.contains("ball")).unwrap();
        (anchors[i], hidden[i])
    }

    #[test]
    fn a_name_points_at_what_is_seen_of_its_object() {
        let (free, is_hidden) = ball(-1.5, false);
        let (above, middle) = (free.unwrap(), Vec2::new(300.0, 200.0));
        assert!(above.y < middle.y && !is_hidden, "the wall is below the ball: {free:?}");
        let (none, is_hidden) = ball(1.9, false);
        assert!(none.is_none() && is_hidden, "nothing of the ball is seen: {none:?}");
        let (kept, is_hidden) = ball(1.9, true);
        assert!(kept.is_some() && is_hidden, "an answer stays: {kept:?}");
        let (none, is_hidden) = ball_in(1.9, true, true);
        assert!(none.is_none() && is_hidden, "in a level alone it would lie over what is before it: {none:?}");
        assert!(ball_in(-1.5, true, true).0.is_some());
    }
}
