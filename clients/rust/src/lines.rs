//! The lines of a trace: JSON objects, each with a newline.

use std::mem::take;

use crate::camera::{Camera, Depth, Direction, Lens, Projection};
use crate::json::{double, integer, key, list, number, numbers, string};
use crate::object::{Layers, Object, Shape};
use crate::place::{Place, WholePose, nearest_pose};
use crate::said::{Status, Verdict};
use crate::tick::{Entry, Id, Name, Names, Parts, Said, SaidRay, Tick};

/// The greatest length of a line that eyeline reads, with its newline.
pub(crate) const LONGEST: usize = 16 << 20;

/// The lines of a tick, to the end of `out`. Usually it is one; a keyframe, sheared objects and what would make a line too long have
/// lines of the same time. `names` are those of all entries of the world; the tick has those of new ones.
pub(crate) fn write(out: &mut Vec<u8>, tick: &Tick, names: &mut Names, trace: &str, longest: usize) {
    let before = out.len();
    let mut lines =
        Lines { out, time: tick.time, longest, line: before, is_keyframe: false, list: None, item: Vec::new() };
    for name in &tick.replaced {
        lines.item(List::Remove, |out| out.extend(names.of(*name)));
    }
    lines.end();
    for (id, name, _) in tick.keyframe.iter().flatten().chain(&tick.add) {
        names.learn(*id, name);
    }
    let mut sheared = Vec::new();
    if let Some(entries) = &tick.keyframe {
        lines.begin_keyframe(trace, tick.rate);
        lines.entries(entries, [List::SceneObjects, List::SceneCameras], &mut sheared);
        lines.end();
    } else {
        for (id, parts, entry) in &tick.set {
            lines.item(List::Set, |out| change(out, names.of(*id), *parts, entry));
        }
        lines.entries(&tick.add, [List::AddObjects, List::AddCameras], &mut sheared);
        for id in &tick.remove {
            lines.item(List::Remove, |out| out.extend(names.of(*id)));
        }
        if !sheared.is_empty() {
            lines.end();
        }
    }
    for (name, entry) in sheared {
        lines.item(List::Set, |out| change(out, name.as_bytes(), Parts::PLACE, entry));
    }
    let planes: Vec<Vec<u8>> = tick.planes.iter().map(planes).collect();
    for answer in &tick.said {
        lines.item(List::Said, |out| said(out, answer, names, &planes));
    }
    if lines.out.len() == before {
        lines.begin();
    }
    lines.end();
}

/// A list of a line, in the order in which eyeline applies them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    SceneObjects,
    SceneCameras,
    Set,
    AddObjects,
    AddCameras,
    Remove,
    Said,
}

struct Lines<'o> {
    out: &'o mut Vec<u8>,
    time: f64,
    longest: usize,
    /// Where the line starts that is being written; it is the end of `out` when there is none.
    line: usize,
    is_keyframe: bool,
    list: Option<List>,
    item: Vec<u8>,
}

impl Lines<'_> {
    fn begin(&mut self) {
        self.line = self.out.len();
        self.is_keyframe = false;
        self.out.extend(b"{\"time\":");
        double(self.out, self.time);
    }

    fn begin_keyframe(&mut self, trace: &str, tick_rate: Option<f64>) {
        self.line = self.out.len();
        self.is_keyframe = true;
        self.out.extend(b"{\"eyeline_trace\":1,\"name\":");
        string(self.out, trace);
        self.out.extend(b",\"time\":");
        double(self.out, self.time);
        self.out.extend(b",\"scene\":{\"eyeline\":1");
        if let Some(tick_rate) = tick_rate {
            key(self.out, "tick_rate");
            double(self.out, tick_rate);
        }
        self.out.extend(b",\"objects\":[");
        self.list = Some(List::SceneObjects);
    }

    fn is_open(&self) -> bool {
        self.line < self.out.len()
    }

    fn end(&mut self) {
        if !self.is_open() {
            return;
        }
        self.close_list();
        self.out.extend(b"}\n");
        self.line = self.out.len();
    }

    fn close_list(&mut self) {
        match self.list.take() {
            Some(List::SceneObjects | List::SceneCameras | List::AddObjects | List::AddCameras) => {
                self.out.extend(b"]}");
            }
            Some(List::Set) => self.out.push(b'}'),
            Some(List::Remove | List::Said) => self.out.push(b']'),
            None => {}
        }
    }

    /// Objects, then cameras. Objects whose shear is lost are added to the list.
    fn entries<'e>(
        &mut self,
        entries: &'e [(Id, Name, Entry)],
        lists: [List; 2],
        sheared: &mut Vec<(&'e Name, &'e Entry)>,
    ) {
        let [objects, cameras] = lists;
        for (_, name, entry) in entries {
            if let Entry::Object(one) = entry {
                let mut is_whole = true;
                self.item(objects, |out| is_whole = object(out, name, one));
                if !is_whole {
                    sheared.push((name, entry));
                }
            }
        }
        for (_, name, entry) in entries {
            if let Entry::Camera(one) = entry {
                self.item(cameras, |out| camera(out, name, one));
            }
        }
    }

    fn item(&mut self, mut to: List, write: impl FnOnce(&mut Vec<u8>)) {
        // More than is needed for the heads of a line and a list, and for their ends.
        const FRAME: usize = 128;
        let mut item = take(&mut self.item);
        item.clear();
        write(&mut item);
        if self.is_open() && self.out.len() - self.line + item.len() + FRAME > self.longest {
            self.end();
        }
        if !self.is_open() {
            self.begin();
        }
        if !self.is_keyframe {
            // What a keyframe had no room for is added.
            to = match to {
                List::SceneObjects => List::AddObjects,
                List::SceneCameras => List::AddCameras,
                other => other,
            };
        }
        self.open_list(to);
        if !matches!(self.out.last(), Some(b'[' | b'{')) {
            self.out.push(b',');
        }
        self.out.extend(&item);
        self.item = item;
    }

    fn open_list(&mut self, to: List) {
        if self.list == Some(to) {
            return;
        }
        match (self.list, to) {
            (Some(List::SceneObjects), List::SceneCameras) | (Some(List::AddObjects), List::AddCameras) => {
                self.out.extend(b"],\"cameras\":[");
            }
            _ => {
                self.close_list();
                self.out.extend(match to {
                    List::SceneObjects | List::AddObjects => &b",\"add\":{\"objects\":["[..],
                    List::SceneCameras | List::AddCameras => b",\"add\":{\"cameras\":[",
                    List::Set => b",\"set\":{",
                    List::Remove => b",\"remove\":[",
                    List::Said => b",\"said\":[",
                });
            }
        }
        self.list = Some(to);
    }
}

/// An object as in a scene; false when its shear is lost.
fn object(out: &mut Vec<u8>, name: &Name, object: &Object) -> bool {
    out.extend(b"{\"name\":");
    out.extend(name.as_bytes());
    shape(out, &object.shape);
    let (pose, is_whole) = match &object.place {
        Place::Pose(pose) => (*pose, true),
        Place::Matrix(matrix) => nearest_pose(matrix),
    };
    let none = WholePose::IDENTITY;
    vector_unless(out, "position", &pose.position, &none.position);
    vector_unless(out, "rotation", &pose.rotation, &none.rotation);
    vector_unless(out, "scale", &pose.scale, &none.scale);
    if object.layers != Layers::DEFAULT {
        layers(out, "layers", object.layers);
    }
    if let Some([red, green, blue]) = object.color {
        key(out, "color");
        string(out, &format!("#{red:02x}{green:02x}{blue:02x}"));
    }
    out.push(b'}');
    is_whole
}

fn camera(out: &mut Vec<u8>, name: &Name, camera: &Camera) {
    out.extend(b"{\"name\":");
    out.extend(name.as_bytes());
    vector_unless(out, "position", &camera.position, &[0.0; 3]);
    direction(out, &camera.direction);
    lens(out, &camera.lens);
    if camera.mask != Layers::ALL {
        layers(out, "mask", camera.mask);
    }
    if let Some(size) = camera.size {
        key(out, "size");
        list(out, size, integer);
    }
    out.push(b'}');
}

/// `NAME: { what has changed }`.
fn change(out: &mut Vec<u8>, name: &[u8], parts: Parts, entry: &Entry) {
    out.extend(name);
    out.extend(b":{");
    match entry {
        Entry::Object(object) => {
            match &object.place {
                Place::Pose(pose) => {
                    let vectors: [(_, _, &[f32]); 3] = [
                        (Parts::POSITION, "position", &pose.position),
                        (Parts::ROTATION, "rotation", &pose.rotation),
                        (Parts::SCALE, "scale", &pose.scale),
                    ];
                    for (part, word, numbers) in vectors {
                        if parts.has(part) {
                            vector(out, word, numbers);
                        }
                    }
                }
                Place::Matrix(matrix) if parts.has(Parts::PLACE) => vector(out, "matrix", matrix),
                Place::Matrix(_) => {}
            }
            if parts.has(Parts::SHAPE) {
                shape(out, &object.shape);
            }
            if parts.has(Parts::LAYERS) {
                layers(out, "layers", object.layers);
            }
        }
        Entry::Camera(camera) => {
            if parts.has(Parts::POSITION) {
                vector(out, "position", &camera.position);
            }
            if parts.has(Parts::ROTATION) {
                direction(out, &camera.direction);
            }
            if parts.has(Parts::LENS) {
                lens(out, &camera.lens);
            }
            if parts.has(Parts::LAYERS) {
                layers(out, "mask", camera.mask);
            }
        }
    }
    out.push(b'}');
}

fn shape(out: &mut Vec<u8>, shape: &Shape) {
    key(out, "shape");
    match shape {
        Shape::Sphere { radius } => sized(out, "sphere", &[("radius", *radius)]),
        Shape::Cylinder { radius, half_height } => {
            sized(out, "cylinder", &[("radius", *radius), ("half_height", *half_height)]);
        }
        Shape::Cone { radius, height } => sized(out, "cone", &[("radius", *radius), ("height", *height)]),
        Shape::Capsule { radius, half_height } => {
            sized(out, "capsule", &[("radius", *radius), ("half_height", *half_height)]);
        }
        Shape::Box { half_extents } => {
            out.extend(b"{\"box\":{\"half_extents\":");
            numbers(out, half_extents);
            out.extend(b"}}");
        }
        Shape::Hull { points } => {
            out.extend(b"{\"hull\":{\"points\":");
            list(out, points.iter(), |out, point| numbers(out, point));
            out.extend(b"}}");
        }
        Shape::Mesh { file, node } => {
            out.extend(b"{\"mesh\":{\"file\":");
            string(out, file);
            if let Some(node) = node {
                key(out, "node");
                string(out, node);
            }
            out.extend(b"}}");
        }
    }
}

/// `{ WORD: { a word and a size, … } }`.
fn sized(out: &mut Vec<u8>, word: &str, sizes: &[(&str, f32)]) {
    out.push(b'{');
    key(out, word);
    out.push(b'{');
    for (word, size) in sizes {
        key(out, word);
        number(out, *size);
    }
    out.extend(b"}}");
}

fn direction(out: &mut Vec<u8>, direction: &Direction) {
    match direction {
        Direction::Rotation(rotation) => vector(out, "rotation", rotation),
        Direction::LookAt(target) => vector(out, "look_at", target),
        Direction::Euler(degrees) => vector(out, "euler", degrees),
    }
}

fn lens(out: &mut Vec<u8>, lens: &Lens) {
    key(out, "projection");
    match lens.projection {
        Projection::Perspective { fov_y, aspect } => sized(out, "perspective", &[("fov_y", fov_y), ("aspect", aspect)]),
        Projection::Orthographic { height, aspect } => {
            sized(out, "orthographic", &[("height", height), ("aspect", aspect)]);
        }
        Projection::Frustum { left, right, bottom, top } => {
            sized(out, "frustum", &[("left", left), ("right", right), ("bottom", bottom), ("top", top)]);
        }
        Projection::Ortho { left, right, bottom, top } => {
            sized(out, "ortho", &[("left", left), ("right", right), ("bottom", bottom), ("top", top)]);
        }
        Projection::Matrix(matrix) => {
            out.extend(b"{\"matrix\":");
            numbers(out, &matrix);
            out.push(b'}');
        }
    }
    key(out, "near");
    number(out, lens.near);
    key(out, "far");
    match lens.far {
        Some(far) => number(out, far),
        None => out.extend(b"null"),
    }
    key(out, "depth");
    string(
        out,
        match lens.depth {
            Depth::MinusOneToOne => "-1..1",
            Depth::ZeroToOne => "0..1",
            Depth::Reversed => "reversed",
        },
    );
    key(out, "depth_bits");
    integer(out, lens.depth_bits);
}

fn layers(out: &mut Vec<u8>, word: &str, layers: Layers) {
    key(out, word);
    list(out, layers.iter(), integer);
}

fn vector(out: &mut Vec<u8>, word: &str, vector: &[f32]) {
    key(out, word);
    numbers(out, vector);
}

fn vector_unless(out: &mut Vec<u8>, word: &str, numbers: &[f32], default: &[f32]) {
    if numbers != default {
        vector(out, word, numbers);
    }
}

fn planes(planes: &[[f32; 4]; 6]) -> Vec<u8> {
    let mut out = Vec::with_capacity(320);
    list(&mut out, planes, |out, plane| numbers(out, plane));
    out
}

fn said(out: &mut Vec<u8>, said: &Said, names: &Names, planes: &[Vec<u8>]) {
    out.push(b'{');
    match said {
        Said::Visibility { camera, object, verdict, planes: index, aabb, sphere } => {
            name(out, "camera", names.of(*camera));
            name(out, "object", names.of(*object));
            key(out, "verdict");
            string(
                out,
                match verdict {
                    Verdict::Inside => "inside",
                    Verdict::Intersect => "intersect",
                    Verdict::Outside => "outside",
                    Verdict::Visible => "visible",
                    Verdict::Culled => "culled",
                },
            );
            if let Some(index) = index {
                key(out, "planes");
                out.extend(&planes[*index as usize]);
            }
            if let Some(aabb) = aabb {
                key(out, "box");
                out.push(b'{');
                vector(out, "min", &aabb.min);
                vector(out, "max", &aabb.max);
                out.push(b'}');
            }
            if let Some(sphere) = sphere {
                key(out, "sphere");
                out.push(b'{');
                vector(out, "center", &sphere.center);
                key(out, "radius");
                number(out, sphere.radius);
                out.push(b'}');
            }
        }
        Said::Ray { ray, hit, t, point, normal } => {
            said_ray(out, ray);
            match hit {
                Some(object) => name(out, "hit", names.of(*object)),
                None => out.extend(b",\"hit\":null"),
            }
            if let Some(t) = t {
                key(out, "t");
                number(out, *t);
            }
            for (word, numbers) in [("point", point), ("normal", normal)] {
                if let Some(numbers) = numbers {
                    vector(out, word, numbers);
                }
            }
        }
        Said::Pairs(pairs) => {
            key(out, "pairs");
            list(out, pairs, |out, pair| list(out, pair, |out, id| out.extend(names.of(*id))));
        }
        Said::Agent { agent, status, running } => {
            name(out, "agent", agent.as_bytes());
            if let Some(status) = status {
                key(out, "status");
                string(
                    out,
                    match status {
                        Status::Inactive => "inactive",
                        Status::Running => "running",
                        Status::Success => "success",
                        Status::Failure => "failure",
                        Status::Skipped => "skipped",
                    },
                );
            }
            if let Some(running) = running {
                name(out, "running", running.as_bytes());
            }
        }
    }
    out.push(b'}');
}

fn said_ray(out: &mut Vec<u8>, ray: &SaidRay) {
    match ray {
        SaidRay::Named(ray) => name(out, "ray", ray.as_bytes()),
        SaidRay::Cast { origin, direction, length, mask } => {
            key(out, "ray");
            out.push(b'{');
            vector(out, "origin", origin);
            vector(out, "direction", direction);
            if let Some(length) = length {
                key(out, "length");
                number(out, *length);
            }
            if let Some(mask) = mask {
                layers(out, "mask", *mask);
            }
            out.push(b'}');
        }
    }
}

fn name(out: &mut Vec<u8>, word: &str, name: &[u8]) {
    key(out, word);
    out.extend(name);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::said::{Aabb, Sphere};

    fn lines(tick: &Tick, longest: usize) -> Vec<Value> {
        let mut out = Vec::new();
        let mut names = Names::default();
        for (i, name) in (0..).zip(["eye", "ball", "a", "b"]) {
            names.learn(Id(i), &Arc::from(format!("\"{name}\"")));
        }
        write(&mut out, tick, &mut names, "a \"test\"", longest);
        let text = String::from_utf8(out).unwrap();
        assert!(text.ends_with('\n'));
        for line in text.lines() {
            assert!(line.len() < longest, "{}: {line}", line.len());
        }
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn entry(id: u32, name: &str, object: Object) -> (Id, Name, Entry) {
        (Id(id), Arc::from(format!("\"{name}\"")), Entry::Object(object))
    }

    fn sphere() -> Object {
        Object::new(Shape::sphere(0.5))
    }

    fn names(list: &Value) -> Vec<&str> {
        list.as_array().map_or(Vec::new(), |list| list.iter().map(|entry| entry["name"].as_str().unwrap()).collect())
    }

    #[test]
    fn a_tick_without_changes_has_a_line_too() {
        assert_eq!(lines(&Tick { time: 0.5, ..Tick::default() }, LONGEST), [json!({ "time": 0.5 })]);
    }

    #[test]
    fn a_keyframe_is_a_scene() {
        let guard = Camera::perspective(60.0, 1.5)
            .at([0.0, 1.7, 0.0])
            .look_at([0.0, 1.7, -5.0])
            .no_far()
            .mask([1, 3])
            .size(640, 360);
        let entries = vec![
            (Id(0), Arc::from("\"guard\""), Entry::Camera(guard.depth(Depth::Reversed))),
            entry(1, "ball", sphere().at([1.0, 0.0, 0.0]).layers([2]).color([255, 0, 16])),
        ];
        let tick = Tick { time: 2.0, keyframe: Some(entries), ..Tick::default() };
        let expected = json!({ "eyeline_trace": 1, "name": "a \"test\"", "time": 2.0, "scene": { "eyeline": 1,
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [1, 0, 0], "layers": [2],
                "color": "#ff0010" }],
            "cameras": [{ "name": "guard", "position": [0, 1.7, 0], "look_at": [0, 1.7, -5],
                "projection": { "perspective": { "fov_y": 60, "aspect": 1.5 } }, "near": 0.1, "far": null, "depth": "reversed",
                "depth_bits": 24, "mask": [1, 3], "size": [640, 360] }] } });
        assert_eq!(lines(&tick, LONGEST), [expected]);
    }

    #[test]
    fn what_does_not_fit_into_a_line_follows_at_the_same_time() {
        let entries: Vec<_> = (0..100).map(|i| entry(i, &format!("object {i}"), sphere())).collect();
        let keyframe = lines(&Tick { time: 1.0, keyframe: Some(entries.clone()), ..Tick::default() }, 1000);
        assert!(keyframe.len() > 5 && keyframe.iter().all(|line| line["time"] == 1.0));
        assert!(keyframe.iter().enumerate().all(|(i, line)| line.get("eyeline_trace").is_some() == (i == 0)));
        let found =
            keyframe.iter().flat_map(|line| [&line["scene"]["objects"], &line["add"]["objects"]].map(names).concat());
        assert_eq!(found.collect::<Vec<_>>(), (0..100).map(|i| format!("object {i}")).collect::<Vec<_>>());

        let camera = (Id(100), Arc::from("\"eye\""), Entry::Camera(Camera::orthographic(2.0, 1.0)));
        let changes = entries.iter().map(|(id, _, entry)| (*id, Parts::POSITION, entry.clone())).collect();
        let remove = entries.iter().map(|(id, ..)| *id).collect();
        let add = [entries.clone(), vec![camera]].concat();
        let tick = Tick { set: changes, add, remove, ..Tick::default() };
        let mut counts = [0; 4];
        for line in lines(&tick, 1000) {
            counts[0] += line["set"].as_object().map_or(0, serde_json::Map::len);
            counts[1] += names(&line["add"]["objects"]).len();
            counts[2] += names(&line["add"]["cameras"]).len();
            counts[3] += line["remove"].as_array().map_or(0, Vec::len);
        }
        assert_eq!(counts, [100, 100, 1, 100]);
    }

    #[test]
    fn shear_follows_the_pose_that_has_none() {
        let matrix = [2.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0, 4.0, 5.0, 1.0];
        let sheared = vec![entry(1, "ball", sphere()), entry(4, "sign", sphere().matrix(matrix))];
        for keyframe in [true, false] {
            let mut tick = Tick { said: vec![Said::Pairs(Box::new([]))], ..Tick::default() };
            *(if keyframe { tick.keyframe.insert(Vec::new()) } else { &mut tick.add }) = sheared.clone();
            let lines = lines(&tick, LONGEST);
            let entries = if keyframe { &lines[0]["scene"] } else { &lines[0]["add"] };
            assert_eq!(entries["objects"][1]["scale"], json!([2, 1.118_034, 1]));
            let expected = json!({ "time": 0.0, "set": { "sign": { "matrix": matrix } }, "said": [{ "pairs": [] }] });
            assert_eq!(lines[1..].iter().map(floats).collect::<Vec<_>>(), [floats(&expected)]);
        }
    }

    /// Whole numbers as floats, so that 1 is 1.0.
    fn floats(value: &Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64()),
            Value::Array(list) => list.iter().map(floats).collect(),
            Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), floats(value))).collect(),
            other => other.clone(),
        }
    }

    #[test]
    fn answers_have_the_inputs_that_are_known() {
        let name = |name: &str| Arc::from(format!("\"{name}\""));
        let aabb = Some(Aabb { min: [0.0; 3], max: [1.0, 2.0, 3.0] });
        let sphere = Some(Sphere { center: [0.5; 3], radius: 2.0 });
        let visibility = |planes, aabb, sphere| Said::Visibility {
            camera: Id(0),
            object: Id(1),
            verdict: Verdict::Culled,
            planes,
            aabb,
            sphere,
        };
        let ray = SaidRay::Cast {
            origin: [0.0; 3],
            direction: [0.0, 0.0, -1.0],
            length: Some(9.0),
            mask: Some([0, 5].into()),
        };
        let tick = Tick {
            planes: vec![[[1.0, 0.0, 0.0, 0.5]; 6]],
            said: vec![
                visibility(Some(0), aabb, sphere),
                visibility(None, None, None),
                Said::Ray {
                    ray,
                    hit: Some(Id(1)),
                    t: Some(2.5),
                    point: Some([0.0, 0.0, -2.5]),
                    normal: Some([0.0, 0.0, 1.0]),
                },
                Said::Ray { ray: SaidRay::Named(name("aim")), hit: None, t: None, point: None, normal: None },
                Said::Pairs(Box::new([[Id(2), Id(3)]])),
                Said::Agent { agent: name("guard"), status: Some(Status::Running), running: Some(name("chase")) },
            ],
            ..Tick::default()
        };
        let head = json!({ "camera": "eye", "object": "ball", "verdict": "culled" });
        let mut whole = head.clone();
        whole["planes"] =
            json!([[1, 0, 0, 0.5], [1, 0, 0, 0.5], [1, 0, 0, 0.5], [1, 0, 0, 0.5], [1, 0, 0, 0.5], [1, 0, 0, 0.5]]);
        whole["box"] = json!({ "min": [0, 0, 0], "max": [1, 2, 3] });
        whole["sphere"] = json!({ "center": [0.5, 0.5, 0.5], "radius": 2 });
        let expected = json!([
            whole,
            head,
            { "ray": { "origin": [0, 0, 0], "direction": [0, 0, -1], "length": 9, "mask": [0, 5] }, "hit": "ball", "t": 2.5,
              "point": [0, 0, -2.5], "normal": [0, 0, 1] },
            { "ray": "aim", "hit": null },
            { "pairs": [["a", "b"]] },
            { "agent": "guard", "status": "running", "running": "chase" },
        ]);
        assert_eq!(lines(&tick, LONGEST)[0]["said"], expected);
    }
}
