//! The placing of a scene at a tick.

use std::sync::{Arc, OnceLock};

use super::agents::recording::Recording;
use super::at_tick::{KnownWorlds, World};
use super::bounds::BlockBounds;
use super::image::ImageAt;
use super::joined;
use super::placed::OctreeAt;
use super::traced::TraceAt;
use crate::files::{Content, Files};
use crate::geometry::Aabb;
use crate::scene::{self, Scene};

impl World {
    /// The world at a tick. Agents are run to it from the beginning, see [`super::agents::recording::MOST_TICKS`].
    pub fn at(scene: &Scene, files: &Files, tick: u64) -> Self {
        let content = Content { scene, files };
        Self::of(&mut Recording::of(content), content, tick)
    }

    /// The same with a recording of the scene, which saves running the agents again.
    pub fn of(recording: &mut Recording, content: Content, tick: u64) -> Self {
        if let Some(trace) = content.files.trace(content.scene) {
            let joined = Arc::new(joined::of_trace(content, trace, tick));
            let world = Self::of(recording, Content { scene: &joined, files: content.files }, tick);
            return Self { trace: Some(Box::new(TraceAt::of(content, trace, tick, joined))), ..world };
        }
        let scene = content.scene;
        let time = tick as f64 / scene.tick_rate;
        let body_transforms = recording.body_transforms(tick);
        let mut objects = crate::world::place::own_objects(content, time, &body_transforms);
        let own = objects.len();
        let unplaced = crate::world::place::unplaced(content, &objects);
        let (of_models, mut models) =
            crate::world::models::place(content, &body_transforms, own, scene.cameras.len(), time);
        objects.extend(of_models);
        let (cuts, wholes) = crate::world::cuts::apply(recording, content, tick, &mut objects, &mut models);
        let (cameras, rays) = match &wholes[..] {
            [] => crate::world::place::cameras_and_rays(content, &objects, time),
            wholes => crate::world::place::cameras_and_rays(content, &[&objects, wholes].concat(), time),
        };
        let (sessions, taps) =
            (crate::world::sessions::sessions(content, time), crate::world::taps::taps(recording, content));
        let block_bounds = BlockBounds::of(&objects);
        let octree = scene.octree.as_ref().and_then(|octree| crate::world::place::octree(octree, block_bounds.boxes()));
        let images = crate::world::image::images(content, &[]);
        let bounds = bounds(&block_bounds, &images);
        let agents = recording.agents(tick);
        let tree = OnceLock::new();
        let budget = content.files.budget.clone();
        let named = crate::world::occlusion::QueryNames::of(scene, &objects, &unplaced, &models);
        let occlusion = crate::world::occlusion::queries(scene, &named);
        let leaks = crate::world::leaks::leaks(scene, &named);
        let colliders = crate::world::colliders::colliders(content, &named);
        drop(named);
        Self {
            tick,
            time,
            cameras,
            objects,
            unplaced,
            models,
            rays,
            octree,
            agents,
            images,
            occlusion,
            sessions,
            taps,
            cuts,
            leaks,
            colliders,
            trace: None,
            known_worlds: KnownWorlds::default(),
            ignored: scene.ignore.clone(),
            looking: looking(scene),
            budget,
            block_bounds,
            bounds,
            body_transforms,
            tree,
        }
    }

    /// The octree of the scene for `"octree": {}`.
    pub fn default_octree(&self) -> Option<OctreeAt> {
        crate::world::place::octree(&scene::Octree::default(), self.block_bounds.boxes())
    }
}

/// The names of the cameras of which an expectation is about what they see, sorted.
pub(super) fn looking(scene: &scene::Scene) -> Vec<String> {
    let mut names: Vec<String> =
        scene.expect.iter().filter_map(|expected| Some(expected.looking_camera()?.to_owned())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The box around all objects and images, `None` without any.
pub(super) fn bounds(of_objects: &BlockBounds, images: &[ImageAt]) -> Option<Aabb> {
    let quads = images.iter().map(|image| image.quad.aabb());
    of_objects.boxes().iter().copied().chain(quads).reduce(|a, b| a.union(&b))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn world(objects: &str, cameras: &str, tick: u64) -> World {
        let text = format!(r#"{{ "eyeline": 1, "tick_rate": 10, "objects": [{objects}], "cameras": [{cameras}] }}"#);
        let scene: Scene = serde_json::from_str(&text).unwrap();
        World::at(&scene, &Files::default(), tick)
    }

    const MOVING: &str = r#"{ "name": "o", "shape": { "sphere": { "radius": 1 } },
        "path": { "points": [[0, 0, 0], [4, 0, 0], [4, 3, 0]], "speed": 2 } }"#;

    #[test]
    fn objects_move_by_arc_length_and_stop_at_the_end() {
        for (tick, expected) in
            [(0, [0.0, 0.0]), (10, [2.0, 0.0]), (20, [4.0, 0.0]), (30, [4.0, 2.0]), (999, [4.0, 3.0])]
        {
            let centre = world(MOVING, "", tick).objects[0].aabb.centre();
            assert!((centre - Vec3::new(expected[0], expected[1], 0.0)).length() < 1e-5, "tick {tick}: {centre}");
        }
    }

    #[test]
    fn a_loop_leads_back_to_the_first_point() {
        let looped = MOVING.replace(r#""speed": 2"#, r#""speed": 2, "loop": true"#);
        // 4 + 3 + 5 metres around, 2 m/s, 10 ticks a second: back after 60 ticks.
        for (tick, expected) in
            [(0, [0.0, 0.0]), (35, [4.0, 3.0]), (60, [0.0, 0.0]), (70, [2.0, 0.0]), (6_000_000, [0.0, 0.0])]
        {
            let centre = world(&looped, "", tick).objects[0].aabb.centre();
            assert!((centre - Vec3::new(expected[0], expected[1], 0.0)).length() < 1e-4, "tick {tick}: {centre}");
        }
    }

    #[test]
    fn an_attached_camera_follows_its_object() {
        let turned = r#"{ "name": "o", "shape": { "sphere": { "radius": 1 } }, "position": [1, 0, 0],
            "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476] }"#;
        let camera = r#"{ "name": "c", "position": [0, 1, -2], "attach": "o" }"#;
        let placed = world(turned, camera, 0).cameras[0].camera;
        assert!((placed.position - Vec3::new(-1.0, 1.0, 0.0)).length() < 1e-6, "{placed:?}");
        assert!((placed.rotation.as_quat() * Vec3::NEG_Z - Vec3::NEG_X).length() < 1e-6, "{placed:?}");
    }

    #[test]
    fn an_octree_is_where_it_is_written_or_around_all_objects() {
        let standing = r#"{ "name": "s", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 5] }"#;
        let octree = |octree: &str, tick: u64| {
            let text = format!(
                r#"{{ "eyeline": 1, "tick_rate": 10, "objects": [{MOVING}, {standing}], "octree": {{ {octree} }} }}"#
            );
            let OctreeAt { region, method } =
                World::at(&serde_json::from_str(&text).unwrap(), &Files::default(), tick).octree.unwrap();
            (region.min().to_array(), region.max().to_array(), region.depth(), method.word())
        };
        assert_eq!(octree("", 0), ([-1.0; 3], [1.0, 1.0, 6.0], 4, "tight"));
        assert_eq!(octree("", 10), ([-1.0; 3], [3.0, 1.0, 6.0], 4, "tight"), "it follows what moves");
        let written = r#""min": [-2, -2, -2], "max": [2, 2, 3], "depth": 7, "method": "loose""#;
        assert_eq!(octree(written, 10), ([-2.0; 3], [2.0, 2.0, 3.0], 7, "loose"));
        assert!(world(MOVING, "", 0).octree.is_none());
        assert_eq!(world("", "", 0).default_octree().unwrap().region.max(), Vec3::splat(0.5));
    }

    #[test]
    fn directions_by_look_at_and_euler() {
        for (orientation, forward, up) in [
            (r#""look_at": [0, 0, 5]"#, Vec3::Z, Vec3::Y),
            (r#""look_at": [0, -3, 0]"#, Vec3::NEG_Y, Vec3::NEG_Z),
            (r#""look_at": [0, 3, 0]"#, Vec3::Y, Vec3::NEG_Z),
            (r#""euler": [0, 90, 0]"#, Vec3::NEG_X, Vec3::Y),
            (r#""euler": [90, 0, 0]"#, Vec3::Y, Vec3::Z),
            (r#""euler": [0, 0, 90]"#, Vec3::NEG_Z, Vec3::NEG_X),
            (r#""euler": [90, 90, 0]"#, Vec3::Y, Vec3::X),
            (r#""rotation": [0, 5, 0, 0]"#, Vec3::Z, Vec3::Y),
            (r#""euler": [0, 180, 0]"#, Vec3::Z, Vec3::Y),
        ] {
            let camera = world("", &format!(r#"{{ "name": "c", {orientation} }}"#), 0).cameras[0].camera;
            assert!((camera.rotation.as_quat() * Vec3::NEG_Z - forward).length() < 1e-6, "{orientation} {camera:?}");
            assert!((camera.rotation.as_quat() * Vec3::Y - up).length() < 1e-6, "{orientation} {camera:?}");
        }
    }
}
