//! The boxes that the view frames: of the selected items, and of what it orbits.

use glam::{DVec3, Vec3};

use super::prepare::placed_camera;
use crate::clearance::leak::LeakAnswer;
use crate::geometry::Aabb;
use crate::picture;
use crate::scene::ItemSet;
use crate::workspace::Workspace;
use crate::world::{CameraAt, Item};

/// Half the edge of the box around the eye of a camera: this part of the far distance, and at most this many metres.
const PART_OF_FAR: f32 = 0.05;
const MOST_AROUND_EYE: f32 = 1.0;
/// The least half edge, as a multiple of the size of the camera's body in the picture.
const BODIES_AROUND_EYE: f32 = 1.5;
/// The length that the picture has of the ray of a tap without a hit, metres.
const RAY_OF_MISS: f64 = 3.0;

/// The box around all items that commands change; without such items, around the camera or ray whose answers are shown.
pub(super) fn selection(workspace: &Workspace) -> Option<Aabb> {
    let ids: ItemSet = workspace.selection().selected_ids().collect();
    let found = workspace.world().find_all(&ids);
    let boxes = ids.iter().filter_map(|id| bounds(workspace, *found.get(id)?));
    let querier = || bounds(workspace, workspace.selected().querier()?);
    boxes.reduce(|a, b| a.union(&b)).or_else(querier)
}

/// The box around the selected objects, images and models; without them, around the whole view volume of the camera, the
/// bodies of the occlusion query, or the ray. A view that leaves a camera orbits its centre.
pub(super) fn orbited(workspace: &Workspace) -> Option<Aabb> {
    let selected = workspace.selected();
    let others = selected.others.iter().copied().filter(|other| matches!(other, Item::Object(_) | Item::Model(_)));
    let subjects = others.chain(selected.subject).filter_map(|item| bounds(workspace, item));
    if let Some(around) = subjects.reduce(|a, b| a.union(&b)) {
        return Some(around);
    }
    if let Some(camera) = selected.camera().and_then(|camera| placed_camera(workspace, camera)) {
        return around(workspace.world().drawn_corners(&camera.camera));
    }
    let querier = selected.occlusion().map(Item::Occlusion).or(selected.querier());
    bounds(workspace, querier?)
}

/// The box that is framed for an item; `None` for one without a place.
fn bounds(workspace: &Workspace, item: Item) -> Option<Aabb> {
    let world = workspace.world();
    let object = |index: usize| world.objects.get(index).map(|object| object.aabb);
    match item {
        Item::Object(i) => object(i),
        Item::Unplaced(_) => None,
        Item::Model(i) => world.bounds_of_model(i),
        Item::Image(i) => world.images.get(i).map(|image| image.quad.aabb()),
        Item::Camera(i) => placed_camera(workspace, i).map(|camera| around_eye(workspace, camera)),
        Item::Ray(i) => {
            let ray = world.rays.get(i)?.ray;
            around([ray.at(0.0), ray.at(1.0)])
        }
        Item::Agent(i) => {
            let agent = world.agents.get(i)?;
            let camera = || placed_camera(workspace, agent.camera?).map(|camera| around_eye(workspace, camera));
            agent.body.and_then(object).or_else(camera)
        }
        Item::Occlusion(i) => {
            let objects = world.occlusion.get(i)?.bodies().iter().flat_map(|body| &body.objects);
            objects.filter_map(|index| object(*index)).reduce(|a, b| a.union(&b))
        }
        Item::Session(i) => {
            let strokes = world.sessions.get(i)?.file.as_ref().ok()?.outline();
            around(strokes.iter().flat_map(|stroke| [stroke.from, stroke.to]).map(DVec3::as_vec3))
        }
        Item::Tap(i) => {
            let tap = world.taps.get(i)?;
            let answer = tap.outcome.as_ref().ok()?;
            let reach = answer.chosen(tap.rule).map_or(RAY_OF_MISS, |chosen| chosen.hit.distance);
            around([answer.ray.origin, answer.ray.origin + answer.ray.direction * reach].map(DVec3::as_vec3))
        }
        Item::Leak(i) => {
            let leak = world.leaks.get(i)?;
            let answer = workspace.report().leaks.get(i).and_then(|asked| asked.answer.as_deref());
            let way = match answer {
                Some(LeakAnswer::Leaks(path)) => path.points.clone(),
                _ => Vec::new(),
            };
            let places = way.into_iter().chain([leak.from]).chain(leak.to);
            let places = around(places.map(DVec3::as_vec3))?;
            #[expect(clippy::cast_possible_truncation, reason = "a frame of the view")]
            let room = Vec3::splat(leak.radius as f32);
            Some(Aabb { min: places.min - room, max: places.max + room })
        }
        Item::Collider(i) => {
            let at = world.colliders.get(i)?;
            let objects = [&at.render, &at.collider].into_iter().flat_map(|body| &body.objects);
            objects.filter_map(|index| object(*index)).reduce(|a, b| a.union(&b))
        }
        Item::Cut(i) => {
            let cut = world.cuts.get(i)?;
            let halves = cut.objects.iter().flatten().filter_map(|index| object(*index));
            // Before its tick, and after a further cut of its halves, it has no halves.
            let whole = || world.objects.iter().find(|object| object.name == cut.object).map(|object| object.aabb);
            halves.reduce(|a, b| a.union(&b)).or_else(whole)
        }
    }
}

/// A box around the eye of a camera in which its body in the picture is large enough to see. The whole view volume would
/// leave a few pixels for it.
fn around_eye(workspace: &Workspace, camera: &CameraAt) -> Aabb {
    let body = picture::small(&picture::main_extent(workspace.world()));
    let near = (camera.camera.far.abs() * PART_OF_FAR).min(MOST_AROUND_EYE);
    Aabb::around(camera.camera.position, Vec3::splat(near.max(body * BODIES_AROUND_EYE)))
}

/// The box around points. Those that are not finite are left out; `None` without any.
fn around(points: impl IntoIterator<Item = Vec3>) -> Option<Aabb> {
    let finite = points.into_iter().filter(|point| point.is_finite());
    finite.map(|point| Aabb { min: point, max: point }).reduce(|a, b| a.union(&b))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scene::parse;

    const SCENE: &str = r#"{ "eyeline": 1,
        "cameras": [{ "name": "left", "position": [-6, 0, 0], "far": 20 }, { "name": "right", "position": [6, 0, 0] }],
        "rays": [{ "name": "aim", "origin": [0, 9, 0], "direction": [0, -2, 0] }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } },
            { "name": "far ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -8] }] }"#;

    fn framed(workspace: &Workspace) -> [Vec3; 2] {
        let around = selection(workspace).unwrap();
        [around.min, around.max]
    }

    #[test]
    fn all_items_that_commands_change_are_framed() {
        let mut workspace = Workspace::new(parse(SCENE, "a.json").unwrap(), None);
        workspace.selection_mut().choose(Item::Object(0), false);
        assert_eq!(framed(&workspace), [Vec3::splat(-1.0), Vec3::splat(1.0)]);
        workspace.selection_mut().toggle(Item::Object(1));
        assert_eq!(framed(&workspace), [Vec3::new(-1.0, -1.0, -9.0), Vec3::splat(1.0)]);
        workspace.selection_mut().choose(Item::Ray(0), false);
        assert_eq!(framed(&workspace), [Vec3::new(0.0, 7.0, 0.0), Vec3::new(0.0, 9.0, 0.0)]);
    }

    #[test]
    fn a_camera_is_framed_around_its_eye_and_two_around_both() {
        let mut workspace = Workspace::new(parse(SCENE, "a.json").unwrap(), None);
        workspace.selection_mut().choose(Item::Camera(0), false);
        let [min, max] = framed(&workspace);
        let eye = Vec3::new(-6.0, 0.0, 0.0);
        assert!(((min + max) / 2.0 - eye).length() < 1e-4, "{min} {max}");
        let half = (max - min).x / 2.0;
        assert!((1.0..5.0).contains(&half), "the view volume is 20 m long: {half}");
        workspace.selection_mut().toggle(Item::Camera(1));
        let [min, max] = framed(&workspace);
        assert!((min.x + 6.0 + half).abs() < 1e-4 && (max.x - 6.0 - half).abs() < 1e-4, "{min} {max}");
        // A view that leaves the camera orbits the middle of its volume.
        let mut workspace = Workspace::new(parse(SCENE, "a.json").unwrap(), None);
        workspace.selection_mut().choose(Item::Camera(0), false);
        assert!(orbited(&workspace).unwrap().centre().z < -5.0);
    }

    #[test]
    fn images_and_cuts_are_framed() {
        let folder = tempfile::tempdir().unwrap();
        let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        fs::write(folder.path().join("a.obj"), tetrahedron).unwrap();
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "a", "shape": { "mesh": { "file": "a.obj" } } },
                { "name": "far ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -8] }],
            "images": [{ "name": "sheet", "file": "gone.png", "position": [3, 0, 0], "size": [2, 4] }],
            "cuts": [{ "name": "cut", "object": "a", "point": [0, 0.25, 0], "normal": [0, 1, 0] },
                { "name": "later", "object": "a/cut+", "point": [0, 0.5, 0], "normal": [0, 1, 0], "tick": 9 }] }"#;
        let path = folder.path().join("a.json");
        fs::write(&path, text).unwrap();
        let mut workspace = Workspace::empty();
        assert!(workspace.open(&path), "{:?}", workspace.notices());
        workspace.selection_mut().choose(Item::Image(0), false);
        assert_eq!(framed(&workspace), [Vec3::new(2.0, -2.0, 0.0), Vec3::new(4.0, 2.0, 0.0)]);
        for (cut, least) in [(0, 0.0), (1, 0.25)] {
            workspace.selection_mut().choose(Item::Cut(cut), false);
            let [min, max] = framed(&workspace);
            assert_eq!(min, Vec3::new(0.0, least, 0.0), "{cut}");
            assert!((max.y - 1.0).abs() < 1e-6, "{cut}: {max}");
        }
    }
}
