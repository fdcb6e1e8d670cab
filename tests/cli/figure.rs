//! The figure of the lessons about skins. It is generated here and compared with the files. `UPDATE_SCENES=1 cargo test --test
//! cli figure` writes the files.
//!
//! A person of tubes, 1.85 m tall, looks along +Z. Twelve joints move it; near a joint, two of them share a vertex.

use std::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3, EulerRot};
use serde_json::json;

use crate::glb::{Glb, compare, flat, normals, short};

/// Vertices around a tube.
const SIDES: u16 = 10;
/// Keys of an animation in a second.
const KEYS: f64 = 10.0;

/// A joint: its name, its parent, and its place as modelled.
const JOINTS: [(&str, Option<usize>, [f64; 3]); 12] = [
    ("hips", None, [0.0, 0.95, 0.0]),
    ("spine", Some(0), [0.0, 1.15, 0.0]),
    ("chest", Some(1), [0.0, 1.35, 0.0]),
    ("head", Some(2), [0.0, 1.56, 0.0]),
    ("left arm", Some(2), [0.21, 1.45, 0.0]),
    ("left forearm", Some(4), [0.24, 1.16, 0.0]),
    ("right arm", Some(2), [-0.21, 1.45, 0.0]),
    ("right forearm", Some(6), [-0.24, 1.16, 0.0]),
    ("left thigh", Some(0), [0.1, 0.92, 0.0]),
    ("left shin", Some(8), [0.1, 0.5, 0.0]),
    ("right thigh", Some(0), [-0.1, 0.92, 0.0]),
    ("right shin", Some(10), [-0.1, 0.5, 0.0]),
];

/// A node that is not a joint, such as the place of a tool: the joint above it, its name, and its place relative to the joint.
const SOCKET: (&str, &str, [f64; 3]) = ("right forearm", "grip", [0.0, -0.26, 0.0]);

/// The mesh in the making.
#[derive(Default)]
struct Mesh {
    positions: Vec<DVec3>,
    influences: Vec<[(u8, f64); 2]>,
    triangles: Vec<[u16; 3]>,
}

impl Mesh {
    /// A closed tube around a line of rings, each with its middle and its radii along the two directions across. `chain` moves
    /// it: joints with the place along the tube (0 to the number of rings) at which each begins.
    fn tube(&mut self, rings: &[(DVec3, [f64; 2])], [u, v]: [DVec3; 2], chain: &[(u8, f64)]) {
        let first = u16::try_from(self.positions.len()).unwrap();
        let count = u16::try_from(rings.len()).unwrap();
        for (i, (middle, [a, b])) in rings.iter().enumerate() {
            for side in 0..SIDES {
                let (sin, cos) = libm::sincos(TAU * f64::from(side) / f64::from(SIDES));
                self.vertex(*middle + u * (a * cos) + v * (b * sin), i as f64, chain);
            }
        }
        for ring in 0..count - 1 {
            for side in 0..SIDES {
                let at = |ring: u16, side: u16| first + ring * SIDES + side % SIDES;
                let [a, b, c, d] = [at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side)];
                self.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        for (ring, flips) in [(0, true), (count - 1, false)] {
            let end = u16::try_from(self.positions.len()).unwrap();
            self.vertex(rings[usize::from(ring)].0, f64::from(ring), chain);
            for side in 0..SIDES {
                let [a, b] = [side, side + 1].map(|side| first + ring * SIDES + side % SIDES);
                self.triangles.push(if flips { [end, b, a] } else { [end, a, b] });
            }
        }
    }

    fn vertex(&mut self, at: DVec3, along: f64, chain: &[(u8, f64)]) {
        /// Rings on both sides of a joint that it shares with the one before.
        const SHARED: f64 = 1.5;
        let own = chain.iter().rposition(|(_, begin)| *begin - SHARED <= along).unwrap_or(0);
        let (joint, begin) = chain[own];
        let part = if own == 0 { 1.0 } else { ((along - begin + SHARED) / (2.0 * SHARED)).clamp(0.0, 1.0) };
        let before = if own == 0 { joint } else { chain[own - 1].0 };
        // Steps of 1/64 add up to 1 exactly.
        let part = (part * 64.0).round() / 64.0;
        self.positions.push(at);
        self.influences.push([(joint, part), (before, 1.0 - part)]);
    }
}

/// Rings from one place to the next, `steps` between two, with the radii of each place.
fn rings(places: &[([f64; 3], [f64; 2])], steps: u8) -> Vec<(DVec3, [f64; 2])> {
    let mut rings = Vec::new();
    for pair in places.windows(2) {
        let [(from, a), (to, b)] = [pair[0], pair[1]].map(|(place, radii)| (DVec3::from(place), radii));
        for step in 0..steps {
            let t = f64::from(step) / f64::from(steps);
            rings.push((from.lerp(to, t), [0, 1].map(|i| a[i] + (b[i] - a[i]) * t)));
        }
    }
    let (place, radii) = places[places.len() - 1];
    rings.push((place.into(), radii));
    rings
}

fn mesh() -> Mesh {
    let mut mesh = Mesh::default();
    let up = [DVec3::NEG_X, DVec3::Z];
    let down = [DVec3::X, DVec3::Z];
    let body = [
        ([0.0, 0.84, 0.0], [0.08, 0.06]),
        ([0.0, 0.92, 0.0], [0.16, 0.11]),
        ([0.0, 1.12, 0.0], [0.12, 0.09]),
        ([0.0, 1.32, 0.0], [0.17, 0.11]),
        ([0.0, 1.46, 0.0], [0.18, 0.1]),
        ([0.0, 1.5, 0.0], [0.07, 0.06]),
        ([0.0, 1.58, 0.0], [0.05, 0.05]),
    ];
    mesh.tube(&rings(&body, 2), up, &[(0, 0.0), (1, 4.0), (2, 6.5)]);
    let head = [
        ([0.0, 1.54, 0.0], [0.04, 0.05]),
        ([0.0, 1.6, 0.01], [0.08, 0.09]),
        ([0.0, 1.7, 0.01], [0.095, 0.11]),
        ([0.0, 1.8, 0.0], [0.07, 0.08]),
        ([0.0, 1.85, 0.0], [0.015, 0.02]),
    ];
    mesh.tube(&rings(&head, 2), up, &[(3, 0.0)]);
    for (sign, arm, forearm, thigh, shin) in [(1.0, 4, 5, 8, 9), (-1.0, 6, 7, 10, 11)] {
        let arms = [
            ([0.13 * sign, 1.44, 0.0], [0.05, 0.05]),
            ([0.21 * sign, 1.43, 0.0], [0.055, 0.055]),
            ([0.24 * sign, 1.16, 0.0], [0.042, 0.042]),
            ([0.26 * sign, 0.92, 0.0], [0.033, 0.033]),
            ([0.265 * sign, 0.8, 0.01], [0.02, 0.045]),
        ];
        mesh.tube(&rings(&arms, 4), down, &[(arm, 0.0), (forearm, 8.0)]);
        let legs = [
            ([0.08 * sign, 0.99, 0.0], [0.06, 0.07]),
            ([0.1 * sign, 0.86, 0.0], [0.088, 0.09]),
            ([0.1 * sign, 0.5, 0.0], [0.06, 0.065]),
            ([0.1 * sign, 0.08, 0.0], [0.042, 0.045]),
            ([0.1 * sign, 0.0, 0.0], [0.045, 0.06]),
        ];
        mesh.tube(&rings(&legs, 4), down, &[(thigh, 0.0), (shin, 8.0)]);
        let foot = [
            ([0.1 * sign, 0.035, -0.04], [0.035, 0.03]),
            ([0.1 * sign, 0.04, 0.08], [0.05, 0.04]),
            ([0.1 * sign, 0.025, 0.19], [0.03, 0.02]),
        ];
        mesh.tube(&rings(&foot, 3), [DVec3::X, DVec3::Y], &[(shin, 0.0)]);
    }
    mesh
}

/// The rotation of a joint at a time: about X, then Y, then Z, in degrees.
type Turn = fn(f64) -> [f64; 3];

/// An animation: its name and duration, the way of the hips, and the turns of joints.
struct Animation {
    name: &'static str,
    duration: f64,
    hips: fn(f64) -> DVec3,
    turns: &'static [(usize, Turn)],
}

fn swing(time: f64) -> f64 {
    libm::sin(TAU * time / 1.2)
}

/// Up and down again within two seconds.
fn raise(time: f64) -> f64 {
    0.5 - 0.5 * libm::cos(PI * time)
}

const ANIMATIONS: [Animation; 2] = [
    Animation {
        name: "Walk",
        duration: 2.4,
        hips: |time| DVec3::new(0.0, 0.95 - 0.02 * swing(time).abs(), 1.25 * time),
        turns: &[
            (1, |time| [2.0, 8.0 * swing(time), 0.0]),
            (4, |time| [28.0 * swing(time), 0.0, 4.0]),
            (5, |time| [-18.0 - 14.0 * swing(time).max(0.0), 0.0, 0.0]),
            (6, |time| [-28.0 * swing(time), 0.0, -4.0]),
            (7, |time| [-18.0 - 14.0 * (-swing(time)).max(0.0), 0.0, 0.0]),
            (8, |time| [-30.0 * swing(time), 0.0, 0.0]),
            (9, |time| [8.0 + 34.0 * swing(time - 0.3).max(0.0), 0.0, 0.0]),
            (10, |time| [30.0 * swing(time), 0.0, 0.0]),
            (11, |time| [8.0 + 34.0 * (-swing(time - 0.3)).max(0.0), 0.0, 0.0]),
        ],
    },
    Animation {
        name: "Reach",
        duration: 2.0,
        hips: |_| DVec3::new(0.0, 0.95, 0.0),
        turns: &[
            (2, |time| [-6.0 * raise(time), 0.0, 0.0]),
            (3, |time| [-14.0 * raise(time), 0.0, 0.0]),
            (4, |time| [0.0, 0.0, 150.0 * raise(time)]),
            (5, |time| [0.0, 0.0, 24.0 * raise(time)]),
            (6, |time| [0.0, 0.0, -115.0 * raise(time)]),
            (7, |time| [0.0, 0.0, -50.0 * raise(time)]),
        ],
    },
];

/// The figure. `share` is the sum of the weights of the vertices of the left forearm.
fn figure(share: f64) -> Vec<u8> {
    let mesh = mesh();
    let mut glb = Glb::new();
    let positions = glb.positions(&mesh.positions);
    let normals = glb.floats("VEC3", 3, &flat(&normals(&mesh.positions, &mesh.triangles)), None);
    let joints: Vec<u8> =
        mesh.influences.iter().flat_map(|[(a, _), (b, part)]| [*a, if *part > 0.0 { *b } else { 0 }, 0, 0]).collect();
    let joints = glb.accessor("VEC4", 5121, mesh.influences.len(), &joints, None);
    let weights = mesh.influences.iter().flat_map(|[(joint, a), (_, b)]| {
        let share = if *joint == 5 && *a > 0.9 { share } else { 1.0 };
        [a * share, b * share, 0.0, 0.0]
    });
    let weights = glb.floats("VEC4", 4, &weights.collect::<Vec<_>>(), None);
    let indices = glb.indices(&mesh.triangles);
    let bind = glb.inverse_binds(JOINTS.iter().map(|(.., place)| *place));
    glb.json["meshes"] = json!([{ "name": "figure", "primitives": [{ "material": 0, "indices": indices,
        "attributes": { "POSITION": positions, "NORMAL": normals, "JOINTS_0": joints, "WEIGHTS_0": weights } }] }]);
    glb.json["materials"] = json!([{ "name": "clay",
        "pbrMetallicRoughness": { "baseColorFactor": [0.42, 0.45, 0.5, 1], "metallicFactor": 0, "roughnessFactor": 0.8 } }]);
    glb.push("nodes", json!({ "name": "figure", "mesh": 0, "skin": 0 }));
    for (i, (name, parent, place)) in JOINTS.iter().enumerate() {
        let above = parent.map_or([0.0; 3], |parent| JOINTS[parent].2);
        let children: Vec<usize> =
            (0..JOINTS.len()).filter(|&child| JOINTS[child].1 == Some(i)).map(|child| child + 1).collect();
        let translation: [f64; 3] = std::array::from_fn(|axis| short(place[axis] - above[axis]));
        let mut node = json!({ "name": name, "translation": translation });
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        if *name == SOCKET.0 {
            node["children"] = json!([JOINTS.len() + 1]);
        }
        glb.push("nodes", node);
    }
    glb.push("nodes", json!({ "name": SOCKET.1, "translation": SOCKET.2 }));
    let nodes: Vec<usize> = (1..=JOINTS.len()).collect();
    glb.json["skins"] = json!([{ "name": "person", "skeleton": 1, "joints": nodes, "inverseBindMatrices": bind }]);
    glb.json["scenes"] = json!([{ "nodes": [0, 1] }]);
    for animation in &ANIMATIONS {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some tens")]
        let count = (animation.duration * KEYS).round() as u32;
        let times: Vec<f64> = (0..=count).map(|key| f64::from(key) / KEYS).collect();
        let input = glb.floats("SCALAR", 1, &times, Some([json!([0.0]), json!([animation.duration])]));
        let way: Vec<DVec3> = times.iter().map(|time| (animation.hips)(*time)).collect();
        let output = glb.floats("VEC3", 3, &flat(&way), None);
        let mut samplers = vec![json!({ "input": input, "output": output })];
        let mut channels = vec![json!({ "sampler": 0, "target": { "node": 1, "path": "translation" } })];
        for (joint, turn) in animation.turns {
            let turns = times.iter().flat_map(|time| {
                let [x, y, z] = turn(*time).map(f64::to_radians);
                DQuat::from_euler(EulerRot::XYZ, x, y, z).to_array().map(short)
            });
            let output = glb.floats("VEC4", 4, &turns.collect::<Vec<_>>(), None);
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": joint + 1, "path": "rotation" } }));
            samplers.push(json!({ "input": input, "output": output }));
        }
        glb.push("animations", json!({ "name": animation.name, "channels": channels, "samplers": samplers }));
    }
    glb.written()
}

#[test]
fn the_figures_of_the_lessons_are_generated() {
    for (name, share) in [("figure.glb", 1.0), ("figure_weights.glb", 0.97)] {
        compare(name, &figure(share));
    }
}
