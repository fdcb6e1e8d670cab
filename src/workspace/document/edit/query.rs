//! The bodies of a new occlusion query, and the object of a new cut.

use std::ops::Range;

use glam::Vec3;

use crate::geometry::{Aabb, Shape};
use crate::picture::Bodies;
use crate::world::{Item, ObjectAt, World};

/// A body that may be asked about: its name, and its objects.
struct QueriedBody<'w> {
    name: &'w str,
    objects: Range<usize>,
}

/// The names of both bodies: the first two of the `chosen` items that are objects or models. With one of them, the other
/// is the object nearest to it. With none, the first is the object nearest to `middle`.
///
/// # Errors
/// With the reason, a sentence, when there are no two bodies.
pub(crate) fn bodies(world: &World, chosen: &[Item], middle: Vec3) -> Result<[String; 2], &'static str> {
    if let Some(reason) = why_none(world, chosen.iter().copied()) {
        return Err(reason);
    }
    let mut chosen = chosen.iter().filter_map(|item| body(world, *item));
    let first = chosen.next().or_else(|| body(world, Item::Object(nearest(world, &(0..0), &around(middle))?)));
    let first = first.ok_or(TOO_FEW)?;
    let second =
        chosen.find(|other| other.objects.end <= first.objects.start || first.objects.end <= other.objects.start);
    let second = second.or_else(|| {
        let bounds =
            world.objects[first.objects.clone()].iter().map(|object| object.aabb).reduce(|a, b| a.union(&b))?;
        body(world, Item::Object(nearest(world, &first.objects, &bounds)?))
    });
    Ok([first, second.ok_or(ALL_OF_MODEL)?].map(|body| body.name.to_owned()))
}

/// The object of a new cut: the first of the `chosen` objects and models that has a mesh, else the object with a mesh that
/// is nearest to `middle`.
pub(super) fn meshed<'w>(world: &'w World, chosen: &[Item], middle: Vec3) -> Option<&'w ObjectAt> {
    let has_mesh = |object: &&ObjectAt| matches!(object.shape, Shape::Mesh(_));
    let chosen = chosen.iter().filter_map(|item| body(world, *item)).flat_map(|body| &world.objects[body.objects]);
    let distance = |object: &&ObjectAt| object.aabb.centre().distance_squared(middle);
    let nearest = || world.objects.iter().filter(has_mesh).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    chosen.into_iter().find(has_mesh).or_else(nearest)
}

/// Why no object can be cut when none has a mesh, a sentence.
pub(super) const NO_MESH: &str = "A cut needs an object with a mesh. Add a level first.";

/// Why there are no two bodies, without a search for them.
pub(crate) fn why_none(world: &World, mut chosen: impl Iterator<Item = Item>) -> Option<&'static str> {
    let all = world.objects.len();
    let first = chosen.find_map(|item| body(world, item));
    match first {
        _ if all < 2 => Some(TOO_FEW),
        Some(first) if first.objects.len() == all => Some(ALL_OF_MODEL),
        _ => None,
    }
}

const TOO_FEW: &str = "An occlusion query needs two objects. Add another object first.";
const ALL_OF_MODEL: &str =
    "The selected model contains all objects of the scene, so there is no second body. Select one of its parts.";

fn body(world: &World, item: Item) -> Option<QueriedBody<'_>> {
    match item {
        Item::Object(i) => Some(QueriedBody { name: &world.objects.get(i)?.name, objects: i..i + 1 }),
        Item::Model(i) => {
            let model = world.models.get(i)?;
            let objects = model.objects.clone();
            (!objects.is_empty()).then_some(QueriedBody { name: &model.name, objects })
        }
        _ => None,
    }
}

fn around(point: Vec3) -> Aabb {
    Aabb { min: point, max: point }
}

/// The object whose box is nearest to a box; of several at one distance, that with the nearest centre.
fn nearest(world: &World, except: &Range<usize>, to: &Aabb) -> Option<usize> {
    let distance = |i: &usize| {
        let own = &world.objects[*i].aabb;
        let gap = (own.min - to.max).max(to.min - own.max).max(Vec3::ZERO).length_squared();
        (gap, own.centre().distance_squared(to.centre()))
    };
    let others = (0..world.objects.len()).filter(|i| !except.contains(i));
    others
        .map(|i| (distance(&i), i))
        .min_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
        .map(|(_, i)| i)
}

/// Why no cut can be added, a sentence.
pub(crate) fn why_no_cut(bodies: &Bodies) -> Option<&'static str> {
    (!bodies.have_meshes()).then_some(NO_MESH)
}

#[cfg(test)]
mod tests {
    use super::super::add;
    use super::super::add::{NewItemKind, ViewPlacement};
    use super::*;
    use crate::files::Files;
    use crate::scene::{NoLevels, Scene, validate};

    fn scene() -> Scene {
        serde_json::from_str(
            r#"{ "eyeline": 1, "objects": [
                { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [9, 0, 0] },
                { "name": "left", "shape": { "sphere": { "radius": 1 } }, "position": [-4, 0, 0] },
                { "name": "large", "shape": { "box": { "half_extents": [3, 1, 1] } }, "position": [4, 0, 0] } ],
                "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [1, 0, 0] }] }"#,
        )
        .unwrap()
    }

    #[test]
    fn the_other_body_is_the_nearest_by_the_gap_between_boxes() {
        let world = World::at(&scene(), &Files::default(), 0);
        let of = |chosen: &[Item], x| bodies(&world, chosen, Vec3::new(x, 0.0, 0.0)).unwrap();
        // The centre of `large` is further from `far` than its box.
        assert_eq!(of(&[Item::Object(0)], 0.0), ["far", "large"]);
        assert_eq!(of(&[Item::Object(1)], 0.0), ["left", "large"]);
        assert_eq!(of(&[Item::Object(0), Item::Object(1)], 0.0), ["far", "left"], "both are chosen");
        assert_eq!(of(&[Item::Ray(0), Item::Object(1), Item::Object(1)], 0.0), ["left", "large"]);
        assert_eq!(of(&[], -9.0), ["left", "large"], "the nearest to the middle of the view");
        assert_eq!(of(&[Item::Object(7)], 20.0), ["far", "large"]);
    }

    #[test]
    fn a_query_needs_two_bodies() {
        let mut scene = scene();
        scene.objects = scene.objects.iter().take(1).cloned().collect();
        let world = World::at(&scene, &Files::default(), 0);
        assert_eq!(bodies(&world, &[Item::Object(0)], Vec3::ZERO), Err(TOO_FEW));
        assert_eq!(why_none(&world, std::iter::empty()), Some(TOO_FEW));
        assert_eq!(add(&mut scene, NewItemKind::Occlusion, &ViewPlacement::default(), &world, &[]), None);
        assert_eq!(scene.occlusion, []);
    }

    #[test]
    fn a_new_query_is_valid() {
        let mut scene = scene();
        let world = World::at(&scene, &Files::default(), 0);
        for name in ["occlusion query", "occlusion query 2"] {
            assert!(
                add(&mut scene, NewItemKind::Occlusion, &ViewPlacement::default(), &world, &[Item::Object(1)])
                    .is_some()
            );
            assert_eq!(scene.occlusion.last().map(|query| &*query.name), Some(name));
        }
        assert_eq!(validate(&scene, &NoLevels, None), []);
    }
}
