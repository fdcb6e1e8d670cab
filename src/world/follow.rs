//! Updates a world after a change of the scene or of time: unaffected parts are kept.

use std::sync::{Arc, PoisonError};

use super::agents::body_transform::BodyTransforms;
use super::agents::recording::Recording;
use super::at_tick::World;
use super::models::ModelAt;
use super::traced::{TraceAt, first_tick};
use super::{build, image, joined, models, place};
use crate::files::Content;
use crate::scene::{self, Changed, Shape};

/// What has changed in a [`World`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Of its objects.
    pub objects: Changed,
    /// Of its cameras.
    pub cameras: Changed,
    /// Of its rays.
    pub rays: Changed,
    /// Of its images.
    pub images: Changed,
    /// Whether a list has other names than before, or the same in another order.
    pub names: bool,
}

impl World {
    /// Updates the world from the scene `before` to the scene `now` at `tick`. The result equals [`World::at`]; the
    /// cost depends on the size of the change.
    ///
    /// `recording` is updated too.
    pub fn follow(&mut self, recording: &mut Recording, before: Content, now: Content, tick: u64) -> Changes {
        recording.follow(now);
        let joined_before = self.trace.as_ref().map(|trace| Arc::clone(&trace.joined));
        let trace = now.files.trace(now.scene).filter(|_| joined_before.is_some());
        let (Some(trace), Some(joined_before)) = (trace, joined_before) else {
            return self.follow_scene(recording, before, now, tick);
        };
        // Of a scene with a trace, the one with the entries of the trace is followed.
        let joined = Arc::new(joined::of_trace(now, trace, tick));
        let [joined_before, joined_now] =
            [(&joined_before, before), (&joined, now)].map(|(scene, content)| Content { scene, files: content.files });
        let (trace_before, known) = (self.trace.take(), std::mem::take(&mut self.known_worlds));
        let changes = self.follow_scene(recording, joined_before, joined_now, tick);
        let at_tick = TraceAt::of(now, trace, tick, joined);
        let is_same_scene = std::ptr::eq(before.scene, now.scene) && before.files.is_same_but_traces(now.files);
        if let Some(trace_before) = trace_before.map(|at_tick| at_tick.trace)
            && is_same_scene
            && trace.continues(&trace_before)
        {
            if !Arc::ptr_eq(trace, &trace_before) {
                // More lines may have come for the last tick, and for those after it.
                let last = first_tick(trace_before.span()[1], now.scene.tick_rate);
                known.lock().unwrap_or_else(PoisonError::into_inner).split_off(&last);
            }
            self.known_worlds = known;
        }
        self.trace = Some(Box::new(at_tick));
        changes
    }

    /// Updates the world of a scene without a trace.
    fn follow_scene(&mut self, recording: &mut Recording, before: Content, now: Content, tick: u64) -> Changes {
        let time = tick as f64 / now.scene.tick_rate;
        let (len, names) = (self.objects.len(), self.names_of_few());
        let body_transforms = recording.body_transforms(tick);
        let objects = self.follow_objects(before, now, time, &body_transforms);
        if objects.is_some() {
            self.models = models::spans(now);
        }
        let Some((objects, has_other_names)) = objects else {
            // With unplaced objects, indices of the two lists differ.
            let old = std::mem::replace(self, Self::of(recording, now, tick));
            return Changes {
                objects: Changed::everything(len, self.objects.len()),
                cameras: Changed::between(&self.cameras, &old.cameras),
                rays: Changed::between(&self.rays, &old.rays),
                images: Changed::between(&self.images, &old.images),
                names: true,
            };
        };
        let (cameras, rays) = place::cameras_and_rays(now, &self.objects, time);
        (self.sessions, self.taps) = (super::sessions::sessions(now, time), super::taps::taps(recording, now));
        self.ignored.clone_from(&now.scene.ignore);
        self.looking = build::looking(now.scene);
        let images = image::images(now, &self.images);
        let changes = Changes {
            cameras: Changed::between(&cameras, &self.cameras),
            rays: Changed::between(&rays, &self.rays),
            images: Changed::between(&images, &self.images),
            names: false,
            objects,
        };
        (self.tick, self.time, self.cameras, self.rays, self.images) = (tick, time, cameras, rays, images);
        (self.agents, self.body_transforms) = (recording.agents(tick), body_transforms);
        if !changes.objects.is_none() || !changes.images.is_none() {
            self.block_bounds.follow(&changes.objects, &self.objects);
            self.bounds = build::bounds(&self.block_bounds, &self.images);
        }
        if !changes.objects.is_none() || before.scene.octree != now.scene.octree {
            self.octree = now.scene.octree.as_ref().and_then(|octree| place::octree(octree, self.block_bounds.boxes()));
        }
        let query_names = super::occlusion::QueryNames::of(now.scene, &self.objects, &self.unplaced, &self.models);
        let occlusion = super::occlusion::queries(now.scene, &query_names);
        let (leaks, colliders) =
            (super::leaks::leaks(now.scene, &query_names), super::colliders::colliders(now, &query_names));
        (self.occlusion, self.leaks, self.colliders) = (occlusion, leaks, colliders);
        Changes { names: has_other_names || names != self.names_of_few(), ..changes }
    }

    /// Updates the objects. Returns which have changed, and whether names have. `None` when one is unplaced or cut, when the
    /// scene has a trace, or when
    /// both the scene's own and those of models were added or removed.
    fn follow_objects(
        &mut self,
        before: Content,
        now: Content,
        time: f64,
        body_transforms: &BodyTransforms,
    ) -> Option<(Changed, bool)> {
        let has_other_sessions =
            before.scene.sessions != now.scene.sessions || before.files.sessions != now.files.sessions;
        if before.scene.trace.is_some() || now.scene.trace.is_some() {
            return None;
        }
        if has_other_sessions || !before.scene.cuts.is_empty() || !now.scene.cuts.is_empty() {
            return None;
        }
        if self.objects.len() != before.scene.objects.len() + models::count(before) {
            return None;
        }
        let mut changed = now.scene.objects.changes_since(&before.scene.objects);
        if before.files.levels != now.files.levels {
            // Mesh shapes may change although their objects do not.
            let is_other = |object: &scene::Object| match &object.shape {
                Shape::Mesh { file, .. } => !models::is_same_level(before, now, file),
                _ => false,
            };
            let meshes = now.scene.objects.iter().enumerate().filter(|(_, object)| is_other(object));
            changed = changed.with(meshes.map(|(i, _)| i), before.scene.objects.len(), now.scene.objects.len());
        }
        changed = changed.then(models::changes(before, now), before.scene.objects.len())?;
        let (len_before, len_now) = (self.objects.len(), now.scene.objects.len() + models::count(now));
        let has_time_passed = time.to_bits() != self.time.to_bits();
        if has_time_passed || *body_transforms != self.body_transforms {
            let on_paths = now
                .scene
                .objects
                .iter()
                .enumerate()
                .filter(|(_, object)| object.path.is_some() || object.session.is_some())
                .map(|(i, _)| i);
            let on_paths = on_paths.filter(|i| has_time_passed && !body_transforms.contains_key(i));
            let own = now.scene.objects.len();
            let animated = if has_time_passed { models::moving(now) } else { Vec::new() };
            let on_paths = on_paths.chain(animated.into_iter().map(|slot| own + slot));
            let bodies = body_transforms.keys().chain(self.body_transforms.keys()).copied();
            let moving = on_paths.chain(bodies.filter(|i| body_transforms.get(i) != self.body_transforms.get(i)));
            changed = changed.with(moving, len_before, len_now);
        }
        let indices = changed.indices();
        let placed = place::objects(&indices, now, time, body_transforms)?;
        let has_other_names = match &changed {
            Changed::At(_) => placed.iter().zip(&indices).any(|(object, &i)| object.name != self.objects[i].name),
            Changed::Range { .. } => true,
        };
        match &changed {
            Changed::At(_) => {
                // Rebuilding the tree costs about as much as moving half of its boxes.
                let mut tree = self.tree.take().filter(|tree| 2 * indices.len() < tree.len());
                for (i, object) in indices.into_iter().zip(placed) {
                    if let Some(tree) = &mut tree {
                        tree.set(i, &object.aabb);
                    }
                    self.objects[i] = object;
                }
                if let Some(mut tree) = tree {
                    tree.refresh();
                    self.tree = tree.into();
                }
            }
            Changed::Range { removed, .. } => {
                self.tree.take();
                self.objects.splice(removed.clone(), placed);
            }
        }
        Some((changed, has_other_names))
    }

    /// The names of all items but objects, and the ranges of the models.
    fn names_of_few(&self) -> ([Vec<Arc<str>>; 10], Vec<ModelAt>) {
        let cameras = self.cameras.iter().map(|camera| Arc::clone(&camera.name)).collect();
        let rays = self.rays.iter().map(|ray| Arc::clone(&ray.name)).collect();
        let agents = self.agents.iter().map(|agent| Arc::clone(&agent.name)).collect();
        let images = self.images.iter().map(|image| Arc::clone(&image.name)).collect();
        let queries = self.occlusion.iter().map(|query| Arc::clone(&query.name)).collect();
        let sessions = self.sessions.iter().map(|session| Arc::clone(&session.name)).collect();
        let taps = self.taps.iter().map(|tap| Arc::clone(&tap.name)).collect();
        let cuts = self.cuts.iter().map(|cut| Arc::clone(&cut.name)).collect();
        let leaks = self.leaks.iter().map(|leak| Arc::clone(&leak.name)).collect();
        let colliders = self.colliders.iter().map(|collider| Arc::clone(&collider.name)).collect();
        ([cameras, rays, agents, images, queries, sessions, taps, cuts, leaks, colliders], self.models.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::Scene;
    use crate::world::PastWorlds;

    const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, "octree": {},
        "cameras": [{ "name": "free" }, { "name": "carried", "attach": "cart" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -1] }],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
            { "name": "cart", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [9, 0, 0]] } },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 4, 0] }] }"#;

    fn same(a: &World, b: &World) -> bool {
        let is_same_place = |a: &super::super::placed::ObjectAt, b: &super::super::placed::ObjectAt| {
            a.name == b.name && a.pose == b.pose && a.aabb == b.aabb && a.layers == b.layers && a.shape == b.shape
        };
        let objects =
            a.objects.len() == b.objects.len() && a.objects.iter().zip(&b.objects).all(|(a, b)| is_same_place(a, b));
        objects
            && a.cameras == b.cameras
            && a.rays == b.rays
            && a.time.to_bits() == b.time.to_bits()
            && a.bounds() == b.bounds()
            && a.octree == b.octree
    }

    fn content<'a>(scene: &'a Scene, files: &'a Files) -> Content<'a> {
        Content { scene, files }
    }

    #[test]
    fn only_what_was_touched_changes() {
        /// A change, the objects, cameras and rays that it touches, and whether names are others.
        type Case = (fn(&mut Scene), [Changed; 3], bool);
        let (none, at) = (|| Changed::NONE, |i| Changed::At(vec![i]));
        let tap = |scene: &mut Scene| {
            let tap = r#"{ "name": "place", "camera": "free", "time": 0, "screen": [0.5, 0.5] }"#;
            scene.taps.push(serde_json::from_str(tap).unwrap());
        };
        let session = |scene: &mut Scene| {
            scene.sessions.push(serde_json::from_str(r#"{ "name": "walk", "file": "walk.txt" }"#).unwrap());
        };
        let cases: [Case; 10] = [
            (tap, [none(), none(), none()], true),
            // Objects may follow sessions, so all objects are placed again.
            (session, [Changed::Range { removed: 0..3, added: 3 }, none(), none()], true),
            (|_| (), [none(), none(), none()], false),
            (|scene| scene.cameras[0].near = 3.0, [none(), at(0), none()], false),
            (|scene| scene.rays[0].origin[0] = 3.0, [none(), none(), at(0)], false),
            (|scene| scene.objects[2].position[0] = 3.0, [at(2), none(), none()], false),
            (|scene| scene.objects[1].path = None, [at(1), none(), none()], false),
            (|scene| scene.objects[1].scale = [2.0; 3], [at(1), none(), none()], false),
            (|scene| scene.objects[0].name = "chest".into(), [at(0), none(), none()], true),
            (|scene| drop(scene.objects.remove(0)), [Changed::Range { removed: 0..1, added: 0 }, none(), none()], true),
        ];
        let before: Scene = serde_json::from_str(SCENE).unwrap();
        let files = Files::default();
        for (i, (change, [objects, cameras, rays], names)) in cases.into_iter().enumerate() {
            let mut now = before.clone();
            change(&mut now);
            let mut world = World::at(&before, &files, 0);
            assert_eq!(
                world.follow(
                    &mut Recording::of(content(&before, &files)),
                    content(&before, &files),
                    content(&now, &files),
                    0
                ),
                Changes { objects, cameras, rays, images: Changed::NONE, names },
                "case {i}"
            );
            assert!(same(&world, &World::at(&now, &files, 0)), "case {i}: {world:?}");
        }
    }

    #[test]
    fn a_world_of_a_trace_that_follows_time_is_that_of_the_tick() {
        let text = r#"{ "eyeline_trace": 1, "time": 0, "scene": { "eyeline": 1, "cameras": [{ "name": "eye", "attach": "cart" }],
            "objects": [{ "name": "cart", "shape": { "sphere": { "radius": 1 } } }, { "name": "wall", "shape": { "sphere": { "radius": 2 } } }] } }
            { "time": 0.1, "set": { "cart": { "position": [1, 0, 0] } } }
            { "time": 0.3, "set": { "cart": { "position": [3, 0, 0] }, "eye": { "near": 0.5 } } }
            { "time": 0.4, "add": { "objects": [{ "name": "late", "shape": { "sphere": { "radius": 1 } } }] } }
            { "time": 0.6, "remove": ["wall"], "set": { "late": { "position": [0, 6, 0] } } }
            { "time": 0.7, "set": { "late": { "matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0.5, 1, 0, 7, 8, 9, 1] } } }"#;
        let lines = text.replace(",\n", ", ");
        let trace = crate::trace::Trace::parse(&lines, "run.jsonl").unwrap();
        assert_eq!(trace.faults(), []);
        let own = r#"{ "eyeline": 1, "tick_rate": 10, "octree": {}, "trace": { "file": "run.jsonl" },
            "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -1] }],
            "objects": [{ "name": "own", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [9, 0, 0]] } }] }"#;
        let scene: Scene = serde_json::from_str(own).unwrap();
        let mut files = Files::default();
        files.traces.insert("run.jsonl", Arc::new(crate::files::TraceFile::received(Arc::new(trace))));
        let content = Content { scene: &scene, files: &files };
        let mut recording = Recording::of(content);
        let mut world = World::of(&mut recording, content, 0);
        for tick in [1, 2, 3, 4, 5, 6, 7, 2, 6, 0] {
            let changes = world.follow(&mut recording, content, content, tick);
            let whole = World::at(&scene, &files, tick);
            assert!(same(&world, &whole), "tick {tick}");
            let trace = world.trace.as_deref().unwrap();
            assert_eq!(trace.tick, tick);
            let past = PastWorlds::of_world(&world).unwrap();
            for back in 0..4 {
                let Some(before) = past.before(tick, back) else { continue };
                assert!(same(&before, &World::at(&scene, &files, before.tick)), "{back} before tick {tick}");
            }
            if tick == 3 {
                assert_eq!(
                    (changes.objects, changes.cameras, changes.names),
                    (Changed::At(vec![0, 1]), Changed::At(vec![0]), false)
                );
            }
        }
    }

    #[test]
    fn known_worlds_of_a_trace_that_grows_are_those_before_its_last_tick() {
        let place =
            |time: f64, x: f64| format!(r#"{{ "time": {time}, "set": {{ "cart": {{ "position": [{x}, 0, 0] }} }} }}"#);
        let mut reader = crate::trace::TraceReader::live("trace", crate::budget::Budget::default());
        reader.line(
            br#"{ "eyeline_trace": 1, "time": 0, "scene": { "eyeline": 1, "objects": [{ "name": "cart", "shape": { "sphere": { "radius": 1 } } }] } }"#,
        );
        reader.line(place(0.1, 1.0).as_bytes());
        reader.line(place(0.2, 2.0).as_bytes());
        let scene: Scene =
            serde_json::from_str(r#"{ "eyeline": 1, "tick_rate": 10, "trace": { "file": "live" } }"#).unwrap();
        let files_of = |reader: &crate::trace::TraceReader| {
            let mut files = Files::default();
            files.traces.insert("live", Arc::new(crate::files::TraceFile::received(Arc::new(reader.trace().clone()))));
            files
        };
        let before = files_of(&reader);
        let mut recording = Recording::of(content(&scene, &before));
        let mut world = World::of(&mut recording, content(&scene, &before), 3);
        let known = PastWorlds::of_world(&world).unwrap();
        let [first, last] = [known.at(1), known.at(2)];
        // More of the last tick.
        reader.line(place(0.2, 5.0).as_bytes());
        let now = files_of(&reader);
        world.follow(&mut recording, content(&scene, &before), content(&scene, &now), 4);
        let known = PastWorlds::of_world(&world).unwrap();
        assert!(Arc::ptr_eq(&first, &known.at(1)) && !Arc::ptr_eq(&last, &known.at(2)));
        assert!(same(&known.at(2), &World::at(&scene, &now, 2)));
        // Another scene knows none of them.
        let other = Scene { seed: 7, ..scene.clone() };
        world.follow(&mut recording, content(&scene, &now), content(&other, &now), 4);
        assert!(!Arc::ptr_eq(&first, &PastWorlds::of_world(&world).unwrap().at(1)));
    }

    #[test]
    fn time_moves_what_has_a_path_and_what_it_carries() {
        let scene: Scene = serde_json::from_str(SCENE).unwrap();
        let files = Files::default();
        let content = Content { scene: &scene, files: &files };
        let mut world = World::at(&scene, &files, 0);
        let changes = world.follow(&mut Recording::of(content), content, content, 30);
        assert_eq!((changes.objects, changes.cameras), (Changed::At(vec![1]), Changed::At(vec![1])));
        assert!(same(&world, &World::at(&scene, &files, 30)));
    }
}
