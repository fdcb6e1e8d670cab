//! Objects and cameras of models: the nodes of their files in world space.
//!
//! They come after the scene's own, in the order of the models and in that of each file. The *slot* of an object counts
//! all objects of the document, first those of the scene and then those of models. Without unplaced objects, an
//! object's slot is its index in the world.

use std::ops::Range;
use std::sync::Arc;

use glam::{Affine3A, DAffine3, DMat3, DQuat};

use super::agents::body_transform::{BodyTransform, BodyTransforms};
use super::given_box::GivenBox;
use super::layers::bits;
use super::lookup::Lookup;
use super::placed::ObjectAt;
use super::skins::SkinAt;
use crate::files::Content;
use crate::geometry::{Aabb, Mesh, Pose, Shape};
use crate::import::level::{Level, LevelCamera, LevelObject, Rig, RigPose};
use crate::parallel;
use crate::scene::{self, AnimationRef, Changed, ItemId, ModelPose, PartKind, SkinBounds};
use crate::source::error::quoted;

/// A model of the scene, with the ranges of its objects and cameras.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Its objects, by index in the world.
    pub objects: Range<usize>,
    /// Its cameras, by index in the world.
    pub cameras: Range<usize>,
    /// The error when its file could not be read or does not have its animation, or its objects do not fit into the budget;
    /// both ranges are then empty.
    pub error: Option<Arc<str>>,
}

/// A node of a model's file, with its model.
#[derive(Clone)]
pub(super) struct ModelNode<'s> {
    model: &'s scene::Model,
    world_from_level: DAffine3,
    object: &'s LevelObject,
    /// The nodes of the file at the time; `None` for a file in which nothing moves.
    rigged: Option<At<'s>>,
    tick_rate: f64,
}

/// The nodes of a file at a time.
#[derive(Clone)]
struct At<'s> {
    rig: &'s Arc<Rig>,
    pose: RigPose,
}

impl<'s> ModelNode<'s> {
    /// `None` where its pose has no inverse in 32-bit numbers.
    pub(super) fn place(&self, transform: Option<&BodyTransform>) -> Option<ObjectAt> {
        let (mesh, written) = self.mesh_and_map()?;
        let shape = Shape::Mesh(mesh);
        let pose = pose(written, transform)?;
        let aabb = Aabb::of(&shape, &pose);
        let skin = self.skin(transform.map(|_| &pose)).map(Arc::new);
        (aabb.min.is_finite() && aabb.max.is_finite()).then(|| ObjectAt {
            id: self.model.id.get().part(PartKind::Object, &self.object.name),
            name: self.name().into(),
            shape,
            aabb,
            view_box: skin.as_ref().and_then(|skin| skin.view_box()).unwrap_or(aabb),
            skin,
            pose,
            rotation: transform.map_or(rotation(written), |transform| transform.rotation(rotation(written))),
            layers: bits(&self.model.layers),
            color: self.object.color,
            path: None,
            moves: transform.is_some() || self.object.rigged.is_some() && self.rigged.is_some(),
        })
    }

    /// The number of solids that take as long to place.
    pub(super) fn weight(&self) -> usize {
        if self.rigged.is_some() { 1 + self.object.mesh.triangles().len() / 16 } else { 1 }
    }

    /// From its own space to the world's, where no agent has moved it.
    pub(super) fn world_from_local(&self) -> DAffine3 {
        self.mesh_and_map().map_or(self.world_from_level * self.object.level_from_local, |(_, map)| map)
    }

    /// Its mesh as posed, and from the space of that mesh to the world's, where no agent has moved it.
    fn mesh_and_map(&self) -> Option<(Arc<Mesh>, DAffine3)> {
        let as_read = || Some((Arc::clone(&self.object.mesh), self.world_from_level * self.object.level_from_local));
        let Some((rigged, At { rig, pose })) = self.object.rigged.as_deref().zip(self.rigged.as_ref()) else {
            return as_read();
        };
        if rigged.skin.is_some() && self.model.pose == ModelPose::Bind {
            let map = self.world_from_level * rigged.level_from_node(pose) * rigged.node_from_local;
            return Some((rigged.bind_mesh(rig, pose)?, map));
        }
        if pose.at.is_none() && !rigged.depends_on_origin() {
            return as_read();
        }
        let origin = self.world_from_level.inverse().translation;
        Some((rigged.mesh(rig, pose, origin)?, self.world_from_level * rigged.level_from_local(pose)))
    }

    /// Its skin. `moved` is its pose where an agent has moved it.
    fn skin(&self, moved: Option<&Pose>) -> Option<SkinAt> {
        let (rigged, At { rig, pose }) = self.object.rigged.as_ref().zip(self.rigged.as_ref())?;
        rigged.skin.as_ref()?;
        let is_bind = self.model.pose == ModelPose::Bind;
        let given = self.model.bounds.given().and_then(|given| GivenBox::of(given, rig, rigged));
        let moved = moved.filter(|_| !is_bind).map(|pose| {
            let Affine3A { matrix3, translation } = pose.world_from_local();
            let world_from_local = DAffine3 { matrix3: matrix3.as_dmat3(), translation: translation.as_dvec3() };
            world_from_local * rigged.node_from_local.inverse()
        });
        Some(SkinAt {
            world_from_level: moved.unwrap_or(self.world_from_level),
            rig: Arc::clone(rig),
            rigged: Arc::clone(rigged),
            pose: pose.clone(),
            is_bind,
            // A box of a joint that the skin does not have is an error of the model, and is not tested.
            bounds: if given.is_none() && self.model.bounds.given().is_some() {
                SkinBounds::Exact
            } else {
                self.model.bounds.method()
            },
            given,
            tick_rate: self.tick_rate,
        })
    }

    /// Its name in the world, `model/node`.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.model.name, self.object.name)
    }

    /// Its model.
    pub(super) fn model(&self) -> &'s scene::Model {
        self.model
    }

    /// Whether it is the object with this name, `model/node`.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let node = name.strip_prefix(&*self.model.name).and_then(|rest| rest.strip_prefix('/'));
        node.is_some_and(|node| *node == *self.object.name)
    }
}

/// The pose of an object with this map: with the position of the body transform in place of its own, and turned.
pub(super) fn pose(written: DAffine3, transform: Option<&BodyTransform>) -> Option<Pose> {
    let Some(transform) = transform else { return Pose::from_affine(written) };
    let turn = DMat3::from_quat(transform.rotation(DQuat::IDENTITY));
    Pose::from_affine(DAffine3::from_mat3_translation(turn * written.matrix3, transform.position.as_dvec3()))
}

/// The rotation of a map that may scale, shear and mirror as well: its Z axis keeps its direction, its Y axis the plane
/// that it spans with it.
pub(super) fn rotation(map: DAffine3) -> DQuat {
    let (y, z) = (map.matrix3.y_axis, map.matrix3.z_axis);
    let axes = z.try_normalize().and_then(|z| Some((y.cross(z).try_normalize()?, z)));
    axes.map_or(DQuat::IDENTITY, |(x, z)| DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z)))
}

/// All objects of models at a time, in slot order.
pub(super) fn nodes(content: Content<'_>, time: f64) -> Vec<ModelNode<'_>> {
    let mut nodes = Vec::with_capacity(count(content));
    for (model, level) in levels(content) {
        let world_from_level = model.world_from_level();
        let rigged = level.and_then(|level| rigged(model, level, time));
        let objects = level.map_or(&[][..], |level| &level.objects);
        nodes.extend(objects.iter().map(|object| {
            let rigged = rigged.clone().filter(|_| object.rigged.is_some());
            ModelNode { model, world_from_level, object, rigged, tick_rate: content.scene.tick_rate }
        }));
    }
    nodes
}

/// The nodes of a model's file at a time of the scene; `None` for a file in which nothing moves, and when none is asked to.
fn rigged<'s>(model: &scene::Model, level: &'s Level, time: f64) -> Option<At<'s>> {
    let rig = level.rig.as_ref()?;
    let animation = animation(model, rig);
    if animation.is_none() && rig.skins.is_empty() {
        return None;
    }
    let at = animation.map(|index| {
        let animation = &rig.animations[index].animation;
        (index, animation.time_at(time, model.start, model.speed, model.looped))
    });
    Some(At { rig, pose: rig.pose(at) })
}

/// The animation that a model plays, by its index in the file.
pub(crate) fn animation(model: &scene::Model, rig: &Rig) -> Option<usize> {
    match model.animation.as_ref()? {
        AnimationRef::Index(index) => usize::try_from(*index).ok().filter(|index| *index < rig.animations.len()),
        AnimationRef::Name(name) => rig.find_animation(name),
    }
}

/// The slots of the objects that animations move, counted from 0, without the scene's own.
pub(super) fn moving(content: Content) -> Vec<usize> {
    let (mut slot, mut moving) = (0, Vec::new());
    for (model, level) in levels(content) {
        let Some(level) = level else { continue };
        if level.rig.as_ref().is_some_and(|rig| animation(model, rig).is_some()) {
            let rigged = level.objects.iter().enumerate().filter(|(_, object)| object.rigged.is_some());
            moving.extend(rigged.map(|(i, _)| slot + i));
        }
        slot += level.objects.len();
    }
    moving
}

/// Whether a model of the scene plays an animation.
pub(super) fn has_animation(content: Content) -> bool {
    let rigs = levels(content).filter_map(|(model, level)| Some((model, level?.rig.as_ref()?)));
    rigs.into_iter().any(|(model, rig)| animation(model, rig).is_some())
}

/// All cameras of models at a time, in the form of scene cameras.
pub(super) fn cameras(content: Content, time: f64) -> impl Iterator<Item = scene::Camera> {
    levels(content).flat_map(move |(model, level)| {
        let world_from_level = model.world_from_level();
        let rigged = level.and_then(|level| rigged(model, level, time));
        let cameras = level.map_or(&[][..], |level| &level.cameras);
        cameras.iter().map(move |camera| {
            let moved = rigged.as_ref().zip(camera.node).and_then(|(At { pose, .. }, node)| {
                pose.at.and(pose.level_from_node.get(node)).map(|matrix| DAffine3::from_mat4(*matrix))
            });
            written_camera(model, camera, world_from_level * moved.unwrap_or(camera.level_from_local))
        })
    })
}

fn written_camera(model: &scene::Model, camera: &LevelCamera, map: DAffine3) -> scene::Camera {
    scene::Camera {
        id: model.id.get().part(PartKind::Camera, &camera.name).into(),
        position: map.translation.as_vec3().to_array(),
        rotation: Some(rotation(map).as_quat().to_array()),
        projection: camera.projection,
        near: camera.near,
        far: camera.far,
        ..scene::Camera::new(format!("{}/{}", model.name, camera.name))
    }
}

/// Each model with its level, where that could be read.
fn levels(content: Content<'_>) -> impl Iterator<Item = (&scene::Model, Option<&Level>)> {
    content.scene.models.iter().map(move |model| (model, content.files.level_of(model)))
}

/// The placed objects of models, and the ranges of models. The scene's own are `own` objects and `cameras` cameras.
pub(super) fn place(
    content: Content,
    body_transforms: &BodyTransforms,
    own: usize,
    cameras: usize,
    time: f64,
) -> (Vec<ObjectAt>, Vec<ModelAt>) {
    let scene = content.scene;
    let nodes = nodes(content, time);
    let first = scene.objects.len();
    let place = |i: usize| nodes[i].place(body_transforms.get(&(first + i)));
    let placed = parallel::collect_by_weight(nodes.len(), |i| nodes[i].weight(), place);
    let (mut objects, mut models) = (Vec::with_capacity(placed.len()), Vec::with_capacity(scene.models.len()));
    let (mut placed, mut camera) = (placed.into_iter(), cameras);
    for (model, level) in levels(content) {
        let before = own + objects.len();
        let [nodes, cameras] = level.map_or([0; 2], |level| [level.objects.len(), level.cameras.len()]);
        objects.extend(placed.by_ref().take(nodes).flatten());
        models.push(ModelAt {
            id: model.id.get(),
            name: model.name.as_str().into(),
            objects: before..own + objects.len(),
            cameras: camera..camera + cameras,
            error: why_not(content, model),
        });
        camera += cameras;
    }
    (objects, models)
}

/// The ranges of models in a world where all objects are placed.
pub(super) fn spans(content: Content) -> Vec<ModelAt> {
    let scene = content.scene;
    let (mut object, mut camera) = (scene.objects.len(), scene.cameras.len());
    let span = |(model, level): (&scene::Model, Option<&Level>)| {
        let [objects, cameras] = level.map_or([0; 2], |level| [level.objects.len(), level.cameras.len()]);
        let (from, eye) = (object, camera);
        (object, camera) = (object + objects, camera + cameras);
        ModelAt {
            id: model.id.get(),
            name: model.name.as_str().into(),
            objects: from..object,
            cameras: eye..camera,
            error: why_not(content, model),
        }
    };
    levels(content).map(span).collect()
}

/// The error of a model: of its file, that its objects do not fit into the budget, or of its animation.
fn why_not(content: Content, model: &scene::Model) -> Option<Arc<str>> {
    content.files.why_not_placed(model).map(Into::into)
}

/// Why an object of a model, named `model/node`, is unplaced; `None` where that is unknown.
pub(super) fn why_no_part(lookup: &Lookup, name: &str) -> Option<String> {
    let content = lookup.content;
    lookup.models_around(name).find_map(|model| {
        let part = name.get(model.name.len() + 1..)?;
        let has_part = || content.files.level(&model.file).is_some_and(|level| level.find(part).is_some());
        let missing = || (!has_part()).then(|| format!("{} has no object {}", quoted(&model.file), quoted(part)));
        content.files.why_not_placed(model).or_else(missing)
    })
}

/// The number of objects of models, with unplaced ones.
pub(super) fn count(content: Content) -> usize {
    levels(content).filter_map(|(_, level)| level).map(|level| level.objects.len()).sum()
}

/// Which slots of models changed between two scenes: counted from 0, without the scene's own.
pub(super) fn changes(before: Content, now: Content) -> Changed {
    let (then_placed, now_placed) = (&before.files.placed, &now.files.placed);
    if before.scene.models == now.scene.models && before.files.levels == now.files.levels && then_placed == now_placed {
        return Changed::NONE;
    }
    let counts =
        |content: Content| levels(content).map(|(_, level)| level.map_or(0, |l| l.objects.len())).collect::<Vec<_>>();
    let (then, here) = (counts(before), counts(now));
    let is_same = |a: usize, b: usize| {
        let file = &now.scene.models[a].file;
        let name = &now.scene.models[a].name;
        now.scene.models[a] == before.scene.models[b]
            && is_same_level(before, now, file)
            && now_placed.model(name).is_some() == then_placed.model(name).is_some()
    };
    match Changed::of(here.len(), then.len(), is_same) {
        Changed::At(models) if then == here => {
            let starts = starts(&here);
            Changed::At(models.into_iter().flat_map(|model| starts[model]..starts[model + 1]).collect())
        }
        Changed::At(models) => {
            let Some((&first, &last)) = models.first().zip(models.last()) else { return Changed::NONE };
            let (old, new) = (starts(&then), starts(&here));
            Changed::Range { removed: old[first]..old[last + 1], added: new[last + 1] - new[first] }
        }
        Changed::Range { removed, added } => {
            let (old, new) = (starts(&then), starts(&here));
            let added = new[removed.start + added] - new[removed.start];
            Changed::Range { removed: old[removed.start]..old[removed.end], added }
        }
    }
}

/// Whether a file has the same level in both.
pub(super) fn is_same_level(before: Content, now: Content, file: &str) -> bool {
    match (before.files.levels.get(file), now.files.levels.get(file)) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// The first index of each part, and at last the end of all.
fn starts(counts: &[usize]) -> Vec<usize> {
    let ends = counts.iter().scan(0, |end, count| {
        *end += count;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use glam::{DVec3, Vec3};

    use super::super::agents::recording::Recording;
    use super::super::at_tick::World;
    use super::*;
    use crate::files::{Files, Pace};
    use crate::scene::Scene;

    /// A change of a scene.
    type Change = fn(&mut Scene);

    const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";
    const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, "octree": {},
        "cameras": [{ "name": "carried", "attach": "b/wall", "position": [0, 1, 0] }],
        "rays": [{ "name": "aim", "origin": [1, 9, 1], "direction": [0, -1, 0] }],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
            { "name": "cart", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [9, 0, 0]] } },
            { "name": "shed", "shape": { "mesh": { "file": "shed.obj" } }, "position": [50, 0, 0] }],
        "models": [{ "name": "a", "file": "shed.obj" },
            { "name": "b", "file": "shed.obj", "position": [10, 0, 0], "scale": [1, 2, -1], "layers": [5] }],
        "agents": [{ "name": "mover", "body": "a/wall", "tree": { "action": { "move_to": { "point": [0, 5, 0],
            "speed": 10, "within": 0.1 } } } }] }"#;

    fn scene(folder: &std::path::Path) -> (Scene, Files) {
        fs::write(folder.join("shed.obj"), SHED).unwrap();
        let loaded = crate::files::parse(SCENE, "a.json", Some(folder)).unwrap();
        assert!(loaded.faults.is_empty() && loaded.warnings.is_empty(), "{loaded:?}");
        (loaded.scene, loaded.files)
    }

    /// The parts of a world that the tests compare.
    fn described(world: &World) -> String {
        let object = |object: &ObjectAt| {
            format!("{} {:?} {:?} {} {}", object.name, object.pose, object.aabb, object.layers, object.rotation)
        };
        let objects: Vec<_> = world.objects.iter().map(object).collect();
        format!("{objects:#?}\n{:#?}\n{:#?}\n{:?} {:?}", world.models, world.cameras, world.bounds(), world.octree)
    }

    #[test]
    fn objects_of_models_come_after_the_scene_s_own() {
        let folder = tempfile::tempdir().unwrap();
        let (scene, files) = scene(folder.path());
        let world = World::at(&scene, &files, 0);
        let names: Vec<&str> = world.objects.iter().map(|object| &*object.name).collect();
        assert_eq!(names, ["crate", "cart", "shed", "a/floor", "a/wall", "b/floor", "b/wall"]);
        assert_eq!((0..8).map(|i| world.model_of(i)).collect::<Vec<_>>(), {
            let (none, a, b) = (None, Some(0), Some(1));
            [none, none, none, a, a, b, b, none]
        });
        assert_eq!([&world.models[0].objects, &world.models[1].objects], [&(3..5), &(5..7)]);
        let b = &world.objects[6];
        assert_eq!((b.aabb.min, b.aabb.max), (Vec3::new(10.0, 0.0, -4.0), Vec3::new(12.0, 6.0, 0.0)));
        assert_eq!((b.layers, world.objects[4].layers), (1 << 5, 1));
        let eye = world.cameras[0].camera.position;
        assert!(eye.distance(Vec3::new(10.0, 2.0, 0.0)) < 1e-5, "carried by what is scaled: {eye}");
        let moved = World::at(&scene, &files, 3);
        assert!((moved.objects[4].aabb.min - Vec3::new(0.0, 3.0, 0.0)).length() < 1e-4, "an agent may move one");
    }

    #[test]
    fn following_gives_what_placing_anew_gives() {
        let folder = tempfile::tempdir().unwrap();
        let (start, mut files) = scene(folder.path());
        let mut before = start.clone();
        let mut recording = Recording::of(Content { scene: &before, files: &files });
        let mut world = World::of(&mut recording, Content { scene: &before, files: &files }, 0);
        let at = |list: &[usize]| Changed::At(list.to_vec());
        let range = |removed, added| Changed::Range { removed, added };
        let changes: [(Change, Changed); 12] = [
            (|scene| scene.objects[0].position[0] = 3.0, at(&[0])),
            (|scene| scene.models[1].position[0] = 3.0, at(&[5, 6])),
            (|scene| scene.models[0].layers = vec![2], at(&[3, 4])),
            (|scene| scene.rays[0].origin[0] = 3.0, at(&[])),
            (
                |scene| {
                    scene.models[1].name = "c".into();
                    scene.cameras[0].attach = None;
                    scene.objects[2].position[1] = 1.0;
                },
                at(&[2, 5, 6]),
            ),
            (|scene| drop(scene.objects.remove(0)), range(0..1, 0)),
            (|scene| drop(scene.models.pop()), range(4..6, 0)),
            (
                |scene| scene.models.insert(0, scene::Model { name: "d".into(), ..scene.models[0].clone() }),
                range(2..2, 2),
            ),
            (|scene| scene.models.swap(0, 1), at(&[2, 3, 4, 5])),
            (
                |scene| {
                    scene.objects.remove(0);
                    scene.models.remove(0);
                    scene.agents.clear();
                },
                range(0..6, 3),
            ),
            (|scene| scene.models.clear(), range(1..3, 0)),
            (|scene| drop(scene.objects.remove(0)), range(0..1, 0)),
        ];
        for (i, (change, expected)) in changes.into_iter().enumerate() {
            let mut now = before.clone();
            change(&mut now);
            let tick = 0;
            let changes = world.follow(
                &mut recording,
                Content { scene: &before, files: &files },
                Content { scene: &now, files: &files },
                tick,
            );
            assert_eq!(changes.objects, expected, "change {i}");
            assert_eq!(described(&world), described(&World::at(&now, &files, tick)), "change {i}");
            before = now;
        }
        // Back to the start, over time, and a file that was written again.
        for tick in [3, 1, 7] {
            world.follow(
                &mut recording,
                Content { scene: &before, files: &files },
                Content { scene: &start, files: &files },
                tick,
            );
            assert_eq!(described(&world), described(&World::at(&start, &files, tick)), "tick {tick}");
            before = start.clone();
        }
        fs::write(folder.path().join("shed.obj"), SHED.replace("2 0 0", "7 0 0")).unwrap();
        let old = files.clone();
        fs::File::open(folder.path().join("shed.obj"))
            .unwrap()
            .set_modified(std::time::SystemTime::UNIX_EPOCH)
            .unwrap();
        assert!(files.forget_changed_levels(Some(&folder.path().into())));
        files.update(&start, Some(&folder.path().into()), Pace::AtOnce);
        let now = Content { scene: &start, files: &files };
        let changes = world.follow(&mut recording, Content { scene: &before, files: &old }, now, 7);
        assert_eq!(changes.objects, at(&[2, 3, 4, 5, 6]));
        assert_eq!(described(&world), described(&World::at(&start, &files, 7)));
        assert!((world.objects[2].aabb.max.x - 57.0).abs() < 1e-4);
    }

    #[test]
    fn a_rotation_is_found_whatever_the_scale() {
        let turn = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.3);
        for scale in [DVec3::ONE, DVec3::new(2.0, 0.1, 5.0), DVec3::new(-3.0, 1.0, 1.0)] {
            let found = rotation(DAffine3::from_scale_rotation_translation(scale, turn, DVec3::X));
            assert!(found.angle_between(turn) < 1e-7, "{scale}");
        }
        assert_eq!(rotation(DAffine3::from_scale(DVec3::ZERO)), DQuat::IDENTITY);
    }
}
