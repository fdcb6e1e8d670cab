//! Adds new items: in the middle of the view, with a size that suits it, or about objects that are there.

use std::collections::BTreeMap;

use glam::Vec3;

use super::names::free_name;
use super::query;
use crate::behavior::NodeKey;
use crate::geometry::Aabb;
use crate::scene::tree::{Abort, Action, ActionKind, AgentTree, Composite, Node, Wait};
use crate::scene::{
    Agent, Camera, Collider, Cut, Entry, EntryId, Leak, Object, Occlusion, OcclusionMethod, Ray, Scene, Shape, default,
};
use crate::workspace::surface::{SurfacePoint, fall, surface as first_surface};
use crate::world::{Item, ObjectAt, World};

/// The kinds of new items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewItemKind {
    /// A camera at the left, looking at the middle of the view.
    Camera,
    /// A ray from the right through the middle of the view.
    Ray,
    /// An agent whose tree waits. Its body is the selected object, and its camera the one that is attached to it.
    Agent,
    /// About two objects: see [`query::bodies`].
    Occlusion,
    /// About an object with a mesh: see [`query::meshed`].
    Cut,
    /// From the middle of the view to the outside.
    Leak,
    /// About two objects: see [`query::bodies`].
    Collider,
    /// A cube.
    Box,
    /// A sphere as wide as the cube.
    Sphere,
    /// A cylinder as wide and high as the cube.
    Cylinder,
    /// A cone as wide and high as the cube.
    Cone,
    /// A capsule as high as the cube.
    Capsule,
    /// A convex hull as wide and high as the cube.
    Hull,
}

impl NewItemKind {
    /// All of them, in the order of the menus.
    pub(crate) const ALL: [Self; 13] = [
        Self::Camera,
        Self::Ray,
        Self::Agent,
        Self::Occlusion,
        Self::Cut,
        Self::Leak,
        Self::Collider,
        Self::Box,
        Self::Sphere,
        Self::Cylinder,
        Self::Cone,
        Self::Capsule,
        Self::Hull,
    ];

    /// The word for the kind, in menus and names.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Ray => "ray",
            Self::Agent => "agent",
            Self::Occlusion => "occlusion query",
            Self::Cut => "cut",
            Self::Leak => "leak",
            Self::Collider => "collider",
            Self::Box => "box",
            Self::Sphere => "sphere",
            Self::Cylinder => "cylinder",
            Self::Cone => "cone",
            Self::Capsule => "capsule",
            Self::Hull => "hull",
        }
    }
}

/// The position and size of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ViewPlacement {
    /// The point that the view orbits.
    pub(crate) middle: Vec3,
    /// The direction to the right in the picture, of length 1.
    pub(crate) right: Vec3,
    /// The direction upwards in the picture, of length 1.
    pub(crate) up: Vec3,
    /// The height of the picture at the middle, metres.
    pub(crate) height: f32,
    /// The surface in the middle of the view, on which new objects rest. Without one they rest on what is below `middle`.
    pub(crate) surface: Option<SurfacePoint>,
}

impl Default for ViewPlacement {
    fn default() -> Self {
        Self { middle: Vec3::ZERO, right: Vec3::X, up: Vec3::Y, height: 10.0, surface: None }
    }
}

/// Adds the item at the end of its list, under a free name. An occlusion query, a collider, a cut and an agent are about the `chosen`
/// items; `None` when the scene has no object for it.
pub(super) fn add(
    scene: &mut Scene,
    new: NewItemKind,
    spot: &ViewPlacement,
    world: &World,
    chosen: &[Item],
) -> Option<Entry> {
    let name = free_name(scene, new.word());
    let half = round(spot.height * 0.06);
    let middle = snap(spot.middle, half);
    let beside = |right: f32| snap(spot.middle + (spot.up * 0.18 + spot.right * right) * spot.height, half);
    Some(match new {
        NewItemKind::Camera => {
            let position = beside(-0.3);
            let far = far_beyond(position.distance(middle));
            scene.cameras.push(Camera {
                position: position.to_array(),
                look_at: (middle != position).then_some(middle.to_array()),
                near: default::near().min(far / 100.0),
                far,
                ..Camera::new(name)
            });
            Entry::Camera(scene.cameras.len() - 1)
        }
        NewItemKind::Ray => {
            let origin = beside(0.3);
            let direction = middle - origin;
            let direction = if direction == Vec3::ZERO { Vec3::NEG_Z } else { direction };
            scene.rays.push(Ray::new(name, origin.to_array(), direction.to_array()));
            Entry::Ray(scene.rays.len() - 1)
        }
        NewItemKind::Agent => {
            let body = own_body(scene, world, chosen);
            let camera = attached_camera(scene, body.as_deref());
            let (id, tick_rate, blackboard) = (EntryId::default(), None, BTreeMap::new());
            scene.agents.push(Agent { id, name, body, camera, tick_rate, blackboard, tree: starter_tree() });
            Entry::Agent(scene.agents.len() - 1)
        }
        NewItemKind::Occlusion => {
            let [a, b] = query::bodies(world, chosen, spot.middle).ok()?;
            scene.occlusion.push(Occlusion {
                id: EntryId::default(),
                name,
                a,
                b,
                among: Vec::new(),
                method: OcclusionMethod::default(),
                resolution: default::resolution(),
                fatten: false,
            });
            Entry::Occlusion(scene.occlusion.len() - 1)
        }
        NewItemKind::Cut => {
            scene.cuts.push(cut(name, query::meshed(world, chosen, spot.middle)?, world.tick));
            Entry::Cut(scene.cuts.len() - 1)
        }
        NewItemKind::Leak => {
            let from = middle.to_array().map(|x| (f64::from(x) * 1e4).round() / 1e4);
            let (id, to, radius, objects) = (EntryId::default(), None, default::leak_radius(), Vec::new());
            scene.leaks.push(Leak { name, from, to, radius, objects, id });
            Entry::Leak(scene.leaks.len() - 1)
        }
        NewItemKind::Collider => {
            let [render, collider] = query::bodies(world, chosen, spot.middle).ok()?;
            let (id, tolerance) = (EntryId::default(), default::collider_tolerance());
            scene.colliders.push(Collider { name, render, collider, parts: Vec::new(), tolerance, id });
            Entry::Collider(scene.colliders.len() - 1)
        }
        _ => {
            let (shape, above) = shape(new, half);
            let place = match spot.surface {
                Some(surface) => on_surface(&surface, half, world),
                None => below_middle(spot, half, world),
            } + above * Vec3::Y;
            scene.objects.push(Object { position: place.to_array(), ..Object::new(name, shape) });
            Entry::Object(scene.objects.len() - 1)
        }
    })
}

/// The first chosen object that is not the body of an agent.
fn own_body(scene: &Scene, world: &World, chosen: &[Item]) -> Option<String> {
    let is_free = |name: &str| scene.agents.iter().all(|agent| agent.body.as_deref() != Some(name));
    let mut objects = chosen.iter().filter_map(|item| match item {
        Item::Object(i) => world.objects.get(*i),
        _ => None,
    });
    objects.find(|object| is_free(&object.name)).map(|object| object.name.to_string())
}

/// The first camera that is attached to the body.
fn attached_camera(scene: &Scene, body: Option<&str>) -> Option<String> {
    let is_attached = |camera: &&Camera| body.is_some() && camera.attach.as_deref() == body;
    scene.cameras.iter().find(is_attached).map(|camera| camera.name.clone())
}

/// A cut of an object through its middle, across its longest axis, at a tick.
fn cut(name: String, object: &ObjectAt, tick: u64) -> Cut {
    let size = object.aabb.max - object.aabb.min;
    let longest = (1..3).fold(0, |longest, axis| if size[axis] > size[longest] { axis } else { longest });
    let normal: [f64; 3] = std::array::from_fn(|axis| f64::from(u8::from(axis == longest)));
    let point = object.aabb.centre().to_array().map(|x| (f64::from(x) * 1e4).round() / 1e4);
    Cut { name, object: object.name.to_string(), point, normal, tick, cap: true, id: EntryId::default() }
}

/// A tree of a selector with one action that waits.
fn starter_tree() -> AgentTree {
    let wait = Node::Action(Action {
        id: NodeKey::default(),
        name: String::new(),
        kind: ActionKind::Wait(Wait { ticks: 10 }),
    });
    let (id, name) = (NodeKey::default(), String::new());
    let root = Composite { id, name, abort: Abort::default(), children: vec![wait] };
    AgentTree::Written(Node::Selector(root).into())
}

/// The shape with the size of a cube with this half edge, and the height of its origin above its centre.
fn shape(new: NewItemKind, half: f32) -> (Shape, f32) {
    match new {
        NewItemKind::Sphere => (Shape::Sphere { radius: half }, 0.0),
        NewItemKind::Cylinder => (Shape::Cylinder { radius: half, half_height: half }, 0.0),
        NewItemKind::Cone => (Shape::Cone { radius: half, height: 2.0 * half }, half),
        NewItemKind::Capsule => (Shape::Capsule { radius: half / 2.0, half_height: half / 2.0 }, 0.0),
        NewItemKind::Hull => {
            let [.., hull] = Shape::solids([half; 3]);
            (hull, 0.0)
        }
        NewItemKind::Box
        | NewItemKind::Camera
        | NewItemKind::Ray
        | NewItemKind::Agent
        | NewItemKind::Occlusion
        | NewItemKind::Cut
        | NewItemKind::Leak
        | NewItemKind::Collider => (Shape::Box { half_extents: [half; 3] }, 0.0),
    }
}

/// The least y of the normal of a surface that carries a new object: that of a slope of 45°.
const LEAST_UP: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The centre of a cube that rests on a surface, beside other objects. It is at the height of that surface where there is
/// room, and its middle is above it. Beside a steep surface it is at the height of what is below: a surface, else the plane
/// y = 0.
fn on_surface(surface: &SurfacePoint, half: f32, world: &World) -> Vec3 {
    // A gap that cannot be seen: a cube that touches the surface overlaps it.
    let above = half * 1.001;
    let is_steep = surface.normal.y <= LEAST_UP;
    let below = |at: Vec3| first_surface(world, at, Vec3::NEG_Y, |_| true);
    let mut start = surface.point + surface.normal * above;
    let near_grid = |at: Vec3| (at.y.abs() < 8.0 * half).then_some(0.0);
    let height = if is_steep {
        let below = first_surface(world, start, Vec3::NEG_Y, |i| i != surface.object);
        below.map(|below| below.point.y).or(near_grid(start))
    } else {
        Some(surface.point.y)
    };
    if let Some(height) = height.filter(|_| is_steep) {
        start.y = start.y.max(height + above);
    }
    let settled = |at: Vec3| {
        let cube = Aabb { min: at - above, max: at + above };
        let depth = fall(world, &cube, Vec3::Y, |_| true).or(near_grid(at).map(|grid| cube.min.y - grid));
        let depth = depth.filter(|depth| depth.abs() < 8.0 * half);
        // It does not rise onto the steep object.
        tidy(at - Vec3::Y * depth.filter(|depth| !is_steep || *depth > 0.0).unwrap_or(0.0))
    };
    let is_level = |at: &Vec3| {
        let is_near = |y: f32| (at.y - above - y).abs() < 0.1 * half;
        height.is_none_or(is_near) && below(*at).map(|below| below.point.y).or(near_grid(*at)).is_some_and(is_near)
    };
    let is_free = |at: &Vec3| is_free(*at, half, world, below(*at).map(|below| below.object));
    let free: Vec<Vec3> = places(start, half).map(settled).filter(is_free).collect();
    free.iter().copied().find(is_level).or(free.first().copied()).unwrap_or_else(|| settled(start))
}

/// The centre of a cube that rests on what is below the middle of the view, beside other objects: on a surface, else on the
/// plane y = 0, where the grid is. It is at the middle itself when that place is not in the picture.
fn below_middle(spot: &ViewPlacement, half: f32, world: &World) -> Vec3 {
    let is_in_picture = |point: Vec3| {
        let from_middle = point - spot.middle;
        from_middle.dot(spot.up).abs().max(from_middle.dot(spot.right).abs()) <= 0.45 * spot.height
    };
    let surface = first_surface(world, spot.middle, Vec3::NEG_Y, |_| true);
    if let Some(surface) = surface.filter(|surface| is_in_picture(surface.point)) {
        return on_surface(&surface, half, world);
    }
    let middle = snap(spot.middle, half);
    let on_grid = Vec3 { y: half, ..middle };
    snap(clear(if is_in_picture(on_grid) { on_grid } else { middle }, half, world), half)
}

/// Coordinates with at most four digits after the point.
fn tidy(point: Vec3) -> Vec3 {
    glam::DVec3::from_array(point.to_array().map(|x| (f64::from(x) * 1e4).round() / 1e4)).as_vec3()
}

/// The free position nearest to `middle` at the same height. In a very crowded scene it is `middle`.
fn clear(middle: Vec3, half: f32, world: &World) -> Vec3 {
    places(middle, half).find(|place| is_free(*place, half, world, None)).unwrap_or(middle)
}

/// Positions at the height of `middle`, the nearest first, in steps of one and a half cubes.
fn places(middle: Vec3, half: f32) -> impl Iterator<Item = Vec3> {
    const RINGS: i8 = 3;
    let mut steps: Vec<_> = (-RINGS..=RINGS).flat_map(|x| (-RINGS..=RINGS).map(move |z| (x, z))).collect();
    steps.sort_by_key(|&(x, z)| i32::from(x).pow(2) + i32::from(z).pow(2));
    steps.into_iter().map(move |(x, z)| middle + Vec3::new(f32::from(x), 0.0, f32::from(z)) * 3.0 * half)
}

/// Whether a cube overlaps no bounding box but that of the object `below` it.
fn is_free(centre: Vec3, half: f32, world: &World, below: Option<usize>) -> bool {
    let cube = Aabb { min: centre - half, max: centre + half };
    !world.objects.iter().enumerate().any(|(i, object)| Some(i) != below && overlap(&object.aabb, &cube))
}

fn overlap(a: &Aabb, b: &Aabb) -> bool {
    a.min.cmple(b.max).all() && b.min.cmple(a.max).all()
}

/// The nearest multiple of a step on every axis. Coordinates are then short: 0.3 rather than 0.30000001.
fn snap(point: Vec3, step: f32) -> Vec3 {
    let tidy = |x: f32| {
        let x = f64::from((x / step).round()) * f64::from(step);
        (x * 1e4).round() / 1e4
    };
    glam::DVec3::from_array(point.to_array().map(tidy)).as_vec3()
}

/// The far plane of a new camera that looks at something at a distance: a round number beyond it, so that a new object there
/// is inside.
pub(crate) fn far_beyond(distance: f32) -> f32 {
    let least = distance * 1.5;
    let below = round(least);
    if below >= least {
        return below;
    }
    // The next round number is 2 or 2.5 times as large.
    round(below * 2.6)
}

/// The largest of 1, 2 or 5 times a power of ten that does not exceed the length.
fn round(length: f32) -> f32 {
    let length = length.clamp(1e-3, 1e6);
    let power = libm::exp10(libm::log10(length.into()).floor());
    let digit = f64::from(length) / power;
    let nice = if digit >= 5.0 {
        5.0
    } else if digit >= 2.0 {
        2.0
    } else {
        1.0
    };
    #[expect(clippy::cast_possible_truncation, reason = "clamped above")]
    let rounded = (nice * power) as f32;
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::{NoLevels, validate};

    const SOLIDS: [NewItemKind; 6] = [
        NewItemKind::Box,
        NewItemKind::Sphere,
        NewItemKind::Cylinder,
        NewItemKind::Cone,
        NewItemKind::Capsule,
        NewItemKind::Hull,
    ];

    fn empty() -> Scene {
        serde_json::from_str(r#"{ "eyeline": 1 }"#).unwrap()
    }

    #[test]
    fn every_kind_of_item_keeps_the_scene_valid_from_any_viewpoint() {
        for middle in [Vec3::ZERO, Vec3::new(3.3, -2.0, 91.7), Vec3::splat(-4e5)] {
            for height in [1e-4, 0.3, 10.0, 5e5] {
                let spot = ViewPlacement { middle, height, ..ViewPlacement::default() };
                let mut scene = empty();
                for new in NewItemKind::ALL.into_iter().chain(NewItemKind::ALL) {
                    let world = World::at(&scene, &Files::default(), 0);
                    add(&mut scene, new, &spot, &world, &[]);
                    assert_eq!(validate(&scene, &NoLevels, None), [], "{spot:?} {new:?}");
                }
                assert_eq!(scene.cameras.len() + scene.rays.len() + scene.objects.len(), 16);
                assert_eq!((&*scene.objects[0].name, &*scene.objects[6].name), ("box", "box 2"));
            }
        }
    }

    #[test]
    fn a_new_agent_has_the_selected_object_as_its_body_and_the_camera_on_it() {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eyes", "attach": "guard" }, { "name": "other" }],
            "objects": [{ "name": "guard", "shape": { "sphere": { "radius": 1 } } },
                { "name": "visitor", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let mut scene = crate::scene::parse(text, "a.json").unwrap();
        let world = World::at(&scene, &Files::default(), 0);
        for (chosen, body, camera) in [
            (&[Item::Object(0)][..], Some("guard"), Some("eyes")),
            // The body of another agent is not taken.
            (&[Item::Object(0)], None, None),
            (&[Item::Object(0), Item::Object(1)], Some("visitor"), None),
            (&[], None, None),
        ] {
            add(&mut scene, NewItemKind::Agent, &ViewPlacement::default(), &world, chosen).unwrap();
            let agent = &scene.agents[scene.agents.len() - 1];
            assert_eq!((agent.body.as_deref(), agent.camera.as_deref()), (body, camera), "{chosen:?}");
            assert_eq!(validate(&scene, &NoLevels, None), []);
        }
    }

    #[test]
    fn a_new_item_is_in_view_and_a_new_camera_sees_it() {
        let mut scene = empty();
        let spot = ViewPlacement { middle: Vec3::new(1.0, 0.4, 3.0), ..ViewPlacement::default() };
        for new in [NewItemKind::Camera, NewItemKind::Ray, NewItemKind::Cone] {
            let world = World::at(&scene, &Files::default(), 0);
            add(&mut scene, new, &spot, &world, &[]);
        }
        let world = World::at(&scene, &Files::default(), 0);
        assert!(world.objects[0].aabb.centre().distance(spot.middle) < 0.5);
        let report = crate::report::Report::of(&world);
        assert_eq!(report.frusta[0].objects[0].fast.verdict, crate::geometry::frustum::Verdict::Inside);
        assert_eq!(report.rays[0].nearest, Some(crate::report::RayTarget::Object(0)));
    }

    #[test]
    fn a_new_object_rests_on_what_is_below_the_middle_of_the_view() {
        let bottom = |scene: &mut Scene, new: NewItemKind, middle: Vec3| {
            let world = World::at(scene, &Files::default(), 0);
            add(scene, new, &ViewPlacement { middle, ..ViewPlacement::default() }, &world, &[]);
            World::at(scene, &Files::default(), 0).objects.last().unwrap().aabb.min.y
        };
        for new in SOLIDS {
            for y in [-1.3, 0.0, 0.2, 3.0] {
                let bottom = bottom(&mut empty(), new, Vec3::new(0.3, y, 8.0));
                assert!(bottom.abs() < 1e-4, "{new:?} at {y}: on the grid, not {bottom}");
            }
        }
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "table", "shape": { "box": { "half_extents": [2, 0.5, 2] } }, "position": [0, 0.5, 0] } ] }"#;
        let mut scene: Scene = serde_json::from_str(text).unwrap();
        let on_table = bottom(&mut scene, NewItemKind::Capsule, Vec3::new(0.0, 3.0, 0.0));
        assert!((on_table - 1.0).abs() < 1e-2, "{on_table}");
        let high = bottom(&mut empty(), NewItemKind::Box, Vec3::new(0.0, 90.0, 0.0));
        assert!(high > 80.0, "the grid is not in the picture: {high}");
    }

    #[test]
    fn a_new_camera_sees_beyond_what_it_looks_at() {
        for height in [1e-3, 0.1, 1.0, 6.9, 10.0, 333.0, 1e5] {
            let mut scene = empty();
            let world = World::at(&scene, &Files::default(), 0);
            add(&mut scene, NewItemKind::Camera, &ViewPlacement { height, ..ViewPlacement::default() }, &world, &[]);
            let camera = &scene.cameras[0];
            let distance = Vec3::from(camera.position).distance(camera.look_at.map_or(Vec3::ZERO, Vec3::from));
            assert!(camera.far >= 1.4 * distance && camera.near < camera.far, "{height}: {} {distance}", camera.far);
        }
    }

    #[test]
    fn new_objects_do_not_overlap() {
        let mut scene = empty();
        for _ in 0..8 {
            for new in SOLIDS {
                let world = World::at(&scene, &Files::default(), 0);
                add(&mut scene, new, &ViewPlacement::default(), &world, &[]);
            }
        }
        let objects = World::at(&scene, &Files::default(), 0).objects;
        for (i, a) in objects.iter().enumerate() {
            assert!(objects[i + 1..].iter().all(|b| !overlap(&a.aabb, &b.aabb)), "{i}");
        }
    }

    #[test]
    fn lengths_are_round_numbers() {
        for (length, nice) in [(0.6, 0.5), (1.0, 1.0), (4.9, 2.0), (7e5, 5e5), (0.0, 1e-3)] {
            assert!((round(length) / nice - 1.0).abs() < 1e-5, "{length}: {}", round(length));
        }
    }
}
