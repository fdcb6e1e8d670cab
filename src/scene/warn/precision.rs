//! Warnings about numbers beyond the precision of 32 bits: coordinates far from the origin, and sizes and angles that
//! are too large or too small.

use std::collections::BTreeMap;

use super::agent::each_leaf;
use crate::geometry::{narrate, spacing};
use crate::scene::changed::Changed;
use crate::scene::chunked_list::List;
use crate::scene::document::{Camera, Object, Octree, Path, Projection, Scene};
use crate::scene::tree::{ActionKind, ConditionKind, Node};
use crate::source::place::ValuePath;

/// The coordinate from which on neighbouring 32-bit numbers are 1 m apart, metres.
const FAR: f32 = 1e7;
/// The size below which a square is lost when it is added to 1, metres. Some computations add both.
const SMALL: f32 = 1e-10;
/// Sixteen times 2⁻²⁴ radians. When half of a field of view is less than this, or this close to a right angle, at most
/// a few steps of rounding separate the normals of two planes.
const NARROW: f64 = 16.0 / (1_u64 << 24) as f64;
/// The largest number of warnings of one kind that are listed.
const MOST: usize = 3;

/// The objects with a number that may be beyond the precision. After an edit, only the objects that changed are tested
/// again.
#[derive(Debug, Default)]
pub(crate) struct UnusualObjects {
    /// The objects that were tested.
    tested: List<Object>,
    /// Indices, ascending.
    unusual: Vec<usize>,
}

impl UnusualObjects {
    /// The indices of the unusual ones of these objects, ascending.
    fn among(&mut self, objects: &List<Object>) -> &[usize] {
        match objects.changes_since(&self.tested) {
            Changed::At(changed) => {
                self.unusual.retain(|i| changed.binary_search(i).is_err());
                self.unusual.extend(changed.into_iter().filter(|&i| !is_ordinary(&objects[i])));
                self.unusual.sort_unstable();
            }
            Changed::Range { .. } => {
                let unusual = objects.iter().enumerate().filter(|(_, object)| !is_ordinary(object));
                self.unusual = unusual.map(|(i, _)| i).collect();
            }
        }
        self.tested = objects.clone();
        &self.unusual
    }
}

/// Every value of a scene beyond the precision, with its warning.
pub(super) fn warnings(scene: &Scene, objects: &mut UnusualObjects) -> Vec<(ValuePath, String)> {
    let mut found = PrecisionWarnings::default();
    let root = ValuePath::default();
    if let Some(view) = &scene.view {
        let at = root.key("view");
        found.place(&view.eye.unwrap_or_default(), &at.key("eye"), "eye");
        found.place(&view.target, &at.key("target"), "target");
    }
    for (i, camera) in scene.cameras.iter().enumerate() {
        found.camera(camera, &root.key("cameras").index(i));
    }
    for &i in objects.among(&scene.objects) {
        found.object(&scene.objects[i], scene.tick_rate, &root.key("objects").index(i));
    }
    for (i, model) in scene.models.iter().enumerate() {
        let at = root.key("models").index(i);
        found.place(&model.position, &at.key("position"), "position");
    }
    for (i, ray) in scene.rays.iter().enumerate() {
        let at = root.key("rays").index(i);
        found.place(&ray.origin, &at.key("origin"), "origin");
    }
    if let Some(octree) = &scene.octree {
        found.octree(octree, &root.key("octree"));
    }
    for (i, agent) in scene.agents.iter().enumerate() {
        each_leaf(agent, &root.key("agents").index(i), &mut |leaf, at| found.leaf(leaf, &at));
    }
    for (i, image) in scene.images.iter().enumerate() {
        let at = root.key("images").index(i);
        found.place(&image.position, &at.key("position"), "position");
        if let Some(size) = image.size {
            found.sizes(&size, [1.0; 2], &at.key("size"), "size");
        }
    }
    found.listed()
}

/// A mesh or a camera of a level, in world space.
pub(crate) struct InWorld {
    /// The place of the file's name in the scene.
    pub(crate) at: ValuePath,
    /// The name for messages, such as "`rock` of `cave.glb`".
    pub(crate) what: String,
    /// The number that may be beyond the precision.
    pub(crate) measure: Measure,
}

/// A number that describes a part of a level in world space, metres.
pub(crate) enum Measure {
    /// The largest absolute coordinate of the part, and that of the position at which the scene places the file's
    /// origin.
    Reach { reach: f32, position: [f32; 3] },
    /// The largest extent of its box.
    Extent(f32),
}

/// The parts of levels that are too far from the origin or too small. A part that is far only because of a position in
/// the scene is left out, because a warning about that position covers it. Parts of extent 0 are left out.
pub(crate) fn imprecise_in_levels(all: impl Iterator<Item = InWorld>) -> Vec<(ValuePath, String)> {
    let mut found = PrecisionWarnings::default();
    for InWorld { at, what, measure } in all {
        match measure {
            Measure::Reach { reach, position } => {
                if largest(&position) < FAR && reach >= FAR && reach.is_finite() {
                    let message = far_message(&format!("{what} reaches"), reach, "move it nearer to the origin");
                    found.push("levels", at, message);
                }
            }
            Measure::Extent(extent) => {
                if extent > 0.0 && extent < SMALL {
                    found.push("small levels", at, small_message(&format!("{what} is"), extent));
                }
            }
        }
    }
    found.listed()
}

/// A number of the file, or one that follows from it. Both are finite.
fn written(x: f32) -> String {
    narrate::written(x.into())
}

/// The warning about a size that is too small. `what` begins the sentence.
fn small_message(what: &str, size: f32) -> String {
    format!(
        "{what} {} m: near 1 m, neighbouring 32-bit numbers are {} m apart, so distances to it and its normals are \
         mostly rounding errors; use larger sizes, for example by measuring in millimetres instead of metres",
        written(size),
        written(spacing(1.0))
    )
}

/// The warning about a coordinate that is too large. `what` begins the sentence, and `help` ends it.
fn far_message(what: &str, x: f32, help: &str) -> String {
    format!(
        "{what} {} m from the origin, where neighbouring 32-bit numbers are {} m apart: answers are rounded to that; {help}",
        written(x),
        written(spacing(x))
    )
}

#[derive(Default)]
struct PrecisionWarnings {
    warnings: Vec<(ValuePath, String)>,
    /// The number of warnings of each kind so far, and the index of the last one that is listed.
    counts: BTreeMap<&'static str, (usize, usize)>,
}

impl PrecisionWarnings {
    /// Adds a warning.
    fn push(&mut self, kind: &'static str, place: ValuePath, message: String) {
        let (count, last) = self.counts.entry(kind).or_default();
        *count += 1;
        if *count <= MOST {
            *last = self.warnings.len();
            self.warnings.push((place, message));
        }
    }

    /// The listed warnings. The last one of a kind with more of them counts all.
    fn listed(mut self) -> Vec<(ValuePath, String)> {
        for (count, last) in self.counts.into_values().filter(|(count, _)| *count > MOST) {
            let all = format!(" (the first {MOST} of {count} warnings of this kind are listed)");
            self.warnings[last].1.push_str(&all);
        }
        self.warnings
    }

    fn place(&mut self, point: &[f32; 3], at: &ValuePath, key: &'static str) {
        let x = largest(point);
        if x >= FAR {
            let message = far_message(&format!("`{key}` is"), x, "move everything nearer to the origin");
            let kind = match key {
                "position" => "position",
                "point" | "points" => "points",
                _ => "place",
            };
            self.push(kind, at.clone(), message);
        }
    }

    /// The points in the parameters of a leaf.
    fn leaf(&mut self, leaf: &Node, at: &ValuePath) {
        let (key, point) = match leaf {
            Node::Condition(leaf) => match &leaf.kind {
                ConditionKind::Near(near) => (leaf.kind.key(), near.point),
                _ => return,
            },
            Node::Action(leaf) => match &leaf.kind {
                ActionKind::MoveTo(way) => (leaf.kind.key(), way.point),
                ActionKind::Flee(way) => (leaf.kind.key(), way.point),
                ActionKind::Face(way) => (leaf.kind.key(), way.point),
                ActionKind::Patrol(way) => {
                    let points = at.key(leaf.kind.key()).key("points");
                    for (i, point) in way.points.iter().enumerate() {
                        self.place(point, &points.index(i), "points");
                    }
                    return;
                }
                _ => return,
            },
            _ => return,
        };
        if let Some(point) = point {
            self.place(&point, &at.key(key).key("point"), "point");
        }
    }

    /// The sizes of a shape whose scale is between the least and the greatest factor.
    fn sizes(&mut self, sizes: &[f32], [low, high]: [f32; 2], at: &ValuePath, key: &str) {
        let least = sizes.iter().fold(f32::INFINITY, |least, size| least.min(size * low));
        // The product of two finite numbers may not be finite in 32 bits.
        let most = sizes.iter().fold(0.0_f64, |most, size| most.max(f64::from(*size) * f64::from(high)));
        if most >= FAR.into() {
            let place = if most > f32::MAX.into() {
                "which no 32-bit number can hold".to_owned()
            } else {
                #[expect(clippy::cast_possible_truncation, reason = "it is in range")]
                let spacing = spacing(most as f32);
                let apart = written(spacing);
                format!("where neighbouring 32-bit numbers are {apart} m apart: the surface is rounded to that spacing")
            };
            let message = format!(
                "`{key}` reaches {} m, {place}; use smaller sizes, for example by measuring in kilometres instead of metres",
                narrate::written(most)
            );
            self.push("large", at.clone(), message);
        }
        if least < SMALL {
            self.push("small", at.clone(), small_message(&format!("`{key}` is"), least));
        }
    }

    fn camera(&mut self, camera: &Camera, at: &ValuePath) {
        self.place(&camera.position, &at.key("position"), "position");
        match camera.projection {
            Projection::Perspective { fov_y, aspect } => {
                let at = at.key("projection").key("perspective");
                let slope = libm::tan(f64::from(fov_y).to_radians() / 2.0);
                for (slope, key) in [(slope, "fov_y"), (slope * f64::from(aspect), "aspect")] {
                    let half = libm::atan(slope);
                    let off = half.min(std::f64::consts::FRAC_PI_2 - half);
                    if off < NARROW {
                        self.push("angle", at.key(key), angle_message(key, half, off));
                        break;
                    }
                }
            }
            Projection::Orthographic { height, aspect } => {
                let at = at.key("projection").key("orthographic");
                self.sizes(&[height / 2.0], [aspect.min(1.0), aspect.max(1.0)], &at.key("height"), "height");
            }
            Projection::Frustum { left, right, bottom, top } => {
                self.borders([left, right, bottom, top], &at.key("projection").key("frustum"));
            }
            Projection::Ortho { left, right, bottom, top } => {
                self.borders([left, right, bottom, top], &at.key("projection").key("ortho"));
            }
            // Its planes are in the numbers of the matrix.
            Projection::Matrix(_) => return,
        }
        let depth = camera.far - camera.near;
        if depth.is_finite() && depth < 4.0 * spacing(camera.far) {
            let message = format!(
                "`far` is {} m beyond `near`, and at {} m neighbouring 32-bit numbers are {} m apart: the two planes almost \
                 coincide; move them further apart",
                written(depth),
                written(camera.far),
                written(spacing(camera.far))
            );
            self.push("depth", at.key("far"), message);
        }
    }

    /// Opposite planes that almost coincide.
    fn borders(&mut self, [left, right, bottom, top]: [f32; 4], at: &ValuePath) {
        for ([low, high], [from, to]) in [([left, right], ["left", "right"]), ([bottom, top], ["bottom", "top"])] {
            let most = low.abs().max(high.abs());
            if high - low < 4.0 * spacing(most) {
                let message = format!(
                    "`{to}` is {} m beyond `{from}`, and at {} m neighbouring 32-bit numbers are {} m apart: the two planes \
                     almost coincide; move them further apart",
                    written(high - low),
                    written(most),
                    written(spacing(most))
                );
                self.push("borders", at.key(to), message);
            }
        }
    }

    fn object(&mut self, object: &Object, tick_rate: f64, at: &ValuePath) {
        match &object.path {
            Some(path) => self.path(path, tick_rate, &at.key("path")),
            None => self.place(&object.position, &at.key("position"), "position"),
        }
        let [x, y, z] = object.scale.map(f32::abs);
        let scale = [x.min(y).min(z), x.max(y).max(z)];
        let at = at.key("shape");
        // The size of a mesh is in its file: see `imprecise_in_levels`.
        if let Some((key, extents)) = object.shape.extents() {
            self.sizes(&extents, scale, &at.key(object.shape.word()).key(key), key);
        }
        for (size, numbers) in object.shape.sizes() {
            self.sizes(numbers, scale, &at.key(object.shape.word()).key(size.key), size.key);
        }
    }

    fn path(&mut self, path: &Path, tick_rate: f64, at: &ValuePath) {
        let points = at.key("points");
        for (i, point) in path.points.iter().enumerate() {
            self.place(point, &points.index(i), "points");
        }
        let coordinate = path.points.iter().map(largest).fold(0.0, f32::max);
        let step = f64::from(path.speed) / tick_rate;
        if path.speed > 0.0 && step < f64::from(spacing(coordinate)) && path.points.len() > 1 {
            let message = format!(
                "`speed` moves the object by {} m in a tick, and at {} m neighbouring 32-bit numbers are {} m apart: \
                 the object does not move in most ticks; use a higher speed, or move the path nearer to the origin",
                narrate::written(step),
                written(coordinate),
                written(spacing(coordinate))
            );
            self.push("speed", at.key("speed"), message);
        }
    }

    fn octree(&mut self, octree: &Octree, at: &ValuePath) {
        let (Some(min), Some(max)) = (octree.min, octree.max) else { return };
        self.place(&min, &at.key("min"), "min");
        self.place(&max, &at.key("max"), "max");
        let coordinate = largest(&min).max(largest(&max));
        let edge = |i: usize| (max[i] - min[i]) / libm::exp2f(octree.depth as f32);
        let least = (0..3).map(edge).fold(f32::INFINITY, f32::min);
        if least < spacing(coordinate) {
            let message = format!(
                "the least cells of `depth` {} are {} m wide, and at {} m neighbouring 32-bit numbers are {} m apart: \
                 rounding decides which cell a corner is in; lower `depth`, or move the region nearer to the origin",
                octree.depth,
                written(least),
                written(coordinate),
                written(spacing(coordinate))
            );
            self.push("cells", at.key("depth"), message);
        }
    }
}

fn angle_message(key: &str, half: f64, off: f64) -> String {
    let (what, of) = if half <= off { ("is", "view direction") } else { ("differs from 90° by", "picture plane") };
    format!(
        "half of the field of view that `{key}` gives {what} {}°: the normals of planes in 32-bit numbers have a \
         resolution of about {}°, so the planes almost coincide with the {of}; \
         use a field of view between 0.001° and 179.999°",
        narrate::written(off.to_degrees()),
        narrate::written(libm::exp2(-24.0).to_degrees())
    )
}

/// Whether no number of an object can be beyond the precision. Most objects are such, and no place is made for them.
fn is_ordinary(object: &Object) -> bool {
    let (sizes, extents) = (object.shape.sizes(), object.shape.extents());
    let extents = extents.as_slice().iter().flat_map(|(_, extents)| extents.as_slice());
    let numbers = || sizes.iter().flat_map(|(_, numbers)| *numbers).chain(extents.clone()).copied();
    let (least, most) = (numbers().fold(f32::INFINITY, f32::min), numbers().fold(0.0, f32::max));
    let [x, y, z] = object.scale.map(f32::abs);
    let has_ordinary_size = least * x.min(y).min(z) >= SMALL && most * x.max(y).max(z) < FAR;
    object.path.is_none() && largest(&object.position) < FAR && has_ordinary_size
}

/// The largest absolute value.
fn largest(point: &[f32; 3]) -> f32 {
    point.iter().fold(0.0, |most, x| x.abs().max(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::document::Shape;

    type Edit = fn(&mut Scene);

    #[test]
    fn unusual_objects_follow_edits() {
        let mut scene = crate::scene::generate(300, 1);
        let mut objects = UnusualObjects::default();
        let edits: [(Edit, usize); 9] = [
            (|_| {}, 0),
            (|scene| scene.objects[7].position[0] = 2e7, 1),
            (|scene| scene.objects[200].scale = [1e-12; 3], 2),
            (|scene| scene.objects[7].position[0] = 2.0, 1),
            (|scene| _ = scene.objects.remove(3), 1),
            (|scene| scene.objects[199].scale = [1.0; 3], 0),
            (|scene| (0..scene.objects.len()).for_each(|i| scene.objects[i].position[2] += 2e7), 3),
            (|scene| scene.objects.insert(0, scene.objects[5].clone()), 3),
            (|scene| (0..scene.objects.len()).for_each(|i| scene.objects[i].position[2] = 2.0), 0),
        ];
        for (edit, count) in edits {
            edit(&mut scene);
            let found = warnings(&scene, &mut objects);
            assert_eq!(found, warnings(&scene, &mut UnusualObjects::default()));
            assert_eq!(found.len(), count);
        }
    }

    fn found(text: &str) -> Vec<String> {
        let text = format!(r#"{{ "eyeline": 1, {text} }}"#);
        let scene: Scene = serde_json::from_str(&text).unwrap();
        warnings(&scene, &mut UnusualObjects::default())
            .into_iter()
            .map(|(place, message)| format!("{place}: {message}"))
            .collect()
    }

    #[test]
    fn numbers_beyond_32_bits_are_reported_with_their_place() {
        for (scene, expected) in [
            (r#""cameras": [{ "name": "a", "position": [1e10, 0, 0] }]"#, "cameras[0].position: `position` is 1e10 m"),
            (
                r#""cameras": [{ "name": "a", "projection": { "perspective": { "fov_y": 1e-16, "aspect": 1 } } }]"#,
                "cameras[0].projection.perspective.fov_y: half of the field of view",
            ),
            (
                r#""cameras": [{ "name": "a", "projection": { "perspective": { "fov_y": 60, "aspect": 1e-9 } } }]"#,
                "cameras[0].projection.perspective.aspect: half of the field of view",
            ),
            (
                r#""cameras": [{ "name": "a", "near": 1e6, "far": 1000000.1 }]"#,
                "cameras[0].far: `far` is 0.125 m beyond",
            ),
            (
                r#""objects": [{ "name": "a", "shape": { "box": { "half_extents": [1, 1e14, 1] } } }]"#,
                "objects[0].shape.box.half_extents: `half_extents` reaches",
            ),
            (
                r#""objects": [{ "name": "a", "shape": { "sphere": { "radius": 1e-11 } } }]"#,
                "objects[0].shape.sphere.radius: `radius` is 1e−11 m",
            ),
            (
                r#""objects": [{ "name": "a", "shape": { "sphere": { "radius": 1 } },
                    "path": { "points": [[0, 0, 0], [1e6, 0, 0]], "speed": 0.1 } }]"#,
                "objects[0].path.speed: `speed` moves the object",
            ),
            (
                r#""octree": { "min": [1e6, 0, 0], "max": [1000001, 1, 1], "depth": 6 }"#,
                "octree.depth: the least cells",
            ),
            (r#""rays": [{ "name": "a", "origin": [0, 0, 2e7], "direction": [0, 0, 1] }]"#, "rays[0].origin: `origin`"),
        ] {
            let found = found(scene);
            assert_eq!(found.len(), 1, "{found:#?}");
            assert!(found[0].starts_with(expected), "{} is not {expected}", found[0]);
        }
    }

    #[test]
    fn ordinary_scenes_are_not_warned_about() {
        for scene in [
            r#""cameras": [{ "name": "a", "position": [9000, 0, -9000], "near": 0.01, "far": 100000 }]"#,
            r#""objects": [{ "name": "a", "shape": { "box": { "half_extents": [0.001, 1000, 0.5] } }, "position": [900, 0, 0] },
                { "name": "b", "shape": { "sphere": { "radius": 1 } }, "scale": [1e-3, 1e-3, 1e-3],
                  "path": { "points": [[0, 0, 0], [1, 0, 0]], "speed": 0.001 } }]"#,
            r#""octree": { "min": [-8, -8, -8], "max": [8, 8, 8], "depth": 10 }"#,
        ] {
            assert_eq!(found(scene), Vec::<String>::new());
        }
    }

    #[test]
    fn an_ordinary_object_has_no_warning() {
        let numbers = [1e-12, 1e-10, 1.1e-10, 0.5, 3e6, 1e7, 2e7];
        let shapes = |a: f32, b: f32| {
            [
                Shape::Box { half_extents: [a, 1.0, b] },
                Shape::Sphere { radius: a },
                Shape::Cylinder { radius: a, half_height: b },
                Shape::Cone { radius: a, height: b },
                Shape::Capsule { radius: a, half_height: b },
                Shape::Mesh { file: "a.obj".into(), node: None },
            ]
        };
        let object: Object =
            serde_json::from_str(r#"{ "name": "a", "shape": { "sphere": { "radius": 1 } } }"#).unwrap();
        let mut ordinary = 0;
        for (a, b) in numbers.iter().flat_map(|a| numbers.map(|b| (*a, b))) {
            for shape in shapes(a, b) {
                for (position, scale) in [(0.0, 1.0), (1e7, 1.0), (-2e7, 1.0), (9e6, 0.5), (0.0, 4.0)] {
                    let object = Object {
                        position: [0.0, position, 1.0],
                        scale: [1.0, scale, -1.0],
                        shape: shape.clone(),
                        ..object.clone()
                    };
                    let mut found = PrecisionWarnings::default();
                    found.object(&object, 60.0, &ValuePath::default());
                    assert!(found.warnings.is_empty() || !is_ordinary(&object), "{object:?}");
                    ordinary += usize::from(is_ordinary(&object));
                }
            }
        }
        assert!(ordinary > 100, "{ordinary} objects need no place");
    }

    #[test]
    fn a_hundred_thousand_warnings_are_no_more_than_three() {
        let object = r#"{ "name": "a", "shape": { "sphere": { "radius": 1 } }, "position": [1e9, 0, 0] }"#;
        let found = found(&format!(r#""objects": [{}]"#, vec![object; 1000].join(",")));
        assert_eq!(found.len(), MOST);
        assert!(found[MOST - 1].contains("the first 3 of 1000 warnings"), "{found:?}");
    }
}
